import { channel } from 'node:diagnostics_channel';
import { metrics } from '#api/platform/observability/metrics.ts';
import { within } from '#api/platform/observability/scope.ts';
import { type CommitPosition, currentPosition, isAfter, isKnown, positionAfter } from './commit-position.ts';
import { catchUp, type Entry, follow, type Read } from './follow.ts';
import { type SubscriberQueue, subscriberQueue } from './subscriber-queue.ts';
import type { Take } from './take.ts';

/** One reader of a topic for everybody in this process who follows it. */
type LogTail = {
  /** Resolves once it is sure what the tail hands on and what stood before. */
  begun: Promise<void>;
  followers: Set<SubscriberQueue<Entry<unknown>>>;
  stop: AbortController;
};

const tails = new Map<string, LogTail>();

const following = channel('evertold:following');

/** Says that somebody follows a topic from here on: whatever happens now reaches them. For whoever measures. */
export function tellFollowing(topic: string) {
  following.publish({ topic });
}

/**
 * Hands on everything after `after` (null: what is committed from now on), then everything that follows, each once
 * and in the order of commit, until `signal` aborts; resolves then. What comes is read once in this process for all
 * who follow `topic`; only what stands between `after` and now is read for this follower alone.
 */
export async function followTogether<T>(
  topic: string,
  read: Read<T>,
  after: CommitPosition | null,
  signal: AbortSignal,
  take: Take<Entry<T>>,
): Promise<void> {
  // Who left before it begins would be followed for as long as this process lives.
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
    let inStep = false;
    await arrivals.open((entry) => {
      // Once in step with the tail, what comes is new, and stands where the tail says.
      if (inStep) return take(entry);
      const { place: here } = entry;
      if (!isAfter(here, place)) return;
      const known = isKnown(place, here);
      place = positionAfter(place, here);
      inStep = !place.known;
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
  // For all who follow, not for the request of the first of them.
  void within(null, async () => {
    try {
      // Without what its snapshot knew: each follower says for itself what it knows.
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
