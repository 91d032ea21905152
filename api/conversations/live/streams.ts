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
import { bus } from '#api/platform/events/bus.ts';
import type { CommitPosition } from '#api/platform/events/commit-position.ts';
import { followTogether, tellFollowing } from '#api/platform/events/log-tail.ts';
import { subscriberQueue } from '#api/platform/events/subscriber-queue.ts';
import type { Open } from '#api/platform/events/subscription.ts';
import { topics } from '#api/platform/events/topics.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type AwaySeconds, positionAtLeaving } from '#api/subjects/live/away.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { type FollowedConversation, readChanges, type SubjectChange } from './read-changes.ts';
import { readMessagesOf } from './read-messages.ts';

export type Added = { cursor: string; node: HeldMessage };

/** One event object per message, shared by all subscribers who read it at the same position. */
const addedAsItCame = new WeakMap<HeldMessage, Added>();

function addedAt(place: CommitPosition, node: HeldMessage): Added {
  const known = addedAsItCame.get(node);
  if (known && !place.known) return known;
  const added = { cursor: cursorAt(node, place), node };
  if (!place.known) addedAsItCame.set(node, added);
  return added;
}

/** The person may have named one of two members with the same rights as a reader of private words, or an audience one. */
function isPersonal(
  subjectAccess: SubjectAccess,
  message: { private: boolean; mayBeKept?: boolean },
): boolean {
  return message.private || isNamedPerhaps(subjectAccess, message) || readsByHolding(subjectAccess);
}

function isNamedPerhaps({ reach }: SubjectAccess, { mayBeKept }: { mayBeKept?: boolean }): boolean {
  return mayBeKept !== false && typeof reach === 'object';
}

/**
 * Delivers the messages that match a filter as they are committed, each once and in order; with `after`, those since
 * that cursor first. `subjectId` is the subject whose rights let the viewer follow; null for the admins' stream.
 */
export function followMessages(
  viewer: Viewer,
  filter: MessageFilter,
  subjectId: string | null,
  after: string | null,
): Open<Guarded<Added>> {
  const place = readCursor(after, 'after')?.place ?? null;
  const topic = subjectId ? topics.messagesOf(subjectId) : topics.messages();
  const open: Open<Added> = (until, hand) =>
    followTogether(topic, readMessagesOf(subjectId), place, until, ({ place, item }) =>
      matches(filter, item) ? hand(addedAt(place, item)) : undefined,
    );
  return guarded(
    viewer,
    {
      subjectId,
      isPersonal: (subjectAccess, { node }) => isPersonal(subjectAccess, node),
      mayFollow: mayFollow(viewer, filter),
      subjectOf: ({ node }) => node.subjectId,
      isFor: ({ node }, subjectAccess) =>
        subjectId === null || reads(viewer, subjectAccess, openDuringFarewell(node.held)),
    },
    open,
  );
}

/**
 * Delivers the current state of messages that became private or readable or were corrected, those of the last
 * `awaySeconds` first.
 */
export function followMessageChanges(
  viewer: Viewer,
  filter: MessageFilter,
  subjectId: string | null,
  awaySeconds: AwaySeconds,
): Open<Guarded<HeldMessage>> {
  const topic = subjectId ? topics.subject(subjectId) : topics.changes();
  const open = followChanges(topic, awaySeconds, (change) =>
    change.what === 'message' && matches(filter, change.message) ? change.message : null,
  );
  return guarded(
    viewer,
    {
      subjectId,
      isPersonal,
      mayFollow: mayFollow(viewer, filter),
      subjectOf: (message) => message.subjectId,
      isFor: (message, subjectAccess) =>
        subjectId === null || reads(viewer, subjectAccess, openDuringFarewell(message.held)),
    },
    open,
  );
}

/**
 * Delivers the conversations of a subject whose state, title or writing changes, those of the last `awaySeconds`
 * first.
 */
export function followConversations(
  viewer: Viewer,
  subjectId: string,
  awaySeconds: AwaySeconds,
): Open<Guarded<FollowedConversation>> {
  const open = followChanges(topics.subject(subjectId), awaySeconds, (change) =>
    change.what === 'conversation' ? change.conversation : null,
  );
  return guarded(
    viewer,
    {
      subjectId,
      isPersonal: (subjectAccess, conversation) =>
        isNamedPerhaps(subjectAccess, conversation) || readsByHolding(subjectAccess),
      // The member who holds a conversation follows that one even when nothing is shared.
      mayFollow: (subjectAccess) => subjectAccess.can('READ_TRANSCRIPTS') || holdsAt(viewer, subjectAccess),
      subjectOf: (conversation) => conversation.subjectId,
      isFor: (conversation, subjectAccess) => sees(viewer, subjectAccess, conversation),
    },
    open,
  );
}

/**
 * Delivers the answer of a conversation as it grows. An answer to private words goes only to the speaker and to those
 * who may read private words.
 */
export async function followReply(viewer: Viewer, conversationId: string): Promise<Open<Guarded<Progress>>> {
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
  return guarded(
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
  );
}

/** Follows the changes on a topic that `pick` returns. */
function followChanges<T>(
  topic: string,
  awaySeconds: AwaySeconds,
  pick: (change: NonNullable<SubjectChange>) => T | null,
): Open<T> {
  return async (signal, take) => {
    const after = await positionAtLeaving(topic, awaySeconds);
    await followTogether(topic, readChanges(topic), after, signal, ({ item: change }) => {
      const picked = change && pick(change);
      return picked ? take(picked) : undefined;
    });
  };
}

/**
 * Who may follow a subject's messages: those who may read its transcripts; for one conversation, also the member who
 * holds it; for a phone filter, only those who may see the phone.
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
  return reads(viewer, subjectAccess, openDuringFarewell(await conversationAt(conversationId)));
}

function openDuringFarewell<H extends Held>(held: H): H {
  const ended = held.endedAt && Date.now() - held.endedAt.getTime() > farewellMs;
  return ended ? held : { ...held, endedAt: null };
}
