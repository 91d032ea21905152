import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { whyPaused } from '#web/subjects/why-paused.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { CallLogRouteDocument, type CallLogRouteQuery } from './call-log.graphql.ts';
import { BeginConversation } from './log/BeginConversation.tsx';
import { CallMonths } from './log/CallMonths.tsx';
import styles from './log/call-log.module.css';
import { NoCalls } from './log/NoCalls.tsx';
import { SearchCalls } from './log/SearchCalls.tsx';
import { callsPage, useCalls } from './log/use-calls.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

type Subject = NonNullable<CallLogRouteQuery['subject']>;
type Call = Subject['conversations']['edges'][number]['node'];

export function loader({ params, request }: LoaderFunctionArgs) {
  return preload(
    CallLogRouteDocument,
    callsPage(params.subjectId ?? '', soughtIn(new URL(request.url).searchParams)),
  );
}

function soughtIn(params: URLSearchParams): string {
  return params.get('search')?.trim() ?? '';
}

export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  const [params] = useSearchParams();
  const sought = soughtIn(params);
  const { edges, hasOlder, loadOlder } = useCalls(subject?.id, subject?.conversations, sought);
  if (!subject) return <Missing />;
  const title = <DocumentTitle>Call log</DocumentTitle>;
  if (edges.length === 0 && !sought) {
    return (
      <>
        {title}
        <NoCalls subject={subject} />
      </>
    );
  }
  const calls = edges.map(({ node }) => node);
  const why = whyPaused(subject);

  return (
    <main className={`wrap ${styles.log}`} id="main" tabIndex={-1}>
      {title}
      <header className={styles.head}>
        <div>
          <h1>Call log</h1>
          <p className="lead quiet" role="status">
            {sought ? found(calls.length, hasOlder) : soFar(calls, hasOlder)}
          </p>
        </div>
        <div className={styles.acts}>
          <SearchCalls />
          {subject.abilities.includes('CONVERSE') && (
            <BeginConversation subjectId={subject.id} isSelf={subject.isSelf} words={wordsFor(subject)} />
          )}
        </div>
      </header>
      {why && (
        <Notice kind="warn" title="Calls are paused">
          <p>
            {why}{' '}
            {subject.abilities.includes('MANAGE_SUBJECT') && (
              <Link to={`/dashboard/${encodeURIComponent(subject.id)}/settings/`}>Open the settings</Link>
            )}
          </p>
        </Notice>
      )}
      {calls.length === 0 ? (
        <p className={`lead ${styles.none}`}>
          Nothing that was said has “{sought}” in it. Try another word, or fewer letters of it.
        </p>
      ) : (
        <CallMonths subject={subject} calls={calls} older={hasOlder ? loadOlder : null} />
      )}
    </main>
  );
}

function found(count: number, more: boolean): string {
  if (count === 0) return 'Nothing found';
  return `Found in ${more ? 'more than ' : ''}${count} ${count === 1 ? 'conversation' : 'conversations'}`;
}

function soFar(listed: readonly Call[], hasOlder: boolean): string {
  const { length } = listed.filter(({ startedAt }) => startedAt);
  return `${hasOlder ? 'The newest ' : ''}${length} ${length === 1 ? 'conversation' : 'conversations'}`;
}

const rows = ['first', 'second', 'third', 'fourth'];

export function Loading() {
  return (
    <main className={`wrap ${styles.log}`} id="main" tabIndex={-1}>
      <header className={styles.head}>
        <h1>Call log</h1>
      </header>
      <Skeleton what="the call log">
        <ul className={styles.calls}>
          {rows.map((row) => (
            <li key={row}>
              <SkeletonBar width="22rem" height="1.6rem" />
              <SkeletonLines lines={1} last="34rem" />
            </li>
          ))}
        </ul>
      </Skeleton>
    </main>
  );
}
