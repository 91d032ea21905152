import { useReadQuery } from '@apollo/client/react';
import { lazy, Suspense, useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { readyOf, readyWhen } from '#web/app/page.ts';
import { preload } from '#web/app/preload.ts';
import { whenLoaded } from '#web/app/when-loaded.ts';
import { DashboardConversationsDocument, DashboardDocument } from './dashboard.graphql.ts';
import { bookNameOf } from './person-words.ts';
import { BookSoFar } from './today/BookSoFar.tsx';
import { FirstStory } from './today/FirstStory.tsx';
import { HowToTalk } from './today/HowToTalk.tsx';
import { Lately } from './today/Lately.tsx';
import { LiveBand, onAir } from './today/LiveBand.tsx';
import { NewStories } from './today/NewStories.tsx';
import { Questions } from './today/Questions.tsx';
import { TodaySkeleton } from './today/TodaySkeleton.tsx';
import styles from './today/today.module.css';
import { Who } from './today/Who.tsx';
import { Worry } from './today/Worry.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

// The end of the page, so that nothing moves when it appears.
const LifeAsTold = lazy(() =>
  import('./today/LifeAsTold.tsx').then(({ LifeAsTold }) => ({ default: LifeAsTold })),
);

const DeletedBook = lazy(() =>
  import('./today/DeletedBook.tsx').then(({ DeletedBook }) => ({ default: DeletedBook })),
);

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  const today = preload(DashboardDocument, { id: subjectId });
  return { today, band: readyWhen({}, bandOfCall(subjectId, readyOf(today))) };
}

/**
 * The component of a live call is loaded before the page is rendered; otherwise the page would become a skeleton
 * again.
 */
async function bandOfCall(id: string, today: Promise<unknown>) {
  await today;
  const read = apollo.readQuery({ query: DashboardDocument, variables: { id } });
  const live = read?.subject && 'liveConversation' in read.subject && read.subject.liveConversation;
  if (live) await onAir.load();
}

export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>().today).data;
  const watched = subject?.deletedAt ? null : (subject?.id ?? null);
  useEffect(() => (watched ? followConversations(watched) : undefined), [watched]);
  if (!subject) return <Missing />;
  if (subject.deletedAt) return <DeletedBook subject={subject} deletedAt={subject.deletedAt} />;

  return (
    <>
      <DocumentTitle>{bookNameOf(subject)}</DocumentTitle>
      <LiveBand subject={subject} live={subject.status !== 'MEMORIAL' && subject.liveConversation !== null} />
      <main className="wrap" id="main" tabIndex={-1}>
        <Worry subject={subject} />
        <div className={styles.front}>
          <NewStories subject={subject} empty={<FirstStory subject={subject} />} />
          <aside className={`stack ${styles.aside}`} aria-label={bookNameOf(subject)}>
            <Who subject={subject} />
            <HowToTalk subject={subject} />
            <Questions subject={subject} />
            <Lately subject={subject} />
          </aside>
        </div>
        <BookSoFar subject={subject} />
        <Suspense>
          <LifeAsTold subject={subject} />
        </Suspense>
      </main>
    </>
  );
}

/** Reloads the page's data when a conversation begins, ends or is written, because most of it changes. */
function followConversations(subjectId: string): () => void {
  const read = () =>
    apollo.query({ query: DashboardDocument, variables: { id: subjectId }, fetchPolicy: 'network-only' });
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive, oneAfterAnother }) =>
      followLive({
        document: DashboardConversationsDocument,
        variables: { subjectId },
        cursorOf: () => null,
        // When it fails, what is shown stays; the next change asks again.
        onEvent: oneAfterAnother(() => onAir.load().then(read)),
      }),
  );
}

export function Loading() {
  return <TodaySkeleton />;
}
