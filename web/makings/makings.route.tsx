import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { storyPath } from '#web/biography/address.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { MadeThings } from './MadeThings.tsx';
import { MakeForm } from './MakeForm.tsx';
import { MakingsRouteDocument } from './makings.graphql.ts';
import styles from './makings.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(MakingsRouteDocument, { subjectId });
}

/** Makes books and quote cards from the published stories, and lists what was made before. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt || !subject.abilities.includes('WRITE')) return <Missing />;
  const chapters = subject.chapters
    .map((chapter) => ({ ...chapter, cards: chapter.cards.filter(({ status }) => status === 'PUBLISHED') }))
    .filter(({ cards }) => cards.length > 0);
  const hasWaiting = subject.makings.some(({ status }) => status === 'QUEUED' || status === 'WORKING');
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>{`Make a book, ${bookNameOf(subject)}`}</DocumentTitle>
      <p>
        <Link to={storyPath(subject.id, {})}>Back to the biography</Link>
      </p>
      <h1>Make a book</h1>
      {chapters.length === 0 ? (
        <Notice title="Nothing is published yet">
          <p>A book is made of published stories. Publish one, and it can be printed.</p>
          <Link className={buttonClass({ look: 'quiet' })} to={storyPath(subject.id, {})}>
            Open the biography
          </Link>
        </Notice>
      ) : (
        <MakeForm subject={subject} chapters={chapters} hasWaiting={hasWaiting} />
      )}
      <MadeThings makings={subject.makings} />
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Make a book</h1>
      <Skeleton what="what can be made">
        <SkeletonBar />
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
