import type { SourceSpan } from '#api/biography/writing/writer.ts';

/** A person of the stories, with the facts that are compared. */
export type BookPerson = {
  id: string;
  name: string;
  aliases: readonly string[];
  relation: string | null;
  /** The ids of the messages that name them. */
  messageIds: readonly string[];
  isMember: boolean;
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
  birthDate: string | null;
  people: readonly BookPerson[];
  cards: readonly BookCard[];
};

/** One side of a conflict: a card, a person, or a sentence of a card with its value. */
export type FoundSide = {
  cardId: string | null;
  personId: string | null;
  sentenceId: string | null;
  /** The words of the sentence that contradict the other side. */
  words: { start: number; end: number; text: string } | null;
  /** Their value: EDTF, or a place. */
  value: string | null;
};

export type ConflictKind =
  | 'DUPLICATE_CARDS'
  | 'CONTRADICTING_DATE'
  | 'CONTRADICTING_FACT'
  | 'SAME_PERSON'
  | 'SOURCE_GONE';

export type FoundConflict = {
  kind: ConflictKind;
  /** A stable key: the same finding has the same key in each search. */
  key: string;
  /** For a contradiction: the event, such as `birth of your mother`. */
  about: string | null;
  /** The reason why two people may be the same: see `PersonReason`. */
  reason: string | null;
  left: FoundSide;
  right: FoundSide | null;
};
