import { isHeldBack, keepUntiedClosed } from '#api/audiences/untying.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { tellReaders } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { endMakings } from '#api/makings/service/expire.ts';
import { personChanged } from '#api/people/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { holdBook } from './book.ts';
import { charactersOf, evidenceOf, hasWords } from './correcting/evidence.ts';
import { wordingsOf } from './echo.ts';
import { biographyRetitle, biographyWrite } from './jobs.ts';
import { forgetDatesInOrder } from './story-order.ts';
import { findRepeated, groundSentences } from './text-tasks.ts';
import {
  clearFindings,
  clearMentions,
  clearProposals,
  deleteUnnamedPlaces,
  withdrawFacts,
} from './withdrawal.ts';

/** Time limit for finding what rests on private words. */
const readingMs = 5_000;

/** The messages whose privacy changes. All belong to one subject. */
async function messagesOf(tx: Tx, messageIds: readonly string[]) {
  const messages = await tx.message.findMany({
    where: { id: { in: [...messageIds] } },
    select: { id: true, text: true, correctedText: true, subjectId: true, conversationId: true },
  });
  const conversationIds = [...new Set(messages.map((message) => message.conversationId))];
  return { messages, conversationIds, subjectId: messages[0]?.subjectId ?? null };
}

/**
 * Removes words that have just become private from the book, in the transaction that makes them private. It
 * hides every sentence that rests on them, in all revisions and proposals. It clears what else could reveal
 * them (titles, summary, date, place, and people and places found only there), and a job makes new titles.
 * A card with nothing left to show becomes HIDDEN. The caller has already set `private`, and must
 * not hold a lock on a conversation that has ended.
 */
export async function hidePrivateSentences(tx: Tx, wake: Wake, messageIds: readonly string[]) {
  const { messages, conversationIds, subjectId } = await messagesOf(tx, messageIds);
  // Take the lock even when nothing rests on the words yet: a running writer then either commits before us
  // or sees that they are private.
  if (!subjectId || !(await holdBook(tx, subjectId))) return;
  await endMakings(tx, subjectId);
  const ids = messages.map((message) => message.id);
  const said = messages.flatMap(wordingsOf);

  const cardIds = await cardsRestingOn(tx, ids);
  await tx.sentence.updateMany({
    where: { sources: { some: { messageId: { in: ids } } } },
    data: { hidden: true },
  });
  await hideRepeated(tx, subjectId, cardIds, said);
  await clearMentions(tx, wake, subjectId, ids, cardIds);
  await clearProposals(tx, subjectId, ids);
  await clearFindings(tx, subjectId, ids);
  const retitle = await withdrawFacts(tx, cardIds, ids, said);
  await forgetDatesInOrder(tx, subjectId);
  await deleteUnnamedPlaces(tx, subjectId);
  await hideEmptied(tx, cardIds);
  await tellReaders(tx, wake, subjectId, cardIds);

  const conversations = await tx.conversation.findMany({
    where: { id: { in: conversationIds }, OR: [{ title: { not: null } }, { summary: { not: null } }] },
    select: { id: true },
  });
  for (const { id } of conversations) {
    await tx.conversation.update({ where: { id }, data: { title: null, summary: null } });
    await conversationChanged(tx, wake, subjectId, id);
  }
  for (const conversationId of new Set([...conversations.map(({ id }) => id), ...retitle])) {
    await enqueue(tx, biographyRetitle, { conversationId }, { subjectId });
  }
}

/**
 * Shows sentences again that rest on words which the subject has just made readable, in the same
 * transaction, if the words still support them: what was deleted from the transcript stays hidden. The
 * conversation is also written again, so that the words left out before enter the book.
 */
export async function showAgain(tx: Tx, wake: Wake, messageIds: readonly string[]) {
  const { messages, conversationIds, subjectId } = await messagesOf(tx, messageIds);
  if (!subjectId || !(await holdBook(tx, subjectId))) return;
  const ids = messages.map((message) => message.id);
  const cardIds = await cardsRestingOn(tx, ids);
  const emptied = await emptyAmong(tx, cardIds);
  await showSourced(tx, subjectId, ids);
  await showByHand(tx, subjectId, cardIds);
  const stillEmpty = new Set(await emptyAmong(tx, cardIds));
  await tx.card.updateMany({
    where: { id: { in: emptied.filter((id) => !stillEmpty.has(id)) }, status: 'HIDDEN' },
    data: { status: 'DRAFT' },
  });
  await tellReaders(tx, wake, subjectId, cardIds);

  await queueWritingAgain(tx, wake, subjectId, conversationIds);
}

