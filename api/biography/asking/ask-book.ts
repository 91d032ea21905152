import { z } from 'zod';
import { cardsKeptFrom, wordsKeptFrom } from '#api/audiences/policy.ts';
import { readUtterance, type UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { visibleCards } from '../policy.ts';
import { findAnswers, findLikeWords } from '../text-tasks.ts';
import { nearestMessages, readMeanings } from './encode-messages.ts';
import type { FoundAnswer, Passage } from './find-answers.ts';
import { askingWords } from './languages.ts';
import { vectorOf } from './question-vector.ts';

const Question = z.object({ question: line(500) });

/**
 * Up to this many turns are all read. Above it, only turns that hold a word of the question, and turns with sentences of
 * similar meaning.
 */
const MOST_TURNS = 400;
/** At most so many turns are found by their words, and as many by their meaning. */
const MOST_FOUND = 130;
/** Of turns with the words of a question, at most so many are ranked, because ranking reads them all. */
const MOST_RANKED = 1_000;
/** At most so many characters are read for a question. */
export const MOST_CHARACTERS = 1_500_000;
const DEADLINE_MS = 10_000;

/** What the subject said that answers a question, in their own words. */
export interface BookAnswer {
  subjectId: string;
  messageId: string;
  conversationId: string;
  /** The story that contains the quote; null when there is none that the reader may see. */
  cardId: string | null;
  quote: string;
  /** Position of the quote in the message, in UTF-16 units. */
  start: number;
  end: number;
}

type Turn = {
  id: string;
  conversationId: string;
  text: string;
  reading: UtteranceReading | null;
  asked: string | null;
  askedId: string | null;
};

/**
 * Answers a question with quotes of the subject: the best first, at most five, empty when the subject never
 * said it. Private words, words waiting for deletion and words of distress are never answers. A reader
 * without access to the transcripts gets only words that support a story they may see, and so does every reader of
 * words that an audience keeps from them.
 */
export async function askBook(
  subjectAccess: SubjectAccess,
  input: { question: string },
): Promise<BookAnswer[]> {
  const { question } = parse(Question, input);
  const { subjectId } = subjectAccess;
  const subject = await db.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { fullName: true, preferredName: true, language: true },
  });
  const names = [subject.fullName, subject.preferredName];
  const language = languageOf(subject.language);
  const vector = await vectorOf(question, names, subjectId, askingWords(language));
  const turns = await turnsAbout(subjectId, question, names, vector, language);
  if (turns.length === 0) return [];
  const meanings = await readMeanings(turns.flatMap(({ id, askedId }) => (askedId ? [id, askedId] : [id])));
  const passages = turns.map(({ id, text, reading, asked, askedId }): Passage => {
    const story = storyText(text, reading ?? readUtterance(text));
    const vectors = meanings.get(id);
    return {
      messageId: id,
      text: story,
      asked: asked ?? '',
      encoded: vectors ? { text: story, vectors } : null,
      askedVector: (askedId && meanings.get(askedId)) || null,
    };
  });
  const readsTranscripts = subjectAccess.can('READ_TRANSCRIPTS');
  const allowed = readsTranscripts
    ? await withoutWhatIsKept(passages, turns, subjectAccess)
    : await onlyWhatStoriesTell(passages, subjectAccess);
  const answers = await runInWorker(
    findAnswers,
    { question, names, passages: allowed, vector, language },
    { subjectId, deadlineMs: DEADLINE_MS },
  );
  const textsOf = (all: readonly { messageId: string; text: string }[]) =>
    new Map(all.map(({ messageId, text }) => [messageId, text]));
  const spoken = textsOf(
    readsTranscripts ? passages : turns.map(({ id, text }) => ({ messageId: id, text })),
  );
  const open = textsOf(allowed);
  const found = answers.map((answer) => {
    const { messageId } = answer;
    return {
      ...answer,
      end: endBeforeBlanks(answer, spoken.get(messageId) ?? '', open.get(messageId) ?? ''),
    };
  });
  const cards = await cardsOf(found, subjectAccess);
  const quoted = found.map((answer, at) => {
    const turn = turns.find(({ id }) => id === answer.messageId) as Turn;
    const { messageId, start, end } = answer;
    return {
      ...{ subjectId, messageId, start, end },
      conversationId: turn.conversationId,
      quote: turn.text.slice(start, end),
      cardId: cards[at] ?? null,
    };
  });
  return withoutRepeated(quoted);
}

