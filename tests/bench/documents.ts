import { ApolloClient, InMemoryCache, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { BaseHttpLink } from '@apollo/client/link/http';

/** The body and the headers of a GraphQL request. */
export type GraphqlRequest = {
  body: { query: string; variables?: object };
  headers: Record<string, string>;
};

/** The request that the web app's Apollo client sends for a document: it adds `__typename` to every selection. */
export async function requestFor<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<GraphqlRequest> {
  const sent: GraphqlRequest[] = [];
  const link = new BaseHttpLink({
    async fetch(_address, { headers, body } = {}) {
      sent.push({ headers: headers as Record<string, string>, body: JSON.parse(body as string) });
      return Response.json({ data: null });
    },
  });
  const apollo = new ApolloClient({ cache: new InMemoryCache(), dataMasking: true, link });
  await apollo.query({ query: query as unknown as TypedDocumentNode, variables, errorPolicy: 'all' });
  const [request] = sent;
  if (!request) throw new Error('Apollo sent no request');
  return request;
}
