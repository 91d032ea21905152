import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { FILLERS } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, lemma, plain, type Token, tokens } from '#api/biography/writing/language/words.ts';

/** A normalised text with its words, the form that is compared. */
export interface Passage {
  text: string;
  tokens: Token[];
  lemmas: Set<string>;
  /** The facts in order: content words uninflected, subject pronouns ("i", "he"), numbers as "#12". */
  facts: string[];
}

const NOMINATIVE = new Set(['i', 'he', 'she', 'we', 'they']);
const NUMBER_LIKE = /^(?:\d.*|an?|and|oh|o)$/;

/** Dates are checked separately, and may stand anywhere in a sentence. */
export const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|christmas|easter|thanksgiving)$/;

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1600 && value < 2100;
}

/** Reads a text for comparison, without hesitations. */
export const passage = remembered(readPassage, 400);

function readPassage(raw: string): Passage {
  const text = plain(raw);
  const all = tokens(text).filter((token) => !FILLERS.has(token.norm));
  const numbers = findNumbers(text);
  const facts: string[] = [];
  let within = -1;
  for (const token of all) {
    const at = numbers.findIndex((number) => token.start >= number.start && token.end <= number.end);
    if (at >= 0) {
      if (
        at !== within &&
        (!NUMBER_LIKE.test(token.norm) || /^\d/.test(token.norm) || token.norm.startsWith('a'))
      ) {
        if (!isYear(numbers[at]?.value ?? 0)) facts.push(`#${numbers[at]?.value}`);
      }
      within = at;
      continue;
    }
    const bare = token.norm.replace(/'(?:m|ve|d|ll|re)$/, '');
    if (NOMINATIVE.has(bare)) facts.push(bare);
    else if (!isStopWord(token.norm) && !CALENDAR.test(token.norm)) facts.push(lemma(token.norm));
  }
  return { text, tokens: all, lemmas: new Set(all.map((token) => lemma(token.norm))), facts };
}

/** How many characters back a full stop with quotes and spaces can be. */
const NEAR = 16;

/**
 * Whether a capital letter means nothing here: at the start, or after a full stop, a colon, a dash or an
 * opening quote.
 */
export function startsPhrase(text: string, at: number): boolean {
  return /(?:^|[.!?…:\n]["')\]]*\s+|(?:^|[\s(—–-])["'(]|[—–]\s*)$/.test(
    text.slice(Math.max(0, at - NEAR), at),
  );
}
