import { useState } from 'react';
import { RefusalNotice } from '#web/accounts/RefusalNotice.tsx';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { useConfirm } from '../../use-confirm.tsx';
import { isBanned, momentOf } from '../user-words.ts';
import { type DetailedUser, Part } from './Part.tsx';
import { useAct } from './use-act.ts';

const longestSeconds = 10 * 365 * 24 * 3600;

/** Bans an account for a stated reason, until a day or without end, and lifts the ban. */
export function Ban({ user, onChanged }: { user: DetailedUser; onChanged: () => void }) {
  return (
    <Part title="Ban">
      {isBanned(user) ? (
        <Lift user={user} onChanged={onChanged} />
      ) : (
        <Close user={user} onChanged={onChanged} />
      )}
    </Part>
  );
}

function Lift({ user, onChanged }: { user: DetailedUser; onChanged: () => void }) {
  const { busy, refusal, act } = useAct();
  const { confirm, dialog } = useConfirm();
  async function lift() {
    if (await act(() => authClient.admin.unbanUser({ userId: user.id }), 'The ban is lifted')) onChanged();
  }
  return (
    <>
      <p>
        {user.banReason || 'No reason was given.'}{' '}
        <span className="quiet">
          {user.banExpires ? `Until ${momentOf(user.banExpires)}.` : 'Until it is lifted.'}
        </span>
      </p>
      {refusal && <RefusalNotice refusal={refusal} />}
      <Button
        look="quiet"
        small
        busy={busy}
        onClick={() =>
          confirm(
            {
              title: `Lift the ban of ${user.name}?`,
              lead: 'They can sign in again at once.',
              act: 'Lift the ban',
            },
            () => void lift(),
          )
        }
      >
        Lift the ban
      </Button>
      {dialog}
    </>
  );
}

function Close({ user, onChanged }: { user: DetailedUser; onChanged: () => void }) {
  const { busy, refusal, act } = useAct();
  const { confirm, dialog } = useConfirm();
  const [problems, setProblems] = useState<{ reason?: string; until?: string }>({});
  const { onSubmit } = useFormAction<null>(async (form) => {
    const banReason = textOf(form, 'reason').trim();
    const until = textOf(form, 'until');
    // The last day is included.
    const seconds = until && Math.ceil((new Date(`${until}T23:59:59`).getTime() - Date.now()) / 1000);
    const wrong = {
      ...(!banReason && { reason: 'Say why' }),
      ...(seconds !== '' && !(seconds > 0) && { until: 'Take a day that is still to come' }),
      ...(Number(seconds) > longestSeconds && { until: 'Take a day within the next ten years, or none' }),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length) return null;
    const call = () =>
      authClient.admin.banUser({ userId: user.id, banReason, ...(seconds && { banExpiresIn: seconds }) });
    confirm(
      {
        title: `Ban ${user.name}?`,
        lead: 'They are signed out everywhere at once, and can’t sign in while the ban holds.',
        act: `Ban ${user.name}`,
        danger: true,
      },
      async () => {
        if (await act(call, `${user.name} is banned`)) onChanged();
      },
    );
    return null;
  }, null);
  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      {refusal && <RefusalNotice refusal={refusal} />}
      <TextField label="Reason" name="reason" maxLength={300} error={problems.reason} autoComplete="off" />
      <TextField
        label="Last day"
        name="until"
        type="date"
        hint="Leave it empty, and the ban holds until it is lifted."
        error={problems.until}
      />
      <div>
        <Button type="submit" look="danger" small busy={busy}>
          Ban {user.name}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
