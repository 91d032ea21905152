import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { Fragment, useState } from 'react';
import { spanInWords } from '#web/subjects/duration.ts';
import listStyles from '../lists.module.css';
import { JobsOfKind } from './JobsOfKind.tsx';
import type { Queue_DeskFragment } from './Queue.graphql.ts';
import styles from './today.module.css';
import { workInWords } from './work-words.ts';

/** The jobs in the queue by kind, with the age of the oldest due one. */
export function Queue({ desk }: { desk: Queue_DeskFragment }) {
  return (
    <section id="queue" className="leaf" aria-label="In the queue">
      <h2 className="section-title">In the queue</h2>
      {desk.queue.length === 0 ? (
        <p className="quiet">Nothing is waiting or scheduled.</p>
      ) : (
        <QueueTable queue={desk.queue} />
      )}
    </section>
  );
}

/**
 * The waiting and running jobs of each kind, as numbers and as a bar: filled for those that run. Each kind opens the list
 * of its jobs, of all subjects or of one.
 */
export function QueueTable({ queue, subjectId }: { queue: Queue_DeskFragment['queue']; subjectId?: string }) {
  const [open, setOpen] = useState<string | null>(null);
  const widthOf = scaleLinear([0, max(queue, ({ waiting, running }) => waiting + running) ?? 0], [0, 100]);
  return (
    <>
      <p className={`note ${styles.keys}`} aria-hidden="true">
        <span>
          <span className={`${styles.key} ${styles.running}`} /> Running
        </span>
        <span>
          <span className={`${styles.key} ${styles.waiting}`} /> Waiting
        </span>
      </p>
      <table className={`table ${listStyles.wide}`} aria-label="In the queue">
        <thead>
          <tr>
            <th scope="col">Work</th>
            <th scope="col" className="r">
              Waiting
            </th>
            <th scope="col" className="r">
              Running
            </th>
            <th scope="col" className="r">
              Due for
            </th>
          </tr>
        </thead>
        <tbody>
          {queue.map(({ work, waiting, running, dueSince }) => (
            <Fragment key={work}>
              <tr>
                <td>
                  <button
                    type="button"
                    className={listStyles.open}
                    aria-expanded={open === work}
                    onClick={() => setOpen(open === work ? null : work)}
                  >
                    {workInWords(work)}
                  </button>
                  <span className={styles.depth} aria-hidden="true">
                    {running > 0 && (
                      <span className={styles.running} style={{ width: `${widthOf(running)}%` }} />
                    )}
                    {waiting > 0 && (
                      <span className={styles.waiting} style={{ width: `${widthOf(waiting)}%` }} />
                    )}
                  </span>
                </td>
                <td className="r num" data-name="Waiting">
                  {waiting.toLocaleString('en')}
                </td>
                <td className="r num" data-name="Running">
                  {running.toLocaleString('en')}
                </td>
                <td className="r num" data-name="Due for">
                  {dueSince ? ageInWords(dueSince) : 'not yet'}
                </td>
              </tr>
              {open === work && (
                <tr>
                  <td colSpan={4}>
                    <JobsOfKind work={work} subjectId={subjectId} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The time since then, in words. */
export function ageInWords(since: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000));
  if (seconds < 3600) return spanInWords(seconds);
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
