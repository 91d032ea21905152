import { useLoaderData, useNavigate } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { AccountForm, EmailField, type FormAnswer, NewPasswordField, nothingWrong } from './AccountForm.tsx';
import { anyProblem, emailProblem, type FieldErrors, passwordProblem } from './account-fields.ts';
import { OtherWays } from './OtherWays.tsx';
import type { WaysIn } from './onward.ts';
import { refused } from './refusals.ts';
import { useReturnPath } from './return-path.ts';
import { verifiedPath } from './verified-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
export { waysIn as loader } from './onward.ts';

export function Component() {
  const { returnPath, withReturn } = useReturnPath();
  const navigate = useNavigate();
  const form = useFormAction<FormAnswer>(signUp, nothingWrong);
  const { fields } = form.state;
  const { providers } = useLoaderData<WaysIn>();

  async function signUp(entered: FormData): Promise<FormAnswer> {
    const name = textOf(entered, 'name').trim();
    const email = textOf(entered, 'email').trim();
    const password = textOf(entered, 'password');
    const fields: FieldErrors = {
      name: name ? undefined : 'Enter your name',
      email: emailProblem(email),
      password: passwordProblem(password),
    };
    if (anyProblem(fields)) return { refusal: null, fields };
    const refusal = await refused(() =>
      authClient.signUp.email({ name, email, password, callbackURL: verifiedPath(returnPath) }),
    );
    if (!refusal) await navigate(withReturn('/verify-email'), { state: { email }, viewTransition: true });
    return { refusal, fields: {} };
  }

  return (
    <AccountForm
      title="Create an account"
      lead="It is for you, who keeps the book. The storyteller can talk at your side."
      form={form}
      act="Create an account"
      acting="Creating the account"
      terms={
        <>
          With this you agree to the <Link to="/tos">terms</Link>. The <Link to="/privacy">privacy page</Link>{' '}
          says what we keep and why.
        </>
      }
      otherWays={
        <OtherWays providers={providers} returnPath={returnPath} errorPath={withReturn('/sign-in')} />
      }
      foot={
        <>
          Already have an account? <Link to={withReturn('/sign-in')}>Sign in</Link>
        </>
      }
    >
      <TextField label="Your name" name="name" autoComplete="name" error={fields.name} required />
      <EmailField error={fields.email} />
      <NewPasswordField label="Password" error={fields.password} />
    </AccountForm>
  );
}
