import type { Channel } from '#api/generated/prisma/enums.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound } from '#api/platform/errors.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** What decides who reads a conversation, beside how they stand to its subject. */
export type Held = { together: boolean; heldById: string | null; endedAt: Date | null };

/** A conversation's last words still reach whoever held it. */
export const farewellMs = 60_000;

/** Holds it together with the subject, and it goes on: reads along even if nothing is shared otherwise. */
export function holdsNow(viewer: Viewer | null, { together, heldById, endedAt }: Held): boolean {
  return !!viewer && together && !endedAt && heldById === viewer.userId && !actsForAnother(viewer);
}

/** Whether what was said in a conversation is for this viewer. */
export function reads(viewer: Viewer | null, subjectAccess: SubjectAccess, held: Held): boolean {
  return subjectAccess.can('READ_TRANSCRIPTS') || (subjectAccess.can('CONVERSE') && holdsNow(viewer, held));
}

/** Whether they may look for a phone: who is not shown one doesn't find it out by asking for its beginnings. */
export function looksForPhones(viewer: Viewer, subjectAccess: SubjectAccess): boolean {
  return viewer.admin || subjectAccess.can('MANAGE_SUBJECT');
}

/** Whether what they read hangs on who they are: on the conversations that they hold, not on their rights alone. */
export function readsByHolding(subjectAccess: SubjectAccess): boolean {
  return subjectAccess.can('CONVERSE') && !subjectAccess.can('READ_TRANSCRIPTS');
}

/** Whether a conversation is there for this viewer at all: to be read, or because they hold or held it. */
export function sees(viewer: Viewer | null, subjectAccess: SubjectAccess, held: Held): boolean {
  return (
    subjectAccess.can('READ_TRANSCRIPTS') ||
    (subjectAccess.can('CONVERSE') && held.heldById === viewer?.userId)
  );
}

/** Whether the viewer is the one who speaks: the subject, or whoever holds the conversation. */
export function speaks(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  { heldById }: Pick<Held, 'heldById'>,
): boolean {
  return subjectAccess.can('CONVERSE') && (subjectAccess.self || heldById === viewer.userId);
}

/**
 * Whether they may end it: who speaks in it. Where nobody of the family holds it, whoever decides on the book; a phone
 * call also whoever may have it made.
 */
export function mayEnd(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  held: Pick<Held, 'heldById'> & { channel: Channel },
): boolean {
  if (speaks(viewer, subjectAccess, held)) return true;
  return (
    held.heldById === null && subjectAccess.can(held.channel === 'PHONE' ? 'SCHEDULE' : 'MANAGE_SUBJECT')
  );
}

/** What somebody may read of a message's words: those that are shared, and private ones if they are theirs. */
export function readsText(
  viewer: Viewer | null,
  subjectAccess: SubjectAccess,
  message: { private: boolean },
  held: Held,
): boolean {
  return message.private ? subjectAccess.can('READ_PRIVATE') : reads(viewer, subjectAccess, held);
}

/** How long whoever made a message private by hand may undo it. */
const undoPrivateMs = 10 * 60_000;

/** Whether the viewer made this message private a moment ago, and the person has not asked for the same since. */
export async function mayUndoPrivate(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  messageId: string,
): Promise<boolean> {
  if (!subjectAccess.can('MAKE_PRIVATE') || actsForAnother(viewer)) return false;
  const since = new Date(clock.now().getTime() - undoPrivateMs);
  const made = await db.privateByHand.findFirst({
    where: { messageId, userId: viewer.userId, at: { gt: since }, message: { is: { deletedAt: null } } },
    select: { messageId: true },
  });
  return made !== null;
}

/** Whether the viewer holds, together with the subject, what goes on at a subject now (or ended a moment ago). */
export async function holdsAt(viewer: Viewer, subjectAccess: SubjectAccess): Promise<boolean> {
  if (!subjectAccess.can('CONVERSE') || actsForAnother(viewer)) return false;
  const justNow = new Date(Date.now() - farewellMs);
  const held = await db.conversation.findFirst({
    where: {
      subjectId: subjectAccess.subjectId,
      heldById: viewer.userId,
      together: true,
      OR: [{ endedAt: null }, { endedAt: { gt: justNow } }],
    },
    select: { id: true },
  });
  return held !== null;
}

/** What the rights at a conversation depend on; refused as not found when there is none. */
export async function conversationAt(id: string) {
  const conversation = await db.conversation.findUnique({
    where: { id },
    select: { subjectId: true, channel: true, together: true, heldById: true, endedAt: true },
  });
  if (!conversation) throw new NotFound('Conversation');
  concerning(id);
  return conversation;
}

/** What the rights at a message depend on; refused as not found when there is none. */
export async function messageAt(id: string) {
  const message = await db.message.findUnique({
    where: { id },
    select: {
      subjectId: true,
      private: true,
      conversation: { select: { together: true, heldById: true, endedAt: true } },
    },
  });
  if (!message) throw new NotFound('Message');
  return message;
}
