import { splitSentences } from '#api/language/sentences.ts';
import { polish } from '../writing/language/polish.ts';
import { worthKeeping } from '../writing/language/worth.ts';
import { changedAlong } from './comparison.ts';

/** The words that a sentence rests on, before and after the correction. */
export type Quoted = { before: string; after: string };

/**
 * Rewrites a machine-written sentence from corrected words: only the corrected words are replaced, or else
 * the built-in writer writes those words again. Null when no version passes `holds`, as when the words are
 * gone.
 */
export function reword(
  text: string,
  quoted: readonly Quoted[],
  holds: (text: string) => boolean,
): string | null {
  const anew = laidDown(
    quoted.map(({ after }) => after),
    worthKeeping,
  );
  const builtIn = text === laidDown(quoted.map(({ before }) => before));
  // When removed words come back, the text once made from them is right again.
  const back = quoted.every(({ before }) => before === '') ? text : null;
  const changed = quoted.reduce<string | null>(
    (so, { before, after }) => (so === null || before === after ? so : changedAlong(so, before, after)),
    text,
  );
  const ways = builtIn ? [anew] : [back, changed, anew];
  return ways.find((way) => way !== null && way !== '' && holds(way)) ?? null;
}

function laidDown(quotes: readonly string[], isKept: (sentence: string) => boolean = Boolean): string {
  return quotes
    .flatMap((quote) => splitSentences(quote).map((sentence) => polish(sentence.text)))
    .filter(isKept)
    .join(' ');
}
