import type { PrintedLabels } from '#api/biography/book-words.ts';

/** The content of a book as plain data, the same for print and screen. */
export type Book = {
  language: string;
  title: string;
  subtitle: string;
  teller: { name: string; full: string; born: string | null };
  dedication: string | null;
  cloth: string;
  /** The picture on the cover. */
  cover: Omit<BookPicture, 'after'> | null;
  imprint: string[];
  chapters: BookChapter[];
  people: BookPerson[];
  words: PrintedLabels;
};

export type BookChapter = {
  key: string;
  title: string;
  years: string | null;
  /** A sentence about its extent. */
  told: string;
  cards: BookCard[];
};

export type BookCard = {
  id: string;
  title: string;
  /** When and where it happened, in words. */
  when: string | null;
  paragraphs: { text: string; byHand: boolean; quoted: boolean }[];
  pictures: BookPicture[];
  /** Ids of the people in the story. */
  people: string[];
  /** Where its voice is heard; null without a code. */
  voice: BookVoice | null;
};

export type BookVoice = {
  /** The address that the code opens. */
  url: string;
  /** The same as somebody types it. */
  shown: string;
  /** How long it is, in words. */
  length: string;
};

export type BookPicture = {
  /** Its name among the book's files. */
  file: string;
  alt: string;
  caption: string | null;
  /** How many of the story's paragraphs come before it. */
  after: number;
};

export type BookPerson = { id: string; name: string; relationship: string | null };

/** A quote from a story, for a card. */
export type Quote = { text: string; by: string; from: string; cloth: string };

/** Pictures as WebP, by their names in the book. */
export type BookFiles = Record<string, Uint8Array>;
