const key = 'evertold:book';

/** Remembers in this tab the last opened book, for the pages outside any book. */
export function rememberBook(subjectId: string): void {
  try {
    sessionStorage.setItem(key, subjectId);
  } catch {
    // Storage is unavailable: `lastBook` then returns the first book.
  }
}

/** The last opened book, if it is in the list; otherwise the first. */
export function lastBook<Book extends { id: string }>(books: readonly Book[]): Book | undefined {
  return books.find(({ id }) => id === rememberedBook()) ?? books[0];
}

function rememberedBook(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
