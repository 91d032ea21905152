import { State } from '#web/ui/Notice.tsx';
import styles from './versions.module.css';

/** Whether a version is live or on trial. */
export function StatusOfVersion({
  status,
  onTrial,
}: {
  status: 'DRAFT' | 'LIVE' | 'RETIRED';
  onTrial: boolean;
}) {
  return (
    <span className={styles.states}>
      {status === 'LIVE' && <State tone="ok">live</State>}
      {status === 'RETIRED' && <State tone="off">was live</State>}
      {status === 'DRAFT' && (
        <State tone="pencil" open>
          draft
        </State>
      )}
      {onTrial && <State tone="warn">on trial</State>}
    </span>
  );
}
