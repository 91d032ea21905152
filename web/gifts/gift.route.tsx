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

/** A book for somebody else. Nothing can be given by a card or a link yet. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt) return <Missing />;
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>A book for somebody else</DocumentTitle>
      <h1>A book for somebody else</h1>
      <p className="lead quiet">Another life, told by whoever lived it.</p>
      <p>
        You can start a book for somebody you love, and look after it until the family takes over. It stands
        beside {bookNameOf(subject).replace(/^Your/, 'your')}, and neither shows the other.
      </p>
      <p className="row">
        <Link className={buttonClass()} to="/onboarding/?new">
          Start another book
        </Link>
      </p>
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>A book for somebody else</h1>
      <Skeleton what="the page">
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
