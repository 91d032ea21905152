import styles from '../lists.module.css';
import { QueueTable } from '../today/Queue.tsx';
import { SetAsideRow } from '../today/SetAside.tsx';
import type { WriterSubjectQuery } from './subject.graphql.ts';

type Subject = NonNullable<WriterSubjectQuery['subject']>;

/** The subject's jobs: those given up, with a button to retry each, and those in the queue. */
export function WorkOfSubject({
  subjectId,
  queue,
  setAside,
}: {
  subjectId: string;
  queue: Subject['queuedWork'];
  setAside: Subject['setAsideWork'];
}) {
  if (queue.length === 0 && setAside.length === 0)
    return <p className="quiet">Nothing is waiting, running or given up.</p>;
  return (
    <div>
      {setAside.length > 0 && (
        <table className={`table ${styles.wide} ${styles.states}`} aria-label="Given up">
          <tbody>
            {setAside.map((work) => (
              <SetAsideRow key={work.id} work={work} />
            ))}
          </tbody>
        </table>
      )}
      {queue.length > 0 && <QueueTable queue={queue} subjectId={subjectId} />}
    </div>
  );
}
