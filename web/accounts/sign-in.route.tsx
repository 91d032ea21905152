import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { forgetSession } from '#web/app/session.ts';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { AccountForm, EmailField, type FormAnswer, nothingWrong } from './AccountForm.tsx';
import { anyProblem, emailProblem } from './account-fields.ts';
import { OtherWays } from './OtherWays.tsx';
import type { WaysIn } from './onward.ts';
import { returnRefusal } from './providers.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { ResendVerification } from './ResendVerification.tsx';
import { noAnswer, refusalOf } from './refusals.ts';
import { useReturnPath } from './return-path.ts';
import { SignInWays } from './SignInWays.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
export { waysIn as loader } from './onward.ts';

interface Answer extends FormAnswer {
  /** The address that is not yet confirmed. */
  unverified?: string;
}

export function Component() {
  const { returnPath, withReturn } = useReturnPath();
  const navigate = useNavigate();
  const form = useFormAction<Answer>(signIn, nothingWrong);
  const { fields, unverified, refusal } = form.state;
  const { providers } = useLoaderData<WaysIn>();
  const cameBackWith = useSearchParams()[0].get('error');

  async function signIn(entered: FormData): Promise<Answer> {
    const email = textOf(entered, 'email').trim();
    const password = textOf(entered, 'password');
    const fields = { email: emailProblem(email), password: password ? undefined : 'Enter your password' };
    if (anyProblem(fields)) return { refusal: null, fields };
    try {
      const { error } = await authClient.signIn.email({
        email,
        password,
        rememberMe: entered.has('rememberMe'),
        callbackURL: returnPath,
      });
      if (error) {
        const unconfirmed = error.code === 'EMAIL_NOT_VERIFIED' && { unverified: email };
        return { refusal: refusalOf(error), fields: {}, ...unconfirmed };
      }
    } catch {
      return { refusal: noAnswer, fields: {} };
    }
    forgetSession();
    await navigate(returnPath, { replace: true, viewTransition: true });
    return nothingWrong;
  }

  return (
    <AccountForm
      title="Sign in"
      heading="Welcome back"
      ways={<SignInWays />}
      form={form}
      notice={
        unverified ? (
          <ResendVerification email={unverified} returnPath={returnPath} />
        ) : (
          cameBackWith && !refusal && <RefusalNotice refusal={returnRefusal(cameBackWith)} />
        )
      }
      act="Sign in"
      acting="Signing in"
      otherWays={
        <OtherWays providers={providers} returnPath={returnPath} errorPath={withReturn('/sign-in')} />
      }
      foot={
        <>
          New here? <Link to={withReturn('/sign-up')}>Create an account</Link>
        </>
      }
    >
      <EmailField error={fields.email} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        aside={<Link to={withReturn('/forgot-password')}>Forgot it?</Link>}
        error={fields.password}
        required
      />
      <CheckField name="rememberMe" defaultChecked>
        Keep me signed in on this device
      </CheckField>
    </AccountForm>
  );
}
