import { conversationAt, looksForPhones, reads } from '#api/conversations/policy.ts';
import type { MessageFilter } from '#api/conversations/reads/message-filter.ts';
import { isOfTeam, noteReading, type Reading } from '#api/conversations/service/note-reading.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** By which subject somebody reads the messages of a filter; null for the desk's view of everything. */
export type MessageScope = { may: boolean; subjectId: string | null };

/**
 * Whether a filter keeps to what the caller may read: an admin reads everything, everybody else names a subject
 * whose transcripts they read, or a conversation that they read. What they may not see is not found.
 */
export async function scopeOf(filter: MessageFilter | null | undefined, ctx: Context): Promise<MessageScope> {
  const { subjectId, conversationId, phone } = filter ?? {};
  const viewer = viewerOf(ctx);
  const asks = (subjectAccess: SubjectAccess) => !phone || looksForPhones(viewer, subjectAccess);
  if (viewer.admin) return { may: true, subjectId: null };
  if (conversationId) {
    const conversation = await conversationAt(conversationId);
    const subjectAccess = await ctx.subjectAccess(conversation.subjectId);
    if (!reads(viewer, subjectAccess, conversation)) throw new NotFound('Conversation');
    return { may: asks(subjectAccess), subjectId: conversation.subjectId };
  }
  if (!subjectId) return { may: false, subjectId: null };
  const subjectAccess = await ctx.subjectAccess(subjectId);
  if (!subjectAccess.sees) throw new NotFound('Subject');
  return { may: subjectAccess.can('READ_TRANSCRIPTS') && asks(subjectAccess), subjectId };
}

/** Notes that an admin looks for what a filter asks for, or follows it: at its subject, or everybody's. */
export async function noteReadingOf(
  filter: MessageFilter | null | undefined,
  action: Reading,
  ctx: Context,
): Promise<void> {
  const viewer = viewerOf(ctx);
  if (!isOfTeam(viewer)) return;
  const { conversationId } = filter ?? {};
  const found = conversationId && (await db.conversation.findUnique({ where: { id: conversationId } }));
  const subjectId = found ? found.subjectId : filter?.subjectId;
  await noteReading(viewer, action, subjectId ? await ctx.subjectAccess(subjectId) : null);
}

/** Notes that the team reads what was said at a subject, by what of it they read; of nobody else anything is noted. */
export async function noteReadingAt(
  { subjectId, ofId }: { subjectId: string; ofId?: string },
  action: Reading,
  ctx: Context,
): Promise<void> {
  if (!isOfTeam(ctx.viewer)) return;
  const subjectAccess = await ctx.subjectAccess(subjectId);
  if (subjectAccess.can('READ_TRANSCRIPTS')) await noteReading(ctx.viewer, action, subjectAccess, ofId);
}
