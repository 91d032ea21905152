import type { SourceSpan } from '#api/biography/writing/writer.ts';
import type { Language } from '#api/language/languages.ts';

/** A person of the stories, with the facts that are compared. */
export type BookPerson = {
  id: string;
  name: string;
  aliases: readonly string[];
  relation: string | null;
  /** The ids of the messages that name them. */
  messageIds: readonly string[];
  isMember: boolean;
  /** Whether the family entered them. */
  isGiven?: boolean;
};

export type BookSentence = { id: string; text: string; sources: readonly SourceSpan[] };

export type BookCard = {
  id: string;
  title: string;
  /** EDTF. */
  happened: string | null;
  people: readonly string[];
  places: readonly string[];
  sentences: readonly BookSentence[];
};

/** The parts of a subject's stories that the team may read. */
export type ReconciledBook = {
  /** In which it is told. */
  language: Language;
  birthDate: string | null;
  people: readonly BookPerson[];
  cards: readonly BookCard[];
  /** The names of its places. */
  places?: readonly string[];
};

/** One side of a conflict: a card, a person, or a sentence of a card with its value. */
export type FoundSide = {
  cardId: string | null;
  personId: string | null;
  sentenceId: string | null;
  /**
   * The words of the sentence that contradict the other side; null where they can't stand in place of each other, such as
   * "seven of us" and "an only child".
   */
  words: { start: number; end: number; text: string } | null;
  /** Their value: EDTF, a place, or another fact in words. */
  value: string | null;
};

export type ConflictKind =
  | 'DUPLICATE_CARDS'
  | 'CONTRADICTING_DATE'
  | 'CONTRADICTING_FACT'
  | 'SAME_PERSON'
  | 'SOURCE_GONE'
  | 'UNKNOWN_PHONE';

/** Two cards tell the same in the same words, or share rare words and are near in meaning. */
export type CardReason = 'SAME_WORDS' | 'RARE_WORDS';

export type FoundConflict = {
  kind: ConflictKind;
  /** A stable key: the same finding has the same key in each search. */
  key: string;
  /** For a contradiction: the event or fact in words for the person, such as `you were born` or `your mother’s name`. */
  about: string | null;
  /**
   * The reason why two cards or two people may be the same, or a phone the subject’s, or the kind of a contradicting
   * fact: see `CardReason`, `PersonReason`, `PhoneReason` and `FactReason`.
   */
  reason: string | null;
  /** Null where texts of an unknown phone stand against names of the book. */
  left: FoundSide | null;
  right: FoundSide | null;
  texts?: readonly { id: string; isPrivate: boolean }[];
  matches?: readonly FoundMatch[];
};

/** A name of the book that the texts of an unknown phone contain, with a sentence that has it. */
export type FoundMatch = {
  personId: string | null;
  cardId: string | null;
  sentenceId: string | null;
  /** The position of the name in the sentence. */
  start: number | null;
  end: number | null;
};
