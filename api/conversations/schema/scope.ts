import { conversationAt, looksForPhones, reads } from '#api/conversations/policy.ts';
import type { MessageFilter } from '#api/conversations/reads/message-filter.ts';
import { isOfTeam, noteReading, type Reading } from '#api/conversations/service/note-reading.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** The subject whose rights let somebody read a filter's messages; null for the admins' view of everything. */
export type MessageScope = { may: boolean; subjectId: string | null };

/**
 * Whether the caller may read what a filter matches: an admin reads everything, others must name a subject or
 * conversation that they may read. What they may not see throws `NotFound`.
 */
export async function scopeOf(filter: MessageFilter | null | undefined, ctx: Context): Promise<MessageScope> {
  const { subjectId, conversationId, phone } = filter ?? {};
  const viewer = viewerOf(ctx);
  const mayFilterPhone = (subjectAccess: SubjectAccess) => !phone || looksForPhones(viewer, subjectAccess);
  if (viewer.admin) return { may: true, subjectId: null };
  if (conversationId) {
    const conversation = await conversationAt(conversationId);
    const subjectAccess = await ctx.subjectAccess(conversation.subjectId);
    if (!reads(viewer, subjectAccess, conversation)) throw new NotFound('Conversation');
    return { may: mayFilterPhone(subjectAccess), subjectId: conversation.subjectId };
  }
  if (!subjectId) return { may: false, subjectId: null };
  const subjectAccess = await ctx.subjectAccess(subjectId);
  if (!subjectAccess.sees) throw new NotFound('Subject');
  return { may: subjectAccess.can('READ_TRANSCRIPTS') && mayFilterPhone(subjectAccess), subjectId };
}

/** Records that an admin searches or follows what a filter matches, for its subject or for all. */
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

/**
 * Records that the team reads what was said at a subject, under the id of what is read; reads by others are not
 * recorded.
 */
export async function noteReadingAt(
  { subjectId, ofId }: { subjectId: string; ofId?: string },
  action: Reading,
  ctx: Context,
): Promise<void> {
  if (!isOfTeam(ctx.viewer)) return;
  const subjectAccess = await ctx.subjectAccess(subjectId);
  if (subjectAccess.can('READ_TRANSCRIPTS')) await noteReading(ctx.viewer, action, subjectAccess, ofId);
}
