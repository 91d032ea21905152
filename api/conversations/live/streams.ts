import { cursorAt, readCursor } from '#api/conversations/cursor.ts';
import type { Progress } from '#api/conversations/events.ts';
import {
  conversationAt,
  farewellMs,
  type Held,
  holdsAt,
  looksForPhones,
  reads,
  readsByHolding,
  sees,
  speaks,
} from '#api/conversations/policy.ts';
import { type MessageFilter, matches } from '#api/conversations/reads/message-filter.ts';
import type { HeldMessage } from '#api/conversations/reads/message-row.ts';
import type { Conversation } from '#api/generated/prisma/client.ts';
import { bus } from '#api/platform/events/bus.ts';
import type { CommitPosition } from '#api/platform/events/commit-position.ts';
import { positionBefore } from '#api/platform/events/events.ts';
import { followTogether, tellFollowing } from '#api/platform/events/log-tail.ts';
import { subscriberQueue } from '#api/platform/events/subscriber-queue.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded, type Open } from '#api/subjects/live/guarded.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { type Change, readChanges } from './read-changes.ts';
import { readMessagesOf } from './read-messages.ts';

export type Added = { cursor: string; node: HeldMessage };

/** One and the same for everybody who comes to a message by the same way. */
const addedAsItCame = new WeakMap<HeldMessage, Added>();

function addedAt(place: CommitPosition, node: HeldMessage): Added {
  const known = addedAsItCame.get(node);
  if (known && !place.known) return known;
  const added = { cursor: cursorAt(node, place), node };
  if (!place.known) addedAsItCame.set(node, added);
  return added;
}

/**
 * Hands on the messages that a filter asks for, as they are committed; with `after` first what came since that cursor. Each
 * once and in order. `subjectId` is the subject by which the viewer may follow; null for the desk.
 */
export async function followMessages(
  viewer: Viewer,
  filter: MessageFilter,
  subjectId: string | null,
  after: string | null,
  signal: AbortSignal,
  take: Take<Guarded<Added>>,
): Promise<void> {
  const place = readCursor(after, 'after')?.place ?? null;
  const topic = subjectId ? topics.messagesOf(subjectId) : topics.messages();
  const open: Open<Added> = (until, hand) =>
    followTogether(topic, readMessagesOf(subjectId), place, until, ({ place, item }) =>
      matches(filter, item) ? hand(addedAt(place, item)) : undefined,
    );
  await guarded(
    viewer,
    {
      subjectId,
      isPersonal: readsByHolding,
      mayFollow: mayFollow(viewer, filter),
      subjectOf: ({ node }) => node.subjectId,
      isFor: ({ node }, subjectAccess) =>
        subjectId === null || reads(viewer, subjectAccess, lasting(node.held)),
    },
    open,
    signal,
    take,
  );
}

/**
 * Hands on messages that became private or readable, or were corrected, as they are by now; those that did in the last
 * `awaySeconds` first.
 */
export async function followMessageChanges(
  viewer: Viewer,
  filter: MessageFilter,
  subjectId: string | null,
  awaySeconds: number | null,
  signal: AbortSignal,
  take: Take<Guarded<HeldMessage>>,
): Promise<void> {
  const topic = subjectId ? topics.subject(subjectId) : topics.changes();
  const open: Open<HeldMessage> = (until, hand) =>
    followChanges(topic, awaySeconds, until, (change) =>
      change.what === 'message' && matches(filter, change.message) ? hand(change.message) : undefined,
    );
  await guarded(
    viewer,
    {
      subjectId,
      isPersonal: readsByHolding,
      mayFollow: mayFollow(viewer, filter),
      subjectOf: (message) => message.subjectId,
      isFor: (message, subjectAccess) =>
        subjectId === null || reads(viewer, subjectAccess, lasting(message.held)),
    },
    open,
    signal,
    take,
  );
}

/**
 * Hands on the conversations of a subject whenever their state, title or writing changes; those of which it did in the
 * last `awaySeconds` first.
 */
export async function followConversations(
  viewer: Viewer,
  subjectId: string,
  awaySeconds: number | null,
  signal: AbortSignal,
  take: Take<Guarded<Conversation>>,
): Promise<void> {
  const open: Open<Conversation> = (until, hand) =>
    followChanges(topics.subject(subjectId), awaySeconds, until, (change) =>
      change.what === 'conversation' ? hand(change.conversation) : undefined,
    );
  await guarded(
    viewer,
    {
      subjectId,
      isPersonal: readsByHolding,
      // Whoever holds a conversation hears of that one, also when nothing is shared.
      mayFollow: (subjectAccess) => subjectAccess.can('READ_TRANSCRIPTS') || holdsAt(viewer, subjectAccess),
      subjectOf: (conversation) => conversation.subjectId,
      isFor: (conversation, subjectAccess) => sees(viewer, subjectAccess, conversation),
    },
    open,
    signal,
    take,
  );
}

/** Hands on the answer of a conversation as it grows. An answer to private words is for whoever speaks. */
export async function followReply(
  viewer: Viewer,
  conversationId: string,
  signal: AbortSignal,
  take: Take<Guarded<Progress>>,
): Promise<void> {
  const { subjectId, ...held } = await conversationAt(conversationId);
  const topic = topics.reply(conversationId);
  const open: Open<Progress> = async (until, hand) => {
    if (until.aborted) return;
    const arrivals = subscriberQueue<Progress>();
    bus.listen(topic, until, (progress) => {
      if (progress) arrivals.put(progress as Progress);
    });
    until.addEventListener('abort', () => arrivals.end(), { once: true });
    tellFollowing(topic);
    await arrivals.open(hand);
  };
  await guarded(
    viewer,
    {
      subjectId,
      isPersonal: readsByHolding,
      mayFollow: (subjectAccess) => reads(viewer, subjectAccess, held),
      subjectOf: () => subjectId,
      isFor: (progress, subjectAccess) =>
        progress.private
          ? subjectAccess.can('READ_PRIVATE') ||
            (!actsForAnother(viewer) && speaks(viewer, subjectAccess, held))
          : reads(viewer, subjectAccess, held),
    },
    open,
    signal,
    take,
  );
}

async function followChanges(
  topic: string,
  awaySeconds: number | null,
  signal: AbortSignal,
  take: Take<NonNullable<Change>>,
): Promise<void> {
  const after = awaySeconds === null ? null : await positionBefore(topic, awaySeconds);
  await followTogether(topic, readChanges(topic), after, signal, ({ item }) =>
    item ? take(item) : undefined,
  );
}

/**
 * Who may follow a subject's messages: its readers; of one conversation, whoever holds it too; those of a phone, whoever
 * is shown that.
 */
function mayFollow(viewer: Viewer, { conversationId, phone }: MessageFilter) {
  return (subjectAccess: SubjectAccess): boolean | Promise<boolean> => {
    if (phone && !looksForPhones(viewer, subjectAccess)) return false;
    if (subjectAccess.can('READ_TRANSCRIPTS')) return true;
    return !!conversationId && stillReads(viewer, subjectAccess, conversationId);
  };
}

async function stillReads(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  conversationId: string,
): Promise<boolean> {
  return reads(viewer, subjectAccess, lasting(await conversationAt(conversationId)));
}

function lasting<H extends Held>(held: H): H {
  const ended = held.endedAt && Date.now() - held.endedAt.getTime() > farewellMs;
  return ended ? held : { ...held, endedAt: null };
}
