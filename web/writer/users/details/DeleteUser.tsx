import { useState } from 'react';
import { RefusalNotice } from '#web/accounts/RefusalNotice.tsx';
import { authClient } from '#web/app/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';
import { type DetailedUser, Part } from './Part.tsx';
import { useAct } from './use-act.ts';

/** Deletes an account permanently, unless a book would be left without an owner. */
export function DeleteUser({ user, onDeleted }: { user: DetailedUser; onDeleted: () => void }) {
  const { busy, refusal, act } = useAct();
  const [asking, setAsking] = useState(false);
  const books = user.ownsAlone ?? 0;
  async function remove() {
    setAsking(false);
    const call = () => authClient.admin.removeUser({ userId: user.id });
    if (await act(call, `The account of ${user.name} is deleted`)) onDeleted();
  }
  if (books > 0) {
    return (
      <Part title="Delete the account">
        <p>
          {user.name} is the only owner of {books === 1 ? 'a book' : `${books} books`}. Somebody else must own{' '}
          {books === 1 ? 'it' : 'them'}, or {books === 1 ? 'it' : 'they'} must be deleted, first.
        </p>
      </Part>
    );
  }
  return (
    <Part title="Delete the account">
      <p className="note">
        What they wrote in books of others stays there, without their name. They get a letter about it.
      </p>
      {refusal && <RefusalNotice refusal={refusal} />}
      <Button look="danger" small busy={busy} onClick={() => setAsking(true)}>
        Delete the account
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the account of ${user.name}?`}
        lead="It is gone at once, with its sessions and memberships, and can’t be brought back."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" onClick={() => void remove()}>
              Delete it
            </Button>
          </>
        }
      />
    </Part>
  );
}
