import { ApolloLink, Observable } from '@apollo/client';

/** Whether the mutation answered that it needs the password first. */
function wantsProof(data: unknown): boolean {
  return (
    !!data &&
    Object.values(data).some((field: { __typename?: string } | null) => field?.__typename === 'ProofNeeded')
  );
}

/** When a mutation needs the password, asks for it and sends the mutation again once it was right. */
export const proveFirst = new ApolloLink((operation, forward) => {
  if (operation.operationType !== 'mutation') return forward(operation);
  return new Observable((observer) => {
    let proving = false;
    const send = (isRetry: boolean) =>
      forward(operation).subscribe({
        next(result) {
          if (isRetry || !wantsProof(result.data)) return observer.next(result);
          proving = true;
          const asked = import('#web/accounts/ask-for-proof.ts').then(({ askForProof }) => askForProof());
          void asked
            .catch(() => false)
            .then((proven) => {
              if (proven) {
                watched = send(true);
                return;
              }
              observer.next(result);
              observer.complete();
            });
        },
        complete() {
          if (isRetry || !proving) observer.complete();
        },
        error: (error: unknown) => observer.error(error),
      });
    let watched = send(false);
    return () => watched.unsubscribe();
  });
});
