import { holdBook } from '#api/biography/book.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { FoundConflict, FoundSide } from './finding/book.ts';
import { findLostSources, loadBook } from './load-book.ts';
import { teamAt } from './policy.ts';
import { findSharedTexts } from './shared-phones.ts';
import { findBookConflicts } from './text-tasks.ts';
import { findPhonesOf } from './unknown-phones.ts';

const deadlineMs = 60_000;

/**
 * Searches a subject's stories and stores each finding once. Open conflicts that are no longer found are removed;
 * settled ones stay, and so do those that are reopened during the search. Without consent to sharing, the team finds nothing.
 */
export async function searchConflicts(subjectId: string, signal: AbortSignal): Promise<void> {
  const startedAt = clock.now();
  const subjectAccess = await teamAt(subjectId);
  if (!subjectAccess) return;
  const askedBefore = (await searchOf(subjectId))?.askedAt ?? startedAt;
  const open = await db.conflict.findMany({ where: { subjectId, status: 'OPEN' }, select: { id: true } });
  const openBefore = new Set(open.map(({ id }) => id));
  const found: FoundConflict[] = [];
  if (subjectAccess.shared) {
    const book = await loadBook(subjectAccess);
    found.push(
      ...(await runInWorker(findBookConflicts, book, { subjectId, deadlineMs, signal, background: true })),
    );
    found.push(...(await findLostSources(subjectAccess, signal)));
    found.push(...(await findPhonesOf(subjectId, book, signal)));
    found.push(...(await findSharedTexts(subjectId, signal)));
  }
  await transaction(async (tx) => {
    if (!(await holdBook(tx, subjectId))) return;
    const lasting = await withLivingSides(tx, found);
    await keepFound(tx, subjectId, lasting, openBefore);
    const last = await tx.conflictSearch.findUnique({ where: { subjectId } });
    // A request that came during this search is done by the next one.
    if (last && last.askedAt > askedBefore) return;
    const data = { doneAt: clock.now() };
    await tx.conflictSearch.upsert({
      where: { subjectId },
      create: { subjectId, askedAt: startedAt, ...data },
      update: data,
    });
  });
}

async function keepFound(
  tx: Tx,
  subjectId: string,
  found: readonly FoundConflict[],
  openBefore: ReadonlySet<string>,
) {
  const known = await tx.conflict.findMany({
    where: { subjectId },
    select: { id: true, key: true, status: true },
  });
  const byKey = new Map(known.map((conflict) => [conflict.key, conflict]));
  const keys = new Set(found.map(({ key }) => key));
  const over = known.filter(
    ({ id, key, status }) => status === 'OPEN' && openBefore.has(id) && !keys.has(key),
  );
  await tx.conflict.deleteMany({ where: { id: { in: over.map(({ id }) => id) } } });
  const fresh = found.filter(({ key }) => !byKey.has(key)).map((each) => ({ ...each, id: newId() }));
  await tx.conflict.createMany({
    data: fresh.map(({ id, kind, key, about, reason }) => ({ id, subjectId, kind, key, about, reason })),
  });
  // Sentence ids change with each revision of a card.
  const still = found.flatMap((each) => {
    const conflict = byKey.get(each.key);
    return conflict?.status === 'OPEN' ? [{ ...each, id: conflict.id }] : [];
  });
  await tx.conflictSide.deleteMany({ where: { conflictId: { in: still.map(({ id }) => id) } } });
  await tx.conflictSide.createMany({
    data: [...fresh, ...still].flatMap(({ id, left, right }) => [
      ...(left ? [rowOf(id, subjectId, true, left)] : []),
      ...(right ? [rowOf(id, subjectId, false, right)] : []),
    ]),
  });
  const open = { conflictId: { in: still.map(({ id }) => id) } };
  await tx.conflictText.deleteMany({ where: open });
  await tx.conflictMatch.deleteMany({ where: open });
  await tx.conflictText.createMany({
    data: [...fresh, ...still].flatMap(({ id, texts = [] }) =>
      texts.map((text) => ({ conflictId: id, subjectId, textId: text.id, private: text.isPrivate })),
    ),
  });
  await tx.conflictMatch.createMany({
    data: [...fresh, ...still].flatMap(({ id, matches = [] }) =>
      matches.map((match) => ({ id: newId(), conflictId: id, subjectId, ...match })),
    ),
  });
}

function rowOf(conflictId: string, subjectId: string, isLeft: boolean, side: FoundSide) {
  const { cardId, personId, sentenceId, words, value } = side;
  return {
    ...{ conflictId, subjectId, isLeft, cardId, personId, sentenceId, value },
    ...{ start: words?.start ?? null, end: words?.end ?? null },
  };
}

/** Drops the findings whose sides were removed during the search. */
async function withLivingSides(tx: Tx, found: readonly FoundConflict[]): Promise<FoundConflict[]> {
  const sides = found.flatMap(({ left, right, matches = [] }) => [left ?? [], right ?? [], matches].flat());
  const ids = (of: (side: Place) => string | null) => ({ in: sides.flatMap((side) => of(side) ?? []) });
  const select = { id: true } as const;
  const textIds = found.flatMap(({ texts = [] }) => texts.map(({ id }) => id));
  const [cards, people, sentences, texts] = await Promise.all([
    tx.card.findMany({ where: { id: ids(({ cardId }) => cardId) }, select }),
    tx.person.findMany({ where: { id: ids(({ personId }) => personId) }, select }),
    tx.sentence.findMany({ where: { id: ids(({ sentenceId }) => sentenceId) }, select }),
    // A text that another subject got during the search is gone too.
    tx.inboundText.findMany({ where: { id: { in: textIds }, subjectId: null }, select }),
  ]);
  const there = new Set([...cards, ...people, ...sentences, ...texts].map(({ id }) => id));
  const lives = (side: Place | null) =>
    !side || [side.cardId, side.personId, side.sentenceId].every((id) => id === null || there.has(id));
  return found.filter(
    ({ left, right, matches = [], texts: parts = [] }) =>
      lives(left) && lives(right) && matches.every(lives) && parts.every(({ id }) => there.has(id)),
  );
}

type Place = Pick<FoundSide, 'cardId' | 'personId' | 'sentenceId'>;

/** The last search of a subject, and whether another one is requested. */
export async function searchOf(subjectId: string) {
  return db.conflictSearch.findUnique({ where: { subjectId } });
}
