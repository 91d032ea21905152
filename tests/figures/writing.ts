import { toldBy } from '#api/biography/pipeline/load.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { settleCorrections } from '#api/biography/writing/repairs/settle.ts';
import type { CardDraft, WriteMessage, WriteRequest, Written } from '#api/biography/writing/writer.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import type { AsideCase } from './acts.ts';
import { countCases, type Figure } from './cases.ts';

type Turn = { question: string; said: string };
export type CorrectionCase = {
  id: string;
  make: string;
  turns: Turn[];
  expect: { inBook: string[]; notInBook: string[] };
};
type Telling = { id: string; said?: string; question?: string; turns?: Turn[] };
/** The turns that belong to one card. A turn in no card tells nothing. */
export type JoinCase = { id: string; make: string; turns: Turn[]; cards: number[][] };
export type SpokenCase = {
  id: string;
  make: string;
  said: string;
  good: string;
  mustKeep: string[];
  mustGo: string[];
};

/** A finished conversation in the form that the pipeline gives to the writer. */
export function requestOfTurns(turns: readonly Turn[]): WriteRequest {
  return {
    subject: {
      preferredName: 'Ada',
      fullName: null,
      birthDate: null,
      birthPlace: null,
      people: [],
    },
    conversation: { id: 'conversation', startedAt: new Date('2026-11-05T15:00:00Z') },
    messages: turns.flatMap(({ question, said }, at): WriteMessage[] => [
      { id: `q${at}`, role: 'assistant', text: question, private: false, question: null },
      { id: `a${at}`, role: 'user', private: false, question: null, ...toldBy(said) },
    ]),
    cards: [],
    chapters: CHAPTERS.map(({ key, title }) => ({ key, title })),
  };
}

/** The story part of these turns according to the reading: shows which words never reached the writer. */
function heardOf(turns: readonly Turn[]): string {
  return turns
    .map(({ said }) =>
      toldBy(said)
        .text.replace(/\s{3,}/g, ' ▯ ')
        .trim(),
    )
    .join(' / ');
}

function write(turns: readonly Turn[]): Written {
  return compose(requestOfTurns(turns));
}

function bodyOf({ paragraphs }: CardDraft): string {
  return paragraphs
    .flat()
    .map(({ text }) => text)
    .join(' ');
}

/** Everything that a reader of the book sees. */
function printed(written: Written): string {
  return written.cards.map((card) => `${card.title} | ${bodyOf(card)}`).join('\n');
}

const plain = (text: string) =>
  text.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ');
const holds = (whole: string, part: string) => plain(whole).includes(plain(part));
/** The same for whole words: "er," isn't in "my brother, he". */
const saysStill = (whole: string, part: string) => {
  const words = plain(part).trim();
  const edge = (letter: string | undefined) =>
    /[\p{L}\p{N}]/u.test(letter ?? '') ? '(?![\\p{L}\\p{N}])' : '';
  const before = /^[\p{L}\p{N}]/u.test(words) ? '(?<![\\p{L}\\p{N}])' : '';
  const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`${before}${pattern}${edge(words.at(-1))}`, 'u').test(plain(whole));
};

/** Self-corrections: the right value must be in the book, the wrong one and the remark must not. */
export function measureCorrections(cases: readonly CorrectionCase[]): Figure[] {
  const books = new Map(cases.map((each) => [each, printed(write(each.turns))]));
  const bookOf = (each: CorrectionCase) => books.get(each) ?? '';
  const isRight = (each: CorrectionCase) =>
    each.expect.inBook.every((part) => holds(bookOf(each), part)) &&
    !each.expect.notInBook.some((part) => holds(bookOf(each), part));
  const name = (each: CorrectionCase) => {
    const lacks = each.expect.inBook.filter((part) => !holds(bookOf(each), part));
    const prints = each.expect.notInBook.filter((part) => holds(bookOf(each), part));
    return `${each.id} ${each.make} lacks ${JSON.stringify(lacks)} prints ${JSON.stringify(prints)}\n      heard: ${heardOf(each.turns)}\n      book: ${bookOf(each)}`;
  };
  const isNearMiss = ({ make }: CorrectionCase) => make === 'near-miss' || make === 'none';
  const corrections = cases.filter((each) => !isNearMiss(each));
  const others = cases.filter(isNearMiss);
  return [
    countCases('self-corrections in the book', 0.9, corrections, isRight, name),
    countCases('what only sounds like one left as told', 0.9, others, isRight, name),
  ];
}

