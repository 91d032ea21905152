import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { TypeAlong } from './TypeAlong.tsx';
import {
  KeepsakeWordsDocument,
  type KeepsakeWordsQuery,
  type KeepsakeWordsQueryVariables,
} from './words.graphql.ts';
import styles from './words.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '', keepsakeId = '' } }: LoaderFunctionArgs) {
  return preload<KeepsakeWordsQuery, KeepsakeWordsQueryVariables>(KeepsakeWordsDocument, {
    subjectId,
    keepsakeId,
  });
}

/** Writes down the words of a recording while listening to it, or checks those that were transcribed. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  const { keepsake } = subject ?? {};
  if (!subject || subject.deletedAt || !keepsake?.oldRecording) return <Missing />;
  const whose = subject.isSelf ? 'your' : `${subject.preferredName}’s`;
  const from = [keepsake.title, keepsake.happenedText].filter(Boolean).join(', ');
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Write down a recording</DocumentTitle>
      <header>
        <p className="note">
          <Link to={`/dashboard/${encodeURIComponent(subject.id)}/keepsakes/`}>Keepsakes</Link>
          {from && `, ${from}`}
        </p>
        <h1>{keepsake.oldRecording.transcribes ? 'Check the words' : `Write down ${whose} words`}</h1>
      </header>
      <TypeAlong
        key={keepsake.id}
        keepsake={{ ...keepsake, oldRecording: keepsake.oldRecording }}
        subject={subject}
      />
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Write down a recording</h1>
      <Skeleton what="the recording">
        <SkeletonBar height="3.5rem" />
        <SkeletonLines lines={5} />
      </Skeleton>
    </main>
  );
}
