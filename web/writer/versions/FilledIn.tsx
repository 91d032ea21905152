import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { SubjectPicker } from '../messages/filter/SubjectPicker.tsx';
import styles from './versions.module.css';

/** A prompt with its placeholders filled in. */
interface Filled {
  /** The parts to show at once, each under its heading, if it has one. */
  parts: readonly { heading?: string; text: string }[];
  problem?: string | null | undefined;
  /** The placeholders that nothing is known for. */
  empty: readonly string[];
  /** The whole text that a model gets. */
  whole: string;
  wholeTitle: string;
}

/** Shows a prompt with its placeholders filled in for a subject that an admin picks. */
export function FilledIn({
  filled,
  refusal,
  hasFailed,
  busy,
  onFill,
}: {
  filled: Filled | null;
  refusal: string | undefined;
  hasFailed: boolean;
  busy: boolean;
  onFill: (subjectId: string) => void;
}) {
  const [subjectId, setSubjectId] = useState('');
  return (
    <section className={`leaf ${styles.part}`} aria-label="Filled in">
      <h2>Filled in</h2>
      <SubjectPicker subjectId={subjectId} onPick={setSubjectId} none="choose one" />
      <div>
        <Button look="quiet" small busy={busy} disabled={!subjectId} onClick={() => onFill(subjectId)}>
          Fill it in
        </Button>
      </div>
      {filled && <Result {...filled} />}
      {refusal && (
        <p className="field-error">{`${refusal}. Nothing of theirs is shown without their consent.`}</p>
      )}
      {hasFailed && <p className="field-error">It could not be filled in. Nothing is lost: try again.</p>}
    </section>
  );
}

function Result({ parts, problem, empty, whole, wholeTitle }: Filled): ReactNode {
  return (
    <>
      {problem && <p className="field-error">It {problem}.</p>}
      {parts.map(({ heading, text }) => (
        <div key={heading ?? ''}>
          {heading && <h3>{heading}</h3>}
          <p className={styles.plain}>{text}</p>
        </div>
      ))}
      {empty.length > 0 && (
        <p className="note">Nothing to fill in for {empty.map((name) => `{{${name}}}`).join(', ')}.</p>
      )}
      <details>
        <summary>{wholeTitle}</summary>
        <p className={styles.text}>{whole}</p>
      </details>
    </>
  );
}
