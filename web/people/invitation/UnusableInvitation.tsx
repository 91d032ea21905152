import type { ReactNode } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import type { InvitationStatus } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { dayAndMonth } from '../family/roles.ts';
import type { InvitationPageQuery } from '../invitation.graphql.ts';
import { EntryForm } from './EntryForm.tsx';
import { InvitationLayout } from './InvitationLayout.tsx';

type Preview = NonNullable<InvitationPageQuery['invitationPreview']>;
type Closed = Exclude<InvitationStatus, 'PENDING'>;

interface Words {
  title: string;
  say: string | ((expiresAt: string) => string);
  ask: (host: string) => string;
}

const words: Record<Closed, Words> = {
  ACCEPTED: {
    title: 'This invitation was used',
    say: 'If it was you, the book is among yours.',
    ask: (host) => `If it was not, ask ${host} for one of your own.`,
  },
  DECLINED: {
    title: 'This invitation was declined',
    say: 'Nothing was shared.',
    ask: (host) => `If you think again, ask ${host} for another.`,
  },
  REVOKED: {
    title: 'This invitation was taken back',
    say: 'Its link opens nothing any more.',
    ask: (host) => `${host} can tell you why, and send another.`,
  },
  EXPIRED: {
    title: 'This invitation is too old',
    say: (expiresAt) => `It worked until ${dayAndMonth(expiresAt)}.`,
    ask: (host) => `Ask ${host} to send another.`,
  },
};

/** An invitation that can't be used any more: why, and what to do. */
export function UnusableInvitation({
  preview,
  status,
  signedIn,
  token,
  children,
}: {
  preview: Preview;
  status: Closed;
  signedIn: boolean;
  token: string;
  /** Why a mailed link didn’t work, if one was tried. */
  children?: ReactNode;
}) {
  const { title, say, ask } = words[status];
  const host = preview.invitedBy?.name ?? 'whoever sent it';
  const asked = ask(host);
  return (
    <InvitationLayout
      title={title}
      invitation={preview}
      lead={`It was for ${preview.subject.preferredName}’s book.`}
    >
      <DocumentTitle>{title}</DocumentTitle>
      {children}
      <h2>{typeof say === 'string' ? say : say(preview.expiresAt)}</h2>
      <p className="quiet">{asked.charAt(0).toUpperCase() + asked.slice(1)}</p>
      {preview.role === 'VIEWER' && !signedIn && (
        <>
          <hr className="rule" />
          <h2>Did you join with this invitation?</h2>
          <EntryForm preview={preview} token={token} isReturn />
        </>
      )}
      <Onward signedIn={signedIn} />
    </InvitationLayout>
  );
}

/** Shown when a link matches no invitation: it is mistyped, or was deleted. */
export function NoInvitation() {
  return (
    <InvitationLayout title="There is no such invitation" lead="The link may be incomplete.">
      <DocumentTitle>No such invitation</DocumentTitle>
      <h2>Open it again from where you got it</h2>
      <p className="quiet">If it still opens nothing, ask whoever sent it for another.</p>
      <p className="row">
        <Link className={buttonClass({ look: 'quiet' })} to="/invite/">
          Enter a code
        </Link>
      </p>
    </InvitationLayout>
  );
}

function Onward({ signedIn }: { signedIn: boolean }) {
  return (
    <p className="row">
      <Link className={buttonClass({ look: 'quiet' })} to={signedIn ? '/dashboard/' : '/sign-in'}>
        {signedIn ? 'To your books' : 'Sign in'}
      </Link>
    </p>
  );
}
