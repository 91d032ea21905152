import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import {
  type FamilyQuestion,
  type NextQuestion,
  QuestionLine,
  type QuestionRights,
} from './QuestionLine.tsx';
import { orderQuestions } from './question-changes.ts';
import styles from './questions.module.css';

/** The interviewer considers only this many of the first waiting questions; later ones are asked later. */
const lookedAt = 20;

/** The unanswered questions in the order in which they will be asked; users who write the book can reorder them. */
export function WaitingQuestions({
  questions,
  next,
  rights,
}: {
  questions: readonly FamilyQuestion[];
  next: readonly NextQuestion[];
  rights: QuestionRights;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);
  const waiting = questions
    .filter(({ status }) => status === 'QUEUED')
    .toSorted((a, b) => a.position - b.position || a.createdAt.localeCompare(b.createdAt));
  if (waiting.length === 0) return null;

  async function move(from: number, by: -1 | 1): Promise<void> {
    const ids = waiting.map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    if (!moved) return;
    ids.splice(from + by, 0, moved);
    setBusy(true);
    const isMoved = await orderQuestions(rights.subjectId, ids);
    setBusy(false);
    if (!isMoved) return;
    setAnnouncement(`Moved to place ${from + by + 1} of ${ids.length}.`);
    // The row has moved with its button: put the keyboard focus back on it.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-question="${moved}"] [data-by="${by}"]`)
        ?.focus({ preventScroll: true }),
    );
  }

  return (
    <section>
      <h2 className="section-title">Waiting to be asked</h2>
      <ol ref={list} className={`list list-open ${styles.questions}`}>
        {waiting.map((question, at) => (
          <QuestionLine
            key={question.id}
            question={question}
            rights={rights}
            note={whenAsked(question, at, waiting, next)}
          >
            {rights.mayOrder && waiting.length > 1 && (
              <span className={styles.order} data-question={question.id}>
                <Move isUp question={question} busy={busy} isAtEnd={at === 0} onMove={() => move(at, -1)} />
                <Move
                  question={question}
                  busy={busy}
                  isAtEnd={at === waiting.length - 1}
                  onMove={() => move(at, 1)}
                />
              </span>
            )}
          </QuestionLine>
        ))}
      </ol>
      <p className="sr" aria-live="polite">
        {announcement}
      </p>
    </section>
  );
}

function Move({
  question,
  isUp = false,
  isAtEnd,
  busy,
  onMove,
}: {
  question: FamilyQuestion;
  isUp?: boolean;
  /** Whether this is the first or last position, so that it can't move further. */
  isAtEnd: boolean;
  busy: boolean;
  onMove: () => void;
}) {
  return (
    <Button
      look="quiet"
      small
      data-by={isUp ? -1 : 1}
      aria-disabled={isAtEnd || busy || undefined}
      aria-label={`${isUp ? 'Move up' : 'Move down'}: ${question.text}`}
      onClick={() => {
        if (!isAtEnd && !busy) onMove();
      }}
    >
      <Icon of={isUp ? ArrowUp : ArrowDown} /> {isUp ? 'Move up' : 'Move down'}
    </Button>
  );
}

/** When a waiting question will be asked, in a sentence; the first one in the interviewer's words. */
function whenAsked(
  { id, tries }: FamilyQuestion,
  at: number,
  waiting: readonly FamilyQuestion[],
  next: readonly NextQuestion[],
): string {
  const found = next.findIndex(({ request }) => request.id === id);
  if (found < 0 && waiting.length <= lookedAt)
    return 'It’s about one of the topics to avoid, so we don’t ask it.';
  const before = tries > 0 ? 'It wasn’t answered last time, so we’ll ask once more. ' : '';
  if (found !== 0) return before || `Number ${at + 1} in line.`;
  const { reason, text } = next[0] as NextQuestion;
  return `${before}It comes next. Evertold will say: “${reason ? `${reason} ` : ''}${text}”`;
}
