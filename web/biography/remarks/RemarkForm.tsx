import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useFormAction } from '#web/app/form-action.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { WriteRemarkDocument } from './remarks.graphql.ts';
import styles from './remarks.module.css';

/** Why this text was refused; it no longer applies once the text is changed. */
type Problem = { text: string; words: string };

/** The form in which a member writes a remark. It keeps the text until the remark is stored. */
export function RemarkForm({ cardId, onSent }: { cardId: string; onSent: () => Promise<void> }) {
  const [text, setText] = useState('');
  const [write] = useMutation(WriteRemarkDocument);
  const {
    state: problem,
    pending,
    onSubmit,
  } = useFormAction<Problem | null>(async () => {
    const refusal = await send();
    return refusal === null ? null : { text, words: refusal };
  }, null);

  /** Stores the remark; returns why it was refused. */
  async function send(): Promise<string | null> {
    if (!text.trim()) return 'Write something first';
    const { data } = await write({ variables: { cardId, text } }).catch(() => ({ data: null }));
    const answer = data?.remark;
    if (!answer)
      return 'The connection broke before Evertold answered. Your remark is still here: try again.';
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'Remark') return answer.message;
    setText('');
    await onSent();
    return null;
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextAreaField
        label="Your remark"
        hint="Everyone who can read this story can read it."
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={problem?.text === text ? problem.words : null}
      />
      <Button type="submit" busy={pending}>
        Send remark
      </Button>
    </form>
  );
}
