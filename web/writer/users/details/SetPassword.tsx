import { useState } from 'react';
import { passwordProblem } from '#web/accounts/account-fields.ts';
import { RefusalNotice } from '#web/accounts/RefusalNotice.tsx';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { useConfirm } from '../../use-confirm.tsx';
import { Part } from './Part.tsx';
import { useAct } from './use-act.ts';

/** Sets a new password for a user whom no mail reaches. */
export function SetPassword({ id, name, onChanged }: { id: string; name: string; onChanged: () => void }) {
  const { busy, refusal, act } = useAct();
  const { confirm, dialog } = useConfirm();
  const [problem, setProblem] = useState<string>();
  const [times, setTimes] = useState(0);
  async function set(newPassword: string) {
    const done = await act(
      () => authClient.admin.setUserPassword({ userId: id, newPassword }),
      'The new password is set',
    );
    if (!done) return;
    setTimes((before) => before + 1);
    onChanged();
  }
  const { onSubmit } = useFormAction<null>(async (form) => {
    const newPassword = textOf(form, 'password');
    const wrong = passwordProblem(newPassword);
    setProblem(wrong);
    if (wrong) return null;
    confirm(
      {
        title: `Set a new password for ${name}?`,
        lead: 'The present one no longer works, and every session of theirs ends.',
        act: 'Set the password',
      },
      () => void set(newPassword),
    );
    return null;
  }, null);
  return (
    <Part title="Password">
      {refusal && <RefusalNotice refusal={refusal} />}
      <form className="stack" onSubmit={onSubmit} noValidate key={times}>
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="It ends every session of theirs."
          error={problem}
        />
        <div>
          <Button type="submit" look="quiet" small busy={busy}>
            Set the password
          </Button>
        </div>
      </form>
      {dialog}
    </Part>
  );
}
