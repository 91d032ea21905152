import { useQueryRefHandlers, useReadQuery } from '@apollo/client/react';
import { useTransition } from 'react';
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { BookRow } from './BookRow.tsx';
import { MyBooksDocument, type MyBooksQueryVariables } from './my-books.graphql.ts';
import styles from './my-books.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const variables: MyBooksQueryVariables = { first: 50 };

export function loader(_asked: LoaderFunctionArgs) {
  return preload(MyBooksDocument, variables);
}

/**
 * The dashboard without a subject: the list of books. A single book opens at once; without any, the user is asked
 * whose stories to keep.
 */
export function Component() {
  const books = useLoaderData<typeof loader>();
  const { subjects } = useReadQuery(books).data;
  const { fetchMore } = useQueryRefHandlers(books);
  const [coming, startTransition] = useTransition();
  const [first, second] = subjects.edges;
  if (!first) return <Navigate to="/onboarding/" replace />;
  if (!second) return <Navigate to={`/dashboard/${encodeURIComponent(first.node.id)}/`} replace />;

  function showMore() {
    startTransition(async () => {
      await fetchMore({
        variables: { ...variables, after: subjects.pageInfo.endCursor },
        updateQuery: (before, { fetchMoreResult }) => ({
          subjects: {
            ...fetchMoreResult.subjects,
            edges: [...before.subjects.edges, ...fetchMoreResult.subjects.edges],
          },
        }),
      });
    });
  }
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Your books</DocumentTitle>
      <div className={styles.head}>
        <h1>Your books</h1>
        <div className="row">
          <Link className={buttonClass({ look: 'quiet' })} to="/onboarding/?new">
            Start another book
          </Link>
          <Link className={buttonClass({ look: 'text' })} to="/dashboard/bring-a-book/">
            Bring a book from another Evertold
          </Link>
          {!subjects.edges.some(({ node }) => node.isSelf) && (
            <Link className={buttonClass({ look: 'text' })} to="/dashboard/tell-my-own-story/">
              Tell your own story
            </Link>
          )}
        </div>
      </div>
      <ul className="list">
        {subjects.edges.map(({ node }) => (
          <BookRow key={node.id} subject={node} />
        ))}
      </ul>
      {subjects.pageInfo.hasNextPage && (
        <Button look="quiet" className={styles.more} busy={coming} onClick={showMore}>
          Show more books
        </Button>
      )}
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <Skeleton what="your books">
        <SkeletonBar width="14rem" height="3rem" />
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