/** The same words, said in two conversations, are one answer: the one that a story contains. */
function withoutRepeated(answers: readonly BookAnswer[]): BookAnswer[] {
  const sameWords = Map.groupBy(answers, ({ quote }) => quote.trim().toLowerCase());
  return [...sameWords.values()].flatMap((same) => same.find(({ cardId }) => cardId) ?? same.slice(0, 1));
}

/** The subject's turns that may hold an answer, each with the question before it. */
async function turnsAbout(
  subjectId: string,
  question: string,
  names: readonly string[],
  vector: Float32Array | null,
  language: Language,
): Promise<Turn[]> {
  // In an inbound call the speaker is unknown until somebody confirms who it was.
  const unconfirmed = Prisma.sql`select conversation_id from call
    where subject_id = ${subjectId}::uuid and inbound and confirmed_at is null`;
  const open = Prisma.sql`subject_id = ${subjectId}::uuid and not private and deleted_at is null
    and conversation_id not in (${unconfirmed})`;
  const [{ count = 0 } = {}] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from
      (select 1 from message where ${open} and role = 'user' limit ${MOST_TURNS + 1}) as turn`;
  let hits = Prisma.sql`select id, conversation_id, seq, role from message where ${open} and role = 'user'`;
  if (count > MOST_TURNS) {
    const words = await runInWorker(
      findLikeWords,
      { question, names, language },
      { subjectId, deadlineMs: DEADLINE_MS },
    );
    const { config, byBeginnings } = askingWords(language).search;
    const search = Prisma.raw(`'${config}'`);
    const query = words.map((word) => `'${word}'${byBeginnings ? ':*' : ''}`).join(' | ');
    // As the index of English words has it; the words of a question are without accents too.
    const text = Prisma.sql`to_tsvector(${search}, without_accents(coalesce(corrected_text, text)))`;
    // Each in its own statement: joined in one, the planner repeats them for each row of a table that grew quickly.
    const [byWords, byMeaning] = await Promise.all([
      db.$queryRaw<{ id: string }[]>`select id::text as id from (
          select id, ${text} as words from message
          where ${open} and role = 'user' and ${text} @@ to_tsquery(${search}, ${query}) limit ${MOST_RANKED}
        ) matching order by ts_rank(words, to_tsquery(${search}, ${query})) desc, id limit ${MOST_FOUND}`,
      vector ? nearestMessages(subjectId, vector, MOST_FOUND) : [],
    ]);
    const ids = [...new Set([...byWords, ...byMeaning].map(({ id }) => id))];
    hits = Prisma.sql`select id, conversation_id, seq, role from message
      where ${open} and id = any(${ids}::uuid[])`;
  }
  const turns = await db.$queryRaw<Turn[]>`
    with hit as materialized (${hits}),
    found as (
      select id from hit where role = 'user'
      union
      select answer.id from hit join message answer on answer.conversation_id = hit.conversation_id
        and answer.seq between hit.seq + 1 and hit.seq + 2 and answer.role = 'user'
      where hit.role = 'assistant'
    )
    select turn.id::text as id, turn.conversation_id::text as "conversationId",
      coalesce(turn.corrected_text, turn.text) as text, turn.reading,
      asked.text as asked, asked.id::text as "askedId"
    from found join message turn on turn.id = found.id and not turn.private and turn.deleted_at is null
      left join lateral (
        -- As text, because the planner would choose the index of all that was asked of the subject.
        select question.id, question.text from message question
        where question.conversation_id = turn.conversation_id and question.seq < turn.seq
          and question.role::text = 'assistant' and not question.private
        order by question.seq desc limit 1
      ) asked on true
    order by turn.id limit ${MOST_TURNS}`;
  let characters = 0;
  return turns.filter(({ text }) => {
    characters += text.length;
    return characters <= MOST_CHARACTERS;
  });
}

/** The sources of these messages whose sentences the reader may see, as spans of the messages. */
async function sourcesSeen(messageIds: readonly string[], subjectAccess: SubjectAccess) {
  const sources = await db.source.findMany({
    where: {
      messageId: { in: [...messageIds] },
      sentence: {
        hidden: false,
        card: { AND: [{ subjectId: subjectAccess.subjectId }, visibleCards(subjectAccess)] },
      },
    },
    select: {
      messageId: true,
      start: true,
      end: true,
      sentence: {
        select: { revision: true, cardId: true, card: { select: { revision: true, status: true } } },
      },
    },
    orderBy: { id: 'asc' },
  });
  return sources
    .filter(({ sentence }) => sentence.revision === sentence.card.revision)
    .map(({ messageId, start, end, sentence: { cardId, card } }) => ({
      ...{ messageId, start, end, cardId },
      isHidden: card.status === 'HIDDEN',
    }));
}

/** Blanks everything except the words that support a story the reader may see. */
async function onlyWhatStoriesTell(
  passages: readonly Passage[],
  subjectAccess: SubjectAccess,
): Promise<Passage[]> {
  const sources = await sourcesSeen(
    passages.map(({ messageId }) => messageId),
    subjectAccess,
  );
  return passages.flatMap((passage) => {
    const storySources = sources.filter(({ messageId }) => messageId === passage.messageId);
    if (storySources.length === 0) return [];
    return [{ ...passage, text: blankOutside(passage.text, storySources) }];
  });
}

function blankOutside(text: string, spans: readonly { start: number; end: number }[]): string {
  let blanked = '';
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(blanked.length, start);
    blanked += ' '.repeat(from - blanked.length) + text.slice(from, Math.max(from, end));
  }
  return blanked.padEnd(text.length);
}

/**
 * Blanks the words that support stories the reader may not read. Of messages that an audience keeps from them, only the
 * words that support stories they may read are left.
 */
async function withoutWhatIsKept(
  all: readonly Passage[],
  turns: readonly Turn[],
  subjectAccess: SubjectAccess,
): Promise<readonly Passage[]> {
  const among = turns.map(({ conversationId }) => conversationId);
  const { messageIds } = await wordsKeptFrom([subjectAccess], among);
  const askedIds = new Map(turns.map(({ id, askedId }) => [id, askedId]));
  const isKept = ({ messageId }: Passage) => messageIds.has(messageId);
  const kept = await onlyWhatStoriesTell(all.filter(isKept), subjectAccess);
  const open = await withoutUnreadable(
    all.filter((each) => !isKept(each)),
    subjectAccess,
  );
  return [...open, ...kept].map((passage) =>
    messageIds.has(askedIds.get(passage.messageId) ?? '')
      ? { ...passage, asked: '', askedVector: null }
      : passage,
  );
}

async function withoutUnreadable(
  passages: readonly Passage[],
  subjectAccess: SubjectAccess,
): Promise<readonly Passage[]> {
  const unreadableCards = cardsKeptFrom(subjectAccess);
  if (!unreadableCards) return passages;
  const sources = await db.source.findMany({
    where: {
      messageId: { in: passages.map(({ messageId }) => messageId) },
      sentence: { card: { AND: [{ subjectId: subjectAccess.subjectId }, unreadableCards] } },
    },
    select: { messageId: true, start: true, end: true },
  });
  const byMessage = Map.groupBy(sources, ({ messageId }) => messageId);
  return passages.map((passage) => {
    const spans = byMessage.get(passage.messageId);
    return spans ? { ...passage, text: blankWithin(passage.text, spans) } : passage;
  });
}

function blankWithin(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce(
    (open, { start, end }) =>
      open.slice(0, start) + ' '.repeat(Math.max(0, Math.min(end, open.length) - start)) + open.slice(end),
    text,
  );
}

/** The end of a quote: before its first word that is blanked for this reader. */
function endBeforeBlanks({ start, end }: FoundAnswer, spoken: string, open: string): number {
  for (let at = start; at < end; at++) {
    if (open[at] !== spoken[at] && /[\p{L}\p{N}]/u.test(spoken[at] ?? ''))
      return start + open.slice(start, at).trimEnd().length;
  }
  return end;
}

/** Finds for each answer the story that contains it. */
async function cardsOf(
  answers: readonly FoundAnswer[],
  subjectAccess: SubjectAccess,
): Promise<(string | null)[]> {
  const sources = await sourcesSeen(
    answers.map(({ messageId }) => messageId),
    subjectAccess,
  );
  return answers.map(({ messageId, start, end }) => {
    const tells = sources.find(
      (source) =>
        !source.isHidden && source.messageId === messageId && source.start < end && source.end > start,
    );
    return tells?.cardId ?? null;
  });
}
