import { useState } from 'react';
import { useNavigate } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { anyProblem, emailProblem, type FieldErrors, passwordProblem } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { type Refusal, refused } from './refusals.ts';
import { useReturnPath } from './return-path.ts';
import { verifiedPath } from './verified-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
export { loader } from './sign-in.route.tsx';

interface Answer {
  refusal: Refusal | null;
  fields: FieldErrors;
}

export function Component() {
  const { returnPath, withReturn } = useReturnPath();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { state, pending, onSubmit } = useFormAction<Answer>(signUp, { refusal: null, fields: {} });

  async function signUp(form: FormData): Promise<Answer> {
    const entered = {
      name: textOf(form, 'name').trim(),
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
    };
    const fields: FieldErrors = {
      name: entered.name ? undefined : 'Enter your name',
      email: emailProblem(entered.email),
      password: passwordProblem(entered.password),
    };
    if (anyProblem(fields)) return { refusal: null, fields };
    const refusal = await refused(() =>
      authClient.signUp.email({ ...entered, callbackURL: verifiedPath(returnPath) }),
    );
    if (!refusal)
      await navigate(withReturn('/verify-email'), { state: { email: entered.email }, viewTransition: true });
    return { refusal, fields: {} };
  }

  return (
    <SideLayout>
      <DocumentTitle>Make an account</DocumentTitle>
      <h1>Make an account</h1>
      <p className="lead quiet">It is for you, who keeps the book. Whoever tells needs only a phone.</p>
      <form className="stack" method="post" noValidate onSubmit={onSubmit}>
        <RefusalNotice refusal={state.refusal} />
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={state.fields.name}
          required
        />
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
          autoComplete="new-password"
          hint="At least 8 characters. A sentence is good."
          error={state.fields.password}
          required
        />
        <Button type="submit" wide busy={pending}>
          {pending ? 'Making the account' : 'Make an account'}
        </Button>
        <p className="note">
          With this you agree to the <Link to="/tos">terms</Link>. The <Link to="/privacy">privacy page</Link>{' '}
          says what we keep and why.
        </p>
      </form>
      <p>
        You have an account? <Link to={withReturn('/sign-in')}>Sign in</Link>
      </p>
    </SideLayout>
  );
}
