import { useMutation } from '@apollo/client/react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { ConflictSide } from './ConflictSide.tsx';
import { dayInWords, settledInWords } from './conflict-words.ts';
import { forgetOtherViews } from './other-views.ts';
import {
  type ConflictInFullFragment,
  WriterConflictDocument,
  WriterReconcileDocument,
  WriterUndoConflictDocument,
} from './reconcile.graphql.ts';
import styles from './reconcile.module.css';
import { UnknownPhone } from './UnknownPhone.tsx';

/** A settled conflict: how and by whom it was settled, and a button to undo that. */
export function SettledConflict({
  conflict,
  subjectId,
  name,
}: {
  conflict: ConflictInFullFragment;
  subjectId: string;
  name: string;
}) {
  const { id, kind, heading, explanation, left, right, note, decidedAt, decidedBy } = conflict;
  const [undo, undoing] = useMutation(WriterUndoConflictDocument, {
    ...{ refetchQueries: [WriterReconcileDocument, WriterConflictDocument], awaitRefetchQueries: true },
    update: (cache) => forgetOtherViews(cache, conflict.status),
  });
  async function reopen() {
    const answer = await undo({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.undoConflict) : noAnswer;
    if (why) tell(why);
    else void notify('success', 'It is open again');
  }
  return (
    <>
      <h2>{heading}</h2>
      <p className="quiet">{explanation}</p>
      <p>
        <b>{settledInWords(conflict)}</b> by {decidedBy?.name ?? 'somebody who has left'}
        {decidedAt && `, ${dayInWords(decidedAt)}`}.{note && ` “${note}”`}
      </p>
      {kind === 'UNKNOWN_PHONE' ? (
        <UnknownPhone conflict={conflict} subjectId={subjectId} name={name} />
      ) : (
        <div className={right && left ? styles.sides : styles.side}>
          {left && <ConflictSide side={left} title="Left" kind={kind} subjectId={subjectId} />}
          {right && <ConflictSide side={right} title="Right" kind={kind} subjectId={subjectId} />}
        </div>
      )}
      <div>
        <Button look="quiet" busy={undoing.loading} onClick={() => void reopen()}>
          Undo, and open it again
        </Button>
      </div>
    </>
  );
}
