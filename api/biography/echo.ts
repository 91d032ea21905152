import { setImmediate } from 'node:timers/promises';
import { contentLemmas } from './writing/language/words.ts';

/** This many words in the same order are no chance. */
const run = 4;
/** Of a text of so many words all must stand there. */
const shortRun = 3;
/** So many characters are read in a few milliseconds. */
const turnSize = 20_000;

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

/** Tells of texts whether they say again what was said: some of their words stand there in the same order. */
export function repetitionOf(said: readonly string[]): (text: string) => boolean {
  const spoken = said.map(wordsOf);
  const runs = new Set([run, shortRun].flatMap((size) => spoken.flatMap((words) => runsOf(words, size))));
  return (text) => {
    const words = wordsOf(text);
    // One or two common words prove nothing.
    if (words.length < shortRun) return false;
    return runsOf(words, Math.min(run, words.length)).some((each) => runs.has(each));
  };
}

function runsOf(words: readonly string[], size: number): string[] {
  return words.slice(size - 1).map((_word, at) => words.slice(at, at + size).join(' '));
}

/** The words of content of these texts, which are read one at a time, between which others have their turn. */
export async function contentOf(texts: Iterable<string>): Promise<Set<string>> {
  const words = new Set<string>();
  let size = 0;
  for (const text of texts) {
    for (const word of contentLemmas(text)) words.add(word);
    size += text.length;
    if (size < turnSize) continue;
    size = 0;
    await setImmediate();
  }
  return words;
}

/** Whether a text has a word of content that was `said` and that stands in nothing that remains `open`. */
export function givesAway(text: string, said: ReadonlySet<string>, open: ReadonlySet<string>): boolean {
  return contentLemmas(text).some((word) => said.has(word) && !open.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
