import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { SubjectPicker } from '../messages/filter/SubjectPicker.tsx';
import { refusalIn } from '../refusal.ts';
import styles from '../versions/versions.module.css';
import { WriterPreviewPromptDocument } from './prompts.graphql.ts';

/** A writing prompt with its placeholders filled in for a subject. */
export function PreviewPrompt({ task, text }: { task: string; text: string }) {
  const [subjectId, setSubjectId] = useState('');
  const [preview, { data, loading, error }] = useMutation(WriterPreviewPromptDocument);
  const result = data?.previewPrompt;
  const refusal = result ? refusalIn(result) : null;
  return (
    <section className={`leaf ${styles.part}`} aria-label="Filled in">
      <h2>Filled in</h2>
      <SubjectPicker subjectId={subjectId} onPick={setSubjectId} none="choose one" />
      <div>
        <Button
          look="quiet"
          small
          busy={loading}
          disabled={!subjectId}
          onClick={() => void preview({ variables: { input: { subjectId, task, text } } }).catch(() => null)}
        >
          Fill it in
        </Button>
      </div>
      {result && 'whole' in result && (
        <>
          {result.problem && <p className="field-error">It {result.problem}.</p>}
          <p className={styles.plain}>{result.text}</p>
          {result.empty.length > 0 && (
            <p className="note">
              Nothing to fill in for {result.empty.map((name) => `{{${name}}}`).join(', ')}.
            </p>
          )}
          <details>
            <summary>Everything that a model is told before the conversation</summary>
            <p className={styles.text}>{result.whole}</p>
          </details>
        </>
      )}
      {refusal && (
        <p className="field-error">
          {`${refusal.message}. Nothing of theirs is shown without their consent.`}
        </p>
      )}
      {error && <p className="field-error">It could not be filled in. Nothing is lost: try again.</p>}
    </section>
  );
}
