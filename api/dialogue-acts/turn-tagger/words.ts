/** A word of an utterance, with UTF-16 offsets (end excluded) and what stands before it. */
export interface Word {
  text: string;
  start: number;
  end: number;
  mark: Mark;
  /** Whether a quotation mark stands before it. */
  isQuoted: boolean;
}

/** The punctuation before a word: none, a pause, or the end of a sentence. */
export type Mark = 'NONE' | 'PAUSE' | 'STOP';

/** The words of an utterance, in order, and so many at most. `train.py` reads them the same way. */
export function wordsOf(utterance: string, most = Number.POSITIVE_INFINITY): Word[] {
  const words: Word[] = [];
  let before = 0;
  for (const { 0: text, index } of utterance.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*['’]?/gu)) {
    const between = utterance.slice(before, index);
    const isFirst = words.length === 0;
    const mark =
      isFirst || /[.!?…\n]/.test(between) ? 'STOP' : /[,;:—–()]| - /.test(between) ? 'PAUSE' : 'NONE';
    before = index + text.length;
    if (words.length >= most) break;
    words.push({ text, start: index, end: before, mark, isQuoted: /["“”]/.test(between) });
  }
  return words;
}
