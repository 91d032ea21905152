import { useSearchParams } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { NewPasswordField } from './AccountForm.tsx';
import { passwordProblem } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { linkRefusal, type Refusal, refused } from './refusals.ts';
import { useReturnPath } from './return-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

interface Answer {
  refusal: Refusal | null;
  problem?: string | undefined;
  done?: boolean;
}

export function Component() {
  const [params] = useSearchParams();
  const { withReturn } = useReturnPath();
  const token = params.get('token');
  const error = params.get('error');
  return (
    <SideLayout>
      <DocumentTitle>Choose a new password</DocumentTitle>
      <h1>Choose a new password</h1>
      {token && !error ? (
        <NewPassword token={token} />
      ) : (
        <>
          <RefusalNotice refusal={linkRefusal(error ?? 'invalid_token')} />
          <p>
            <Link className={buttonClass({ wide: true })} to={withReturn('/forgot-password')}>
              Have a new link sent
            </Link>
          </p>
        </>
      )}
    </SideLayout>
  );
}

function NewPassword({ token }: { token: string }) {
  const { withReturn } = useReturnPath();
  const { state, pending, onSubmit } = useFormAction<Answer>(reset, { refusal: null });

  async function reset(form: FormData): Promise<Answer> {
    const newPassword = textOf(form, 'password');
    const problem = passwordProblem(newPassword);
    if (problem) return { refusal: null, problem };
    const refusal = await refused(() => authClient.resetPassword({ newPassword, token }));
    return refusal ? { refusal } : { refusal: null, done: true };
  }

  if (state.done) {
    return (
      <div className="stack">
        <Notice kind="ok" title="Your password is changed">
          <p>You were signed out everywhere. Sign in with the new one.</p>
        </Notice>
        <Link className={buttonClass({ wide: true })} to={withReturn('/sign-in')}>
          Sign in
        </Link>
      </div>
    );
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={onSubmit}>
      <RefusalNotice refusal={state.refusal} />
      <NewPasswordField label="New password" error={state.problem} />
      <Button type="submit" wide busy={pending}>
        {pending ? 'Changing it' : 'Change the password'}
      </Button>
    </form>
  );
}
