import type { FragmentType } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import type { Ability } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmailAddress } from '#web/ui/EmailAddress.tsx';
import {
  type Invitations_InvitationFragment,
  Invitations_InvitationFragmentDoc,
  type Invitations_SubjectFragment,
  Invitations_SubjectFragmentDoc,
  RevokeInvitationDocument,
} from './Invitations.graphql.ts';
import styles from './lists.module.css';
import { dayAndMonth, invitedAs } from './roles.ts';

/** Open invitations, and expired or revoked ones. */
export function Invitations({ subject: from }: { subject: FragmentType<Invitations_SubjectFragment> }) {
  const { data: subject } = useKeptFragment({
    fragment: Invitations_SubjectFragmentDoc,
    fragmentName: 'Invitations_subject',
    from,
  });
  const invitations = subject.invitations.edges.map(({ node }) => node);
  const open = invitations.filter(({ status }) => status === 'PENDING');
  const closed = invitations.filter(({ status }) => status !== 'PENDING' && status !== 'ACCEPTED');
  if (open.length === 0 && closed.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>Invited</h2>
      {open.length === 0 && <p className="quiet">No invitation is open.</p>}
      <ul className={`list list-open ${styles.people} ${styles.invited}`}>
        {open.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} abilities={subject.abilities} />
        ))}
      </ul>
      {closed.length > 0 && (
        <details className={styles.closed}>
          <summary>Closed invitations, {closed.length}</summary>
          <ul className={`list list-open ${styles.people} ${styles.invited}`}>
            {closed.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} abilities={subject.abilities} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Invitation({
  invitation: from,
  abilities,
}: {
  invitation: FragmentType<Invitations_InvitationFragment>;
  abilities: readonly Ability[];
}) {
  const { data: invitation } = useKeptFragment({ fragment: Invitations_InvitationFragmentDoc, from });
  const [revoke, { loading }] = useMutation(RevokeInvitationDocument);
  const { id, role, status, email, uses } = invitation;
  const may = abilities.includes(role === 'VIEWER' ? 'INVITE_VIEWER' : 'INVITE_EDITOR');
  const who = nameOf(invitation);

  async function cancel(): Promise<void> {
    const { data } = await revoke({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.revokeInvitation;
    if (!answer)
      return notify('error', 'The connection broke', { body: 'The invitation stands as it did. Try again.' });
    if (answer.__typename !== 'Invitation')
      return notify('error', 'Nothing was changed', { body: answer.message });
    const stay = uses > 0 ? ` ${stayingInWords(uses)}` : '';
    return notify('success', 'Invitation cancelled', { body: `Its link opens nothing any more.${stay}` });
  }
  return (
    <li>
      <span className={styles.nobody} aria-hidden="true" />
      <p>
        <b>{email ? <EmailAddress>{email}</EmailAddress> : who}</b>
        <br />
        <span className="note">
          {standingInWords(invitation)}
          {may && status === 'PENDING' && uses > 0 && `. ${stayingInWords(uses)}`}
        </span>
      </p>
      {may && status === 'PENDING' && (
        <Button look="text" small busy={loading} aria-label={`Cancel invitation: ${who}`} onClick={cancel}>
          Cancel invitation
        </Button>
      )}
    </li>
  );
}

function nameOf({ email, phone, relationship, maxUses }: Invitations_InvitationFragment): string {
  if (email) return email;
  if (phone) return phoneInWords(phone);
  if (maxUses > 1) return 'Anyone with the link';
  return relationship ? capital(relationship) : 'By a link';
}

/** What becomes of those who have come by a link when it is switched off. */
function stayingInWords(uses: number): string {
  return uses === 1
    ? 'The person who came by this link can still read until you remove them from the book.'
    : 'Those who came by this link can still read until you remove them from the book.';
}

function standingInWords(invitation: Invitations_InvitationFragment): string {
  const { role, status, createdAt, expiresAt, maxUses, uses, mayContribute, mayDownload } = invitation;
  const limits = `${mayContribute ? '' : ' only'}${mayDownload ? '' : ', without downloads,'}`;
  const asked = `invited ${invitedAs[role]}${limits} on ${dayAndMonth(createdAt)}`;
  const used = maxUses > 1 ? `, ${uses} of ${maxUses} have come` : '';
  if (status === 'PENDING') return `${asked}, open until ${dayAndMonth(expiresAt)}${used}`;
  if (status === 'DECLINED') return `${asked}, declined`;
  if (status === 'REVOKED') return `${asked}, cancelled${used}`;
  return `${asked}, expired on ${dayAndMonth(expiresAt)}${used}`;
}
