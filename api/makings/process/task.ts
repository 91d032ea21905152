import type { Book, BookFiles, Quote } from '#api/makings/content/book.ts';

/** What the process is to make. */
export type MakingTask =
  | { kind: 'BOOK_PDF'; book: Book; files: BookFiles }
  | { kind: 'BOOK_EPUB'; book: Book; files: BookFiles; id: string; modifiedAt: Date }
  | { kind: 'QUOTE_CARD'; quote: Quote };

/** What came of it: the file, and of a printed book its pages. */
export type MadeFile = { content: Uint8Array; pages: number | null };

export type MakingAnswer = { made: MadeFile } | { failed: string };
