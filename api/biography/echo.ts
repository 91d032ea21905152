import { setImmediate } from 'node:timers/promises';
import { contentLemmas } from './writing/language/words.ts';

/** This many words in the same order are not a coincidence. */
const run = 4;
/** A text of this many words must repeat all of them. */
const shortRun = 3;
/** This many characters are read in a few milliseconds. */
const turnSize = 20_000;

/** The message as first heard and as corrected: a text can repeat either. */
export function wordingsOf({
  text,
  correctedText,
}: {
  text: string;
  correctedText: string | null;
}): string[] {
  return correctedText === null ? [text] : [correctedText, text];
}

/** Returns a test whether a text repeats what was said, that is, has some of its words in the same order. */
export function repetitionOf(said: readonly string[]): (text: string) => boolean {
  const spoken = said.map(wordsOf);
  const runs = new Set([run, shortRun].flatMap((size) => spoken.flatMap((words) => runsOf(words, size))));
  return (text) => {
    const words = wordsOf(text);
    // One or two common words don't prove a repetition.
    if (words.length < shortRun) return false;
    return runsOf(words, Math.min(run, words.length)).some((each) => runs.has(each));
  };
}

function runsOf(words: readonly string[], size: number): string[] {
  return words.slice(size - 1).map((_word, at) => words.slice(at, at + size).join(' '));
}

/** The content words of these texts. The texts are read one at a time, and other work may run in between. */
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

/** Whether a text has a content word that is in `said` and not in `open`. */
export function givesAway(text: string, said: ReadonlySet<string>, open: ReadonlySet<string>): boolean {
  return contentLemmas(text).some((word) => said.has(word) && !open.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
