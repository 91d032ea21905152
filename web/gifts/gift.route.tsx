import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { GiftDocument } from './gift.graphql.ts';
import styles from './gift.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(GiftDocument, { id: subjectId });
}

/** Giving a book to somebody else: what it will be, and what can be done today. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt) return <Missing />;
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Give a book</DocumentTitle>
      <h1>Give a book</h1>
      <p className="lead quiet">Another life, told by whoever lived it.</p>
      <h2>Today</h2>
      <p>
        You can begin a book for somebody you love, and look after it until the family takes over. It stands
        beside {bookNameOf(subject).replace(/^Your/, 'your')}, and neither shows the other.
      </p>
      <p className="row">
        <Link className={buttonClass()} to="/onboarding/?new">
          Begin another book
        </Link>
      </p>
      <h2>What will be here</h2>
      <p>
        A card with your words, given on the day you choose, for somebody else to open and begin. Gifts cannot
        be sent yet.
      </p>
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Give a book</h1>
      <Skeleton what="the gift">
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