/** Queues the writing of conversations that were written before, so that what is missing in the book is added. */
export async function queueWritingAgain(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  conversationIds: readonly string[],
) {
  const written = await tx.conversation.findMany({
    where: { id: { in: [...conversationIds] }, writing: { in: ['WRITTEN', 'WRITING_FAILED'] } },
    select: { id: true },
  });
  for (const { id } of written) {
    await tx.conversation.update({ where: { id }, data: { writing: 'WRITING' } });
    await conversationChanged(tx, wake, subjectId, id);
    await enqueue(tx, biographyWrite, { conversationId: id }, { subjectId });
  }
}

/** Sentences that a correction removed, before or since, stay hidden. */
async function showSourced(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const hidden = await tx.sentence.findMany({
    where: {
      hidden: true,
      sources: {
        some: { messageId: { in: [...messageIds] } },
        every: { message: { is: { private: false } } },
      },
    },
    select: {
      id: true,
      text: true,
      card: { select: { touchedByPerson: true } },
      sources: { orderBy: { id: 'asc' }, select: { messageId: true, start: true, end: true } },
    },
  });
  const [messageId] = messageIds;
  if (!messageId || !hidden.length) return;
  const evidence = await evidenceOf(tx, messageId, hidden);
  const sentences = hidden.map(({ text, sources }) => ({ text, sources: sources.filter(hasWords) }));
  const { messages, told, given } = evidence;
  const holds = await runTextTask(
    groundSentences,
    { sentences, messages, told, given },
    {
      characters: charactersOf(evidence, sentences),
      subjectId,
      deadlineMs: readingMs,
    },
  );
  // On a card that a person has touched, the wording is the family's: it is shown as long as its sources
  // have words.
  const shown = hidden.filter(({ card, sources }, at) =>
    card.touchedByPerson ? sources.some(hasWords) : holds[at],
  );
  await tx.sentence.updateMany({
    where: { id: { in: shown.map(({ id }) => id) } },
    data: { hidden: false },
  });
}

async function cardsRestingOn(tx: Tx, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sentence.findMany({
    where: { sources: { some: { messageId: { in: [...messageIds] } } } },
    select: { cardId: true },
    distinct: ['cardId'],
  });
  return rows.map((row) => row.cardId);
}

/** Hides sentences that the family wrote or changed by hand on these cards if they repeat the private words. */
async function hideRepeated(tx: Tx, subjectId: string, cardIds: readonly string[], said: readonly string[]) {
  const open = await byHand(tx, cardIds, false);
  const repeated = await repeatedAmong(open, said, subjectId);
  const ids = open.filter((_, at) => repeated[at]).map(({ id }) => id);
  await tx.sentence.updateMany({ where: { id: { in: ids } }, data: { hidden: true } });
}

async function showByHand(tx: Tx, subjectId: string, cardIds: readonly string[]) {
  const stillPrivate = await tx.message.findMany({
    where: { private: true, sources: { some: { sentence: { is: { cardId: { in: [...cardIds] } } } } } },
    select: { text: true, correctedText: true },
  });
  const hidden = await byHand(tx, cardIds, true);
  const repeated = await repeatedAmong(hidden, stillPrivate.flatMap(wordingsOf), subjectId);
  const ids = hidden.filter((_, at) => !repeated[at]).map(({ id }) => id);
  await tx.sentence.updateMany({ where: { id: { in: ids } }, data: { hidden: false } });
}

/** For each sentence, whether it repeats what was said; true for all when that can't be checked in time. */
async function repeatedAmong(
  sentences: readonly { text: string }[],
  said: readonly string[],
  subjectId: string,
) {
  if (!sentences.length) return [];
  const texts = sentences.map(({ text }) => text);
  const characters = [...texts, ...said].join('').length;
  try {
    return await runTextTask(findRepeated, { texts, said }, { characters, subjectId, deadlineMs: readingMs });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    return texts.map(() => true);
  }
}

