import { z } from 'zod';
import { holdPhone } from '#api/accounts/phones/codes.ts';
import { isHeldBack, keepUntiedClosed } from '#api/audiences/untying.ts';
import { addRevision, holdBook, sentencesOf } from '#api/biography/book.ts';
import { cardChanged, noteActivity } from '#api/biography/events.ts';
import { ConflictResolution } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { mergeWithin, undoMergeWithin } from '#api/people/service/people.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue, waitingOf } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { askForTeam } from '#api/questions/service.ts';
import { assignTexts, letTextsWait, setTextsAside, takeTextsBack } from '#api/texts/service/assign.ts';
import { mustBeTeam } from '../policy.ts';
import type { SideInWords } from './conflict-in-words.ts';
import { ChangedSince, SettledMeanwhile } from './errors.ts';
import { reconcileSearch } from './jobs.ts';
import {
  type Change,
  type ConflictAtHand,
  choicesOf,
  conflictAtHand,
  isAsFound,
  markOf,
  type Plan,
  phoneOf,
  planOf,
  type SideAtHand,
  sidesOf,
} from './plan.ts';
import { conflictsForTeam, standingConflicts, teamAt } from './policy.ts';
import { areOpenToTeam, sharedPhone, writersOf } from './shared-phones.ts';
import { questionOf } from './wording.ts';

/** The writer's name in revisions made by a decision. */
const reconcileWriter = 'reconcile';

/** A requested search and its time. */
export type AskedSearch = { subjectId: string; askedAt: Date };

/** Requests a new search, unless a requested one has not begun. */
export async function askForSearch(viewer: Viewer, subjectId: string): Promise<AskedSearch> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    if (!(await holdBook(tx, subjectId))) throw new NotFound('Subject', ['subjectId']);
    if (!(await teamAt(subjectId, tx))) throw new NotFound('Subject', ['subjectId']);
    const last = await tx.conflictSearch.findUnique({ where: { subjectId } });
    const isAsked = last && (last.doneAt === null || last.doneAt < last.askedAt);
    // A search that runs has read the book already, and may miss what is new since.
    if (isAsked && (await waitingOf(tx, reconcileSearch, subjectId)))
      return { subjectId, askedAt: last.askedAt };
    const data = { askedAt: clock.now() };
    await tx.conflictSearch.upsert({ where: { subjectId }, create: { subjectId, ...data }, update: data });
    await enqueue(tx, reconcileSearch, { subjectId }, { priority: 1, subjectId });
    await audit(tx, viewer, 'conflict.searched', { subjectId });
    return { subjectId, ...data };
  });
}

