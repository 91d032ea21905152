import { z } from 'zod';
import { cardChanged } from '#api/biography/events.ts';
import { visibleCardsTo } from '#api/biography/policy.ts';
import { cardAt } from '#api/biography/service/card-at.ts';
import type { Budget } from '#api/platform/budgets.ts';
import { spendEach } from '#api/platform/caps.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { Forbidden, LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { mayRemove } from './policy.ts';
import { tellOfRemarkOrHeart } from './telling.ts';

/** Far more than somebody writes by hand. */
const perAuthor: Budget = { name: 'remarks-by', points: 60, seconds: 3600 };

const NewRemark = z.object({ cardId: z.string(), text: words(2_000) });

/**
 * Adds a remark on a story that the viewer may read. Members who asked for it hear of it by mail. Throws
 * `LimitReached` when the viewer has written too many in the last hour.
 */
export async function remark(viewer: Viewer, input: z.input<typeof NewRemark>) {
  const { cardId, text } = parse(NewRemark, input);
  const spent = await spendEach([{ budget: perAuthor, of: viewer.userId }]);
  if (spent) throw new LimitReached('You have written many remarks: wait an hour', spent.limit);
  return transaction(async (tx, wake) => {
    const { subjectId } = await cardAt(tx, viewer, cardId, ['cardId']);
    await mustStill(tx, viewer, 'ASK', subjectId);
    const made = await tx.remark.create({
      data: { subjectId, cardId, text, authorId: viewer.userId, createdAt: clock.now() },
      select: { id: true, createdAt: true },
    });
    const { id, createdAt } = made;
    await tellOfRemarkOrHeart(tx, { key: `remark:${id}`, subjectId, authorId: viewer.userId, createdAt });
    await cardChanged(tx, wake, subjectId, cardId);
    return { id };
  });
}

/**
 * Removes a remark and erases its text. Allowed to its author and to those who write the book; a removed one stays
 * removed. Returns the id of its story.
 */
export async function removeRemark(viewer: Viewer, id: string): Promise<string> {
  return transaction(async (tx, wake) => {
    const { cardId, subjectId, authorId, deletedAt } = await remarkAt(tx, viewer, id);
    const subjectAccess = await mustStill(tx, viewer, 'READ', subjectId);
    if (!mayRemove(viewer, subjectAccess, authorId)) throw new Forbidden();
    if (deletedAt) return cardId;
    await tx.remark.update({ where: { id }, data: { text: '', deletedAt: clock.now() } });
    await cardChanged(tx, wake, subjectId, cardId);
    return cardId;
  });
}

/**
 * Gives the viewer's heart to a story that they may read, or takes it back, which a reader may always do. Members who
 * asked for it hear of it by mail, once for each member's heart on a story, however often it is taken back.
 */
export async function setHeart(viewer: Viewer, cardId: string, on: boolean): Promise<void> {
  await transaction(async (tx, wake) => {
    const { subjectId } = await cardAt(tx, viewer, cardId, ['cardId']);
    await mustStill(tx, viewer, on ? 'ASK' : 'READ', subjectId);
    const { userId } = viewer;
    const heart = { cardId, userId };
    const createdAt = clock.now();
    const { count } = on
      ? await tx.heart.createMany({ data: [{ ...heart, subjectId, createdAt }], skipDuplicates: true })
      : await tx.heart.deleteMany({ where: heart });
    if (!count) return;
    if (on) {
      const key = `heart:${cardId}:${userId}`;
      await tellOfRemarkOrHeart(tx, { key, subjectId, authorId: userId, createdAt });
    }
    await cardChanged(tx, wake, subjectId, cardId);
  });
}

/** The subject of a remark, also of a removed one; null when the viewer may not read its story. */
export async function subjectOfRemark(viewer: Viewer | null, id: string): Promise<string | null> {
  const found = await db.remark.findFirst({
    where: { id, card: { is: visibleCardsTo(viewer) } },
    select: { subjectId: true },
  });
  return found?.subjectId ?? null;
}

/** For each of these stories, whether this user has given it a heart. */
export async function heartsOf(asked: readonly { cardId: string; userId: string }[]): Promise<boolean[]> {
  const hearts = await db.heart.findMany({
    where: {
      userId: { in: asked.map(({ userId }) => userId) },
      cardId: { in: asked.map(({ cardId }) => cardId) },
    },
    select: { cardId: true, userId: true },
  });
  const given = new Set(hearts.map(({ cardId, userId }) => `${cardId} ${userId}`));
  return asked.map(({ cardId, userId }) => given.has(`${cardId} ${userId}`));
}

/** A remark on a story that the viewer may read, with the book locked. Throws NotFound otherwise. */
async function remarkAt(tx: Tx, viewer: Viewer, id: string) {
  const found = await tx.remark.findUnique({ where: { id }, select: { cardId: true } });
  if (!found) throw new NotFound('Remark', ['id']);
  await cardAt(tx, viewer, found.cardId);
  // Read again, because another request may have removed it while this one waited for the lock.
  return tx.remark.findUniqueOrThrow({ where: { id } });
}
