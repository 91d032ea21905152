import { actInWords, dayOf, momentOf } from '../user-words.ts';
import styles from './details.module.css';
import { type DetailedUser, Part } from './Part.tsx';

/** The audit log entries of an account, newest first. */
export function AuditOf({ entries }: { entries: NonNullable<DetailedUser['audit']> }) {
  return (
    <Part title="What was done">
      {entries.length === 0 ? (
        <p className="quiet">Nothing is written down about this account.</p>
      ) : (
        <ol className={styles.audit}>
          {entries.map(({ id, at, action, actor, impersonator, target, role, until }) => (
            <li key={id}>
              <span className="note num">{momentOf(at)}</span>
              <p>
                <b>{impersonator?.name ?? actor?.name ?? 'Somebody'}</b>
                {impersonator && ` as ${actor?.name ?? 'somebody'}`} {actInWords(action)}
                {target && target.id !== actor?.id && ` (${target.name})`}
                {role && `: ${role}`}
                {until && ` until ${dayOf(until)}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}
