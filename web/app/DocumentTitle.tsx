import { createContext, use } from 'react';

/** "Alma’s book", on the pages of a book. */
export const BookName = createContext<string | null>(null);

/**
 * The page's name, as the browser shows it and as a reader hears it on arrival. Pages that anybody may come upon say in
 * a sentence what is on them, for those who look for it elsewhere. On a book's pages the book is named too: several may
 * be open.
 */
export function DocumentTitle({ children, about }: { children: string; about?: string }) {
  const book = use(BookName);
  const name = book && !children.includes(book) ? `${children}, ${book}` : children;
  return (
    <>
      <title>{`${name} · Evertold`}</title>
      {about && <meta name="description" content={about} />}
    </>
  );
}
