import type { Language } from '#api/language/languages.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { writingLanguage } from '../writing/languages.ts';
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
  language: Language = 'en',
): string | null {
  const { writtenSentences, worthKeeping } = writingLanguage(language);
  const written = (quotes: readonly string[]) =>
    quotes.flatMap((quote) =>
      splitSentences(quote).map((sentence) =>
        writtenSentences(sentence.text)
          .map((one) => one.text)
          .join(' '),
      ),
    );
  const anew = written(quoted.map(({ after }) => after))
    .filter(worthKeeping)
    .join(' ');
  const builtIn =
    text ===
    written(quoted.map(({ before }) => before))
      .filter(Boolean)
      .join(' ');
  // When removed words come back, the text once made from them is right again.
  const back = quoted.every(({ before }) => before === '') ? text : null;
  const changed = quoted.reduce<string | null>(
    (so, { before, after }) => (so === null || before === after ? so : changedAlong(so, before, after)),
    text,
  );
  const ways = builtIn ? [anew] : [back, changed, anew];
  return ways.find((way) => way !== null && way !== '' && holds(way)) ?? null;
}
