import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Kind, print } from 'graphql';
// The WebSocket code is loaded with the first subscription.
import { awaySeconds, connectionNumber, isMissedSinceOpening } from './absence.ts';
import { apollo } from './apollo.ts';
import { idleQueries } from './idle-queries.ts';
import { onSessionEnd } from './session.ts';

export interface Following<Data, Variables> {
  document: TypedDocumentNode<Data, Variables>;
  /** May contain a cursor as `after`: the stream then starts after it. */
  variables: Variables;
  /** The event's cursor, or null for a stream without cursors. */
  cursorOf(data: Data): string | null;
  /** When data that is shown again was last kept up to date, in ms; a stream without cursors starts from there. */
  currentAt?: number;
  onEvent(data: Data): void;
  /** The stream has ended: it was refused, or the user has lost access. */
  onEnd?(error?: unknown): void;
}

interface Logged {
  cursor: string | null;
  data: unknown;
}

/** One subscription, shared by all its watchers. */
interface Stream {
  cursor: string | null;
  /** From when on it brings what changes, in ms. */
  since: number;
  /** Events that arrived while nobody was watching, and the cursor before them. */
  missed: Logged[];
  missedAfter: string | null;
  watchers: Set<Pick<Following<unknown, unknown>, 'onEvent' | 'onEnd'>>;
  stop(): void;
}

/** With more missed events than this, reading the data again is cheaper. */
const mostMissed = 500;

const streams = new Map<string, Stream>();
const idle = idleQueries<Stream>((stream) => stream.stop());
onSessionEnd(() => {
  idle.clear();
  for (const stream of streams.values()) stream.stop();
});

/**
 * Follows a stream of events without missing any. After a lost connection it resumes after the last cursor and repeats
 * no event. A stream without cursors, whose document takes `awaySeconds`, sends again what changed during the loss, or
 * between the page's first queries and its first connection. After the watcher has left (by calling the returned
 * function), the stream stays open for a while and can be resumed where it was left.
 */
export function followLive<Data, Variables extends OperationVariables>(
  following: Following<Data, Variables>,
): () => void {
  const { after = null, ...rest } = following.variables as { after?: string | null };
  const key = print(following.document) + JSON.stringify(rest);
  const watcher = following as unknown as Following<unknown, unknown>;
  const resumed = idle.take(key);
  if (resumed && !deliverMissed(resumed, after, watcher)) resumed.stop();

  let stream = streams.get(key);
  if (stream && stream !== resumed && stream.watchers.size > 0 && stream.cursor !== after) stream = undefined;
  if (stream && following.currentAt !== undefined && stream.since > following.currentAt) stream = undefined;
  stream ??= openStream(key, after, watcher);
  stream.watchers.add(watcher);
  const mine = stream;

  return () => {
    if (!mine.watchers.delete(watcher) || mine.watchers.size > 0) return;
    mine.missed = [];
    mine.missedAfter = mine.cursor;
    if (streams.get(key) === mine) idle.leave(key, mine);
    else mine.stop();
  };
}

/** Delivers what arrived after `after` while nobody was watching; false when the stream can't know what that is. */
function deliverMissed(stream: Stream, after: string | null, watcher: Following<unknown, unknown>): boolean {
  const from =
    after === stream.missedAfter ? 0 : stream.missed.findIndex(({ cursor }) => cursor === after) + 1;
  if (from === 0 && after !== stream.missedAfter) return false;
  const missed = stream.missed.slice(from);
  stream.missed = [];
  for (const { data } of missed) watcher.onEvent(data);
  return true;
}

function openStream(key: string, after: string | null, first: Following<unknown, unknown>): Stream {
  const { document, variables, cursorOf, currentAt } = first;
  const stream: Stream = {
    cursor: after,
    since: currentAt ?? Date.now(),
    missed: [],
    missedAfter: after,
    watchers: new Set(),
    stop: () => undefined,
  };
  const takesAwaySeconds = hasVariable(document, 'awaySeconds');
  let began = isMissedSinceOpening() ? 0 : null;
  const resume = () => {
    began ??= connectionNumber();
    const away = began === connectionNumber() ? secondsSince(currentAt) : awaySeconds();
    return {
      ...(variables as object),
      ...(stream.cursor !== null && { after: stream.cursor }),
      ...(stream.cursor === null && takesAwaySeconds && away > 0 && { awaySeconds: away }),
    };
  };

  const end = (error?: unknown) => {
    if (streams.get(key) === stream) streams.delete(key);
    idle.take(key);
    for (const { onEnd } of [...stream.watchers]) onEnd?.(error);
  };
  const subscription = apollo
    .subscribe({
      query: document as TypedDocumentNode,
      variables: variables as OperationVariables,
      context: { resume, queryDeduplication: false },
    })
    .subscribe({
      next({ data, error }) {
        if (error) return end(error);
        if (data === undefined || data === null) return;
        const cursor = cursorOf(data);
        stream.cursor = cursor ?? stream.cursor;
        for (const watcher of [...stream.watchers]) watcher.onEvent(data);
        if (stream.watchers.size > 0) return;
        stream.missed.push({ cursor, data });
        if (stream.missed.length > mostMissed) stream.missedAfter = stream.missed.shift()?.cursor ?? null;
      },
      error: end,
      complete: () => end(),
    });
  stream.stop = () => {
    if (streams.get(key) === stream) streams.delete(key);
    subscription.unsubscribe();
  };
  streams.set(key, stream);
  return stream;
}

/** Rounded up, so that no change is missed; 0 without a time. */
function secondsSince(time: number | undefined): number {
  return time === undefined ? 0 : Math.ceil((Date.now() - time) / 1000) + 1;
}

function hasVariable({ definitions }: TypedDocumentNode<unknown, unknown>, variable: string): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.variableDefinitions?.some((each) => each.variable.name.value === variable),
  );
}

/**
 * Reads after changes: a change that comes while a read runs makes it run once more, because the running one may have
 * been answered from before that change. A failed read changes nothing.
 */
export function oneAfterAnother(read: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isDue = false;
  return async () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      await read().catch(() => undefined);
    }
    isRunning = false;
  };
}
