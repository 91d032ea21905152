import { useApolloClient, useMutation } from '@apollo/client/react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { bookNameOf } from '../person-words.ts';
import { RestoreSubjectDocument } from '../restore.graphql.ts';
import { dayInWords } from '../when.ts';
import styles from './today.module.css';

const keptForMs = 30 * 24 * 3_600_000;

/** The cover of a deleted book that can still be restored. */
export function DeletedBook({
  subject,
  deletedAt,
}: {
  subject: { id: string; preferredName: string; isSelf: boolean; abilities: readonly string[] };
  deletedAt: string;
}) {
  const apollo = useApolloClient();
  const [restore, { loading }] = useMutation(RestoreSubjectDocument);
  async function undo() {
    const { data } = await restore({ variables: { id: subject.id } }).catch(() => ({ data: null }));
    if (data?.restoreSubject.__typename !== 'Subject') {
      return notify('error', 'The book wasn’t restored', {
        body: data?.restoreSubject.message ?? 'Try again.',
      });
    }
    // Everything in the book was hidden while it was deleted.
    await apollo.refetchQueries({ include: 'active' });
    return notify('success', `${bookNameOf(subject)} is back`);
  }
  const until = new Date(Date.parse(deletedAt) + keptForMs);
  return (
    <main className="cloth" id="main" tabIndex={-1}>
      <DocumentTitle>{bookNameOf(subject)}</DocumentTitle>
      <div className={`wrap ${styles.gone}`}>
        <h1>{bookNameOf(subject)}</h1>
        <p className="lead">
          Deleted on {dayInWords(deletedAt)}, kept until {dayInWords(until)}. Until then nothing in it is
          lost, but nobody can read it and nobody is called.
        </p>
        {subject.abilities.includes('RESTORE') && (
          <Button look="lamp" busy={loading} onClick={() => void undo()}>
            Undo
          </Button>
        )}
      </div>
    </main>
  );
}
