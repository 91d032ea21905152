import { Button } from '#web/ui/Button.tsx';
import styles from './MessageList.module.css';
import type { MessageList } from './use-messages.ts';

/** The end of the list: loading more, failed to load, or the oldest message reached. */
export function OlderRow({
  older,
  count,
  onRetry,
}: {
  older: MessageList['older'];
  count: number;
  onRetry: () => void;
}) {
  if (older === 'failed') {
    return (
      <p className={`row ${styles.end}`} role="alert">
        Older messages did not load. Nothing is lost.
        <Button look="quiet" small onClick={onRetry}>
          Try again
        </Button>
      </p>
    );
  }
  if (older !== 'none') return <p className={`quiet ${styles.end}`}>Older ones are on their way</p>;
  return (
    <p className={`quiet num ${styles.end}`}>
      {count === 1 ? 'That is the only one' : `These are all ${count.toLocaleString('en')}`}
    </p>
  );
}
