import { useState } from 'react';
import { type LoaderFunctionArgs, redirect, useNavigate } from 'react-router';
import { safePath } from '#web/app/addresses.ts';
import { authClient } from '#web/app/auth.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { currentSession, forgetSession } from '#web/app/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { emailProblem, type FieldErrors } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { ResendVerification } from './ResendVerification.tsx';
import { noAnswer, type Refusal, refusalOf } from './refusals.ts';
import { useReturnPath } from './return-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** Whoever is signed in already goes where they were going. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await currentSession().catch(() => null);
  if (!session) return null;
  return redirect(safePath(new URL(request.url).searchParams.get('redirect'), '/dashboard/'));
}

interface Answer {
  refusal: Refusal | null;
  fields: FieldErrors;
  /** The address that still has to be confirmed. */
  unverified?: string;
}

export function Component() {
  const { returnPath, withReturn } = useReturnPath();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const { state, pending, onSubmit } = useFormAction<Answer>(signIn, { refusal: null, fields: {} });

  async function signIn(form: FormData): Promise<Answer> {
    const address = textOf(form, 'email').trim();
    const fields = {
      email: emailProblem(address),
      password: textOf(form, 'password') ? undefined : 'Enter your password',
    };
    if (fields.email || fields.password) return { refusal: null, fields };
    try {
      const { error } = await authClient.signIn.email({
        email: address,
        password: textOf(form, 'password'),
        rememberMe: form.has('rememberMe'),
        callbackURL: returnPath,
      });
      if (error?.code === 'EMAIL_NOT_VERIFIED')
        return { refusal: refusalOf(error), fields: {}, unverified: address };
      if (error) return { refusal: refusalOf(error), fields: {} };
    } catch {
      return { refusal: noAnswer, fields: {} };
    }
    forgetSession();
    await navigate(returnPath, { replace: true, viewTransition: true });
    return { refusal: null, fields: {} };
  }

  return (
    <SideLayout>
      <DocumentTitle>Sign in</DocumentTitle>
      <h1>Welcome back</h1>
      <form className="stack" method="post" noValidate onSubmit={onSubmit}>
        <RefusalNotice refusal={state.refusal}>
          {state.unverified && <ResendVerification email={state.unverified} returnPath={returnPath} />}
        </RefusalNotice>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={state.fields.email}
          required
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          aside={<Link to={withReturn('/forgot-password')}>Forgot it?</Link>}
          error={state.fields.password}
          required
        />
        <CheckField name="rememberMe" defaultChecked>
          Keep me signed in on this device
        </CheckField>
        <Button type="submit" wide busy={pending}>
          {pending ? 'Signing in' : 'Sign in'}
        </Button>
      </form>
      <p>
        New here? <Link to={withReturn('/sign-up')}>Make an account</Link>
      </p>
    </SideLayout>
  );
}
