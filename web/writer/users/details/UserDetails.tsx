import { useQuery } from '@apollo/client/react';
import { RefusalNotice } from '#web/accounts/RefusalNotice.tsx';
import { authClient } from '#web/app/auth.ts';
import { forgetSession } from '#web/app/session.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmailAddress } from '#web/ui/EmailAddress.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { useConfirm } from '../../use-confirm.tsx';
import { Standing } from '../Standing.tsx';
import { dayOf } from '../user-words.ts';
import { AuditOf } from './AuditOf.tsx';
import { Ban } from './Ban.tsx';
import { DeleteUser } from './DeleteUser.tsx';
import styles from './details.module.css';
import { type DetailedUser, Part } from './Part.tsx';
import { RoleOf } from './RoleOf.tsx';
import { SessionsOf } from './SessionsOf.tsx';
import { SetPassword } from './SetPassword.tsx';
import { useAct } from './use-act.ts';
import { WriterUserDocument } from './user.graphql.ts';

/** The details of an account, and what an admin may do with it. */
export function UserDetails({ id, isMe, onDeleted }: { id: string; isMe: boolean; onDeleted: () => void }) {
  const { data, error, refetch } = useQuery(WriterUserDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const user = data?.user;
  if (user) {
    const changed = () => void refetch();
    const isAdmin = (user.role ?? '').split(',').includes('admin');
    return (
      <div className={styles.details}>
        <dl className={styles.facts}>
          <dt>Email</dt>
          <dd>{user.email && <EmailAddress>{user.email}</EmailAddress>}</dd>
          {user.phoneNumber && (
            <>
              <dt>Phone</dt>
              <dd>{phoneInWords(user.phoneNumber)}</dd>
            </>
          )}
          <dt>State</dt>
          <dd>
            <Standing user={user} />
          </dd>
          <dt>Since</dt>
          <dd>{dayOf(user.createdAt)}</dd>
        </dl>
        <RoleOf user={user} isMe={isMe} onChanged={changed} />
        <SessionsOf id={id} onChanged={changed} />
        {isMe ? (
          <p className="quiet">This is you. Your password and your account are in your own settings.</p>
        ) : (
          <>
            {!isAdmin && <Impersonate user={user} />}
            {!isAdmin && <SetPassword id={id} name={user.name} onChanged={changed} />}
            <Ban user={user} onChanged={changed} />
            <DeleteUser user={user} onDeleted={onDeleted} />
          </>
        )}
        <AuditOf entries={user.audit ?? []} />
      </div>
    );
  }
  if (error) {
    return (
      <Notice kind="error" title="This account did not load">
        <Button look="quiet" small onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (data) return <p className="quiet">This account is gone.</p>;
  return (
    <Skeleton what="the account">
      <SkeletonLines lines={10} />
    </Skeleton>
  );
}

function Impersonate({ user }: { user: DetailedUser }) {
  const { busy, refusal, act } = useAct();
  const { confirm, dialog } = useConfirm();
  async function begin() {
    const started = await act(() => authClient.admin.impersonateUser({ userId: user.id }));
    if (!started) return;
    forgetSession();
    location.assign('/dashboard/'); // a full page load drops everything cached as an admin
  }
  return (
    <Part title="See what they see">
      <p className="note">
        For an hour at most. Everything you do is written down under both names; what is private stays hidden.
      </p>
      {refusal && <RefusalNotice refusal={refusal} />}
      <Button
        look="quiet"
        small
        busy={busy}
        onClick={() =>
          confirm(
            {
              title: `Impersonate ${user.name}?`,
              lead: 'You see their books as they do, for an hour at most, and what you change is changed for them. It is written down under both names.',
              act: 'Impersonate',
            },
            () => void begin(),
          )
        }
      >
        Impersonate {user.name}
      </Button>
      {dialog}
    </Part>
  );
}
