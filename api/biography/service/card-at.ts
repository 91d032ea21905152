import { db, type Tx } from '#api/platform/database/database.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { holdBook } from '../book.ts';
import { visibleCardsTo } from '../policy.ts';

/** The subject of a card; null when the viewer may see no such card. */
export async function subjectOfCard(viewer: Viewer | null, id: string): Promise<string | null> {
  const card = await db.card.findFirst({
    where: { AND: [{ id }, visibleCardsTo(viewer)] },
    select: { subjectId: true },
  });
  return card?.subjectId ?? null;
}

/** The subject of a proposal; null when the viewer may not see its card, or there is no such proposal. */
export async function subjectOfProposal(viewer: Viewer | null, id: string): Promise<string | null> {
  const proposal = await db.proposal.findFirst({
    where: { id, card: { is: visibleCardsTo(viewer) } },
    select: { subjectId: true },
  });
  return proposal?.subjectId ?? null;
}

/**
 * A card that the viewer may read, with the book locked until the transaction ends. Throws NotFound
 * otherwise.
 */
export async function cardAt(tx: Tx, viewer: Viewer, id: string, field = ['id']) {
  const found = await tx.card.findUnique({ where: { id }, select: { subjectId: true } });
  if (found) await holdBook(tx, found.subjectId);
  const card = await tx.card.findFirst({ where: { AND: [{ id }, visibleCardsTo(viewer)] } });
  if (!card) throw new NotFound('Card', field);
  return card;
}
