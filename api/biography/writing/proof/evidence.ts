import { plain, tokens } from '#api/biography/writing/language/words.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1600 && value < 2100;
}

/** Reads a text for comparison, without hesitations. */
export function readPassage(raw: string, words: ProofWords): Passage {
  const text = plain(raw);
  const all = tokens(text).filter((token) => !words.isSound(token.norm));
  const numbers = words.findNumbers(text);
  const facts: string[] = [];
  let within = -1;
  for (const token of all) {
    const at = numbers.findIndex((number) => token.start >= number.start && token.end <= number.end);
    if (at >= 0) {
      if (
        at !== within &&
        (!words.joinsNumbers.test(token.norm) || /^\d/.test(token.norm) || token.norm.startsWith('a'))
      ) {
        if (!isYear(numbers[at]?.value ?? 0)) facts.push(`#${numbers[at]?.value}`);
      }
      within = at;
      continue;
    }
    const bare = token.norm.replace(/'(?:m|ve|d|ll|re)$/, '');
    const subject = words.subjectOf(bare);
    if (subject) facts.push(subject);
    else if (!words.isStopWord(token.norm) && !words.isCalendar(token.norm))
      facts.push(words.compared(token.norm));
  }
  return { text, tokens: all, lemmas: new Set(all.map((token) => words.compared(token.norm))), facts };
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
