import { useEffect, useEffectEvent, useRef } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import styles from '../page/conversation.module.css';
import { CorrectMessageDocument } from './Turn.graphql.ts';

/** A form that corrects a turn's words in place. The words as first heard are kept. */
export function CorrectTurn({
  message: { id, text },
  select,
  onDone,
}: {
  message: { id: string; text: string };
  /** The words that were selected, with which the form begins. */
  select: string;
  onDone: () => void;
}) {
  const area = useRef<HTMLFormElement>(null);
  useUnsavedChanges(true);
  // Runs once, so that the cursor stays when the words are corrected elsewhere too.
  const begin = useEffectEvent(() => {
    const field = area.current?.querySelector('textarea');
    const at = select ? text.indexOf(select) : -1;
    field?.focus();
    field?.setSelectionRange(at < 0 ? text.length : at, at < 0 ? text.length : at + select.length);
  });
  useEffect(() => begin(), []);

  const { state, pending, onSubmit } = useFormAction<string | null>(async (form) => {
    const corrected = textOf(form, 'text').trim();
    if (!corrected) return 'There must be some words left. To hide them, make the turn private.';
    if (corrected === text) {
      onDone();
      return null;
    }
    try {
      const { data } = await apollo.mutate({
        mutation: CorrectMessageDocument,
        variables: { id, text: corrected },
      });
      const answer = data?.correctMessage;
      if (answer?.__typename === 'InvalidInput') return answer.issues[0]?.message ?? answer.message;
      if (answer?.__typename !== 'Message')
        return (
          answer?.message ??
          'The connection broke before Evertold answered. Your words are still here. Try again.'
        );
    } catch {
      return 'The connection broke before Evertold answered. Your words are still here. Try again.';
    }
    onDone();
    void notify('success', 'Corrected', { body: 'What was first heard is kept.' });
    return null;
  }, null);

  return (
    <form
      ref={area}
      className={`turn-said stack ${styles.correct}`}
      onSubmit={onSubmit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <TextAreaField
        className={`input told ${styles.words}`}
        label="The words as they were said"
        name="text"
        defaultValue={text}
        maxLength={20_000}
        error={state ?? undefined}
        hint="Correct what was misheard, and the book follows. What was first heard is always kept."
      />
      <div className="row">
        <Button type="submit" small busy={pending}>
          Save the words
        </Button>
        <Button look="text" small onClick={onDone}>
          Leave as it was
        </Button>
      </div>
    </form>
  );
}
