import { channel } from 'node:diagnostics_channel';
import { metrics } from '#api/platform/observability/metrics.ts';
import { within } from '#api/platform/observability/scope.ts';
import { type CommitPosition, currentPosition, isAfter, isKnown, positionAfter } from './commit-position.ts';
import { catchUp, type Entry, follow, type Read } from './follow.ts';
import { type SubscriberQueue, subscriberQueue } from './subscriber-queue.ts';
import type { Take } from './take.ts';

/** One shared reader of a topic for all its followers in this process. */
type LogTail = {
  /** Resolves once the start position of the tail is known. */
  begun: Promise<void>;
  followers: Set<SubscriberQueue<Entry<unknown>>>;
  stop: AbortController;
};

const tails = new Map<string, LogTail>();

const following = channel('evertold:following');

/** Announces on a diagnostics channel that a follower gets all events from here on; used for measurements. */
export function tellFollowing(topic: string) {
  following.publish({ topic });
}

/**
 * Passes everything after `after` (null: what is committed from now on), then every new row, to `take`, once each and
 * in commit order, until `signal` aborts. New rows are read once in this process for all followers of `topic`; only the
 * rows between `after` and now are read for this follower alone.
 */
export async function followTogether<T>(
  topic: string,
  read: Read<T>,
  after: CommitPosition | null,
  signal: AbortSignal,
  take: Take<Entry<T>>,
): Promise<void> {
  // Without this check, a follower that has left already would never be removed.
  if (signal.aborted) return;
  const tail = acquireLogTail(topic, read);
  const arrivals = subscriberQueue<Entry<T>>();
  const follower = arrivals as SubscriberQueue<Entry<unknown>>;
  tail.followers.add(follower);
  const end = () => arrivals.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    await tail.begun;
    let place: CommitPosition = after ?? (await currentPosition());
    tellFollowing(topic);
    if (after) {
      for await (const entry of catchUp(read, after)) {
        if (signal.aborted) return;
        place = entry.place;
        await take(entry);
      }
    }
    let isInStep = false;
    await arrivals.open((entry) => {
      // In step with the tail, every entry is new and has the tail's position.
      if (isInStep) return take(entry);
      const { place: here } = entry;
      if (!isAfter(here, place)) return;
      const known = isKnown(place, here);
      place = positionAfter(place, here);
      isInStep = !place.known;
      if (!known) return take({ ...entry, place });
    });
  } finally {
    signal.removeEventListener('abort', end);
    tail.followers.delete(follower);
    if (tail.followers.size === 0) {
      tail.stop.abort();
      if (tails.get(topic) === tail) tails.delete(topic);
    }
  }
}

function acquireLogTail(topic: string, read: Read<unknown>): LogTail {
  const standing = tails.get(topic);
  if (standing) return standing;
  const followers = new Set<SubscriberQueue<Entry<unknown>>>();
  const stop = new AbortController();
  const start = currentPosition();
  const tail: LogTail = { followers, stop, begun: start.then(() => {}) };
  tails.set(topic, tail);
  // The reader serves all followers, so it runs outside the first one's scope.
  void within(null, async () => {
    try {
      // Without the snapshot's `known`: each follower has its own.
      const { xid, position } = await start;
      for await (const entry of follow(topic, read, { xid, position }, stop.signal)) {
        for (const follower of followers) follower.put(entry);
        metrics.eventLag.observe(Math.max(0, Date.now() - entry.at.getTime()) / 1000);
      }
    } catch (error) {
      if (tails.get(topic) === tail) tails.delete(topic);
      for (const follower of followers) follower.end(error as Error);
    }
  });
  return tail;
}
