import { useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { MoveQuestion, useReordering } from './MoveQuestion.tsx';
import type { FamilyQuestionsPage } from './QuestionLine.tsx';
import { leaveOut, orderOwn, putBack } from './question-changes.ts';
import styles from './questions.module.css';

/** The questions that Evertold asks next of its own accord, and those that the family removed. */
export function OwnQuestions({
  subjectId,
  who,
  isFirst,
  questions,
  removed,
}: {
  subjectId: string;
  /** The subject's name, or "you". */
  who: string;
  /** Whether no question of the family comes before. */
  isFirst: boolean;
  questions: FamilyQuestionsPage['ownQuestions'];
  removed: FamilyQuestionsPage['removedOwnQuestions'];
}) {
  const title = useId();
  const [busy, setBusy] = useState<string | null>(null);
  async function act(key: string, change: () => Promise<unknown>) {
    setBusy(key);
    await change();
    setBusy(null);
  }
  const reordering = useReordering(
    questions.map(({ key }) => key),
    (keys) => orderOwn(subjectId, keys),
  );
  if (questions.length === 0 && removed.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <h2 className="section-title" id={title}>
        What Evertold asks on its own
      </h2>
      <p className={`note ${styles.intro}`}>
        {isFirst ? 'The first comes next. ' : 'These come after the family’s questions. '}
        What {who === 'you' ? 'you tell' : `${who} tells`} may lead to other questions in between.
      </p>
      <ol ref={reordering.list} className={`list list-open ${styles.questions}`}>
        {questions.map(({ key, text, reason }, at) => (
          <li key={key}>
            <p className={`told ${styles.text}`}>{text}</p>
            <p className="note">{reason}</p>
            <div className={styles.acts}>
              {questions.length > 1 && (
                <MoveQuestion name={key} text={text} at={at} of={questions.length} reordering={reordering} />
              )}
              <Button
                look="quiet"
                small
                busy={busy === key}
                aria-label={`Ask something else instead of: ${text}`}
                onClick={() => act(key, () => leaveOut(subjectId, key, false))}
              >
                Ask something else
              </Button>
              <Button
                look="text"
                small
                busy={busy === key}
                aria-label={`Never ask this: ${text}`}
                onClick={() => act(key, () => leaveOut(subjectId, key, true))}
              >
                Never ask this
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p className="sr" aria-live="polite">
        {reordering.announcement}
      </p>
      {removed.length > 0 && (
        <details>
          <summary>Never asked: {removed.length}</summary>
          <ul className={`list list-open ${styles.questions}`}>
            {removed.map(({ key, text }) => (
              <li key={key}>
                <p className={`told ${styles.text}`}>{text}</p>
                <div className={styles.acts}>
                  <Button
                    look="quiet"
                    small
                    busy={busy === key}
                    aria-label={`Ask this after all: ${text}`}
                    onClick={() => act(key, () => putBack(subjectId, key))}
                  >
                    Ask this after all
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