/** The number of ordinary turns played as one conversation. */
const TURNS_OF_ONE_TALK = 10;

/** Ordinary telling, many turns together, in which no word may be replaced. */
export function measureUntouched(cases: readonly (Turn & { id: string })[]): Figure[] {
  const talks = cases.flatMap((_, at) =>
    at % TURNS_OF_ONE_TALK === 0 ? [cases.slice(at, at + TURNS_OF_ONE_TALK)] : [],
  );
  const changed = new Set(
    talks.flatMap((talk) =>
      [...settleCorrections(requestOfTurns(talk).messages, []).edits].flatMap(([id, edits]) =>
        edits.some(({ by, isSlip }) => by !== null && !isSlip) ? [talk[Number(id.slice(1))]?.id] : [],
      ),
    ),
  );
  return [
    countCases(
      'ordinary telling of which a word is changed',
      0.005,
      cases,
      ({ id }) => changed.has(id),
      ({ id, said }) => `${id} ${said}`,
      { atMost: true },
    ),
  ];
}

/** Tellings of one turn or of several, in which nothing is corrected and so no value may be replaced by another. */
export function measureReplaced(cases: readonly Telling[]): Figure[] {
  const replaced = new Map(cases.map((each) => [each.id, replacedIn(turnsOf(each))]));
  return [
    countCases(
      'tellings in which a value is replaced though nothing is corrected',
      0.005,
      cases,
      ({ id }) => (replaced.get(id) ?? []).length > 0,
      (each) =>
        `${each.id} ${(replaced.get(each.id) ?? []).join('; ')}\n      heard: ${heardOf(turnsOf(each))}`,
      { atMost: true },
    ),
  ];
}

/** "reindeer → gelding" for each value that the corrections of these turns replace. */
function replacedIn(turns: readonly Turn[]): string[] {
  const { messages } = requestOfTurns(turns);
  const text = (id: string) => messages.find((message) => message.id === id)?.text ?? '';
  return [...settleCorrections(messages, []).edits].flatMap(([id, edits]) =>
    edits.flatMap(({ by, start, end, text: value }) =>
      by && value ? [`${text(id).slice(start, end)} → ${value}`] : [],
    ),
  );
}

const turnsOf = ({ turns, question = '', said = '' }: Telling): Turn[] => turns ?? [{ question, said }];

/** A sentence counts as told when this share of its words is in the book, in order. */
const MOST_WORDS = 0.75;

/** Sentences of stories that the book doesn't have, because they were read as something else or taken for empty. */
export function measureLost(cases: readonly (Turn & { id: string })[]): Figure[] {
  const sentences = cases.flatMap(({ id, question, said }) => {
    const book = wordsOf(printed(write([{ question, said }])));
    return splitSentences(said).map(({ text }) => ({ id, text, isTold: isTold(wordsOf(text), book) }));
  });
  return [
    countCases(
      'sentences of ordinary telling left out of the book',
      0.02,
      sentences,
      ({ isTold }) => !isTold,
      ({ id, text }) => `${id} ${text}`,
      { atMost: true },
    ),
  ];
}

export const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}']+/gu) ?? [];

