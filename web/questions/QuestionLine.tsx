import { type ReactNode, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { askAgain, removeQuestion } from './question-changes.ts';
import type { FamilyQuestionsQuery } from './questions.graphql.ts';
import styles from './questions.module.css';

export type FamilyQuestionsPage = Extract<
  NonNullable<FamilyQuestionsQuery['subject']>,
  { questions: unknown }
>;
export type FamilyQuestion = FamilyQuestionsPage['questions']['edges'][number]['node'];
export type NextQuestion = FamilyQuestionsPage['nextQuestions'][number];

/** What the user may do with the questions of a book. */
export type QuestionRights = {
  subjectId: string;
  words: PersonWords;
  mayAsk: boolean;
  mayOrder: boolean;
  isSelf: boolean;
  myId: string | null;
};

/** A question with its state and its actions. */
export function QuestionLine({
  question,
  rights,
  note,
  children,
}: {
  question: FamilyQuestion;
  rights: QuestionRights;
  /** Further information beside who asked it. */
  note?: ReactNode;
  /** Further actions. */
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const { id, text, status, askedBy, declined, answeredIn, answerMessageId } = question;
  const { subjectId, mayAsk, mayOrder, isSelf, myId } = rights;
  const mayRemove = mayOrder || (askedBy !== null && askedBy.id === myId);
  const mayAskAgain = mayAsk && (status === 'ANSWERED' || (status === 'SKIPPED' && (!declined || isSelf)));

  async function act(change: () => Promise<void>) {
    setBusy(true);
    await change();
    setBusy(false);
  }
  return (
    <li>
      <p className={`told ${styles.text}`}>{text}</p>
      <p className="note">
        {askedBy && (askedBy.id === myId ? 'You asked this. ' : `${askedBy.name} asked this. `)}
        {note ?? outcomeInWords(question, rights)}
      </p>
      <div className={styles.acts}>
        {children}
        {answeredIn && (
          <Link
            className="btn btn-quiet btn-s"
            to={{
              pathname: `/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(answeredIn.id)}/`,
              hash: answerMessageId ? `message-${answerMessageId}` : '',
            }}
            aria-label={`Read the answer: ${text}`}
          >
            Read the answer
          </Link>
        )}
        {mayAskAgain && (
          <Button
            look={status === 'ANSWERED' ? 'text' : 'quiet'}
            small
            busy={busy}
            aria-label={`Ask again: ${text}`}
            onClick={() => act(() => askAgain(subjectId, id))}
          >
            Ask again
          </Button>
        )}
        {mayRemove && (
          <Button
            look="text"
            small
            busy={busy}
            aria-label={`Remove the question: ${text}`}
            onClick={() => act(() => removeQuestion(subjectId, id))}
          >
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}

/** The outcome of a question that is no longer waiting, in a sentence. */
function outcomeInWords(
  { status, declined, tries }: FamilyQuestion,
  { words, isSelf }: QuestionRights,
): string {
  if (status === 'ASKED') return 'It was asked, and there’s no answer yet.';
  if (status === 'ANSWERED') return tries > 0 ? 'It was answered.' : 'It was answered before we asked.';
  const who = isSelf ? 'You' : words.name;
  if (declined) return `${who} would rather not answer this, so we won’t ask again.`;
  return `We asked in two conversations, and ${isSelf ? 'you' : words.they} didn’t answer it.`;
}
