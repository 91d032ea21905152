import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from '../page/conversation.module.css';
import { setMessagePrivate } from '../talk/end.ts';

/** How long the person can restore deleted words before the server erases them. */
const keptMs = 30 * 24 * 3_600_000;

/** Shown only to the person: the date until which the words can be restored, and a button that restores them. */
export function Deleted({ id, at, timeZone }: { id: string; at: string; timeZone: string }) {
  const [busy, setBusy] = useState(false);
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' });

  async function restore() {
    setBusy(true);
    const problem = await setMessagePrivate(id, false).catch(
      () => 'The connection broke before Evertold answered. Nothing changed: try again.',
    );
    setBusy(false);
    if (problem) return notify('error', 'The words were not restored', { body: problem });
    return notify('success', 'Restored', {
      body: 'Everyone who can see this conversation can read them again.',
    });
  }
  return (
    <p className={`note ${styles.mine}`}>
      <Icon of={Trash} />
      <span>Deleted. It will be erased for good on {day.format(new Date(Date.parse(at) + keptMs))}.</span>
      <Button look="text" small busy={busy} onClick={() => void restore()}>
        Restore<span className="sr"> these words</span>
      </Button>
    </p>
  );
}
