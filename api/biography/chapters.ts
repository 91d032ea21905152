import type { Tx } from '#api/platform/database/database.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { findChapter } from './text-tasks.ts';
import { UNSORTED } from './writing/composing/chapters.ts';
import type { WriteRequest } from './writing/writer.ts';

/** How long the chapter of a card may be looked for. */
const findingMs = 5_000;

const UNSORTED_TITLE = 'Not in a chapter yet';

/**
 * The id of the chapter of that key. That of what fits in none is made behind the others when a story first needs it;
 * for any other key that the book doesn't have it is the first chapter. The caller holds the book.
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
 * Where what a card tells by now belongs to another chapter, that one, as data for its row. It stays where it is when its
 * words leave that open. Only for cards that the machine may change: who moves one by hand has touched it.
 */
export async function chapterByNow(
  tx: Tx,
  subjectId: string,
  { chapters, subject }: Pick<WriteRequest, 'chapters' | 'subject'>,
  card: { chapterId: string },
  now: { sentences: readonly { text: string; hidden?: boolean }[]; happened: string | null },
): Promise<{ chapterId?: string }> {
  const { key, audience } = await tx.chapter.findUniqueOrThrow({
    where: { id: card.chapterId },
    select: { key: true, audience: { select: { id: true } } },
  });
  // Who may read it would change with the chapter: that is for people to say.
  if (audience) return {};
  const text = now.sentences.flatMap((sentence) => (sentence.hidden ? [] : sentence.text)).join(' ');
  const told = { happened: now.happened, birthDate: subject.birthDate };
  const asked = key === UNSORTED ? null : key;
  const found = await chapterFound({ text, asked, chapters, told }, subjectId);
  if (found === null) return {};
  return found === UNSORTED || found === key ? {} : { chapterId: await chapterFor(tx, subjectId, found) };
}

/** The chapter that a text speaks of, found in a worker where it is long; null where that takes too long. */
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

/** Takes the chapter of what fits in none out of a book that has no such story any more. */
export async function dropEmptyUnsorted(tx: Tx, subjectId: string) {
  await tx.chapter.deleteMany({ where: { subjectId, key: UNSORTED, cards: { none: {} }, audience: null } });
}
