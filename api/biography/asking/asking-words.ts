/** The words of one language by which answers to a question are found. */
export interface AskingWords {
  isStopWord(norm: string): boolean;
  lemma(norm: string): string;
  /** How much a word of the question counts: little for words that only phrase it. */
  weightOf(norm: string, root: string): number;
  /** The meaning of a word; null where it is unknown. */
  vectorOf(norm: string): Float32Array | null;
  /** Other words for the same thing, with the word itself. */
  sameThing(root: string): ReadonlySet<string>;
  kindOf(question: string): QuestionKind;
  /** What a sentence must contain to be an answer of each kind. */
  holds: Record<Exclude<QuestionKind, null>, RegExp>;
  /** The relatives that a word of a question refers to; null for any other word. */
  kinMeant(root: string): ReadonlySet<string> | null;
  /** Whether a word speaks of marrying, where the relatives are a husband or a wife. */
  marries(kin: ReadonlySet<string>, root: string): boolean;
  /** The relatives of the subject that a question is about: "her mother", "your brothers". */
  kinOfTeller(question: string): ReadonlySet<string> | null;
  /** Whether every such relative in a sentence belongs to somebody else: "her husband was in the jungle". */
  isOfAnother(text: string, kin: ReadonlySet<string>): boolean;
  /** The question as the family, the interviewer and the answer put it. */
  questionForms(question: string, names: readonly string[]): string[];
  /** Whether sentences can be compared by their meaning. */
  hasMeanings: boolean;
  /** The forms in which the database searches for a word of the question. */
  searched(term: { norm: string; lemma: string }): string[];
  /** The text search configuration of the database, and whether it takes the beginnings of words. */
  search: { config: 'simple' | 'spanish'; byBeginnings: boolean };
}

/** The kind of fact that an answer must hold. */
export type QuestionKind = 'TIME' | 'PLACE' | 'PERSON' | 'NUMBER' | 'REASON' | null;
