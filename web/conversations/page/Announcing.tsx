import { Switch } from '#web/ui/Field.tsx';
import styles from './conversation.module.css';

/** A switch for announcing new messages to screen readers. */
export function Announcing({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div className={styles.announce}>
      <Switch label="Announce new words" checked={on} onChange={(event) => onChange(event.target.checked)} />
      <p className="note" aria-hidden="true">
        Announce new words to screen readers
      </p>
    </div>
  );
}
