import { useReadQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { preload } from '#web/app/preload.ts';
import { ConsentRows } from '#web/consent/ConsentRows.tsx';
import { ExportBook } from '#web/exports/ExportBook.tsx';
import { Succession } from '#web/people/family/Succession.tsx';
import { Successor } from '#web/people/family/Successor.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { wordsFor } from './person-words.ts';
import { Claim } from './subject-settings/Claim.tsx';
import { DeleteBook } from './subject-settings/DeleteBook.tsx';
import { Details } from './subject-settings/Details.tsx';
import { Interviewer } from './subject-settings/Interviewer.tsx';
import { Relationship } from './subject-settings/Relationship.tsx';
import { Schedule } from './subject-settings/Schedule.tsx';
import { Sharing } from './subject-settings/Sharing.tsx';
import { Standing } from './subject-settings/Standing.tsx';
import styles from './subject-settings/settings.module.css';
import { TrustedCaller } from './subject-settings/TrustedCaller.tsx';
import { SubjectSettingsDocument } from './subject-settings.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(SubjectSettingsDocument, { id: subjectId });
}

/** The settings of a book; each section is shown to those who may change it. */
export function Component() {
  const { subject, schedulableChannels } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt) return <Missing />;
  const may = (ability: (typeof subject.abilities)[number]) => subject.abilities.includes(ability);
  const name = subject.preferredName;
  const words = wordsFor(subject);
  const isMember = may('READ') && subject.myRole !== 'SUBJECT' && !subject.isSelf;
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Settings</DocumentTitle>
      <h1>{subject.isSelf ? 'Settings of your book' : `Settings of ${name}’s book`}</h1>
      {isMember && (
        <Pair title="You">
          <Relationship subject={subject} />
        </Pair>
      )}
      {may('MANAGE_SUBJECT') && (
        <Pair title={subject.isSelf ? 'About you' : `About ${name}`}>
          <Details key={subject.id} subject={subject} />
        </Pair>
      )}
      {may('SCHEDULE') && subject.status !== 'MEMORIAL' && (
        <Pair title="Times">
          <Schedule subject={subject} />
        </Pair>
      )}
      {may('MANAGE_SUBJECT') && (
        <>
          {subject.status !== 'MEMORIAL' && (
            <>
              <Pair title="Interview style">
                <Interviewer subject={subject} calls={schedulableChannels.includes('PHONE')} />
              </Pair>
              <Pair title="A caller to trust">
                <TrustedCaller subject={subject} />
              </Pair>
            </>
          )}
          <Pair title="Who sees what">
            <Sharing subject={subject} />
          </Pair>
        </>
      )}
      {(may('WITHDRAW_CONSENT') || may('GIVE_CONSENT')) && (
        <Pair title={subject.isSelf ? 'What you agreed to' : `What ${name} agreed to`}>
          <p className={`quiet ${styles.lead}`}>
            Only {subject.isSelf ? 'you' : words.name} can say yes. Every answer stays on record. A yes to
            something that isn’t set up here is kept until it is.
          </p>
          <ConsentRows subject={subject} />
        </Pair>
      )}
      {may('MANAGE_SUBJECT') && (
        <Pair title="This book">
          <Standing subject={subject} />
        </Pair>
      )}
      {(may('MANAGE_MEMBERS') || subject.succession) && (
        <Pair title="Who takes over">
          <div className="stack">
            <Succession subject={subject} />
            {may('MANAGE_MEMBERS') && (
              <Successor key={subject.id} subject={subject} className={styles.form} />
            )}
          </div>
        </Pair>
      )}
      {may('MANAGE_SUBJECT') && (
        <Pair title="Export everything">
          <ExportBook subject={subject} />
        </Pair>
      )}
      {may('CLAIM') && !subject.selfUserId && subject.status !== 'MEMORIAL' && (
        <Pair title={`Are you ${name}?`}>
          <Claim subject={subject} />
        </Pair>
      )}
      {may('DELETE') && (
        <Pair title="Delete">
          <DeleteBook subject={subject} />
        </Pair>
      )}
    </main>
  );
}

function Pair({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.pair}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Settings of this book</h1>
      <Skeleton what="the settings">
        <SkeletonBar />
        <SkeletonLines lines={10} />
      </Skeleton>
    </main>
  );
}
