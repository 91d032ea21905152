import { useRevalidator } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { forgetSession } from '#web/app/session.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice, State } from '#web/ui/Notice.tsx';
import styles from '../AccountLayout.module.css';
import { emailProblem } from '../account-fields.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { ResendVerification } from '../ResendVerification.tsx';
import { type Refusal, refused } from '../refusals.ts';
import { useTyped } from './use-typed.ts';

interface Answer {
  refusal: Refusal | null;
  problem?: string;
  askedFor?: string;
}

/**
 * The sign-in address. To change a confirmed address, the user clicks a link sent to it; an unconfirmed one changes at
 * once.
 */
export function Email({ email, confirmed }: { email: string; confirmed: boolean }) {
  const { revalidate } = useRevalidator();
  const { state, pending, onSubmit } = useFormAction<Answer>(save, { refusal: null });
  const { shown, changed, type, leave } = useTyped(email, (typed) => typed.trim().toLowerCase(), pending);
  const asked = state.askedFor === shown.trim();
  useUnsavedChanges(changed && !asked);

  async function save(form: FormData): Promise<Answer> {
    const newEmail = textOf(form, 'email').trim();
    const problem = emailProblem(newEmail);
    if (problem) return { refusal: null, problem };
    const refusal = await refused(() => authClient.changeEmail({ newEmail, callbackURL: '/settings/' }));
    if (refusal) return { refusal };
    if (confirmed) return { refusal: null, askedFor: newEmail };
    forgetSession();
    await revalidate();
    return { refusal: null };
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <RefusalNotice refusal={state.refusal} />
      <div className={styles.under}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={shown}
          error={state.problem}
          onChange={(event) => type(event.target.value)}
        />
        {!changed && (
          <State tone={confirmed ? 'ok' : 'warn'} open={!confirmed}>
            {confirmed ? 'Confirmed' : 'Not confirmed yet'}
          </State>
        )}
      </div>
      {!changed && !confirmed && <ResendVerification email={email} returnPath="/settings/" />}
      {changed && asked && (
        <Notice kind="ok" title="Check your mail">
          <p>
            We have written to {email}. With the click there, {state.askedFor} takes its place, and is to be
            confirmed in turn.
          </p>
        </Notice>
      )}
      {changed && (
        <div className="row">
          <Button type="submit" busy={pending}>
            {asked ? 'Send it again' : 'Change your address'}
          </Button>
          <Button look="text" onClick={leave}>
            Leave it
          </Button>
        </div>
      )}
    </form>
  );
}
