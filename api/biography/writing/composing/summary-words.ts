import { imageOf } from '#api/biography/writing/composing/things.ts';
import { isStopWord, tokens } from '#api/biography/writing/language/words.ts';

/** The words of one language that a summary is made with. */
export interface SummaryWords {
  /** A sentence with such a beginning refers back to the question or to the sentence before. */
  hangsOn: RegExp;
  /** Between a mark and one of these words, a long sentence may be cut. */
  pause: RegExp;
  /** How many things to see, hear or touch a sentence names, without those already known. */
  shownBy(sentence: string, known: ReadonlySet<string>): number;
  /** The summary and the title of a conversation without a story. */
  nothingTold(name: string): string;
  shortTalk: string;
}

export const ENGLISH_SUMMARY: SummaryWords = {
  hangsOn: /^(?:it|that|this|they|he|she|and|but|so|then|no|none|not|nowhere|nobody|yes|by|because|to)\b/i,
  pause: /(?<=[,;]) (?=(?:and|but|so|then|because|while|when)\b)/,
  shownBy: (sentence, known) =>
    tokens(sentence)
      .filter(({ norm }) => !isStopWord(norm) && !known.has(norm))
      .reduce((sum, { norm }) => sum + imageOf(norm), 0),
  nothingTold: (name) => `${name} and Evertold spoke for a little while. No new story came of it yet.`,
  shortTalk: 'A short talk',
};
