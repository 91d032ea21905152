import { languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import { mayHaveWritten } from '#api/texts/policy.ts';
import { waitingOf } from '#api/texts/service/whose.ts';
import type { FoundConflict } from './finding/book.ts';
import { teamAt } from './policy.ts';
import { readPrivacyOfTexts } from './text-tasks.ts';
import { keyOfPhone } from './unknown-phones.ts';

/** The reason of a conflict about the texts of a phone that several people share, none of whom is known to have written them. */
export const sharedPhone = 'SHARED_PHONE';

/** The newest texts that are shown of a phone. */
const mostTexts = 50;
const readingMs = 60_000;

/** Finds the texts of the subject's phone whose writer we asked about and don't know, if several people share the phone. */
export async function findSharedTexts(subjectId: string, signal: AbortSignal): Promise<FoundConflict[]> {
  const { phone } = await db.subject.findUniqueOrThrow({ where: { id: subjectId }, select: { phone: true } });
  if (!phone) return [];
  const newest = await db.inboundText.findMany({
    where: waitingOf(phone),
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: mostTexts,
    select: { id: true, text: true },
  });
  const [last] = newest;
  const subjects = last ? await db.subject.findMany({ where: mayHaveWritten(phone), select: texted }) : [];
  if (!last || !subjects.some(({ id }) => id === subjectId)) return [];
  // Each of them may have written the texts, so what any of them wants kept private stays private.
  const texts = await runInWorker(
    readPrivacyOfTexts,
    {
      texts: newest.toReversed(),
      subjects: subjects.map(({ id: _id, language, privateThemes, ...names }) => ({
        ...{ ...names, language: languageOf(language) },
        privateThemes: privateThemes.map(({ theme }) => theme),
      })),
    },
    { subjectId, deadlineMs: readingMs, signal, background: true },
  );
  const key = keyOfPhone(subjectId, phone, last.id);
  return [
    {
      ...{ kind: 'UNKNOWN_PHONE', key, about: null, reason: sharedPhone, left: null, right: null },
      ...{ texts, matches: [] },
    },
  ];
}

const texted = {
  ...{ id: true, fullName: true, preferredName: true, codeWord: true, language: true },
  privateThemes: { select: { theme: true } },
} as const;

/** Whether texts of a shared phone still wait, no newer one came since they were found, and the subject has the phone. */
export async function isSharedAsFound(
  tx: Tx,
  { key, subjectId, phone, textIds }: { key: string; subjectId: string; phone: string; textIds: string[] },
): Promise<boolean> {
  const waiting = waitingOf(phone);
  const [newest, count, has] = await Promise.all([
    tx.inboundText.findFirst({
      where: waiting,
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      select: { id: true },
    }),
    tx.inboundText.count({ where: { ...waiting, id: { in: textIds } } }),
    tx.subject.count({ where: { ...mayHaveWritten(phone), id: subjectId } }),
  ]);
  return has === 1 && count === textIds.length && key === keyOfPhone(subjectId, phone, newest?.id ?? '');
}

/** The ids of the subjects who may have written the texts of a conflict about a shared phone, the oldest book first. */
export async function sharersOf(conflictId: string): Promise<string[]> {
  const phone = await sharedPhoneOf(conflictId);
  if (!phone) return [];
  const subjects = await db.subject.findMany({
    where: mayHaveWritten(phone),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return subjects.map(({ id }) => id);
}

/** The phone of a conflict about a shared phone; null for other conflicts, and when the texts are erased. */
export async function sharedPhoneOf(conflictId: string): Promise<string | null> {
  const text = await db.inboundText.findFirst({
    where: { conflicts: { some: { conflictId, conflict: { is: { reason: sharedPhone } } } } },
    select: { phone: true },
  });
  return text?.phone ?? null;
}

/** Whether the team may read words that any of these people may have written. */
export async function allShare(subjectIds: readonly string[]): Promise<boolean> {
  for (const id of subjectIds) if (!(await teamAt(id))?.shared) return false;
  return true;
}
