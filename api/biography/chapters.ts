import type { Tx } from '#api/platform/database/database.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { findChapter } from './text-tasks.ts';
import { UNSORTED } from './writing/composing/chapters.ts';
import type { WriteRequest } from './writing/writer.ts';

/** Time limit for finding the chapter of a card. */
const findingMs = 5_000;

const UNSORTED_TITLE = 'Not in a chapter yet';

/**
 * The id of the chapter with this key. The chapter for unsorted stories is created, as the last one, when a
 * story first needs it. Any other key that the book doesn't have gives the first chapter. The caller holds
 * the book's lock.
 */
export async function chapterFor(tx: Tx, subjectId: string, key: string): Promise<string> {
  const chapters = await tx.chapter.findMany({ where: { subjectId }, orderBy: { position: 'asc' } });
  const chapter = chapters.find((each) => each.key === key);
  if (chapter) return chapter.id;
  const position = Math.max(-1, ...chapters.map((each) => each.position)) + 1;
  const [first] = chapters;
  if (key !== UNSORTED && first) return first.id;
  const added = key === UNSORTED ? { key, title: UNSORTED_TITLE } : CHAPTERS[0];
  return (await tx.chapter.create({ data: { subjectId, ...added, position } })).id;
}

/**
 * The chapter that a card's current text belongs to, as data for its row, when it differs from its chapter
 * now. Empty when the text doesn't decide it. Use it only for cards that the machine may change: a card
 * that a person has moved counts as touched.
 */
export async function chapterByNow(
  tx: Tx,
  subjectId: string,
  { chapters, subject }: Pick<WriteRequest, 'chapters' | 'subject'>,
  card: { chapterId: string },
  now: { sentences: readonly { text: string; hidden?: boolean }[]; happened: string | null },
): Promise<{ chapterId?: string; orderKey?: null }> {
  const { key, audience, hidden } = await tx.chapter.findUniqueOrThrow({
    where: { id: card.chapterId },
    select: { key: true, hidden: true, audience: { select: { id: true } } },
  });
  // Moving the card would change who may read it, and only people decide that.
  if (audience || hidden) return {};
  const text = now.sentences.flatMap((sentence) => (sentence.hidden ? [] : sentence.text)).join(' ');
  const told = { happened: now.happened, birthDate: subject.birthDate };
  const asked = key === UNSORTED ? null : key;
  const found = await chapterFound({ text, asked, chapters, told, language: subject.language }, subjectId);
  if (found === null) return {};
  if (found === UNSORTED || found === key) return {};
  return { chapterId: await chapterFor(tx, subjectId, found), orderKey: null };
}

/** The chapter that a text belongs to; null when that takes too long. Long texts are read in a worker. */
async function chapterFound(
  telling: Parameters<typeof findChapter.run>[0],
  subjectId: string,
): Promise<string | null> {
  const characters = telling.text.length;
  try {
    return await runTextTask(findChapter, telling, { characters, subjectId, deadlineMs: findingMs });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    return null;
  }
}

/** Deletes the chapter for unsorted stories when it has no stories left, unless somebody changed it. */
export async function dropEmptyUnsorted(tx: Tx, subjectId: string) {
  const unchanged = { audience: null, hidden: false, title: UNSORTED_TITLE };
  await tx.chapter.deleteMany({ where: { subjectId, key: UNSORTED, cards: { none: {} }, ...unchanged } });
}