/** Whether most of the words are in the book, in their order. */
export function isTold(words: readonly string[], book: readonly string[]): boolean {
  let lengths = new Uint16Array(book.length + 1);
  for (const word of words) {
    const next = new Uint16Array(book.length + 1);
    for (let at = 0; at < book.length; at += 1)
      next[at + 1] =
        word === book[at] ? (lengths[at] ?? 0) + 1 : Math.max(lengths[at + 1] ?? 0, next[at] ?? 0);
    lengths = next;
  }
  return (lengths.at(-1) ?? 0) >= words.length * MOST_WORDS;
}

/** Turns of one story must be in one card, and turns of different stories in different cards. */
export function measureJoins(cases: readonly JoinCase[]): Figure[] {
  const groupsOf = (written: Written): number[][] =>
    written.cards
      .map(({ paragraphs }) => {
        const from = paragraphs
          .flat()
          .flatMap(({ sources }) => sources.map(({ messageId }) => Number(messageId.slice(1))));
        return [...new Set(from)].sort((a, b) => a - b);
      })
      .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  const found = new Map(cases.map((each) => [each, groupsOf(write(each.turns))]));
  const isRight = (each: JoinCase) => JSON.stringify(found.get(each)) === JSON.stringify(each.cards);
  const name = (each: JoinCase) =>
    `${each.id} ${each.make} ${JSON.stringify(found.get(each))} and not ${JSON.stringify(each.cards)}\n      heard: ${heardOf(each.turns)}`;
  return [countCases('turns joined and parted rightly', 0.9, cases, isRight, name)];
}

/** Spoken text as written: what an editor removes must be gone, and the person's own words must stay. */
export function measureSpoken(cases: readonly SpokenCase[]): Figure[] {
  const asked = (each: SpokenCase) => [{ question: 'Tell me about it.', said: each.said }];
  const bodies = new Map(cases.map((each) => [each, write(asked(each)).cards.map(bodyOf).join(' ')]));
  const bodyFor = (each: SpokenCase) => bodies.get(each) ?? '';
  const isRight = ({ mustKeep, mustGo }: SpokenCase, body: string) =>
    mustKeep.every((part) => holds(body, part)) && !mustGo.some((part) => saysStill(body, part));
  const name = (each: SpokenCase) => {
    const body = bodyFor(each);
    const lost = each.mustKeep.filter((part) => !holds(body, part));
    const left = each.mustGo.filter((part) => saysStill(body, part));
    return `${each.id} ${each.make} lost ${JSON.stringify(lost)} left ${JSON.stringify(left)}\n      heard: ${heardOf(asked(each))}\n      wrote: ${body}\n      good:  ${each.good}`;
  };
  return [countCases('spoken into written', 0.9, cases, (each) => isRight(each, bodyFor(each)), name)];
}

/** Instructions, asides and talk about the telling that are printed in the book. */
export function measurePrinted(cases: readonly AsideCase[]): Figure[] {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const bookOf = ({ question, before = [], said }: AsideCase) =>
    words(
      printed(
        write([
          ...before.map((earlier) => ({ question: 'What happened then?', said: earlier })),
          { question, said },
        ]),
      ),
    ).join(' ');
  const books = new Map(cases.map((each) => [each, bookOf(each)]));
  const isIn = (part: string, whole: string) => {
    const said = words(part);
    if (said.length < 3) return said.length > 0 && whole.includes(said.join(' '));
    const runs = said.slice(2).filter((_, at) => whole.includes(said.slice(at, at + 3).join(' ')));
    return runs.length / (said.length - 2) > 0.5;
  };
  const name = (each: AsideCase) => `${each.id} ${each.said} → ${books.get(each)}`;
  return [
    countCases(
      'instructions, asides, meta-talk printed in the book',
      0.02,
      cases.filter(({ notPrinted }) => notPrinted.length > 0),
      (each) => each.notPrinted.some((part) => isIn(part, books.get(each) ?? '')),
      name,
      { atMost: true },
    ),
  ];
}
