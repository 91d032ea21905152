import { useReadQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { FamilyTree } from './family/FamilyTree.tsx';
import { followMembers } from './family/follow-members.ts';
import { Invitations } from './family/Invitations.tsx';
import { InviteDialog } from './family/InviteDialog.tsx';
import { Members } from './family/Members.tsx';
import { PeopleInStories } from './family/PeopleInStories.tsx';
import { useAllPeople } from './family/use-all-people.ts';
import { followPeople } from './family/use-people.ts';
import { FamilyFriendsDocument, type FamilyFriendsQuery } from './family-friends.graphql.ts';
import styles from './family-friends.module.css';
import { placesPath } from './places/address.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(FamilyFriendsDocument, { id: subjectId });
}

/** The members, the open invitations and the people in the stories. */
export function Component() {
  const { me, subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  const followed = subject && !subject.deletedAt ? subject.id : null;
  useEffect(() => (followed ? followMembers(followed) : undefined), [followed]);
  if (!subject || subject.deletedAt) return <Missing />;
  return <Family subject={subject} myId={me?.id ?? null} />;
}

function Family({
  subject: read,
  myId,
}: {
  subject: NonNullable<FamilyFriendsQuery['subject']>;
  myId: string | null;
}) {
  const { edges, state, reload } = useAllPeople(read.id, read.people);
  useEffect(() => followPeople(read.id, reload), [read.id, reload]);
  const subject = { ...read, people: { ...read.people, edges } };
  const { members, people, abilities } = subject;
  const others = members.filter(({ user }) => user.id !== subject.selfUserId).length;
  const readers = others === 1 ? '1 person reads' : `${others || 'No'} people read`;
  const count = people.edges.length;
  const named = count === 0 ? 'nobody is' : count === 1 ? '1 person is' : `${count} people are`;
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Family & friends</DocumentTitle>
      <header className={`row ${styles.head}`}>
        <div>
          <h1>Family & friends</h1>
          <p className="lead quiet">
            {readers} this book, {state === 'COMPLETE' ? named : `more than ${named}`} in it
            {count === 0 && ' yet'}
          </p>
          <p>
            <Link to={placesPath(subject.id)}>Places of the stories</Link>
          </p>
        </div>
        {abilities.includes('INVITE_VIEWER') && (
          <div className={`row-end ${styles.invite}`}>
            <InviteDialog
              subjectId={subject.id}
              name={subject.preferredName}
              mayInviteFamily={abilities.includes('INVITE_EDITOR')}
              mayInviteSubject={
                abilities.includes('INVITE_EDITOR') && !subject.selfUserId && subject.status !== 'MEMORIAL'
              }
            />
          </div>
        )}
      </header>
      <div className={styles.columns}>
        <FamilyTree subject={subject} />
        <div className={styles.lists}>
          <Members subject={subject} myId={myId} />
          <Invitations subject={subject} />
          <PeopleInStories subject={subject} />
          {state === 'LOADING' && (
            <p className="note" role="status">
              Loading the other people…
            </p>
          )}
          {state === 'FAILED' && (
            <p className="note" role="status">
              The other people could not be loaded.{' '}
              <Button look="text" small onClick={reload}>
                Load the other people
              </Button>
            </p>
          )}
        </div>
      </div>
    </main>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Family & friends</h1>
      <Skeleton what="family and friends">
        <SkeletonBar width="24rem" />
        <div className={styles.columns}>
          <SkeletonLines lines={8} />
          <SkeletonLines lines={6} />
        </div>
      </Skeleton>
    </main>
  );
}
