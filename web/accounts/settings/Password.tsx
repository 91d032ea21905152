import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { forgetSession } from '#web/app/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import styles from '../AccountLayout.module.css';
import { passwordProblem } from '../account-fields.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { noAnswer, type Refusal, refused } from '../refusals.ts';
import { SetPasswordDocument, SettingsDocument, type SettingsPartsFragment } from '../settings.graphql.ts';

interface Answer {
  refusal: Refusal | null;
  current?: string;
  next?: string | undefined;
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** The password and when it was set; changes it, or sends a link to set a first one. */
export function Password({ email, ways }: { email: string; ways: SettingsPartsFragment['signInWays'] }) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const { revalidate } = useRevalidator();
  const [set] = useMutation(SetPasswordDocument, { refetchQueries: [SettingsDocument] });
  const own = ways.find(({ providerId }) => providerId === 'credential');
  const { state, pending, onSubmit } = useFormAction<Answer>(save, { refusal: null });

  async function save(entered: FormData): Promise<Answer> {
    const currentPassword = textOf(entered, 'current');
    const newPassword = textOf(entered, 'password');
    if (own && !currentPassword) return { refusal: null, current: 'Enter the password you have' };
    const next = passwordProblem(newPassword);
    if (next) return { refusal: null, next };
    const refusal = own
      ? await refused(() =>
          authClient.changePassword({
            currentPassword,
            newPassword,
            revokeOtherSessions: entered.get('elsewhere') === 'on',
          }),
        )
      : await setFirst(newPassword);
    if (refusal) return { refusal };
    setOpen(false);
    forgetSession();
    await revalidate();
    void notify('success', own ? 'Your password is changed' : 'You have a password now');
    return { refusal: null };
  }

  async function setFirst(newPassword: string): Promise<Refusal | null> {
    const { data } = await set({ variables: { newPassword } }).catch(() => ({ data: null }));
    const answer = data?.setPassword;
    if (!answer) return noAnswer;
    return answer.__typename === 'User' ? null : { title: answer.message };
  }

  return (
    <li>
      <div>
        <b>Password</b>
        <p className="note">
          {own ? `changed in ${month.format(new Date(own.changedAt))}` : 'You have none so far.'}
        </p>
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button look="quiet" small aria-label={own ? 'Change the password' : 'Choose a password'}>
            {own ? 'Change' : 'Choose one'}
          </Button>
        }
        title={own ? 'Change your password' : 'Choose a password'}
        lead="At least 8 characters. A sentence is good."
        actions={
          <>
            <Button type="submit" form={form} busy={pending}>
              {own ? 'Change it' : 'Choose it'}
            </Button>
            <DialogClose className="btn btn-quiet">Leave it as it is</DialogClose>
          </>
        }
      >
        <form id={form} className={`stack ${styles.ask}`} onSubmit={onSubmit} noValidate>
          <RefusalNotice refusal={state.refusal} />
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          {own && (
            <TextField
              label="The password you have"
              name="current"
              type="password"
              autoComplete="current-password"
              error={state.current}
            />
          )}
          <TextField
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            error={state.next}
          />
          {own && (
            <CheckField name="elsewhere" defaultChecked>
              Sign me out everywhere else
            </CheckField>
          )}
        </form>
      </Dialog>
    </li>
  );
}
