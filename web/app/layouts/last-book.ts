const key = 'evertold:book';

/** Keeps in this tab which book one was in, for the pages outside of any. */
export function rememberBook(subjectId: string): void {
  try {
    sessionStorage.setItem(key, subjectId);
  } catch {
    // A browser that keeps nothing: the first book stands there then.
  }
}

/** The book one was in last, if it is among these; else the first. */
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
