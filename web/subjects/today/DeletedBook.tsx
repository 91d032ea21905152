import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { bookNameOf } from '../person-words.ts';
import { dayInWords } from '../when.ts';
import styles from './today.module.css';

const keptForMs = 30 * 24 * 3_600_000;

/** The cover of a book that somebody deleted, while it is still kept. */
export function DeletedBook({
  subject,
  deletedAt,
}: {
  subject: { preferredName: string; isSelf: boolean };
  deletedAt: string;
}) {
  const until = new Date(Date.parse(deletedAt) + keptForMs);
  return (
    <main className="cloth" id="main" tabIndex={-1}>
      <DocumentTitle>{bookNameOf(subject)}</DocumentTitle>
      <div className={`wrap ${styles.gone}`}>
        <h1>{bookNameOf(subject)}</h1>
        <p className="lead">
          Deleted on {dayInWords(deletedAt)}, kept until {dayInWords(until)}. Until then nobody reads it,
          nobody is called, and nothing in it is lost.
        </p>
      </div>
    </main>
  );
}
