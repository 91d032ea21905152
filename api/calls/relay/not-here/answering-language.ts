import type { Gender } from './called-person.ts';

/**
 * What a clause says of the person called: that they are away, that they are the speaker, or that they come to the
 * phone; or it speaks of somebody else, whom a pronoun after it means.
 */
export type Clause =
  | 'AWAY'
  | 'AWAY_IF_MEANT'
  | 'IS_HERE'
  | 'COMES'
  | 'DENIED'
  | 'SOMEBODY_ELSE'
  | 'THE_PERSON';

/** How those who answer the phone speak, in one language. */
export type AnsweringLanguage = {
  /** Divides plain words into clauses, further than their punctuation does. */
  divide(sentence: string): string[];
  /** The titles before a name. */
  titles: string;
  /** Makes a reader for the clauses about a person of these genders, whose names are the name token. */
  readerFor(
    genders: readonly Gender[],
  ): (clause: string, about: { isQuestion: boolean; wordsInAll: number }) => Clause | null;
};
