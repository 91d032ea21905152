import { z } from 'zod';
import { chaptersFor } from '#api/audiences/policy.ts';
import { tellOfWords } from '#api/conversations/service/tell-of-words.ts';
import type { CardMark } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line, parse, words } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { updateKeepsakeQuestions } from '#api/questions/service.ts';
import { mustStill, type SubjectAccess } from '#api/subjects/policy.ts';
import { addCard, addRevision, holdBook, sentencesOf } from '../book.ts';
import { chapterFor, dropEmptyUnsorted } from '../chapters.ts';
import { wordingsOf } from '../echo.ts';
import { StaleRevision } from '../errors.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { bodyLimit, titleLimit } from '../pipeline/commit.ts';
import { readTypedCard } from '../text-tasks.ts';
import { withTypographicMarks } from '../title-marks.ts';
import { UNSORTED } from '../writing/composing/chapters.ts';
import { parseHappened, yearsOf } from '../writing/dates.ts';
import { cardAt } from './card-at.ts';
import { mostSentences, mostSources, resolveClaims } from './claimed-sources.ts';
import type { TypedCard } from './retyping.ts';

/** No family's stories go further back. Years have four digits, because stories are sorted by them. */
const firstYear = 1000;
/** A story may also tell of hopes, as far ahead as the youngest readers may live. */
const yearsAhead = 100;

/** Time limit for reading a body. */
const readingMs = 5_000;

