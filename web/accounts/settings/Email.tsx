import { useState } from 'react';
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

interface Answer {
  refusal: Refusal | null;
  problem?: string;
  askedFor?: string;
}

/** The address one signs in with. A confirmed one changes by a click in its own mailbox, any other at once. */
export function Email({ email, confirmed }: { email: string; confirmed: boolean }) {
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(email);
  const { state, pending, onSubmit } = useFormAction<Answer>(save, { refusal: null });
  const changed = typed.trim().toLowerCase() !== email;
  useUnsavedChanges(changed && state.askedFor !== typed.trim());

  async function save(form: FormData): Promise<Answer> {
    const newEmail = textOf(form, 'email').trim();
    const problem = emailProblem(newEmail);
    if (problem) return { refusal: null, problem };
    const refusal = await refused(() => authClient.changeEmail({ newEmail, callbackURL: '/settings/' }));
    if (refusal) return { refusal };
    if (!confirmed) {
      forgetSession();
      await revalidate();
    }
    return { refusal: null, askedFor: newEmail };
  }
  const asked = state.askedFor !== undefined && state.askedFor === typed.trim();
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
          value={typed}
          error={state.problem}
          onChange={(event) => setTyped(event.target.value)}
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
          <Button look="text" onClick={() => setTyped(email)}>
            Leave it
          </Button>
        </div>
      )}
    </form>
  );
}
