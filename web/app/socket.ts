import { ApolloLink, CombinedGraphQLErrors, Observable } from '@apollo/client';
import { type GraphQLFormattedError, print } from 'graphql';
import { type Client, CloseCode, createClient } from 'graphql-ws';
import { countConnection, noteLoss, silentForMs } from './absence.ts';
import { socketUrl } from './addresses.ts';
import { firstWord } from './api-fetch.ts';
import { reportSocket } from './connection.ts';
import { currentSession, forgetSession, onSessionEnd, sessionLost } from './session.ts';

const pingEveryMs = 20_000;

/** How long to wait before the n-th attempt (from 0): 1 s, doubling to 16 s, up to a quarter less or more at random. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const step = Math.min(16_000, 1_000 * 2 ** Math.min(attempt, 4));
  return Math.min(16_000, Math.max(1_000, Math.round(step * (0.75 + random() / 2))));
}

/** How often in a row the server's word that the session is over is looked into, before it is believed unseen. */
const confirmations = 2;
/** How often the session is asked for again while the network fails. */
const retries = 10;

/** Whether somebody is still signed in, asked anew. Rejects when there was no answer. */
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

/** The live connection: opened when first needed, kept awake, had back for as long as somebody watches. */
export function openSocket(url: string, webSocketImpl?: unknown): Client {
  let silence: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  const heard = () => {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => client.terminate(), silentForMs);
  };
  let connectedAt: number | null = null;
  let doubted = 0;
  async function lookInto() {
    doubted += 1;
    // Without an answer nobody is sent away: the next page asks again.
    if (doubted <= confirmations && (await stillSignedIn().catch(() => true))) return;
    if (await sessionLost()) doubted = 0;
  }
  const client = createClient({
    url,
    connectionParams: firstWord,
    ...(webSocketImpl ? { webSocketImpl } : {}),
    lazy: true,
    keepAlive: pingEveryMs,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    async retryWait(attempt) {
      await new Promise((done) => setTimeout(done, backoffMs(attempt)));
    },
    on: {
      opened: heard,
      message: heard,
      connecting: (isRetry) => isRetry && reportSocket('connecting'),
      connected() {
        doubted = 0;
        connectedAt = Date.now();
        countConnection();
        reportSocket('online');
      },
      closed(event) {
        clearTimeout(silence);
        if (connectedAt !== null) noteLoss({ connectedAt, heardAt });
        connectedAt = null;
        const { code, wasClean } = event as CloseEvent;
        if (code === CloseCode.Unauthorized || code === CloseCode.Forbidden) void lookInto();
        else if (code !== 1000 || !wasClean) reportSocket('offline');
      },
    },
  });
  return client;
}

/**
 * Sends subscriptions over the socket. A `resume` in the operation's context gives the variables at each attempt. One
 * whose account has asked enough for now is asked for again, in steps: by itself graphql-ws would give it up.
 */
export function subscribeOver(client: () => Client): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const { resume } = operation.getContext() as { resume?: () => Record<string, unknown> };
        const payload = {
          operationName: operation.operationName ?? null,
          query: print(operation.query),
          // Read again whenever the socket comes back, so that a follower goes on where it was.
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
              if (!isSpent(reason)) return observer.error(asError(reason));
              const timer = setTimeout(() => begin(step + 1), backoffMs(step + stepsOfSpent));
              stop = () => clearTimeout(timer);
            },
          });
        };
        begin(0);
        return () => stop();
      }),
  );
}

/** What is spent comes back slowly: the first wait is the fourth of the steps. */
const stepsOfSpent = 3;

function isSpent(reason: unknown): boolean {
  return (reason as CloseEvent | null)?.code === CloseCode.TooManyInitialisationRequests;
}

function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  if (Array.isArray(reason)) return new CombinedGraphQLErrors({ errors: reason as GraphQLFormattedError[] });
  return new Error('The live connection was closed');
}

let current: Client | null = null;
// The socket carries the rights it was opened with.
onSessionEnd(() => {
  void current?.dispose();
  current = null;
  reportSocket('online');
});

export const socketLink = subscribeOver(() => (current ??= openSocket(socketUrl('/graphql'))));