/** The ids of a subject's conflicts that the team may read, of one status or all. */
export async function readableConflicts(
  subjectId: string,
  status: 'OPEN' | 'RESOLVED' | 'DISMISSED' | null,
): Promise<string[]> {
  const subjectAccess = await teamAt(subjectId);
  if (!subjectAccess) return [];
  const standing = await standingConflicts(subjectId);
  const rows = await db.conflict.findMany({
    where: {
      AND: [conflictsForTeam(subjectAccess), status ? { status } : {}, { id: { in: standing } }],
    },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** A conflict that the team may read, or null. */
export async function findReadable(id: string): Promise<ConflictAtHand | null> {
  const conflict = await conflictAtHand(id);
  const ids = conflict ? await readableConflicts(conflict.subjectId, null) : [];
  return ids.includes(id) ? conflict : null;
}

async function readable(id: string): Promise<ConflictAtHand> {
  const conflict = await findReadable(id);
  if (!conflict) throw new NotFound('Conflict', ['id']);
  return conflict;
}

/** Previews the changes of a decision, with a mark to send back with it. */
export async function previewConflict(
  viewer: Viewer,
  { id, resolution }: { id: string; resolution: ConflictResolution },
): Promise<Plan> {
  mustBeTeam(viewer);
  const conflict = await readable(id);
  if (conflict.status !== 'OPEN') throw new SettledMeanwhile(await nameOf(conflict.decidedById));
  await mustBeOffered(conflict, resolution);
  return planOf(conflict, resolution);
}

export const ResolveConflict = z.object({
  id: z.string(),
  resolution: z.enum(ConflictResolution),
  note: clearable(line(300)).optional(),
  mark: z.string().max(100, 'must be at most 100 characters').nullish(),
});

/**
 * Settles a conflict: cards that only the writer wrote are changed at once; for cards that a person has edited, a
 * change is proposed. Of two concurrent decisions, the first counts. Throws `SettledMeanwhile` and `ChangedSince`.
 */
export async function resolveConflict(
  viewer: Viewer,
  input: z.input<typeof ResolveConflict>,
): Promise<string> {
  mustBeTeam(viewer);
  const { id, resolution, note = null, mark = null } = parse(ResolveConflict, input);
  const conflict = await readable(id);
  if (conflict.status === 'OPEN') await mustBeOffered(conflict, resolution);
  // Without a plan the conflict has changed; the transaction finds out whether another admin has settled it.
  const plan = conflict.status === 'OPEN' ? await planOf(conflict, resolution).catch(nullWhenChanged) : null;
  const textIds = conflict.texts.map(({ textId }) => textId);
  await transaction(async (tx, wake) => {
    const phone = phoneOf(conflict);
    // Locked before the subject, so that a text that comes now is either found here or belongs to nobody yet.
    if (phone) await holdPhone(tx, phone);
    const now = await holdConflict(tx, conflict);
    if (now.status !== 'OPEN') {
      // The same decision by the same admin is idempotent.
      if (now.decidedById === viewer.userId && now.resolution === resolution) return;
      throw new SettledMeanwhile(await nameOf(now.decidedById, tx));
    }
    if (!plan || (mark ?? plan.mark) !== plan.mark || (await markOf(now, tx)) !== plan.mark)
      throw new ChangedSince();
    const undo =
      conflict.kind === 'UNKNOWN_PHONE'
        ? await assignWithin(tx, now, resolution)
        : await carryOut(tx, wake, viewer, conflict, plan);
    await tx.conflict.update({
      where: { id },
      data: {
        status: resolution === 'DISMISS' ? 'DISMISSED' : 'RESOLVED',
        ...{ resolution, note, undo, decidedById: viewer.userId, decidedAt: clock.now() },
      },
    });
    await audit(tx, viewer, 'conflict.settled', {
      subjectId: conflict.subjectId,
      targetId: id,
      detail: { kind: conflict.kind, resolution, ...(textIds.length && { textIds }) },
    });
  }).catch((error: unknown) => searchAgain(conflict, error));
  return id;
}

/**
 * Gives the texts of an unknown phone to the subject, if nothing has changed since they were found. Dismissed texts of a
 * shared phone no longer wait for their writer.
 */
async function assignWithin(tx: Tx, conflict: ConflictAtHand, resolution: ConflictResolution): Promise<Undo> {
  const { subjectId, texts } = conflict;
  const isShared = conflict.reason === sharedPhone;
  if (resolution !== 'KEEP_LEFT' && !isShared) return nothingDone;
  if (!(await isAsFound(conflict, tx))) throw new ChangedSince();
  const textIds = texts.map(({ textId }) => textId);
  if (resolution !== 'KEEP_LEFT') {
    await setTextsAside(tx, textIds);
    return nothingDone;
  }
  if (!(await areOpenToTeam(conflict, tx))) throw new WrongState(keptFromTeam, ['id']);
  const subject = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
  if (subject.status === 'MEMORIAL')
    throw new WrongState(`${subject.preferredName}’s book is a memorial: no texts can be added`, ['id']);
  const fileIds = await assignTexts(tx, { subjectId, textIds });
  return { ...nothingDone, textIds, fileIds };
}

/** Texts that came since, or a phone that somebody has by now, are found by another search. */
async function searchAgain({ kind, subjectId }: ConflictAtHand, error: unknown): Promise<never> {
  // No step of the idempotent change: a repetition is refused and searches again.
  if (kind === 'UNKNOWN_PHONE' && error instanceof ChangedSince)
    await db.$transaction((tx) => enqueue(tx, reconcileSearch, { subjectId }, { subjectId }));
  throw error;
}

function nullWhenChanged(error: unknown): null {
  if (error instanceof ChangedSince) return null;
  throw error;
}

const keptFromTeam =
  'Not everyone who may have written these texts shares their words with us: they can only be dismissed';

async function mustBeOffered(conflict: ConflictAtHand, resolution: ConflictResolution): Promise<void> {
  const isOpen = await areOpenToTeam(conflict);
  if (resolution === 'KEEP_LEFT' && !isOpen) throw new WrongState(keptFromTeam, ['id']);
  const choices = choicesOf(conflict.kind, conflict.sides, { isOpen });
  if (!choices.includes(resolution))
    throw new InvalidInput([
      { path: 'resolution', message: `must be one of ${choices.join(', ')} for this conflict` },
    ]);
}

async function nameOf(userId: string | null, tx: Tx = db): Promise<string | null> {
  if (!userId) return null;
  return (await tx.user.findUnique({ where: { id: userId }, select: { name: true } }))?.name ?? null;
}

/** Locks the subject and the conflict until the transaction ends. */
async function holdConflict(tx: Tx, { id, subjectId }: ConflictAtHand): Promise<ConflictAtHand> {
  await holdBook(tx, subjectId);
  await tx.$queryRaw`select 1 from conflict where id = ${id}::uuid for update`;
  const conflict = await conflictAtHand(id, tx);
  if (!conflict) throw new NotFound('Conflict', ['id']);
  return conflict;
}

type Undo = {
  cards: { id: string; from: number; to: number; status: 'DRAFT' | 'PUBLISHED' | 'HIDDEN' }[];
  proposalIds: string[];
  /** The pictures that were moved to the other story. */
  mediaIds: string[];
  /** The places that they had in their story, by their ids. */
  picturePlaces: Record<string, number>;
  mergeId: string | null;
  /** The texts that were given to the subject. */
  textIds: string[];
  /** Their files, which may be keepsakes by now. */
  fileIds: string[];
};

const nothingDone: Undo = {
  ...{ cards: [], proposalIds: [], mediaIds: [], picturePlaces: {}, mergeId: null },
  ...{ textIds: [], fileIds: [] },
};

async function carryOut(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  conflict: ConflictAtHand,
  { changes, merge }: Plan,
): Promise<Undo> {
  const undo: Undo = structuredClone(nothingDone);
  const { subjectId } = conflict;
  if (merge) {
    // People entered by the family can't be merged here, and a side may have become one since.
    const people = await tx.person.findMany({ where: { id: { in: [merge.keepId, merge.otherId] } } });
    if (people.length < 2 || people.some(({ found }) => !found)) throw new ChangedSince();
    undo.mergeId = await mergeWithin(tx, wake, viewer, { subjectId, ...merge });
  }
  for (const change of changes) {
    if (change.isProposal) {
      const sentences = change.proposed.map(({ sources, ...sentence }) => ({
        ...sentence,
        sources: sources.map((source) => ({ ...source })),
      }));
      const { id } = await tx.proposal.create({
        data: { subjectId, cardId: change.cardId, sentences },
        select: { id: true },
      });
      undo.proposalIds.push(id);
    } else {
      undo.cards.push(await changeCard(tx, subjectId, change));
    }
    await cardChanged(tx, wake, subjectId, change.cardId);
  }
  const added = changes.find(({ kind, isProposal }) => kind === 'ADDED_TO' && !isProposal);
  const hidden = changes.find(({ kind, isProposal }) => kind === 'HIDDEN' && !isProposal);
  if (!added || !hidden) return undo;
  const intoId = added.cardId;
  await tx.cardMerge.upsert({
    where: { cardId: hidden.cardId },
    create: { subjectId, cardId: hidden.cardId, intoId },
    update: { intoId },
  });
  const status = undo.cards.find(({ id }) => id === hidden.cardId)?.status ?? 'HIDDEN';
  return { ...undo, ...(await moveBelongings(tx, subjectId, { id: hidden.cardId, status }, intoId)) };
}

async function changeCard(tx: Tx, subjectId: string, change: Change): Promise<Undo['cards'][number]> {
  const card = await tx.card.findUniqueOrThrow({ where: { id: change.cardId } });
  const from = card.revision;
  let to = from;
  if (change.sentences) {
    const isEmpty = change.sentences.every(({ hidden }) => hidden);
    const { title, happened, place } = card;
    to = await addRevision(
      tx,
      card,
      {
        ...{ title, happened, place, ...change.facts },
        ...{ note: 'As settled in reconcile', authorId: null, writer: reconcileWriter },
        sentences: change.sentences,
      },
      isEmpty ? { status: 'HIDDEN' } : {},
    );
  } else {
    await tx.card.update({ where: { id: card.id }, data: { status: 'HIDDEN' } });
  }
  await noteActivity(tx, 'story-edited', { subjectId, cardId: card.id, actorId: null });
  return { id: card.id, from, to, status: card.status };
}

/**
 * Moves the people and pictures of a merged card, which had this status before. Returns the ids of the pictures, and the
 * places that they had.
 */
async function moveBelongings(
  tx: Tx,
  subjectId: string,
  { id: fromId, status }: { id: string; status: string },
  toId: string,
): Promise<Pick<Undo, 'mediaIds' | 'picturePlaces'>> {
  const shownBy = { select: { status: true, chapter: { select: { hidden: true } } } } as const;
  const [from, into, people, media] = await Promise.all([
    tx.card.findUniqueOrThrow({ where: { id: fromId }, ...shownBy }),
    tx.card.findUniqueOrThrow({ where: { id: toId }, ...shownBy }),
    tx.cardPerson.findMany({ where: { cardId: fromId }, select: { personId: true } }),
    tx.media.findMany({ where: { cardId: fromId }, select: { id: true, afterParagraph: true } }),
  ]);
  await tx.cardPerson.createMany({
    data: people.map(({ personId }) => ({ subjectId, cardId: toId, personId })),
    skipDuplicates: true,
  });
  const mediaIds = media.map(({ id }) => id);
  // Words whose printed code was switched off stay silent in the other story, also after this is undone.
  if (await tx.card.count({ where: { id: fromId, playsVoiceCode: false } }))
    await tx.card.update({ where: { id: toId }, data: { playsVoiceCode: false } });
  const shows = isHeldBack({ ...from, status }) && !isHeldBack(into);
  await keepUntiedClosed(tx, subjectId, { id: { in: mediaIds } }, { closes: () => shows });
  await tx.media.updateMany({
    where: { id: { in: mediaIds } },
    data: { cardId: toId, afterParagraph: null },
  });
  const places = media.flatMap(({ id, afterParagraph }) =>
    afterParagraph === null ? [] : [[id, afterParagraph] as const],
  );
  return { mediaIds, picturePlaces: Object.fromEntries(places) };
}

/** Moves the pictures of a merged card back to where they were, except those that the family has moved since. */
async function moveBelongingsBack(
  tx: Tx,
  { mediaIds, picturePlaces }: Pick<Undo, 'mediaIds' | 'picturePlaces'>,
  { fromId, toId }: { fromId: string; toId: string },
) {
  for (const id of mediaIds) {
    const afterParagraph = picturePlaces[id] ?? null;
    await tx.media.updateMany({ where: { id, cardId: fromId }, data: { cardId: toId, afterParagraph } });
  }
  await tx.cardMerge.deleteMany({ where: { cardId: toId } });
}

/**
 * Reopens a settled conflict and restores the state before. Throws `ChangedSince` when a changed story was edited
 * since, or the family has decided on a proposal.
 */
export async function undoConflict(viewer: Viewer, id: string): Promise<string> {
  mustBeTeam(viewer);
  const found = await readable(id);
  await transaction(async (tx, wake) => {
    const phone = phoneOf(found);
    if (phone) await holdPhone(tx, phone);
    const conflict = await holdConflict(tx, found);
    if (conflict.status === 'OPEN') return;
    const { subjectId } = conflict;
    const undo: Undo = { ...nothingDone, ...(conflict.undo as Partial<Undo> | null) };
    const { textIds, fileIds } = undo;
    const isShared = conflict.reason === sharedPhone;
    const foundIds = conflict.texts.map(({ textId }) => textId);
    if (textIds.length) await takeTextsBack(tx, wake, { subjectId, textIds, fileIds, wait: isShared });
    else if (isShared) await letTextsWait(tx, foundIds);
    if (isShared) await searchAllWho(tx, conflict);
    for (const card of undo.cards) await restoreCard(tx, wake, subjectId, card);
    await takeProposalsBack(tx, wake, viewer, subjectId, undo.proposalIds);
    const [added, hidden] = undo.cards;
    if (added && hidden) await moveBelongingsBack(tx, undo, { fromId: added.id, toId: hidden.id });
    const key = undo.mergeId ? await unmerge(tx, wake, viewer, conflict, undo.mergeId) : conflict.key;
    await tx.conflict.update({
      where: { id },
      data: {
        ...{ status: 'OPEN', key, resolution: null, note: null, decidedById: null, decidedAt: null },
        undo: {},
      },
    });
    await audit(tx, viewer, 'conflict.reopened', {
      subjectId,
      targetId: id,
      detail: {
        ...{ kind: conflict.kind, resolution: conflict.resolution },
        ...(textIds.length && { textIds }),
      },
    });
  });
  return id;
}

/** Has texts that wait for their writer again found for everyone who may be. */
async function searchAllWho(tx: Tx, { subjectId: ownId, texts }: ConflictAtHand) {
  for (const subjectId of new Set([ownId, ...writersOf(texts)]))
    await enqueue(tx, reconcileSearch, { subjectId }, { subjectId });
}

async function restoreCard(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  { id, from, to, status }: Undo['cards'][number],
) {
  const card = await tx.card.findUnique({ where: { id } });
  const earlier = await tx.cardRevision.findFirst({ where: { cardId: id, number: from } });
  if (!card || card.revision !== to || !earlier) throw new ChangedSince();
  if (from !== to) {
    const { title, happened, place } = earlier;
    await addRevision(
      tx,
      card,
      {
        ...{ title, happened, place, note: 'As before reconcile', authorId: null, writer: earlier.writer },
        sentences: await sentencesOf(tx, id, from),
      },
      { status },
    );
  } else {
    if (card.status !== 'HIDDEN') throw new ChangedSince();
    await tx.card.update({ where: { id }, data: { status } });
  }
  await noteActivity(tx, 'story-edited', { subjectId, cardId: id, actorId: null });
  await cardChanged(tx, wake, subjectId, id);
}

async function takeProposalsBack(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  subjectId: string,
  ids: readonly string[],
) {
  for (const id of ids) {
    const { count } = await tx.proposal.updateMany({
      where: { id, status: 'OPEN' },
      data: { status: 'DECLINED', decidedById: viewer.userId },
    });
    if (!count) throw new ChangedSince();
    const { cardId, sentences } = await tx.proposal.findUniqueOrThrow({ where: { id } });
    if ((sentences as { decided?: boolean }[]).some(({ decided }) => decided)) throw new ChangedSince();
    await cardChanged(tx, wake, subjectId, cardId);
  }
}

/** Undoes a merge. Returns the key of the conflict between them. */
async function unmerge(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  conflict: ConflictAtHand,
  mergeId: string,
): Promise<string> {
  const { subjectId, id: conflictId } = conflict;
  const merge = await tx.personMerge.findUnique({ where: { id: mergeId } });
  // If another person was merged into them later, that merge must be undone first.
  const last =
    merge &&
    (await tx.personMerge.findFirst({ where: { personId: merge.personId }, orderBy: { id: 'desc' } }));
  if (!merge || last?.id !== mergeId) throw new ChangedSince();
  const otherId = await undoMergeWithin(tx, wake, viewer, merge);
  const isLeft = !conflict.sides.some((side) => side.isLeft);
  await tx.conflictSide.create({ data: { conflictId, subjectId, isLeft, personId: otherId } });
  return `person:${[merge.personId, otherId].sort().join(':')}`;
}

/**
 * Queues a question for the person about a conflict that only they can settle, once; it stays open until it is decided.
 */
export async function askAboutConflict(viewer: Viewer, id: string): Promise<string> {
  mustBeTeam(viewer);
  const conflict = await readable(id);
  if (conflict.status !== 'OPEN') throw new SettledMeanwhile(await nameOf(conflict.decidedById));
  const text = questionOf(inWords(conflict), languageOf(conflict.subject.language));
  if (!text) throw new WrongState('This is for the team to settle: there is nothing to ask', ['id']);
  await transaction(async (tx, wake) => {
    const now = await holdConflict(tx, conflict);
    if (now.status !== 'OPEN') throw new SettledMeanwhile(await nameOf(now.decidedById, tx));
    if (now.questionId) return;
    const { subjectId } = conflict;
    const questionId = await askForTeam(tx, wake, { subjectId, text });
    await tx.conflict.update({ where: { id }, data: { questionId } });
    await audit(tx, viewer, 'conflict.asked', { subjectId, targetId: id, detail: { questionId } });
  });
  return id;
}

/** The facts of a conflict, for its texts. */
export function inWords(conflict: Pick<ConflictAtHand, 'kind' | 'about' | 'reason' | 'sides'>) {
  const { left, right } = sidesOf(conflict);
  const side = (one: SideAtHand | null): SideInWords | null =>
    one && {
      value: one.value,
      cardTitle: one.card?.title ?? null,
      personName: one.person?.name ?? null,
      relation: one.person?.relationship ?? null,
    };
  const { kind, about, reason } = conflict;
  return { kind, about, reason, left: side(left), right: side(right) };
}