/** Sentences written by hand, and edited ones whose sources are not private and still have words. */
async function byHand(tx: Tx, cardIds: readonly string[], hidden: boolean) {
  const found = await tx.sentence.findMany({
    where: {
      cardId: { in: [...cardIds] },
      hidden,
      OR: [
        { sources: { none: {} } },
        { edited: true, sources: { every: { message: { is: { private: false } } } } },
      ],
    },
    select: { id: true, text: true, sources: { select: { messageId: true, start: true, end: true } } },
  });
  return found.filter(({ sources }) => sources.length === 0 || sources.some(hasWords));
}

async function hideEmptied(tx: Tx, cardIds: readonly string[]) {
  await tx.card.updateMany({
    where: { id: { in: await emptyAmong(tx, cardIds) } },
    data: { status: 'HIDDEN' },
  });
}

/** Of these cards, those whose current revision has nothing to show. */
export async function emptyAmong(tx: Tx, cardIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select c.id::text as id from card c where c.id = any(${cardIds}::uuid[]) and not exists (
      select 1 from sentence s where s.card_id = c.id and s.revision = c.revision and not s.hidden)`;
  return rows.map((row) => row.id);
}

/** Deletes stories. Their keepsakes stay, each at least as closed as it was. */
export async function deleteStories(tx: Tx, subjectId: string, cardIds: readonly string[]): Promise<void> {
  const ids = [...cardIds];
  await keepUntiedClosed(tx, subjectId, { cardId: { in: ids } }, { closes: isHeldBack });
  await tx.card.deleteMany({ where: { subjectId, id: { in: ids } } });
}

/**
 * The subject has withdrawn AI_WRITING and wants the written text deleted. Deletes machine-written cards
 * that nobody touched; on touched cards the sentences that the family wrote stay. The transcript stays too.
 * Runs in the transaction of the withdrawal.
 */
export async function eraseWriting(tx: Tx, wake: Wake, subjectId: string) {
  if (!(await holdBook(tx, subjectId))) return;
  const written = await tx.card.findMany({
    where: {
      subjectId,
      OR: [{ touchedByPerson: false }, { sentences: { some: { sources: { some: {} } } } }],
    },
    select: { id: true, touchedByPerson: true },
  });
  await tellReaders(
    tx,
    wake,
    subjectId,
    written.map(({ id }) => id),
  );
  const untouched = written.filter(({ touchedByPerson }) => !touchedByPerson);
  await deleteStories(
    tx,
    subjectId,
    untouched.map(({ id }) => id),
  );
  const touched = await tx.card.findMany({ where: { subjectId }, select: { id: true } });
  const cardIds = touched.map((card) => card.id);
  await withdrawFacts(tx, cardIds, 'ALL', []);
  await tx.sentence.deleteMany({ where: { subjectId, sources: { some: {} } } });
  await deleteStories(tx, subjectId, await emptyAmong(tx, cardIds));
  await forgetDatesInOrder(tx, subjectId);
  await tx.$executeRaw`
    delete from card_revision r where r.subject_id = ${subjectId}::uuid and not exists (
      select 1 from sentence s where s.card_id = r.card_id and s.revision = r.number)`;
  await tx.cardRevision.updateMany({ where: { subjectId }, data: { conversationId: null } });

  await tx.storyDraft.deleteMany({ where: { subjectId } });
  await tx.proposal.deleteMany({ where: { subjectId } });
  await tx.conflict.deleteMany({ where: { subjectId } });
  await tx.writerRun.deleteMany({ where: { subjectId } });
  await tx.mention.deleteMany({ where: { subjectId } });
  await tx.place.deleteMany({ where: { subjectId } });
  const people = await tx.person.findMany({
    where: { subjectId, found: true, membershipId: null },
    select: { id: true },
  });
  for (const { id } of people) await personChanged(tx, wake, subjectId, id);
  await tx.person.deleteMany({ where: { id: { in: people.map(({ id }) => id) } } });
  await tx.keptPersonDecision.deleteMany({ where: { subjectId } });
  const conversations = await tx.conversation.findMany({
    where: {
      subjectId,
      OR: [{ title: { not: null } }, { summary: { not: null } }, { writing: { not: null } }],
    },
    select: { id: true },
  });
  await tx.conversation.updateMany({
    where: { id: { in: conversations.map(({ id }) => id) } },
    data: { title: null, summary: null, writing: null },
  });
  for (const { id } of conversations) await conversationChanged(tx, wake, subjectId, id);
}
