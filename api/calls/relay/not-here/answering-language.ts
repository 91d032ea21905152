import type { Gender } from './called-person.ts';

/**
 * What a clause says of the person called: that they are away, that they are the speaker, or that they come to the
 * phone; or it speaks of somebody else, whom a pronoun after it means. “My wife” may be the person or somebody else.
 * They are away for good when they died or were never to be reached at this number.
 */
export type Clause =
  | 'AWAY'
  | 'FOR_GOOD'
  | 'AWAY_IF_MEANT'
  | 'DIED_IF_MEANT'
  | 'RELATIVE_AWAY'
  | 'IS_HERE'
  | 'COMES'
  | 'DENIED'
  | 'SOMEBODY_ELSE'
  | 'RELATIVE'
  | 'THE_PERSON';

/** How those who answer the phone speak, in one language. */
export type AnsweringLanguage = {
  /** Divides plain words into clauses, further than their punctuation does. */
  divide(sentence: string): string[];
  /** Shows that words about “my wife” are about the person, and not said by the person. */
  meansPerson: RegExp;
  /** Words with which a relative says who they are to the person. */
  isRelative: RegExp;
  /** The titles before a name. */
  titles: string;
  /** Makes a reader for the clauses about a person of these genders, whose names are the name token. */
  readerFor(
    genders: readonly Gender[],
  ): (clause: string, about: { isQuestion: boolean; wordsInAll: number }) => Clause | null;
};
