import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { State } from '#web/ui/Notice.tsx';
import styles from '../lists.module.css';
import { MoreSetAside } from './MoreSetAside.tsx';
import type { NeedsSomebody_DeskFragment } from './NeedsSomebody.graphql.ts';
import { NotesInTurn } from './NotesInTurn.tsx';
import type { SetAside_DeskFragment } from './SetAside.graphql.ts';
import { SetAsideRow } from './SetAside.tsx';

/** What needs a person: wellbeing notes, failed conversations and failed jobs. */
export function NeedsSomebody({
  desk,
  today,
}: {
  desk: NeedsSomebody_DeskFragment & SetAside_DeskFragment;
  today: string;
}) {
  const { wellbeingNotes, unseenNotes, seenNotes, failedToday, failedJobs, setAside } = desk;
  // A note that was marked on this page stays in its place until the next visit.
  const isAbove = ({ id }: { id: string }) => wellbeingNotes.some((note) => note.id === id);
  const nothing = wellbeingNotes.length === 0 && failedToday === 0 && failedJobs === 0;
  return (
    <section id="needs" className="leaf" aria-label="Needs you">
      <h2 className="section-title">Needs you</h2>
      {nothing ? (
        <p className="quiet">Nothing. What worries the interviewer, or fails, is listed here.</p>
      ) : (
        <table className={`table ${styles.wide} ${styles.states}`}>
          <tbody>
            <NotesInTurn notes={wellbeingNotes} seen={false} left={unseenNotes - wellbeingNotes.length} />
            {failedToday > 0 && (
              <Failure title="Failed">
                <Link
                  to={`/writer/conversations/?dateFrom=${today}&dateTo=${today}&state=FAILED_OR_NOT_WRITTEN`}
                >
                  {counted(failedToday, 'conversation', 'conversations')}
                </Link>{' '}
                failed today, or their stories could not be written.
              </Failure>
            )}
            {setAside.map((work) => (
              <SetAsideRow key={work.id} work={work} />
            ))}
            <MoreSetAside shown={setAside} left={failedJobs - setAside.length} />
          </tbody>
        </table>
      )}
      {!seenNotes.every(isAbove) && (
        <details>
          <summary>Wellbeing notes that were seen</summary>
          <table className={`table ${styles.wide} ${styles.states}`}>
            <tbody>
              <NotesInTurn notes={seenNotes} hides={isAbove} seen />
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}

function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <tr>
      <td>
        <State tone="warn">{title}</State>
      </td>
      <td colSpan={2}>{children}</td>
    </tr>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
