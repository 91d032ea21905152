import { useQueryRefHandlers, useReadQuery } from '@apollo/client/react';
import { startTransition, useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { followLive } from '#web/app/live.ts';
import { preload } from '#web/app/preload.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { CallLogChangedDocument, CallLogRouteDocument, type CallLogRouteQuery } from './call-log.graphql.ts';
import { totalInWords } from './call-times.ts';
import { BeginConversation } from './log/BeginConversation.tsx';
import { CallMonths } from './log/CallMonths.tsx';
import styles from './log/call-log.module.css';
import { NoCalls } from './log/NoCalls.tsx';
import { SearchCalls } from './log/SearchCalls.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

type Subject = NonNullable<CallLogRouteQuery['subject']>;

export function loader({ params, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams.get('search')?.trim() || null;
  return preload(CallLogRouteDocument, {
    subjectId: params.subjectId ?? '',
    search,
    first: 25,
    after: null as string | null,
  });
}

export function Component() {
  const ref = useLoaderData<typeof loader>();
  const { data } = useReadQuery(ref);
  const { refetch, fetchMore } = useQueryRefHandlers(ref);
  const [params] = useSearchParams();
  const sought = params.get('search')?.trim() ?? '';
  const { subject } = data;
  const known = subject?.conversations.edges.map(({ node }) => node.id).join(' ');

  useEffect(() => {
    if (!subject?.id) return;
    const ids = new Set(known?.split(' '));
    return followLive({
      document: CallLogChangedDocument,
      variables: { subjectId: subject.id },
      cursorOf: () => null,
      onEvent({ conversationChanged }) {
        if (!ids.has(conversationChanged.id) && !sought) startTransition(() => void refetch());
      },
    });
  }, [subject?.id, known, sought, refetch]);

  if (!subject) return <Missing />;
  const { edges, pageInfo } = subject.conversations;
  const title = <DocumentTitle>Call log</DocumentTitle>;
  if (edges.length === 0 && !sought) {
    return (
      <>
        {title}
        <NoCalls subject={subject} />
      </>
    );
  }

  async function older() {
    await fetchMore({
      variables: { after: pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult }) => {
        const more = fetchMoreResult.subject?.conversations;
        if (!before.subject || !more) return before;
        const had = before.subject.conversations.edges;
        const ids = new Set(had.map(({ node }) => node.id));
        const fresh = more.edges.filter(({ node }) => !ids.has(node.id));
        return {
          ...before,
          subject: { ...before.subject, conversations: { ...more, edges: [...had, ...fresh] } },
        };
      },
    });
  }

  return (
    <main className={`wrap ${styles.log}`} id="main" tabIndex={-1}>
      {title}
      <header className={styles.head}>
        <div>
          <h1>Call log</h1>
          <p className="lead quiet">{sought ? found(edges.length, pageInfo.hasNextPage) : soFar(subject)}</p>
        </div>
        <div className={styles.acts}>
          <SearchCalls />
          {subject.abilities.includes('CONVERSE') && (
            <BeginConversation subjectId={subject.id} isSelf={subject.isSelf} words={wordsFor(subject)} />
          )}
        </div>
      </header>
      <p className="sr" role="status">
        {sought ? found(edges.length, pageInfo.hasNextPage) : ''}
      </p>
      {edges.length === 0 ? (
        <p className={`lead ${styles.none}`}>
          Nothing that was said has “{sought}” in it. Try another word, or fewer letters of it.
        </p>
      ) : (
        <CallMonths subject={subject} older={pageInfo.hasNextPage ? older : null} />
      )}
    </main>
  );
}

function found(count: number, more: boolean): string {
  if (count === 0) return 'Nothing found';
  return `Found in ${more ? 'more than ' : ''}${count} ${count === 1 ? 'conversation' : 'conversations'}`;
}

function soFar(subject: Subject): string {
  const calls = subject.conversations.edges.map(({ node }) => node).filter(({ startedAt }) => startedAt);
  const spoken = calls.reduce((sum, { channel, durationSeconds }) => {
    return channel === 'PHONE' ? sum + (durationSeconds ?? 0) : sum;
  }, 0);
  const { isSelf, preferredName } = subject;
  const { their } = wordsFor(subject);
  const whose = isSelf ? 'your voice' : their === 'their' ? `${preferredName}’s voice` : `${their} voice`;
  const newest = subject.conversations.pageInfo.hasNextPage ? 'The newest ' : '';
  const count = `${newest}${calls.length} ${calls.length === 1 ? 'conversation' : 'conversations'}`;
  return spoken >= 60 ? `${count}, ${totalInWords(spoken)} of ${whose}` : count;
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
