import { useQuery } from '@apollo/client/react';
import { Outlet, useLocation } from 'react-router';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AccountLayoutDocument } from './account.graphql.ts';
import { BookSwitcher } from './BookSwitcher.tsx';
import { FamilyLayout } from './FamilyLayout.tsx';
import { Impersonating } from './Impersonating.tsx';
import { lastBook } from './last-book.ts';
import { useSession } from './signed-in.route.tsx';

/** Pages about the user, outside any book. The settings keep the navigation of the book that the user came from. */
export function Component() {
  const session = useSession();
  const inSettings = useLocation().pathname.startsWith('/settings');
  const { data } = useQuery(AccountLayoutDocument, { skip: !inSettings });
  const books = inSettings ? (data?.subjects.edges.map(({ node }) => node) ?? []) : [];
  const last = lastBook(books);
  const current = last && { subjectId: last.id, bookName: bookNameOf(last) };
  return (
    <FamilyLayout
      subjectId={current?.subjectId}
      bookName={current?.bookName ?? 'Evertold'}
      switcher={
        current && (
          <BookSwitcher
            current={current}
            books={books.map((book) => ({ subjectId: book.id, bookName: bookNameOf(book) }))}
            maySet={last.abilities.includes('MANAGE_SUBJECT')}
            hasOwn={books.some(({ isSelf }) => isSelf)}
          />
        )
      }
      account={<AccountMenu session={session} />}
      banners={<Impersonating session={session} />}
    >
      <Outlet />
    </FamilyLayout>
  );
}

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