const happened = line(100).transform((value, ctx) => {
  const date = parseHappened(value);
  const years = date && yearsOf(date);
  const lastYear = clock.now().getUTCFullYear() + yearsAhead;
  if (years && years.first >= firstYear && years.last <= lastYear) return date;
  const message = date
    ? `must lie in the years ${firstYear} to ${lastYear}`
    : 'must be a date, or a part of one: 1952-07, 1950~, summer of 1952';
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const SaveCard = z.object({
  id: z.string().nullish(),
  subjectId: z.string(),
  chapterKey: z.string().nullish(),
  title: line(titleLimit).transform(withTypographicMarks),
  body: words(bodyLimit),
  sentences: z
    .array(
      z.object({
        paragraph: z.int(),
        text: words(bodyLimit),
        sources: z.array(z.string()).max(mostSources, `must be at most ${mostSources}`),
        quoted: z.boolean().nullish(),
      }),
    )
    .max(mostSentences, `must be at most ${mostSentences}`)
    .nullish(),
  happened: clearable(happened).optional(),
  place: clearable(line(160)).optional(),
  baseRevision: z.int().nullish(),
  note: clearable(line(500)).optional(),
  draftVersion: z.int().nullish(),
});

/**
 * Saves a card as a person wrote it, as a new revision on top of `baseRevision`; refuses when that is not
 * the current one. With `sentences`, each gets the sources sent with it; without, unchanged sentences keep
 * their sources and the others become the family's own. Fields left out of the input stay as they
 * are; null clears a date or a place. The caller's draft of this version is erased. Returns the card's id.
 */
export async function saveCard(viewer: Viewer, input: z.input<typeof SaveCard>): Promise<string> {
  const data = parse(SaveCard, input);
  return transaction(async (tx, wake) => {
    const { subjectId } = data;
    if (!(await holdBook(tx, subjectId))) throw new NotFound('Subject', ['subjectId']);
    const card = data.id ? await cardAt(tx, viewer, data.id) : null;
    if (card && card.subjectId !== subjectId) throw new NotFound('Card', ['id']);
    if (card && data.baseRevision != null && data.baseRevision !== card.revision) {
      throw new StaleRevision(card.id);
    }
    const old = card ? await sentencesOf(tx, card.id, card.revision) : [];
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    const chapters = await tx.chapter.findMany({
      where: { AND: [{ subjectId }, chaptersFor(subjectAccess)] },
      orderBy: { position: 'asc' },
      include: { audience: { select: { id: true } } },
    });
    const { title, body, chapterKey = null } = data;
    const typed = {
      ...{ title, body, old },
      privateWords: card ? await privateWords(tx, card.id) : [],
      ...(await resolveClaims(tx, card?.id ?? null, body, data.sentences ?? null)),
      chapters: chapterKey === null && !card ? chapters.map(({ key, title }) => ({ key, title })) : null,
      language: await languageOfBook(tx, subjectId),
    };
    const { sentences, chapterKey: found } = await readTyped(typed, subjectId);
    if (sentences.length > mostSentences) {
      throw new InvalidInput([{ path: 'body', message: `must have at most ${mostSentences} sentences` }]);
    }
    if (sentences.every((sentence) => sentence.hidden)) {
      throw new InvalidInput([{ path: 'body', message: 'must hold at least one sentence' }]);
    }
    const chapterId =
      chapterKey === null
        ? (card?.chapterId ?? (await chapterFor(tx, subjectId, found ?? UNSORTED)))
        : chapterNamed(chapters, chapterKey);
    if (card) mayMove(subjectAccess, chapters, card.chapterId, chapterId);
    const revision = {
      title: data.title,
      happened: data.happened === undefined ? (card?.happened ?? null) : data.happened,
      place: data.place === undefined ? (card?.place ?? null) : data.place,
      note: data.note,
      authorId: viewer.userId,
      writer: null,
      sentences,
    };
    const cardId = card
      ? await changeCard(tx, card, revision, {
          chapterId,
          // A new title alone doesn't say that the text is right.
          mark: isSameText(typed.old, sentences) ? card.mark : 'CONFIRMED',
        })
      : await addCard(
          tx,
          { subjectId, chapterId, status: 'DRAFT', mark: 'CONFIRMED', touchedByPerson: true },
          revision,
        );
    if (card && changesReaders(chapters, card.chapterId, chapterId))
      await tellOfWords(tx, wake, subjectId, { cardIds: [cardId], chapterIds: [] });
    await dropEmptyUnsorted(tx, subjectId);
    if (data.draftVersion != null && !actsForAnother(viewer)) {
      const { userId } = viewer;
      await tx.storyDraft.deleteMany({
        where: { subjectId, cardId: card?.id ?? null, userId, version: data.draftVersion },
      });
    }
    const kind = card ? 'story-edited' : 'story-written';
    await noteActivity(tx, kind, { subjectId, cardId, actorId: viewer.userId });
    await cardChanged(tx, wake, subjectId, cardId);
    return cardId;
  });
}

function isSameText(old: readonly { text: string }[], saved: readonly { text: string }[]): boolean {
  return old.length === saved.length && saved.every(({ text }, at) => text === old[at]?.text);
}

async function changeCard(
  tx: Tx,
  card: { id: string; subjectId: string; chapterId: string; revision: number },
  revision: Parameters<typeof addRevision>[2],
  { chapterId, mark }: { chapterId: string; mark: CardMark },
): Promise<string> {
  const isMoved = chapterId !== card.chapterId;
  // In another chapter its date decides its place.
  const place = isMoved ? { chapterId, orderKey: null } : {};
  await addRevision(tx, card, revision, { ...place, mark, touchedByPerson: true });
  if (isMoved) await updateKeepsakeQuestions(tx, card.id);
  return card.id;
}

/**
 * Reads the typed text, in a worker when it is long. Text that can't be read in time is refused, and
 * nothing is changed.
 */
async function languageOfBook(tx: Tx, subjectId: string) {
  const select = { language: true } as const;
  return languageOf((await tx.subject.findUniqueOrThrow({ where: { id: subjectId }, select })).language);
}

async function readTyped(typed: TypedCard, subjectId: string) {
  const sentences = [...typed.old, ...typed.wordings].map(({ text }) => text);
  const characters = [typed.body, ...typed.privateWords, ...sentences].join('').length;
  try {
    return await runTextTask(readTypedCard, typed, { characters, subjectId, deadlineMs: readingMs });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    throw new InvalidInput([{ path: 'body', message: 'takes too long to read; save it in smaller parts' }]);
  }
}

/** The private words that any revision of the card rests on. */
async function privateWords(tx: Tx, cardId: string): Promise<string[]> {
  const messages = await tx.message.findMany({
    where: { private: true, sources: { some: { sentence: { is: { cardId } } } } },
    select: { text: true, correctedText: true },
  });
  return messages.flatMap(wordingsOf);
}

type AudienceOfChapter = { id: string; audience: object | null };

/** Whether a story that moves between these chapters may have other readers then. */
function changesReaders(chapters: readonly AudienceOfChapter[], from: string, to: string): boolean {
  return from !== to && chapters.some(({ id, audience }) => audience && (id === from || id === to));
}

/** A move that changes who may read a story is for members who decide on audiences alone. */
function mayMove(
  subjectAccess: SubjectAccess,
  chapters: readonly AudienceOfChapter[],
  from: string,
  to: string,
) {
  if (subjectAccess.can('MANAGE_SUBJECT') || !changesReaders(chapters, from, to)) return;
  throw new InvalidInput([
    { path: 'chapterKey', message: 'can only be changed by an owner: the chapter is not for everyone' },
  ]);
}

function chapterNamed(chapters: readonly { id: string; key: string }[], named: string): string {
  const chapter = chapters.find(({ key }) => key === named);
  if (!chapter) throw new InvalidInput([{ path: 'chapterKey', message: 'must be a chapter of this book' }]);
  return chapter.id;
}
