import { MoveQuestion, useReordering } from './MoveQuestion.tsx';
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
  const waiting = questions
    .filter(({ status }) => status === 'QUEUED')
    .toSorted((a, b) => a.position - b.position || a.createdAt.localeCompare(b.createdAt));
  const reordering = useReordering(
    waiting.map(({ id }) => id),
    (ids) => orderQuestions(rights.subjectId, ids),
  );
  if (waiting.length === 0) return null;

  return (
    <section>
      <h2 className="section-title">Waiting to be asked</h2>
      <ol ref={reordering.list} className={`list list-open ${styles.questions}`}>
        {waiting.map((question, at) => (
          <QuestionLine
            key={question.id}
            question={question}
            rights={rights}
            note={whenAsked(question, at, waiting, next)}
          >
            {rights.mayOrder && waiting.length > 1 && (
              <MoveQuestion
                name={question.id}
                text={question.text}
                at={at}
                of={waiting.length}
                reordering={reordering}
              />
            )}
          </QuestionLine>
        ))}
      </ol>
      <p className="sr" aria-live="polite">
        {reordering.announcement}
      </p>
    </section>
  );
}

/** When a waiting question will be asked, in a sentence, and in which words. */
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
  const place = found === 0 ? 'It comes next.' : `Number ${at + 1} in line.`;
  const asked = next[found];
  if (!asked) return `${before}${place}`;
  const { reason, text } = asked;
  return `${before}${place} Evertold will say: “${reason ? `${reason} ` : ''}${text}”`;
}
