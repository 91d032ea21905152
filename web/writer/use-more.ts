import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useState } from 'react';
import { apollo } from '#web/app/apollo.ts';

interface Page<Edge> {
  edges: readonly Edge[];
  pageInfo: { endCursor?: string | null; hasNextPage: boolean };
}

/** A paginated list: the first page, and further pages on request. */
export function useMore<Edge, Data, Variables extends OperationVariables>({
  first,
  document,
  variables,
  pageOf,
}: {
  first: Page<Edge>;
  document: TypedDocumentNode<Data, Variables>;
  variables: Omit<Variables, 'after'>;
  pageOf: (data: Data) => Page<Edge>;
}) {
  const [later, setLater] = useState<Page<Edge>[]>([]);
  const [state, setState] = useState<'idle' | 'coming' | 'failed'>('idle');
  const last = later.at(-1) ?? first;

  async function more() {
    if (state === 'coming') return;
    setState('coming');
    const answer = await apollo
      .query<Data, OperationVariables>({
        query: document as TypedDocumentNode<Data, OperationVariables>,
        variables: { ...variables, after: last.pageInfo.endCursor },
        fetchPolicy: 'network-only',
      })
      .catch(() => null);
    if (!answer?.data) return setState('failed');
    const page = pageOf(answer.data as Data);
    setLater((pages) => [...pages, page]);
    setState('idle');
  }
  return {
    edges: [first, ...later].flatMap((page) => page.edges),
    hasMore: last.pageInfo.hasNextPage,
    state,
    more: () => void more(),
  };
}
