import type { Book, BookFiles, Quote } from '#api/makings/content/book.ts';

/** The task of the process. */
export type MakingTask =
  | { kind: 'BOOK_PDF'; book: Book; files: BookFiles }
  | { kind: 'BOOK_EPUB'; book: Book; files: BookFiles; id: string; modifiedAt: Date }
  | { kind: 'QUOTE_CARD'; quote: Quote };

/** The made file, with the number of pages of a printed book. */
export type MadeFile = { content: Uint8Array; pages: number | null };

export type MakingAnswer = { made: MadeFile } | { failed: string };
