import { contentLemmas } from './writing/language/words.ts';

/** This many words in the same order are no chance. */
const run = 4;

/** What was said, as first heard and as corrected: either way it can be said again. */
export function wordingsOf({
  text,
  correctedText,
}: {
  text: string;
  correctedText: string | null;
}): string[] {
  return correctedText === null ? [text] : [correctedText, text];
}

/** Whether a text says again what was said: some of its words stand there in the same order. */
export function repeats(text: string, said: readonly string[]): boolean {
  const words = wordsOf(text);
  if (words.length === 0) return false;
  const size = Math.min(run, words.length);
  // One or two common words prove nothing.
  if (size < 3) return false;
  const spoken = said.map((each) => ` ${wordsOf(each).join(' ')} `);
  return words
    .slice(0, words.length - size + 1)
    .some((_word, at) => spoken.some((each) => each.includes(` ${words.slice(at, at + size).join(' ')} `)));
}

/** Whether a text has a word of content that stands in `said` and in none of the texts that remain `open`. */
export function gives(text: string, said: readonly string[], open: readonly string[]): boolean {
  const told = new Set(said.flatMap((each) => contentLemmas(each)));
  const known = new Set(open.flatMap((each) => contentLemmas(each)));
  return contentLemmas(text).some((word) => told.has(word) && !known.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
