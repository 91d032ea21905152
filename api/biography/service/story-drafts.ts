import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { Prisma, type StoryDraft } from '#api/generated/prisma/client.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { parse, unfinished } from '#api/platform/domain-values/input.ts';
import { Forbidden, InvalidInput, NotFound, Unavailable } from '#api/platform/errors.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { mustStill, type SubjectAccess } from '#api/subjects/policy.ts';
import { wordingsOf } from '../echo.ts';
import { DraftChanged } from '../errors.ts';
import { bodyLimit, titleLimit } from '../pipeline/commit.ts';
import { visibleCards } from '../policy.ts';
import { findRepeated } from '../text-tasks.ts';
import { mostSentences, mostSources } from './claimed-sources.ts';

/** So many days after its last change a draft is erased. */
const keptDays = 30;

/** A sentence can be followed by a space of its own. */
const mostRuns = 2 * mostSentences;

/** Time limit for comparing a draft with private words. */
const comparingMs = 5_000;

/** Characters of a draft with the ids of the sources that they rest on; none where they were typed by hand. */
export type DraftRun = {
  paragraph: number;
  text: string;
  sources: string[];
  quoted?: boolean | null | undefined;
};

/** A draft as its author may read it now. */
export type ReadableDraft = Omit<StoryDraft, 'text'> & { text: DraftRun[] | null };

const SaveStoryDraft = z.object({
  subjectId: z.string(),
  cardId: z.string().nullish(),
  baseRevision: z.int().nullish(),
  version: z.int().nullish(),
  title: unfinished(titleLimit).nullish(),
  happened: unfinished(titleLimit).nullish(),
  place: unfinished(titleLimit).nullish(),
  chapterKey: unfinished(titleLimit).nullish(),
  text: z
    .array(
      z.object({
        paragraph: z.int().min(0).max(bodyLimit),
        text: unfinished(bodyLimit),
        sources: z.array(unfinished(200)).max(mostSources, `must be at most ${mostSources}`),
        quoted: z.boolean().nullish(),
      }),
    )
    .max(mostRuns, `must be at most ${mostRuns}`)
    .refine(
      (runs) => runs.reduce((length, { text }) => length + text.length, 0) <= bodyLimit,
      `must be at most ${bodyLimit} characters`,
    )
    .nullish(),
});

/**
 * Stores the caller's draft of a story on top of its `version`; refuses when another device changed it meanwhile.
 * Without a version it begins a draft. Fields that are null are as in the revision that the draft changes.
 */
export async function saveStoryDraft(viewer: Viewer, input: z.input<typeof SaveStoryDraft>) {
  const { version = null, ...data } = parse(SaveStoryDraft, input);
  mustBeOneself(viewer);
  return transaction(async (tx) => {
    // Not while the book is changed, nor while a membership ends.
    await tx.$queryRaw`select 1 from subject where id = ${rowId(data.subjectId)}::uuid for share`;
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', data.subjectId);
    const of = { subjectId: data.subjectId, cardId: data.cardId ?? null, userId: viewer.userId };
    const baseRevision = await checkBase(tx, subjectAccess, of.cardId, data.baseRevision ?? null);
    const { title = null, happened = null, place = null, chapterKey = null, text } = data;
    const content = {
      ...{ baseRevision, title, happened, place, chapterKey, updatedAt: clock.now() },
      text: text ?? Prisma.DbNull,
    };
    const { count } =
      version === null
        ? await tx.storyDraft.createMany({
            data: [{ ...of, ...content, version: firstVersion() }],
            skipDuplicates: true,
          })
        : await tx.storyDraft.updateMany({
            where: { ...of, version },
            data: { ...content, version: { increment: 1 } },
          });
    if (count === 0) throw new DraftChanged(of);
    return tx.storyDraft.findFirstOrThrow({ where: of, select: { id: true, version: true } });
  });
}

/** Random, so that a device with a version of an earlier draft can't change or erase a later one. */
function firstVersion(): number {
  return randomInt(1, 2 ** 30);
}

/** Erases the caller's draft of a story. Refuses when another device changed it meanwhile. */
export async function discardStoryDraft(
  viewer: Viewer,
  { subjectId, cardId, version }: { subjectId: string; cardId?: string | null; version: number },
) {
  mustBeOneself(viewer);
  return transaction(async (tx) => {
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const of = { subjectId, cardId: cardId ? rowId(cardId) : null, userId: viewer.userId };
    const { count } = await tx.storyDraft.deleteMany({ where: { ...of, version } });
    if (count === 0 && (await tx.storyDraft.count({ where: of })) > 0) throw new DraftChanged(of);
    return { subjectId, cardId: cardId ?? null };
  });
}

/**
 * The caller's own draft of a story that they may write, without words that became private or were removed from the
 * book meanwhile; null if there is none. Nobody else's draft can be read, not even on behalf of its author. Throws
 * `Unavailable` if its words can't be checked in time.
 */
