import { useState } from 'react';
import { useLocation } from 'react-router';
import { signInPath } from '#web/app/addresses.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import type { InvitationStatus, SubjectRole } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { InvitationPageQuery } from '../invitation.graphql.ts';
import { EntryForm } from './EntryForm.tsx';
import styles from './InvitationLayout.module.css';
import { InvitationLayout } from './InvitationLayout.tsx';
import { NoInvitation, UnusableInvitation } from './UnusableInvitation.tsx';
import { useAnswer } from './use-answer.ts';
import { useEntry } from './use-entry.ts';

type Preview = NonNullable<InvitationPageQuery['invitationPreview']>;

/** The invitation as the holder of the link sees it, with the buttons to accept or decline. */
export function InvitationPage({
  data: { invitationPreview: preview },
  me,
  token,
}: {
  data: InvitationPageQuery;
  /** The signed-in user, if any. */
  me: { name: string; email: string } | null;
  token: string;
}) {
  const { answer, accept, decline, busy, problem } = useAnswer(token);
  const { enter, entering, closed, failure } = useEntry();
  const status: InvitationStatus | undefined = answer ?? closed ?? preview?.status;
  if (!preview || !status) return <NoInvitation />;
  const failed = failure && (
    <Notice kind="error" title={failure.title}>
      <p>{failure.body}</p>
    </Notice>
  );
  if (enter && !closed)
    return (
      <InvitationLayout {...coverOf(preview)} invitation={preview}>
        <DocumentTitle>{`${preview.subject.preferredName}’s book`}</DocumentTitle>
        <h2>Come in</h2>
        {me && (
          <p className="quiet">
            You are signed in as {me.name}, {me.email}. If the letter went to another address, the book opens
            under that one.
          </p>
        )}
        <Button wide busy={entering} onClick={() => void enter()}>
          {acceptLabels.VIEWER}
        </Button>
        <p className="note">{termsOf(preview)}</p>
      </InvitationLayout>
    );
  if (status !== 'PENDING')
    return (
      <UnusableInvitation preview={preview} status={status} signedIn={me !== null} token={token}>
        {failed}
      </UnusableInvitation>
    );
  return (
    <InvitationLayout {...coverOf(preview)} invitation={preview}>
      <DocumentTitle>{`${preview.subject.preferredName}’s book`}</DocumentTitle>
      {preview.message && <p className={styles.words}>{preview.message}</p>}
      {problem && (
        <Notice kind="error" title={problem.title}>
          <p>{problem.body}</p>
        </Notice>
      )}
      {failed}
      {me ? (
        <>
          <h2>Come in</h2>
          <p className="quiet">
            You are signed in as {me.name}, {me.email}.
          </p>
          <Button wide busy={busy} onClick={accept}>
            {acceptLabels[preview.role]}
          </Button>
        </>
      ) : (
        <WaysIn preview={preview} token={token} />
      )}
      <hr className="rule" />
      <p className="note">{termsOf(preview)}</p>
      <DeclineDialog host={preview.invitedBy?.name ?? null} busy={busy} onDecline={decline} />
    </InvitationLayout>
  );
}

/** A reader needs a name and an address; others need an account, and return to the invitation after signing up. */
function WaysIn({ preview, token }: { preview: Preview; token: string }) {
  const { pathname } = useLocation();
  if (preview.role === 'VIEWER')
    return (
      <>
        <h2>First, who are you?</h2>
        <EntryForm preview={preview} token={token} />
        <p>
          <Link to={signInPath(pathname)}>I have an account</Link>
        </p>
      </>
    );
  return (
    <>
      <h2>First, who are you?</h2>
      <p className="quiet">The book opens to people the family knows. You come back here afterwards.</p>
      <Link className={buttonClass({ wide: true })} to={`/sign-up?redirect=${encodeURIComponent(pathname)}`}>
        Create an account
      </Link>
      <Link className={buttonClass({ look: 'quiet', wide: true })} to={signInPath(pathname)}>
        I have an account
      </Link>
    </>
  );
}

function DeclineDialog({
  host,
  busy,
  onDecline,
}: {
  host: string | null;
  busy: boolean;
  onDecline: () => Promise<void>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn btn-text">
          No, thank you
        </button>
      }
      title="Decline the invitation?"
      lead={`The link closes, if it was for you alone. ${host ?? 'The person who invited you'} can send another.`}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={() => void onDecline().finally(() => setOpen(false))}>
            Decline
          </Button>
          <AlertDialogClose className="btn btn-quiet">Keep it for later</AlertDialogClose>
        </>
      }
    />
  );
}

/** The cover's title, and who invites. */
export function coverOf({
  role,
  subject,
  invitedBy,
  mayContribute,
}: Pick<Preview, 'role' | 'subject' | 'invitedBy' | 'mayContribute'>) {
  const host = invitedBy?.name ?? 'The family';
  const name = subject.preferredName;
  const title =
    role === 'VIEWER'
      ? `Read the book of ${name}`
      : role === 'SUBJECT'
        ? `The book about you, ${name}`
        : `Keep ${name}’s stories`;
  const purpose = role === 'VIEWER' && !mayContribute ? 'to read the stories' : whatFor[role];
  const lead = `${host} invites you ${purpose}.`;
  return { title, lead };
}

/** The button that accepts, by role. */
export const acceptLabels: Record<SubjectRole, string> = {
  VIEWER: 'Read the book',
  EDITOR: 'Join the family',
  OWNER: 'Join the family',
  SUBJECT: 'This is my book',
};

const whatFor: Record<SubjectRole, string> = {
  VIEWER: 'to read the stories, and to say what you remember',
  EDITOR: 'to read, to write and to correct with the family',
  OWNER: 'to look after the book with the family',
  SUBJECT: 'to tell your stories, and to decide about them',
};

function termsOf({ role, subject, expiresAt, mayContribute }: Preview): string {
  const until = new Date(expiresAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  const name = subject.preferredName;
  if (role === 'SUBJECT')
    return `Accept only if you are ${name}. You decide what to agree to and who can read what, and only you can read what you keep private. We’ll let the owners know. The invitation works until ${until}.`;
  const rights =
    role === 'VIEWER'
      ? `You can read the stories${mayContribute ? ', write what you remember about them, and ask questions' : ''}. What ${name} keeps private stays private, and you can leave at any time.`
      : `You can read what ${name} told, and write. What ${name} keeps private stays private.`;
  return `${rights} The invitation works until ${until}.`;
}
