import { ApolloLink, Observable, ServerError } from '@apollo/client';
import { ServerParseError } from '@apollo/client/errors';

/** An action was on its way when the connection went: nobody knows whether it arrived. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  constructor(cause: unknown) {
    super('Connection lost while action was in flight', { cause });
  }
}

/** Fails a mutation that gets no answer with `ConnectionLost`. An answer that refuses it passes as it is. */
export const failCutMutations = new ApolloLink((operation, forward) => {
  const answer = forward(operation);
  if (operation.operationType !== 'mutation') return answer;
  return new Observable((observer) => {
    const watched = answer.subscribe({
      next: (result) => observer.next(result),
      complete: () => observer.complete(),
      error: (error: unknown) => observer.error(gotAnAnswer(error) ? error : new ConnectionLost(error)),
    });
    return () => watched.unsubscribe();
  });
});

function gotAnAnswer(error: unknown): boolean {
  return (
    ServerError.is(error) ||
    ServerParseError.is(error) ||
    (error instanceof Error && error.name === 'AbortError')
  );
}
