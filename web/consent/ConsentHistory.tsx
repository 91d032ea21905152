import { useQuery } from '@apollo/client/react';
import type { ConsentKind } from '#web/app/generated/schema-types.ts';
import { PlayWords } from '#web/biography/reading/PlayWords.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { ConsentHistoryDocument, type ConsentHistoryQuery } from './ConsentHistory.graphql.ts';
import styles from './ConsentRows.module.css';
import { consentTitles, consentWays, phoneInWords } from './consent-words.ts';

type Entry = NonNullable<ConsentHistoryQuery['subject']>['consentHistory'][number];

/** All entries of one kind of consent, newest first, each with its wording. */
export function ConsentHistory({
  subjectId,
  kind,
  phone,
}: {
  subjectId: string;
  kind: ConsentKind;
  phone: string | null;
}) {
  const variables = { subjectId, kind };
  const { data, error } = useQuery(ConsentHistoryDocument, { variables, fetchPolicy: 'cache-and-network' });
  if (!data) {
    return (
      <p className="note" role="status">
        {error ? 'This could not be read. Close it and open it again.' : 'Reading…'}
      </p>
    );
  }
  // What was said at another Evertold came without its phone.
  const entries = (data.subject?.consentHistory ?? []).filter(
    (entry) => entry.brought || entry.phone === phone,
  );
  return (
    <ol className={styles.ledger}>
      {entries.map((entry) => (
        <li key={entry.id} className={entry.status === 'GRANTED' ? undefined : styles.taken}>
          <time className="note" dateTime={entry.at}>
            {moment(entry.at)}
          </time>
          <div>
            <b>{entry.status === 'GRANTED' ? 'Yes' : 'Taken back'}</b>, {howSaid(entry)}
            {entry.soundUrl && (
              <p className="note">
                <PlayWords url={entry.soundUrl} /> The yes, in their own voice
              </p>
            )}
            <p className="note">
              Wording version {entry.wording.version}. <ReadWording kind={kind} {...entry.wording} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function ReadWording({ kind, version, text }: { kind: ConsentKind; version: number; text: string }) {
  return (
    <Dialog
      trigger={
        <button type="button" className="btn btn-text btn-s">
          Read the wording<span className="sr">, version {version}</span>
        </button>
      }
      title={consentTitles[kind]}
      lead={`Wording version ${version}`}
      actions={<DialogClose className="btn btn-quiet">Close</DialogClose>}
    >
      <p className={styles.wording}>{text}</p>
    </Dialog>
  );
}

function howSaid({ via, phone, by, helpedBy, typedName, brought }: Entry): string {
  return [
    consentWays[via],
    phone && `for ${phoneInWords(phone)}`,
    helpedBy ? `with ${helpedBy} at their side` : by && `by ${by}`,
    typedName && `signed ${typedName}`,
    brought && 'at another Evertold; brought along as history, and no consent here',
  ]
    .filter(Boolean)
    .join(', ');
}

function moment(at: string): string {
  return new Date(at).toLocaleString('en-GB', {
    ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', hour12: true } as const),
  });
}
