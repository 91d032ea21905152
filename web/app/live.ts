import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Kind, print } from 'graphql';
// The socket itself is loaded when something is first followed.
import { awaySeconds, connectionNumber, isMissedSinceOpening } from './absence.ts';
import { apollo } from './apollo.ts';
import { idleQueries } from './idle-queries.ts';
import { onSessionEnd } from './session.ts';

export interface Following<Data, Variables> {
  document: TypedDocumentNode<Data, Variables>;
  /** With the cursor to go on after as `after`, when there is one. */
  variables: Variables;
  /** The place of an event in its stream; null for one that has none. */
  cursorOf(data: Data): string | null;
  onEvent(data: Data): void;
  /** The stream ended: refused, or no longer ours to see. */
  onEnd?(error?: unknown): void;
}

interface Logged {
  cursor: string | null;
  data: unknown;
}

/** One subscription, whoever looks at it. */
interface Stream {
  cursor: string | null;
  /** What came while nobody looked, and the cursor before it. */
  missed: Logged[];
  missedAfter: string | null;
  watchers: Set<Pick<Following<unknown, unknown>, 'onEvent' | 'onEnd'>>;
  stop(): void;
}

/** More than this unseen, and it is cheaper to read it again. */
const mostMissed = 500;

const streams = new Map<string, Stream>();
const idle = idleQueries<Stream>((stream) => stream.stop());
onSessionEnd(() => {
  idle.clear();
  for (const stream of streams.values()) stream.stop();
});

/**
 * Follows a stream of events, missing none: after a lost connection it goes on after the last cursor seen and repeats
 * none; one without cursors, whose document takes `awaySeconds`, brings what changed meanwhile once more, as it does
 * what changed between a page's first questions and its first connection. Left (by calling the answer), it goes on unseen for a while,
 * and is taken up again where it was left.
 */
export function followLive<Data, Variables extends OperationVariables>(
  following: Following<Data, Variables>,
): () => void {
  const { after = null, ...rest } = following.variables as { after?: string | null };
  const key = print(following.document) + JSON.stringify(rest);
  const watcher = following as unknown as Following<unknown, unknown>;
  const kept = idle.take(key);
  if (kept && !takeUp(kept, after, watcher)) kept.stop();

  let stream = streams.get(key);
  if (stream && stream !== kept && stream.watchers.size > 0 && stream.cursor !== after) stream = undefined;
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

/** Hands over what came after `after` while nobody looked; false when that can't be told. */
function takeUp(stream: Stream, after: string | null, watcher: Following<unknown, unknown>): boolean {
  const from =
    after === stream.missedAfter ? 0 : stream.missed.findIndex(({ cursor }) => cursor === after) + 1;
  if (from === 0 && after !== stream.missedAfter) return false;
  const missed = stream.missed.slice(from);
  stream.missed = [];
  for (const { data } of missed) watcher.onEvent(data);
  return true;
}

function openStream(key: string, after: string | null, first: Following<unknown, unknown>): Stream {
  const { document, variables, cursorOf } = first;
  const stream: Stream = {
    cursor: after,
    missed: [],
    missedAfter: after,
    watchers: new Set(),
    stop: () => undefined,
  };
  const tellsAway = takes(document, 'awaySeconds');
  let began = isMissedSinceOpening() ? 0 : null;
  const resume = () => {
    began ??= connectionNumber();
    const wasAway = tellsAway && began !== connectionNumber();
    return {
      ...(variables as object),
      ...(stream.cursor !== null && { after: stream.cursor }),
      ...(stream.cursor === null && wasAway && { awaySeconds: awaySeconds() }),
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

function takes({ definitions }: TypedDocumentNode<unknown, unknown>, variable: string): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.variableDefinitions?.some((each) => each.variable.name.value === variable),
  );
}
