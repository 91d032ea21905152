import { z } from 'zod';
import { chaptersFor, chaptersForViewer } from '#api/audiences/policy.ts';
import { tellAlbums } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { endMakingsOfOthers } from '#api/makings/service/expire.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { keepKeepsakeQuestion } from '#api/questions/service.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { holdBook } from '../book.ts';
import { chaptersChanged } from '../events.ts';

const titleLimit = 80;
const mostChapters = 60;

const SaveChapter = z.object({
  id: z.string(),
  title: line(titleLimit).nullish(),
  hidden: z.boolean().nullish(),
});

const OrderChapters = z.object({
  subjectId: z.string(),
  ids: z.array(z.string()).max(mostChapters, `must be at most ${mostChapters}`),
});

/** The subject of a chapter; null when there is none that the viewer may see. */
export async function subjectOfChapter(viewer: Viewer | null, id: string): Promise<string | null> {
  if (!viewer) return null;
  return (await findChapter(db, viewer, id))?.subjectId ?? null;
}

/** A chapter that the viewer sees. */
export function findChapter(tx: Tx, viewer: Viewer, id: string) {
  return tx.chapter.findFirst({ where: { AND: [{ id }, chaptersForViewer(viewer)] } });
}

/**
 * Renames a chapter, or hides it from all who don't write the book; what is left out stays. Its key stays, by which
 * stories are filed. Files that others requested end when a chapter is hidden, because they may contain its stories.
 */
export async function saveChapter(viewer: Viewer, input: z.input<typeof SaveChapter>): Promise<void> {
  const { id, title, hidden } = parse(SaveChapter, input);
  await transaction(async (tx, wake) => {
    const found = await findChapter(tx, viewer, id);
    if (!found) throw new NotFound('Chapter', ['id']);
    const { subjectId } = found;
    await holdBook(tx, subjectId);
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const before = await tx.chapter.findUnique({ where: { id } });
    if (!before) throw new NotFound('Chapter', ['id']);
    const next = { title: title ?? before.title, hidden: hidden ?? before.hidden };
    if (next.title === before.title && next.hidden === before.hidden) return;
    await tx.chapter.update({ where: { id }, data: next });
    if (next.hidden !== before.hidden) {
      if (next.hidden) await endMakingsOfOthers(tx, subjectId);
      const ids = (await keepsakesOf(tx, id)).map((keepsake) => keepsake.id);
      await tellAlbums(tx, wake, subjectId, ids);
      for (const keepsakeId of ids) await keepKeepsakeQuestion(tx, keepsakeId);
    }
    await chaptersChanged(tx, wake, subjectId);
  });
}

function keepsakesOf(tx: Tx, chapterId: string): Promise<{ id: string }[]> {
  return tx.media.findMany({
    where: { deletedAt: null, photoOf: { is: null }, card: { is: { chapterId } } },
    select: { id: true },
  });
}

/**
 * Orders the chapters. The named ones share the places that they have together, so that chapters which the viewer does
 * not see, or which were added meanwhile, keep theirs. Of two at the same time, the later one decides.
 */
export async function orderChapters(viewer: Viewer, input: z.input<typeof OrderChapters>): Promise<void> {
  const { subjectId, ids } = parse(OrderChapters, input);
  if (new Set(ids).size < ids.length) {
    throw new InvalidInput([{ path: 'ids', message: 'must name each chapter once' }]);
  }
  await transaction(async (tx, wake) => {
    if (!(await holdBook(tx, subjectId))) throw new NotFound('Subject', ['subjectId']);
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    const seen = await tx.chapter.count({
      where: { AND: [{ subjectId, id: { in: ids } }, chaptersFor(subjectAccess)] },
    });
    if (seen < ids.length) throw new NotFound('Chapter', ['ids']);
    const chapters = await tx.chapter.findMany({
      where: { subjectId },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
      select: { id: true, position: true },
    });
    const named = new Set(ids);
    const inOrder = ids.values();
    const ordered = chapters.map(({ id }) => (named.has(id) ? (inOrder.next().value ?? id) : id));
    const positions = new Map(chapters.map(({ id, position }) => [id, position]));
    const moved = [...ordered.entries()].filter(([at, id]) => positions.get(id) !== at);
    if (!moved.length) return;
    for (const [position, id] of moved) await tx.chapter.update({ where: { id }, data: { position } });
    await chaptersChanged(tx, wake, subjectId);
  });
}
