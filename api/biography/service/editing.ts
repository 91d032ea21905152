import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { Forbidden, NotFound } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { editorsChanged } from '../events.ts';
import { visibleCardsTo } from '../policy.ts';

/** How long an editor counts as open without a renewal. The page renews it every 20 seconds. */
const editingMs = 45_000;

/**
 * Notes that the viewer has the editor of a card open, which the page renews, or has closed it. The others who write
 * the book are told when that changes. Refused to those who act for another person.
 */
export async function setEditing(viewer: Viewer, cardId: string, isEditing: boolean): Promise<void> {
  if (actsForAnother(viewer)) throw new Forbidden();
  const { userId } = viewer;
  const id = rowId(cardId);
  await transaction(async (tx, wake) => {
    const card = await tx.card.findFirst({
      where: { AND: [{ id }, visibleCardsTo(viewer)] },
      select: { subjectId: true },
    });
    if (!card) throw new NotFound('Card', ['cardId']);
    const { subjectId } = card;
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const now = clock.now();
    const until = new Date(now.getTime() + editingMs);
    if (!isEditing) {
      const { count } = await tx.storyEditor.deleteMany({ where: { cardId: id, userId } });
      if (count) await editorsChanged(tx, wake, subjectId, id);
      return;
    }
    const renewed = await tx.storyEditor.updateMany({
      where: { cardId: id, userId, until: { gt: now } },
      data: { until },
    });
    if (renewed.count) return;
    await tx.storyEditor.deleteMany({ where: { subjectId, until: { lte: now } } });
    await tx.storyEditor.createMany({
      data: [{ cardId: id, userId, subjectId, until }],
      skipDuplicates: true,
    });
    await editorsChanged(tx, wake, subjectId, id);
  });
}

export type OpenEditor = { userId: string; name: string };

/** For each card, the users who have its editor open and may still write, by name. */
export async function readEditors(cardIds: readonly string[]): Promise<OpenEditor[][]> {
  const rows = await db.storyEditor.findMany({
    where: { cardId: { in: [...cardIds] }, until: { gt: clock.now() } },
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
    select: {
      cardId: true,
      userId: true,
      user: { select: { name: true } },
      subject: {
        select: {
          selfUserId: true,
          members: { where: { role: { in: ['OWNER', 'EDITOR'] } }, select: { userId: true } },
        },
      },
    },
  });
  const open = rows.filter(
    ({ userId, subject }) =>
      subject.selfUserId === userId || subject.members.some((member) => member.userId === userId),
  );
  const byCard = Map.groupBy(open, ({ cardId }) => cardId);
  return cardIds.map((cardId) =>
    (byCard.get(cardId) ?? []).map(({ userId, user }) => ({ userId, name: user.name })),
  );
}
