import type { SourceSpan } from '#api/biography/writing/writer.ts';

/** Somebody in the stories, as they are compared with the others. */
export type BookPerson = {
  id: string;
  name: string;
  aliases: readonly string[];
  relation: string | null;
  /** The messages that name them. */
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

/** All of a book that the team may read. */
export type Book = {
  birthDate: string | null;
  people: readonly BookPerson[];
  cards: readonly BookCard[];
};

/** One side of a conflict: a card, a person, or a sentence of a card with what it says. */
export type FoundSide = {
  cardId: string | null;
  personId: string | null;
  sentenceId: string | null;
  /** The words of the sentence that contradict the other side's. */
  words: { start: number; end: number; text: string } | null;
  /** What they say: EDTF, or a place. */
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
  /** The same for the same finding, however often it is found. */
  key: string;
  /** Of a contradiction: the event, such as `birth of your mother`. */
  about: string | null;
  /** Why two people may be one: see `PersonReason`. */
  reason: string | null;
  left: FoundSide;
  right: FoundSide | null;
};
