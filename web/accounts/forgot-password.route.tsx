import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { AccountForm, EmailField, type FormAnswer, nothingWrong } from './AccountForm.tsx';
import { emailProblem } from './account-fields.ts';
import { refused } from './refusals.ts';
import { useReturnPath } from './return-path.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

interface Answer extends FormAnswer {
  sentTo?: string;
}

export function Component() {
  const { withReturn } = useReturnPath();
  const form = useFormAction<Answer>(send, nothingWrong);
  const { fields, sentTo } = form.state;

  async function send(entered: FormData): Promise<Answer> {
    const email = textOf(entered, 'email').trim();
    const problem = emailProblem(email);
    if (problem) return { refusal: null, fields: { email: problem } };
    const redirectTo = withReturn('/reset-password');
    const refusal = await refused(() => authClient.requestPasswordReset({ email, redirectTo }));
    return refusal ? { refusal, fields: {} } : { ...nothingWrong, sentTo: email };
  }

  return (
    <AccountForm
      title="A new password"
      lead="We send you a link with which you choose one."
      form={form}
      notice={
        sentTo && (
          <Notice kind="ok" title="Check your mail">
            <p>If there is an account for {sentTo}, the link is on its way. It works for an hour.</p>
          </Notice>
        )
      }
      act={sentTo ? 'Send it again' : 'Send me the link'}
      foot={<Link to={withReturn('/sign-in')}>Back to sign in</Link>}
    >
      <EmailField error={fields.email} />
    </AccountForm>
  );
}
