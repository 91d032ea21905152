import { compose } from '#api/biography/writing/compose.ts';
import { contentLemmas, fold, tokens } from '#api/biography/writing/language/words.ts';
import type { CardDraft, Written } from '#api/biography/writing/writer.ts';
import { wordsIn } from '#api/platform/domain-values/language.ts';
import { countCases, type Figure } from './cases.ts';
import { requestOfTurns } from './writing.ts';

/** A telling with the chapter of its question and its own chapter; those in `also` are accepted too. */
export type ChapterCase = {
  id: string;
  question: string;
  askedChapter: string;
  said: string;
  expect: string;
  also?: string[];
};

/** A telling with titles that editors gave to it. */
export type TitleCase = { id: string; question: string; said: string; good: string[] };

function write({ question, said }: { question: string; said: string }, chapterKey: string | null): Written {
  const request = requestOfTurns([{ question, said }]);
  const messages = request.messages.map((message) =>
    message.role === 'assistant' && chapterKey !== null
      ? { ...message, question: { text: question, chapterKey } }
      : message,
  );
  return compose({ ...request, messages });
}

const sizeOf = ({ paragraphs }: CardDraft) =>
  paragraphs.flat().reduce((sum, { text }) => sum + text.length, 0);

/** The chapter of the longest card of a telling; null when it makes none. */
function chapterFor(each: ChapterCase): string | null {
  const [longest] = write(each, each.askedChapter).cards.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return longest?.chapterKey ?? null;
}

/** Tellings under a question of another chapter: right, unsorted (which counts half) or wrong. */
export function measureChapters(cases: readonly ChapterCase[]): Figure[] {
  const found = cases.map((each) => ({ each, chapter: chapterFor(each) }));
  const isRight = ({ each: { expect, also = [] }, chapter }: (typeof found)[number]) =>
    chapter !== null && [expect, ...also].includes(chapter);
  const right = found.filter(isRight);
  const unsorted = found.filter((one) => !isRight(one) && one.chapter === 'unsorted');
  const wrong = found.length - right.length - unsorted.length;
  return [
    {
      what: `chapter (${right.length} right, ${unsorted.length} unsorted, ${wrong} wrong)`,
      hit: right.length + unsorted.length / 2,
      of: cases.length,
      goal: 0.85,
      missed: found
        .filter((one) => !isRight(one))
        .map(
          ({ each, chapter }) =>
            `${each.id} ${each.expect}, asked ${each.askedChapter}, found ${chapter}: ${each.said}`,
        ),
    },
  ];
}

/** The title of a telling's longest card, and the summary of its conversation. */
export function titled(each: Pick<TitleCase, 'question' | 'said'>): { title: string; summary: string } {
  const { cards, summary } = write(each, null);
  const [longest] = cards.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return { title: longest?.title ?? '', summary };
}

const bare = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N} ]+/gu, '')
    .trim();

/** Faults of a title or a summary that can be found without a reader. */
export function faultsOf({ title, summary }: { title: string; summary: string }, question: string): string[] {
  const faults: [string, boolean][] = [
    ['no title', title === ''],
    ['a fragment', isFragment(title)],
    ['an article without a noun', isArticleAlone(title)],
    ['the same as the summary', bare(title) === bare(summary)],
    ['copies the question', copies(title, question)],
    ['summary adds nothing', addsNothing(summary, title)],
    ['summary of more than two sentences', (summary.match(/[.!?][”"]? +(?=[\p{Lu}“"])/gu)?.length ?? 0) > 3],
  ];
  return faults.flatMap(([fault, has]) => (has ? [fault] : []));
}

const OPENS_NOTHING = /^(?:and|but|or|so|because|which|that|of|to|than|as)\b/i;
const WAITS_FOR_MORE =
  /\b(?:the|an?|my|our|his|her|their|your|its|of|and|or|but|to|from|with|for|at|by|than|because|is|was|were|are|had|said|who|which|very)$/i;

function isFragment(title: string): boolean {
  const words = title.replace(/[“”"'’.!?…]+$/u, '');
  return (
    /^[“"]?\p{Ll}/u.test(title) ||
    OPENS_NOTHING.test(words.replace(/^[“"]/, '')) ||
    WAITS_FOR_MORE.test(words)
  );
}

function isArticleAlone(title: string): boolean {
  if (!/^[“"]?(?:the|an?|my|our|his|her)\b/i.test(title)) return false;
  const terms = (wordsIn(title).json() as { terms: { tags?: string[] }[] }[]).flatMap((part) => part.terms);
  return !terms.some(
    ({ tags = [] }) => tags.includes('Noun') || tags.includes('Verb') || tags.includes('Value'),
  );
}

/** Whether a title is only a run of words from the question. */
function copies(title: string, question: string): boolean {
  const own = tokens(title).map(({ norm }) => norm);
  const asked = ` ${tokens(question.replace(/\byour\b/gi, 'my').replace(/\byou\b/gi, 'I'))
    .map(({ norm }) => norm)
    .join(' ')} `;
  return own.length > 1 && asked.includes(` ${own.join(' ')} `);
}

function addsNothing(summary: string, title: string): boolean {
  const known = new Set(contentLemmas(title));
  return contentLemmas(summary).filter((word) => !known.has(word)).length < 3;
}

/** The titles without obvious faults. Readers judge the others from the output of `printTitles`. */
export function measureTitles(cases: readonly TitleCase[]): Figure[] {
  const found = new Map(cases.map((each) => [each, titled(each)]));
  const faults = (each: TitleCase) => faultsOf(found.get(each) ?? { title: '', summary: '' }, each.question);
  const name = (each: TitleCase) =>
    `${each.id} ${faults(each).join(', ')}: ${found.get(each)?.title} | ${found.get(each)?.summary}`;
  return [
    countCases(
      'titles and summaries with no plain fault',
      0.95,
      cases,
      (each) => faults(each).length === 0,
      name,
    ),
  ];
}

/** Prints the titles for the readers who judge them. */
export function printTitles(cases: readonly TitleCase[]) {
  for (const each of cases) {
    const found = titled(each);
    const faults = faultsOf(found, each.question).join(', ');
    console.log(
      `Q: ${each.question}\nA: ${each.said}\n   ${found.title}\n   ${found.summary}\n   ${faults}\n`,
    );
  }
}
