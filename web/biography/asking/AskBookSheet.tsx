import { useMutation } from '@apollo/client/react';
import { type ReactElement, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { capital } from '#web/subjects/person-words.ts';
import { AskFromTodayDocument } from '#web/subjects/today/acts/ask.graphql.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { storyPath } from '../address.ts';
import { PlayWords } from '../reading/PlayWords.tsx';
import type { AskBookProps } from './AskBook.tsx';
import { AskTheBookDocument, type AskTheBookQuery } from './ask-book.graphql.ts';
import styles from './asking.module.css';

type Answer = NonNullable<AskTheBookQuery['subject']>['askBook'][number];
type Asked = { question: string; answers: readonly Answer[] } | { error: string } | null;

/**
 * Answers a reader's question with quotations from the book; a question without an answer can be passed on to the
 * subject.
 */
export function AskBookSheet({
  subjectId,
  words,
  mayAsk,
  trigger,
}: AskBookProps & { trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const { state, pending, onSubmit } = useFormAction<Asked>(async (form) => {
    const question = textOf(form, 'question').trim();
    if (!question) return { error: 'Write your question first' };
    const answered = await apollo
      .query({
        query: AskTheBookDocument,
        variables: { subjectId, question },
        fetchPolicy: 'network-only',
      })
      .catch(() => null);
    const answers = answered?.data?.subject?.askBook;
    if (!answers)
      return { error: 'The book couldn’t be asked just now. Your question is still here: try again.' };
    return { question, answers };
  }, null);

  return (
    <Sheet title="Ask the book" open={open} onOpenChange={setOpen} trigger={trigger} side>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <TextField
          label="Your question"
          name="question"
          maxLength={500}
          autoComplete="off"
          hint={`You’ll get ${words.their} own words, and nothing else.`}
          error={state && 'error' in state ? state.error : null}
        />
        <Button type="submit" busy={pending}>
          Find the answer
        </Button>
      </form>
      <div aria-live="polite">
        {state && 'answers' in state && (
          <Answers
            key={state.question}
            {...state}
            subjectId={subjectId}
            words={words}
            mayAsk={mayAsk}
            onGo={() => setOpen(false)}
          />
        )}
      </div>
    </Sheet>
  );
}

function Answers({
  question,
  answers,
  subjectId,
  words,
  mayAsk,
  onGo,
}: AskBookProps & { question: string; answers: readonly Answer[]; onGo: () => void }) {
  if (answers.length === 0) {
    return (
      <div className={styles.none}>
        <p>Nobody has told that yet.</p>
        {mayAsk && <AskThem subjectId={subjectId} words={words} question={question} />}
      </div>
    );
  }
  return (
    <>
      <ol className={styles.answers} aria-label={`Answers to “${question}”`}>
        {answers.map(({ quote, card, conversation, message, soundUrl }) => (
          <li key={`${message?.id ?? card?.id}${quote}`}>
            <blockquote>{quote}</blockquote>
            {soundUrl && <PlayWords url={soundUrl} />}
            <p className="note">
              {card && (
                <Link to={storyPath(subjectId, { cardId: card.id })} onClick={onGo}>
                  {card.title}
                </Link>
              )}
              {conversation && message && (
                <>
                  {card && ' · '}
                  <Link
                    to={`/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(conversation.id)}/#message-${encodeURIComponent(message.id)}`}
                    onClick={onGo}
                  >
                    Read it in the conversation
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
      {mayAsk && (
        <div className={styles.none}>
          <p className="note">Not what you wanted to know?</p>
          <AskThem subjectId={subjectId} words={words} question={question} />
        </div>
      )}
    </>
  );
}

/** Queues the question for the subject's next conversation. */
function AskThem({
  subjectId,
  words,
  question,
}: Pick<AskBookProps, 'subjectId' | 'words'> & { question: string }) {
  const [ask, { loading }] = useMutation(AskFromTodayDocument);
  const [said, setSaid] = useState<{ isTaken: boolean; text: string } | null>(null);
  if (said?.isTaken) return <p>{said.text}</p>;
  return (
    <>
      <Button
        look="quiet"
        busy={loading}
        onClick={async () => {
          const { data } = await ask({ variables: { subjectId, text: question } }).catch(() => ({
            data: null,
          }));
          const answer = data?.askQuestion;
          if (answer?.__typename === 'QuestionRequest') {
            const text = 'We’ll ask in the next conversation.';
            setSaid({ isTaken: true, text });
            return notify('success', text);
          }
          const refusal = answer && 'message' in answer ? capital(answer.message) : null;
          setSaid({ isTaken: false, text: refusal ?? 'The question wasn’t taken. Try again.' });
        }}
      >
        {words.they === 'you' ? 'Ask me that' : `Ask ${words.name} that`}
      </Button>
      {said && <p className="field-error">{said.text}</p>}
    </>
  );
}
