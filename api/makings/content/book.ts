/** Everything that a made book says, as plain data: the same for print and for the screen. */
export type Book = {
  language: string;
  title: string;
  subtitle: string;
  teller: { name: string; full: string; born: string | null };
  dedication: string | null;
  /** The colour of the cover, as #rrggbb. */
  cloth: string;
  imprint: string[];
  chapters: BookChapter[];
  people: BookPerson[];
};

export type BookChapter = {
  key: string;
  title: string;
  years: string | null;
  /** How much is in it, in a sentence. */
  told: string;
  cards: BookCard[];
};

export type BookCard = {
  id: string;
  title: string;
  /** When and where it happened, as a person says it. */
  when: string | null;
  paragraphs: { text: string; byHand: boolean }[];
  pictures: BookPicture[];
  /** Ids of the people that it tells of. */
  people: string[];
};

export type BookPicture = {
  /** Its name among the files that go with the book. */
  file: string;
  alt: string;
  caption: string | null;
};

export type BookPerson = { id: string; name: string; relationship: string | null };

/** Some words of a story, on a card of their own. */
export type Quote = { text: string; by: string; from: string; cloth: string };

/** Pictures as WebP, by the names that the book gives them. */
export type BookFiles = Record<string, Uint8Array>;
