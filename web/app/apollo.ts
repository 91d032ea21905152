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

/** Loads the WebSocket code with the first subscription. */
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

/**
 * When the session is over, repeats the operation after the user has signed in again in place; otherwise passes the
 * error on.
 */
const signInWhenRefused = new ErrorLink(({ error, result, operation, forward }) => {
  if (!CombinedGraphQLErrors.is(error)) return;
  if (!error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHORIZED')) return;
  return new Observable((observer) => {
    let watched: { unsubscribe(): void } | undefined;
    let unsubscribed = false;
    void sessionLost({ acting: operation.operationType === 'mutation' }).then((again) => {
      if (unsubscribed) return;
      if (again) watched = forward(operation).subscribe(observer);
      else if (result) {
        observer.next(result);
        observer.complete();
      } else observer.error(error);
    });
    return () => {
      unsubscribed = true;
      watched?.unsubscribe();
    };
  });
});

/** Work in the background, such as storing a draft, shows on its own whether it succeeded. */
const notifyWhenLost = new ErrorLink(({ error, operation }) => {
  if (!(error instanceof ConnectionLost) || operation.getContext().isBackground) return;
  void notify('error', error.message, { id: 'connection-lost' });
});

export const apollo = new ApolloClient({
  cache: new InMemoryCache({
    possibleTypes,
    // Several screens query different parts of the user's subjects: merge them, so that none overwrites another's.
    typePolicies: {
      SubjectConnection: { merge: true },
      Subject: { fields: { keepsakes: relayStylePagination() } },
    },
  }),
  dataMasking: true,
  link: ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    ApolloLink.from([signInWhenRefused, lazySocket]),
    ApolloLink.from([signInWhenRefused, notifyWhenLost, proveFirst, failCutMutations, http]),
  ),
});

// The next user must not see what the previous one could.
onSessionEnd(() => void apollo.clearStore());