export async function readStoryDraft(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  cardId: string | null,
): Promise<ReadableDraft | null> {
  if (actsForAnother(viewer) || !subjectAccess.can('WRITE')) return null;
  const draft = await db.storyDraft.findFirst({
    where: {
      ...{ subjectId: subjectAccess.subjectId, userId: viewer.userId },
      cardId: cardId && rowId(cardId),
      ...(cardId && { card: { is: visibleCards(subjectAccess) } }),
    },
  });
  return draft && withoutWithdrawnWords(draft);
}

/** Erases the drafts of somebody who may no longer write in this book. */
export async function eraseDraftsOf(tx: Tx, { subjectId, userId }: { subjectId: string; userId: string }) {
  await tx.storyDraft.deleteMany({ where: { subjectId, userId } });
}

/** Erases drafts that were last changed 30 days ago. */
export async function eraseOldDrafts() {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 3_600_000);
  await db.storyDraft.deleteMany({ where: { updatedAt: { lte: before } } });
}

/** A partner's program and an impersonating admin are not the author. */
function mustBeOneself(viewer: Viewer) {
  if (actsForAnother(viewer)) throw new Forbidden();
}

async function checkBase(
  tx: Tx,
  subjectAccess: SubjectAccess,
  cardId: string | null,
  baseRevision: number | null,
): Promise<number | null> {
  const { subjectId } = subjectAccess;
  const wrong = new InvalidInput([
    { path: 'baseRevision', message: 'must be a revision of the story; null for a new one' },
  ]);
  if (cardId === null) {
    if (baseRevision !== null) throw wrong;
    return null;
  }
  const card = await tx.card.findFirst({
    where: { AND: [{ id: rowId(cardId), subjectId }, visibleCards(subjectAccess)] },
    select: { revision: true },
  });
  if (!card) throw new NotFound('Card', ['cardId']);
  if (baseRevision === null || baseRevision < 1 || baseRevision > card.revision) throw wrong;
  return baseRevision;
}

async function withoutWithdrawnWords(draft: StoryDraft): Promise<ReadableDraft> {
  const text = draft.text as DraftRun[] | null;
  const open = text && (await withoutHiddenSources(draft.subjectId, text));
  return draft.cardId === null ? { ...draft, text: open } : withoutPrivateWords({ ...draft, text: open });
}

/** Leaves out words that rest on a sentence which is no longer shown, or no longer there. */
async function withoutHiddenSources(subjectId: string, text: readonly DraftRun[]): Promise<DraftRun[]> {
  const ids = [...new Set(text.flatMap(({ sources }) => sources.map(rowId)))];
  const shown = await db.source.findMany({
    where: {
      ...{ subjectId, id: { in: ids } },
      sentence: { is: { hidden: false } },
      message: { is: { private: false } },
    },
    select: { id: true },
  });
  const isShown = new Set(shown.map(({ id }) => id));
  return text.map((run) =>
    run.sources.every((id) => isShown.has(rowId(id))) ? run : { ...run, text: '', sources: [] },
  );
}

/**
 * Leaves out what repeats private words of the story, as saving does. Throws `Unavailable` if that can't be checked in
 * time, because a device would store a draft without these words again.
 */
async function withoutPrivateWords(draft: ReadableDraft): Promise<ReadableDraft> {
  const said = await db.message.findMany({
    where: { private: true, sources: { some: { sentence: { is: { cardId: draft.cardId ?? '' } } } } },
    select: { text: true, correctedText: true },
  });
  if (!said.length) return draft;
  const { title, place } = draft;
  const paragraphs = [...Map.groupBy(draft.text ?? [], ({ paragraph }) => paragraph).values()].map((runs) => {
    const words = runs.map(({ text }) => text).join('');
    return { runs, words, sentences: splitSentences(words) };
  });
  const texts = paragraphs.flatMap(({ words, sentences }) =>
    sentences.map(({ start, end }) => words.slice(start, end)),
  );
  const [titleRepeats, placeRepeats, ...repeats] = await repeatedAmong(
    [title ?? '', place ?? '', ...texts],
    said.flatMap(wordingsOf),
    draft.subjectId,
  );
  const text = paragraphs.flatMap(({ runs, sentences }) => {
    const open = sentences.filter(() => !repeats.shift());
    return open.length === sentences.length ? runs : wordsWithin(runs, open);
  });
  return {
    ...draft,
    title: titleRepeats ? null : title,
    place: placeRepeats ? null : place,
    text: draft.text && text,
  };
}

/** The runs of a paragraph with only the words of these ranges, and a space between them. */
function wordsWithin(
  runs: readonly DraftRun[],
  ranges: readonly { start: number; end: number }[],
): DraftRun[] {
  let from = 0;
  return runs.map((run) => {
    const start = from;
    from += run.text.length;
    const within = (at: number) => Math.max(0, at - start);
    const text = ranges.map((range) => run.text.slice(within(range.start), within(range.end + 1))).join('');
    return { ...run, text };
  });
}

async function repeatedAmong(texts: string[], said: string[], subjectId: string): Promise<boolean[]> {
  const characters = [...texts, ...said].join('').length;
  try {
    return await runTextTask(
      findRepeated,
      { texts, said },
      { characters, subjectId, deadlineMs: comparingMs },
    );
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    throw new Unavailable('BUSY');
  }
}
