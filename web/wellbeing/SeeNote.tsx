import { useMutation } from '@apollo/client/react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SeeWellbeingNoteDocument } from './SeeNote.graphql.ts';
import styles from './SeeNote.module.css';

/** Marks a wellbeing note as seen, with what was done about it. */
export function SeeNote({ id }: { id: string }) {
  const [see] = useMutation(SeeWellbeingNoteDocument);
  const { state, pending, onSubmit } = useFormAction<string | null>(async (form) => {
    const done = textOf(form, 'done').trim();
    if (!done) return 'Write what was done first';
    const { data } = await see({ variables: { id, done } }).catch(() => ({ data: null }));
    const answer = data?.seeWellbeingNote;
    if (!answer)
      return 'The connection broke before Evertold answered. What you wrote is still here: try again.';
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'WellbeingNote') return answer.message;
    void notify('success', 'Marked as seen');
    return null;
  }, null);

  return (
    <form className={styles.see} onSubmit={onSubmit} noValidate>
      <TextField
        label="What was done"
        name="done"
        maxLength={1000}
        autoComplete="off"
        hint="For example: “I called at once, and all is well.”"
        error={state}
      />
      <Button type="submit" look="quiet" busy={pending}>
        Mark as seen
      </Button>
    </form>
  );
}
