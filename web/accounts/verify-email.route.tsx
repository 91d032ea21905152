import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { emailProblem } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { ResendVerification } from './ResendVerification.tsx';
import { linkRefusal } from './refusals.ts';
import { useReturnPath } from './return-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  const [params] = useSearchParams();
  const error = params.get('error');
  if (error) return <Refused error={error} />;
  return params.get('verified') === 'yes' ? <Verified /> : <CheckMail />;
}

function CheckMail() {
  const { returnPath, withReturn } = useReturnPath();
  const email = (useLocation().state as { email?: string } | null)?.email;
  return (
    <SideLayout>
      <DocumentTitle>Check your mail</DocumentTitle>
      <h1>Check your mail</h1>
      <p className="lead quiet">
        {email ? `We have sent a link to ${email}.` : 'We have sent you a link.'} Open it, and your account is
        ready. It works for an hour.
      </p>
      {email ? (
        <ResendVerification email={email} returnPath={returnPath} />
      ) : (
        <AskForAddress returnPath={returnPath} />
      )}
      <p>
        Done already? <Link to={withReturn('/sign-in')}>Sign in</Link>
      </p>
    </SideLayout>
  );
}

function Verified() {
  const { returnPath } = useReturnPath();
  return (
    <SideLayout>
      <DocumentTitle>Your address is confirmed</DocumentTitle>
      <h1>Your address is confirmed</h1>
      <Notice kind="ok" title="Your account is ready">
        <p>You can begin.</p>
      </Notice>
      <p>
        <Link className={buttonClass({ wide: true })} to={returnPath}>
          Continue
        </Link>
      </p>
    </SideLayout>
  );
}

function Refused({ error }: { error: string }) {
  const { returnPath, withReturn } = useReturnPath();
  return (
    <SideLayout>
      <DocumentTitle>The link did not work</DocumentTitle>
      <h1>The link did not work</h1>
      <RefusalNotice refusal={linkRefusal(error)} />
      <AskForAddress returnPath={returnPath} />
      <p>
        <Link to={withReturn('/sign-in')}>Sign in</Link>
      </p>
    </SideLayout>
  );
}

/** Asks for the address when it is unknown. */
function AskForAddress({ returnPath }: { returnPath: string }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<string>();
  if (asked) return <ResendVerification key={asked} email={asked} returnPath={returnPath} />;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = textOf(new FormData(event.currentTarget), 'email').trim();
        const wrong = emailProblem(address);
        setProblem(wrong);
        if (!wrong) setAsked(address);
      }}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={problem}
      />
      <Button type="submit" look="quiet" wide>
        Have another link sent
      </Button>
    </form>
  );
}
