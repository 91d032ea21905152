import { splitSentences } from '#api/language/sentences.ts';
import { polish } from '../writing/language/polish.ts';
import { worthKeeping } from '../writing/language/worth.ts';
import { changedAlong } from './comparison.ts';

/** The words that a sentence rests on, as they were and as they are. */
export type Quoted = { before: string; after: string };

/**
 * A sentence of the machine as it is written from corrected words: with just the corrected words changed in it, or else
 * as the built-in writer lays those words down. Null when nothing of it `holds`, as when the words are gone.
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
  // Of words that come back, what was once made of them is right again.
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
