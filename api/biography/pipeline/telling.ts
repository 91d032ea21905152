import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { subjectAccessFrom } from '#api/subjects/policy.ts';
import { visibleCards } from '../policy.ts';

type Telling = {
  /** Notify only members who chose this frequency. */
  wish?: 'at-once' | 'weekly';
  to?: 'all' | 'those who read no drafts';
};

/**
 * Notifies the members who asked to hear at once (or weekly) about these stories, each about the ones they
 * may read. The same `occasion` never notifies anybody twice.
 */
export async function tellOfStories(
  tx: Tx,
  subjectId: string,
  cardIds: readonly string[],
  occasion: string,
  { wish = 'at-once', to = 'all' }: Telling = {},
) {
  if (!cardIds.length) return;
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    include: {
      members: {
        where: { storyNotices: wish },
        include: { user: { select: { email: true, emailVerified: true, banned: true } } },
      },
    },
  });
  for (const { userId, role, user } of subject.members) {
    if (!user.emailVerified || user.banned) continue;
    const subjectAccess = subjectAccessFrom(subjectId, {
      ...subject,
      userId,
      role,
      self: subject.selfUserId === userId,
      admin: false,
      impersonated: false,
      deleted: subject.deletedAt !== null,
    });
    if (to !== 'all' && (subjectAccess.can('WRITE') || subjectAccess.can('READ_TRANSCRIPTS'))) continue;
    const cards = await tx.card.findMany({
      where: {
        AND: [{ id: { in: [...cardIds] } }, { status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)],
      },
      orderBy: { createdAt: 'asc' },
      select: { id: true },
      take: 50,
    });
    if (!cards.length) continue;
    await notify(tx, {
      kind: wish === 'weekly' ? 'stories-of-a-week' : 'new-story',
      channel: 'mail',
      recipient: user.email,
      data: { subjectId, userId, cardIds: cards.map(({ id }) => id) },
      dedupeKey: `new-story:${occasion}:${userId}`,
      subjectId,
    });
  }
}
