import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Channel } from '#api/generated/prisma/enums.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound } from '#api/platform/errors.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** The facts that decide who reads a conversation, besides the viewer's access to its subject. */
export type Held = { together: boolean; heldById: string | null; endedAt: Date | null };

/** How long after its end the member who held a conversation still receives its last words. */
export const farewellMs = 60_000;

/**
 * Whether the viewer holds the live conversation together with the subject, and so reads it even if nothing else is
 * shared.
 */
export function holdsNow(viewer: Viewer | null, { together, heldById, endedAt }: Held): boolean {
  return !!viewer && together && !endedAt && heldById === viewer.userId && !actsForAnother(viewer);
}

/** Whether the viewer may read what was said in a conversation. */
export function reads(viewer: Viewer | null, subjectAccess: SubjectAccess, held: Held): boolean {
  return subjectAccess.can('READ_TRANSCRIPTS') || (subjectAccess.can('CONVERSE') && holdsNow(viewer, held));
}

/** Whether the viewer may filter by phone; others could find out a hidden number by trying its first digits. */
export function looksForPhones(viewer: Viewer, subjectAccess: SubjectAccess): boolean {
  return viewer.admin || subjectAccess.can('MANAGE_SUBJECT');
}

/** Whether what the viewer may read depends on which conversations they hold, and not on their rights alone. */
export function readsByHolding(subjectAccess: SubjectAccess): boolean {
  return subjectAccess.can('CONVERSE') && !subjectAccess.can('READ_TRANSCRIPTS');
}

/** Selects the live conversation for a viewer who may read it; null for others. */
export function liveFor(
  viewer: Viewer | null,
  subjectAccess: SubjectAccess,
): Prisma.ConversationWhereInput | null {
  const live: Prisma.ConversationWhereInput = {
    subjectId: subjectAccess.subjectId,
    status: { in: ['RINGING', 'IN_PROGRESS'] },
  };
  if (subjectAccess.can('READ_TRANSCRIPTS')) return live;
  if (!viewer || !subjectAccess.can('CONVERSE') || actsForAnother(viewer)) return null;
  return { ...live, together: true, heldById: viewer.userId };
}

/** Whether the conversation exists for the viewer: they may read it, or they hold or held it. */
export function sees(viewer: Viewer | null, subjectAccess: SubjectAccess, held: Held): boolean {
  return (
    subjectAccess.can('READ_TRANSCRIPTS') ||
    (subjectAccess.can('CONVERSE') && held.heldById === viewer?.userId)
  );
}

/** Whether the viewer may speak: as the subject, or as the member who holds the conversation. */
export function speaks(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  { heldById }: Pick<Held, 'heldById'>,
): boolean {
  return subjectAccess.can('CONVERSE') && (subjectAccess.self || heldById === viewer.userId);
}

/**
 * Whether the viewer may end the conversation: its speaker; if no member holds it, also those who manage the subject,
 * or for a phone call those who may schedule calls.
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

/** Whether the viewer may read a message's text; private text needs READ_PRIVATE. */
export function readsText(
  viewer: Viewer | null,
  subjectAccess: SubjectAccess,
  message: { private: boolean },
  held: Held,
): boolean {
  return message.private ? subjectAccess.can('READ_PRIVATE') : reads(viewer, subjectAccess, held);
}

/** How long a member may undo making a message private. */
const undoPrivateMs = 10 * 60_000;

/**
 * Whether the viewer made this message private within `undoPrivateMs`, and the person has not asked for the same
 * since.
 */
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

/** Whether the viewer holds a conversation together with the subject that is live or ended within `farewellMs`. */
export async function holdsAt(viewer: Viewer, subjectAccess: SubjectAccess): Promise<boolean> {
  if (!subjectAccess.can('CONVERSE') || actsForAnother(viewer)) return false;
  const justNow = new Date(Date.now() - farewellMs);
  const heldConversation = await db.conversation.findFirst({
    where: {
      subjectId: subjectAccess.subjectId,
      heldById: viewer.userId,
      together: true,
      OR: [{ endedAt: null }, { endedAt: { gt: justNow } }],
    },
    select: { id: true },
  });
  return heldConversation !== null;
}

/** The facts on which the rights to a conversation depend; throws `NotFound` when it does not exist. */
export async function conversationAt(id: string) {
  const conversation = await db.conversation.findUnique({
    where: { id },
    select: { subjectId: true, channel: true, together: true, heldById: true, endedAt: true },
  });
  if (!conversation) throw new NotFound('Conversation');
  concerning(id);
  return conversation;
}

/** The facts on which the rights to a message depend; throws `NotFound` when it does not exist. */
export async function messageAt(id: string) {
  const message = await db.message.findUnique({
    where: { id },
    select: {
      subjectId: true,
      conversationId: true,
      private: true,
      conversation: { select: { together: true, heldById: true, endedAt: true } },
    },
  });
  if (!message) throw new NotFound('Message');
  return message;
}
