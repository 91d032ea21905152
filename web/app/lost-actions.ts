import { ApolloLink, Observable, ServerError } from '@apollo/client';
import { ServerParseError } from '@apollo/client/errors';

/** The connection was lost while a mutation was in flight: it is unknown whether it arrived. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  constructor(cause: unknown) {
    super('Connection lost while action was in flight', { cause });
  }
}

/** Fails a mutation with `ConnectionLost` when no response arrives. Responses with errors pass unchanged. */
export const failCutMutations = new ApolloLink((operation, forward) => {
  const answer = forward(operation);
  if (operation.operationType !== 'mutation') return answer;
  return new Observable((observer) => {
    const subscription = answer.subscribe({
      next: (result) => observer.next(result),
      complete: () => observer.complete(),
      error: (error: unknown) => observer.error(gotAnAnswer(error) ? error : new ConnectionLost(error)),
    });
    return () => subscription.unsubscribe();
  });
});

function gotAnAnswer(error: unknown): boolean {
  return (
    ServerError.is(error) ||
    ServerParseError.is(error) ||
    (error instanceof Error && error.name === 'AbortError')
  );
}
