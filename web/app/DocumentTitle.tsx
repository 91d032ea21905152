import { createContext, use } from 'react';

/** The name of the current book, such as "Alma’s book"; null on pages outside a book. */
export const BookName = createContext<string | null>(null);

/**
 * The page's title, which screen readers announce on arrival. It includes the book's name on a book's pages, since
 * several books may be open in tabs. Public pages pass `about` as their meta description for search engines.
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
