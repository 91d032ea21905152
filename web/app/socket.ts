import { ApolloLink, CombinedGraphQLErrors, Observable } from '@apollo/client';
import { type GraphQLFormattedError, print } from 'graphql';
import { type Client, CloseCode, createClient } from 'graphql-ws';
import { countConnection, noteLoss, silentForMs } from './absence.ts';
import { socketUrl } from './addresses.ts';
import { socketParams } from './api-fetch.ts';
import { reportSocket } from './connection.ts';
import { currentSession, forgetSession, onSessionEnd, sessionLost } from './session.ts';

const pingEveryMs = 20_000;

/** The delay before the n-th attempt (from 0): 1 s, doubling to 16 s, with up to a quarter of random jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const step = Math.min(16_000, 1_000 * 2 ** Math.min(attempt, 4));
  return Math.min(16_000, Math.max(1_000, Math.round(step * (0.75 + random() / 2))));
}

/** How many times in a row the server's message that the session is over is checked before it is trusted unchecked. */
const confirmations = 2;
/** How often the session request is retried while the network fails. */
const retries = 10;

/** Whether the user is still signed in, by a new request. Rejects when there was no response. */
async function stillSignedIn(attempt = 0): Promise<boolean> {
  forgetSession();
  try {
    return (await currentSession()) !== null;
  } catch (error) {
    if (attempt === retries) throw error;
    await new Promise((done) => setTimeout(done, backoffMs(attempt)));
    return stillSignedIn(attempt + 1);
  }
}

/**
 * The live connection: opened on the first subscription, kept alive by pings and reconnected while anything is
 * subscribed.
 */
export function openSocket(url: string, webSocketImpl?: unknown): Client {
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  const noteMessage = () => {
    heardAt = Date.now();
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => client.terminate(), silentForMs);
  };
  let connectedAt: number | null = null;
  let sessionChecks = 0;
  async function checkSession() {
    sessionChecks += 1;
    // Without a response the user stays signed in; the next page checks again.
    if (sessionChecks <= confirmations && (await stillSignedIn().catch(() => true))) return;
    if (await sessionLost()) sessionChecks = 0;
  }
  const client = createClient({
    url,
    connectionParams: socketParams,
    ...(webSocketImpl ? { webSocketImpl } : {}),
    lazy: true,
    keepAlive: pingEveryMs,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    async retryWait(attempt) {
      await new Promise((done) => setTimeout(done, backoffMs(attempt)));
    },
    on: {
      opened: noteMessage,
      message: noteMessage,
      connecting: (isRetry) => isRetry && reportSocket('connecting'),
      connected() {
        sessionChecks = 0;
        connectedAt = Date.now();
        countConnection();
        reportSocket('online');
      },
      closed(event) {
        clearTimeout(silenceTimer);
        if (connectedAt !== null) noteLoss({ connectedAt, heardAt });
        connectedAt = null;
        const { code, wasClean } = event as CloseEvent;
        if (code === CloseCode.Unauthorized || code === CloseCode.Forbidden) void checkSession();
        else if (code !== 1000 || !wasClean) reportSocket('offline');
      },
    },
  });
  return client;
}

/**
 * Sends subscriptions over the WebSocket. A `resume` function in the operation's context gives the variables at each
 * attempt. A subscription refused because the account's budget is used up is retried with backoff; graphql-ws alone
 * would give up.
 */
export function subscribeOver(client: () => Client): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const { resume } = operation.getContext() as { resume?: () => Record<string, unknown> };
        const payload = {
          operationName: operation.operationName ?? null,
          query: print(operation.query),
          // Read again at each reconnection, so that the subscription resumes where it was.
          get variables() {
            return resume?.() ?? operation.variables;
          },
        };
        let stop = () => {};
        const begin = (attempt: number) => {
          let step = attempt;
          stop = client().subscribe(payload, {
            next(result) {
              step = 0;
              observer.next(result as Parameters<typeof observer.next>[0]);
            },
            complete: () => observer.complete(),
            error(reason) {
              if (!isBudgetUsedUp(reason)) return observer.error(asError(reason));
              const timer = setTimeout(() => begin(step + 1), backoffMs(step + budgetBackoffSteps));
              stop = () => clearTimeout(timer);
            },
          });
        };
        begin(0);
        return () => stop();
      }),
  );
}

/** A used-up budget refills slowly, so the first delay is the fourth step of the backoff. */
const budgetBackoffSteps = 3;

function isBudgetUsedUp(reason: unknown): boolean {
  return (reason as CloseEvent | null)?.code === CloseCode.TooManyInitialisationRequests;
}

function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  if (Array.isArray(reason)) return new CombinedGraphQLErrors({ errors: reason as GraphQLFormattedError[] });
  return new Error('The live connection was closed');
}

let current: Client | null = null;
// The WebSocket keeps the permissions it was opened with, so it is closed when the session ends.
onSessionEnd(() => {
  void current?.dispose();
  current = null;
  reportSocket('online');
});

export const socketLink = subscribeOver(() => (current ??= openSocket(socketUrl('/graphql'))));
