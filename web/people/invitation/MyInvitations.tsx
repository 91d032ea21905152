import type { PreloadedQueryRef } from '@apollo/client/react';
import { useMutation, useReadQuery } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  AcceptMyInvitationDocument,
  DeclineMyInvitationDocument,
  MyInvitationsDocument,
  type MyInvitationsQuery,
} from '../my-invitations.graphql.ts';
import styles from './InvitationLayout.module.css';
import { acceptLabels } from './InvitationPage.tsx';

/** What the invitation is for, with the book's name. */
const purpose = {
  VIEWER: (book: string) => <>to read {bold(book)}</>,
  EDITOR: (book: string) => <>to write {bold(book)} together</>,
  OWNER: (book: string) => <>to look after {bold(book)}</>,
  SUBJECT: (book: string) => <>to have {bold(book)} as your own</>,
};

type Waiting = MyInvitationsQuery['myInvitations'][number];

/** The invitations to the user's own address, which they can answer without a link. */
export function MyInvitations({ page }: { page: PreloadedQueryRef<MyInvitationsQuery> }) {
  const { myInvitations } = useReadQuery(page).data;
  return (
    <section aria-labelledby="my-invitations">
      <h2 id="my-invitations">
        {myInvitations.length ? 'Waiting for your answer' : 'No invitation is waiting'}
      </h2>
      {myInvitations.length === 0 && (
        <p className="quiet">Invitations that were sent to your email address appear here.</p>
      )}
      <ul className="list">
        {myInvitations.map((invitation) => (
          <MyInvitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function MyInvitation({ invitation }: { invitation: Waiting }) {
  const { id, role, invitedBy, subject, message, expiresAt } = invitation;
  const navigate = useNavigate();
  const [accept, accepting] = useMutation(AcceptMyInvitationDocument);
  const [decline, declining] = useMutation(DeclineMyInvitationDocument, {
    refetchQueries: [MyInvitationsDocument],
    awaitRefetchQueries: true,
  });
  const name = subject.preferredName;
  const until = new Date(expiresAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });

  async function onAccept(): Promise<void> {
    const { data } = await accept({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.acceptMyInvitation;
    if (answer?.__typename !== 'Membership') return refused(answer?.message);
    // The user's books and permissions have changed.
    await apollo.clearStore();
    await navigate(`/dashboard/${encodeURIComponent(answer.subject.id)}/`, { viewTransition: true });
    return notify('success', 'Welcome in');
  }
  async function onDecline(): Promise<void> {
    const { data } = await decline({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.declineMyInvitation;
    if (answer?.__typename !== 'InvitationPreview') return refused(answer?.message);
    return notify('success', 'Invitation declined');
  }
  return (
    <li className={styles.code}>
      <p>
        {bold(invitedBy.name)} invites you {purpose[role](`${name}’s book`)}, until {until}.
      </p>
      {message && <p className={styles.words}>{message}</p>}
      <p className="row">
        <Button small busy={accepting.loading} onClick={() => void onAccept()}>
          {role === 'VIEWER' ? `Read ${name}’s book` : acceptLabels[role]}
        </Button>
        <Button
          look="text"
          small
          busy={declining.loading}
          aria-label={`Decline the invitation to ${name}’s book`}
          onClick={() => void onDecline()}
        >
          Decline
        </Button>
      </p>
    </li>
  );
}

function bold(words: string) {
  return <b>{words}</b>;
}

function refused(why = 'The connection broke. Try again.') {
  return notify('error', 'Nothing was changed', { body: why });
}
