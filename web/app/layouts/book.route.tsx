import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router';
import { BookName } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { preload } from '#web/app/preload.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BookSwitcher } from './BookSwitcher.tsx';
import { BookLayoutDocument } from './book.graphql.ts';
import { FamilyLayout } from './FamilyLayout.tsx';
import { Impersonating } from './Impersonating.tsx';
import { rememberBook } from './last-book.ts';
import { useSession } from './signed-in.route.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(BookLayoutDocument, { id: subjectId });
}

/** The layout of a book's pages. The page itself doesn't wait for the book's name. */
export function Component() {
  const session = useSession();
  const { subjectId = '' } = useParams();
  const { data } = useQuery(BookLayoutDocument, { variables: { id: subjectId } });
  useEffect(() => rememberBook(subjectId), [subjectId]);
  const account = <AccountMenu session={session} />;
  const banners = <Impersonating session={session} />;
  const subject = data?.subject;

  if (data && !subject) {
    return (
      <FamilyLayout bookName="Evertold" account={account} banners={banners}>
        <Missing />
      </FamilyLayout>
    );
  }
  return (
    <FamilyLayout
      subjectId={subjectId}
      cloth={subject?.cloth}
      bookName={subject ? bookNameOf(subject) : 'The book'}
      switcher={
        subject && (
          <BookSwitcher
            current={{ subjectId, bookName: bookNameOf(subject) }}
            books={data.subjects.edges.map(({ node }) => ({
              subjectId: node.id,
              bookName: bookNameOf(node),
            }))}
            maySet={subject.abilities.includes('MANAGE_SUBJECT')}
            hasOwn={data.subjects.edges.some(({ node }) => node.isSelf)}
          />
        )
      }
      account={account}
      banners={banners}
    >
      <BookName value={subject ? bookNameOf(subject) : null}>
        <Outlet />
      </BookName>
    </FamilyLayout>
  );
}
