import { ApolloLink, Observable } from '@apollo/client';

/** What a mutation answers that wants the password first. */
function wantsProof(data: unknown): boolean {
  return (
    !!data &&
    Object.values(data).some((field: { __typename?: string } | null) => field?.__typename === 'ProofNeeded')
  );
}

/** Asks for the password where a mutation is refused for want of it, and does it again once it was right. */
export const proveFirst = new ApolloLink((operation, forward) => {
  if (operation.operationType !== 'mutation') return forward(operation);
  return new Observable((observer) => {
    let proving = false;
    const go = (again: boolean) =>
      forward(operation).subscribe({
        next(result) {
          if (again || !wantsProof(result.data)) return observer.next(result);
          proving = true;
          const asked = import('#web/accounts/ask-for-proof.ts').then(({ askForProof }) => askForProof());
          void asked
            .catch(() => false)
            .then((proven) => {
              if (proven) {
                watched = go(true);
                return;
              }
              observer.next(result);
              observer.complete();
            });
        },
        complete() {
          if (again || !proving) observer.complete();
        },
        error: (error: unknown) => observer.error(error),
      });
    let watched = go(false);
    return () => watched.unsubscribe();
  });
});
