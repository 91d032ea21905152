import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { BroughtBook } from './BroughtBook.tsx';
import { BringABookDocument } from './bring-a-book.graphql.ts';
import styles from './bring-a-book.module.css';
import { ChooseExport } from './ChooseExport.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const isInHand = (status: string | undefined) => status === 'QUEUED' || status === 'WORKING';

/** How often the progress of an import is read. */
const lookMs = 2_000;

/** Brings a book here from a file with everything of it, which another Evertold has made. */
export function Component() {
  const { data, refetch, startPolling, stopPolling } = useQuery(BringABookDocument, {
    fetchPolicy: 'cache-and-network',
  });
  const latest = data?.bookImports[0];
  const isPolled = isInHand(latest?.status);
  useEffect(() => {
    if (!isPolled) return;
    startPolling(lookMs);
    return stopPolling;
  }, [isPolled, startPolling, stopPolling]);
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Bring a book</DocumentTitle>
      <h1>Bring a book from another Evertold</h1>
      <p className="lead quiet">
        Another Evertold puts everything of a book into one ZIP file. Choose that file here, and the book
        becomes yours to look after.
      </p>
      {!data && (
        <Skeleton what="your books">
          <SkeletonLines lines={3} />
        </Skeleton>
      )}
      {latest && <BroughtBook book={latest} />}
      {data && !isPolled && <ChooseExport onAsked={() => void refetch()} />}
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <Skeleton what="the page">
        <SkeletonLines lines={4} />
      </Skeleton>
    </main>
  );
}
