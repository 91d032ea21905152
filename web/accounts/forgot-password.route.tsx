import { useState } from 'react';
import { authClient } from '#web/app/auth.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { emailProblem } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { type Refusal, refused } from './refusals.ts';
import { useReturnPath } from './return-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

interface Answer {
  refusal: Refusal | null;
  problem?: string | undefined;
  sentTo?: string;
}

export function Component() {
  const { withReturn } = useReturnPath();
  const [email, setEmail] = useState('');
  const { state, pending, onSubmit } = useFormAction<Answer>(send, { refusal: null });

  async function send(form: FormData): Promise<Answer> {
    const address = textOf(form, 'email').trim();
    const problem = emailProblem(address);
    if (problem) return { refusal: null, problem };
    const redirectTo = withReturn('/reset-password');
    const refusal = await refused(() => authClient.requestPasswordReset({ email: address, redirectTo }));
    return refusal ? { refusal } : { refusal: null, sentTo: address };
  }

  return (
    <SideLayout>
      <DocumentTitle>A new password</DocumentTitle>
      <h1>A new password</h1>
      <p className="lead quiet">We send you a link with which you choose one.</p>
      <form className="stack" method="post" noValidate onSubmit={onSubmit}>
        <RefusalNotice refusal={state.refusal} />
        {state.sentTo && (
          <Notice kind="ok" title="Check your mail">
            <p>If there is an account for {state.sentTo}, the link is on its way. It works for an hour.</p>
          </Notice>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={state.problem}
          required
        />
        <Button type="submit" wide busy={pending}>
          {state.sentTo ? 'Send it again' : 'Send me the link'}
        </Button>
      </form>
      <p>
        <Link to={withReturn('/sign-in')}>Back to sign in</Link>
      </p>
    </SideLayout>
  );
}
