import { RefusalNotice } from '#web/accounts/RefusalNotice.tsx';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { useConfirm } from '../../use-confirm.tsx';
import { type DetailedUser, Part } from './Part.tsx';
import { useAct } from './use-act.ts';

/** The account's role at Evertold, independent of its roles in books. */
export function RoleOf({
  user,
  isMe,
  onChanged,
}: {
  user: DetailedUser;
  isMe: boolean;
  onChanged: () => void;
}) {
  const { busy, refusal, act } = useAct();
  const { confirm, dialog } = useConfirm();
  const isAdmin = (user.role ?? '').split(',').includes('admin');
  const { onSubmit } = useFormAction<null>(async (form) => {
    // Several roles are one string, which the server splits.
    const role = textOf(form, 'role') as 'admin';
    const set = async () => {
      const done = await act(() => authClient.admin.setRole({ userId: user.id, role }), 'The role is set');
      if (done) onChanged();
    };
    const makesAdmin = role.split(',').includes('admin');
    if (makesAdmin === isAdmin) return null;
    confirm(
      makesAdmin
        ? {
            title: `Make ${user.name} an admin?`,
            lead: 'They will open the writer area, read what families let the team read, and do to accounts what you do.',
            act: 'Make an admin',
          }
        : {
            title: `Take the admin role from ${user.name}?`,
            lead: 'They no longer open the writer area, at once.',
            act: 'Take the role',
          },
      () => void set(),
    );
    return null;
  }, null);
  if (isMe) return null;
  return (
    <Part title="Role">
      {refusal && <RefusalNotice refusal={refusal} />}
      <form className="stack" onSubmit={onSubmit} key={user.role}>
        <SelectField
          label="What they may do"
          name="role"
          defaultValue={isAdmin ? 'user,admin' : 'user'}
          hint="An admin opens the writer area, and does to accounts what you do here."
        >
          <option value="user">user</option>
          <option value="user,admin">user and admin</option>
        </SelectField>
        <div>
          <Button type="submit" look="quiet" small busy={busy}>
            Save the role
          </Button>
        </div>
      </form>
      {dialog}
    </Part>
  );
}
