import type { Token } from '#api/biography/writing/language/words.ts';

/** A normalised text with its words, the form that is compared. */
export interface Passage {
  text: string;
  tokens: Token[];
  lemmas: Set<string>;
  /** The facts in order: content words uninflected, subject pronouns ("i", "he"), numbers as "#12". */
  facts: string[];
}
