import { useRevalidator } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { forgetSession } from '#web/app/session.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import styles from '../AccountLayout.module.css';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { type Refusal, refused } from '../refusals.ts';
import { useTyped } from './use-typed.ts';

interface Answer {
  refusal: Refusal | null;
  problem?: string;
}

/** The user's name, which the family sees beside what they write. */
export function Name({ name }: { name: string }) {
  const { revalidate } = useRevalidator();
  const { state, pending, onSubmit } = useFormAction<Answer>(save, { refusal: null });
  const { shown, changed, type, leave } = useTyped(name, (typed) => typed.trim(), pending);
  useUnsavedChanges(changed);

  async function save(form: FormData): Promise<Answer> {
    const entered = textOf(form, 'name').trim();
    if (!entered) return { refusal: null, problem: 'Enter your name' };
    const refusal = await refused(() => authClient.updateUser({ name: entered }));
    if (refusal) return { refusal };
    forgetSession();
    await revalidate();
    void notify('success', 'Your name is changed');
    return { refusal: null };
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <RefusalNotice refusal={state.refusal} />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={120}
        hint="Your family sees it beside what you write."
        value={shown}
        error={state.problem}
        onChange={(event) => type(event.target.value)}
      />
      {changed && (
        <div className="row">
          <Button type="submit" busy={pending}>
            Save your name
          </Button>
          <Button look="text" onClick={leave}>
            Leave it
          </Button>
        </div>
      )}
    </form>
  );
}
