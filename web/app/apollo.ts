import { ApolloClient, ApolloLink, CombinedGraphQLErrors, InMemoryCache, Observable } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { BaseHttpLink } from '@apollo/client/link/http';
import { relayStylePagination } from '@apollo/client/utilities';
import { apiUrl } from './addresses.ts';
import { apiFetch } from './api-fetch.ts';
import { possibleTypes } from './generated/possible-types.ts';
import { ConnectionLost, failCutMutations } from './lost-actions.ts';
import { notify } from './notify.ts';
import { proveFirst } from './prove.ts';
import { onSessionEnd, sessionLost } from './session.ts';
import { whenLoaded } from './when-loaded.ts';

const http = new BaseHttpLink({ uri: apiUrl('/graphql'), fetch: apiFetch });

const nothing = new Observable<never>((observer) => observer.complete());

/** The socket and its protocol are loaded when something is first watched. */
const lazySocket = new ApolloLink(
  (operation) =>
    new Observable((observer) =>
      whenLoaded(
        () => import('./socket.ts'),
        ({ socketLink }) => {
          const watched = socketLink.request(operation, () => nothing).subscribe(observer);
          return () => watched.unsubscribe();
        },
      ),
    ),
);

/** Where the session is over, it is done again once whoever asked has signed in where they are, if they do. */
const signInWhenRefused = new ErrorLink(({ error, result, operation, forward }) => {
  if (!CombinedGraphQLErrors.is(error)) return;
  if (!error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHORIZED')) return;
  return new Observable((observer) => {
    let watched: { unsubscribe(): void } | undefined;
    let given = false;
    void sessionLost({ acting: operation.operationType === 'mutation' }).then((again) => {
      if (given) return;
      if (again) watched = forward(operation).subscribe(observer);
      else if (result) {
        observer.next(result);
        observer.complete();
      } else observer.error(error);
    });
    return () => {
      given = true;
      watched?.unsubscribe();
    };
  });
});

const sayWhenLost = new ErrorLink(({ error }) => {
  if (!(error instanceof ConnectionLost)) return;
  void notify('error', error.message, { id: 'connection-lost' });
});

export const apollo = new ApolloClient({
  cache: new InMemoryCache({
    possibleTypes,
    // Several screens ask for different parts of one's list of books; none of them takes away what another has.
    typePolicies: {
      SubjectConnection: { merge: true },
      Subject: { fields: { keepsakes: relayStylePagination() } },
    },
  }),
  dataMasking: true,
  link: ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    ApolloLink.from([signInWhenRefused, lazySocket]),
    ApolloLink.from([signInWhenRefused, sayWhenLost, proveFirst, failCutMutations, http]),
  ),
});

// What one person could see is not there for the next.
onSessionEnd(() => void apollo.clearStore());
