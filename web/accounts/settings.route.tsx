import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { notify } from '#web/app/notify.ts';
import { forgetSession } from '#web/app/session.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { State } from '#web/ui/Notice.tsx';
import styles from './AccountLayout.module.css';
import { AccountLayout, Pair } from './AccountLayout.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { type Refusal, refused } from './refusals.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** One's own account. */
export function Component() {
  const { user } = useSession();
  return (
    <AccountLayout title="Your settings">
      <DocumentTitle>Your settings</DocumentTitle>
      <Pair title="You">
        <div className={styles.form}>
          <Cameo of={user.id} name={user.name} photo={user.image} width={5} />
          <Name key={user.name} name={user.name} />
          <div>
            <p className="label">Email</p>
            <p>{user.email}</p>
            {user.emailVerified && <State tone="ok">Confirmed</State>}
          </div>
        </div>
      </Pair>
      <Pair title="Signing in">
        <ul className={styles.rows}>
          <li>
            <div>
              <b>Password</b>
              <p className="note">A link to choose a new one comes by mail.</p>
            </div>
            <Link className={buttonClass({ look: 'quiet', small: true })} to="/forgot-password">
              Send me the link
            </Link>
          </li>
          <li>
            <div>
              <b>This device</b>
              <p className="note">What was told stays where it is.</p>
            </div>
            <Link className={buttonClass({ look: 'quiet', small: true })} to="/sign-out">
              Sign out
            </Link>
          </li>
        </ul>
      </Pair>
    </AccountLayout>
  );
}

interface Answer {
  refusal: Refusal | null;
  problem?: string;
}

/** The name that the family sees beside what one writes. */
function Name({ name }: { name: string }) {
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(name);
  const { state, pending, onSubmit } = useFormAction<Answer>(save, { refusal: null });
  const changed = typed.trim() !== name;
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
        value={typed}
        error={state.problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      {changed && (
        <div className="row">
          <Button type="submit" busy={pending}>
            Save your name
          </Button>
          <Button look="text" onClick={() => setTyped(name)}>
            Leave it
          </Button>
        </div>
      )}
    </form>
  );
}
