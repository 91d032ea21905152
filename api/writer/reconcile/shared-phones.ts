import type { Prisma } from '#api/generated/prisma/client.ts';
import { languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { FoundConflict } from './finding/book.ts';
import { readPrivacyOfTexts } from './text-tasks.ts';
import { keyOfPhone } from './unknown-phones.ts';

/** The reason of a conflict about the texts of a phone that several people share, none of whom is known to have written them. */
export const sharedPhone = 'SHARED_PHONE';

/** The newest texts that are shown of a phone. */
const mostTexts = 50;
const readingMs = 60_000;

/** Texts with the subjects who shared their phone when they came. Texts that came before these were kept have none. */
type Texts = readonly { text: { mayBeOf: readonly string[] } }[];

/** The ids of the subjects any of whom may have written these texts. */
export function writersOf(texts: Texts): string[] {
  return [...new Set(texts.flatMap(({ text }) => text.mayBeOf))];
}

/**
 * Whether the team may read the texts of a conflict, and give them to a person: those of a shared phone only while
 * everyone who may have written them has a book and shares their words.
 */
export async function areOpenToTeam(
  { reason, texts }: { reason: string | null; texts: Texts },
  tx: Tx = db,
): Promise<boolean> {
  if (reason !== sharedPhone) return true;
  if (texts.some(({ text }) => text.mayBeOf.length === 0)) return false;
  const ids = writersOf(texts);
  const sharing = await tx.subject.count({ where: { id: { in: ids }, deletedAt: null, sharing: true } });
  return sharing === ids.length;
}

/** The texts whose writer we asked about and don't know, and that the subject may have written. */
async function waitingFor(tx: Tx, subjectId: string): Promise<Prisma.InboundTextWhereInput> {
  const { phone } = await tx.subject.findUniqueOrThrow({ where: { id: subjectId }, select: { phone: true } });
  return {
    ...{ tells: true, toldAt: null, subjectId: null },
    OR: [{ mayBeOf: { has: subjectId } }, ...(phone ? [{ phone, mayBeOf: { isEmpty: true } }] : [])],
  };
}

const newestFirst = [{ at: 'desc' }, { id: 'desc' }] satisfies Prisma.InboundTextOrderByWithRelationInput[];

/** Finds the texts of shared phones that the subject may have written. */
export async function findSharedTexts(subjectId: string, signal: AbortSignal): Promise<FoundConflict[]> {
  const waiting = await waitingFor(db, subjectId);
  const phones = await db.inboundText.findMany({
    where: waiting,
    distinct: ['phone'],
    orderBy: { phone: 'asc' },
    select: { phone: true },
  });
  const found: FoundConflict[] = [];
  for (const { phone } of phones) {
    const newest = await db.inboundText.findMany({
      where: { ...waiting, phone },
      orderBy: newestFirst,
      take: mostTexts,
      select: { id: true, text: true, mayBeOf: true },
    });
    const [last] = newest;
    if (!last) continue;
    const writers = writersOf(newest.map((text) => ({ text })));
    const subjects = await db.subject.findMany({
      where: { id: { in: [subjectId, ...writers] } },
      select: texted,
    });
    // Each of them may have written the texts, so what any of them wants kept private stays private.
    const texts = await runInWorker(
      readPrivacyOfTexts,
      {
        texts: newest.toReversed().map(({ id, text }) => ({ id, text })),
        subjects: subjects.map(({ language, privateThemes, ...names }) => ({
          ...{ ...names, language: languageOf(language) },
          privateThemes: privateThemes.map(({ theme }) => theme),
        })),
      },
      { subjectId, deadlineMs: readingMs, signal, background: true },
    );
    const key = keyOfPhone(subjectId, phone, last.id);
    found.push({
      ...{ kind: 'UNKNOWN_PHONE', key, about: null, reason: sharedPhone, left: null, right: null },
      ...{ texts, matches: [] },
    });
  }
  return found;
}

const texted = {
  ...{ fullName: true, preferredName: true, codeWord: true, language: true },
  privateThemes: { select: { theme: true } },
} as const;

/** Whether texts of a shared phone still wait, may be the subject's, and no newer one came since they were found. */
export async function isSharedAsFound(
  tx: Tx,
  { key, subjectId, phone, textIds }: { key: string; subjectId: string; phone: string; textIds: string[] },
): Promise<boolean> {
  const waiting = { ...(await waitingFor(tx, subjectId)), phone };
  const [newest, count] = await Promise.all([
    tx.inboundText.findFirst({ where: waiting, orderBy: newestFirst, select: { id: true } }),
    tx.inboundText.count({ where: { ...waiting, id: { in: textIds } } }),
  ]);
  return count === textIds.length && key === keyOfPhone(subjectId, phone, newest?.id ?? '');
}
