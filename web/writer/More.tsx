import { Button } from '#web/ui/Button.tsx';
import styles from './lists.module.css';

/** The button that loads more of a list. */
export function More({
  list,
  what,
}: {
  list: { hasMore: boolean; state: 'idle' | 'coming' | 'failed'; more: () => void };
  what: string;
}) {
  if (!list.hasMore) return null;
  return (
    <p className={`row ${styles.more}`}>
      <Button look="quiet" busy={list.state === 'coming'} onClick={list.more}>
        {list.state === 'failed' ? 'Try again' : `More ${what}`}
      </Button>
      {list.state === 'failed' && <span role="alert">They did not load. Nothing is lost.</span>}
    </p>
  );
}
