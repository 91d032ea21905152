import { useMutation } from '@apollo/client/react';
import { type ReactElement, useRef, useState } from 'react';
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
type Story = NonNullable<AskTheBookQuery['subject']>['findStories'][number];
type Found = { question: string; answers: readonly Answer[]; stories: readonly Story[] };
type Asked = Found | { error: string } | null;

/**
 * Answers a reader's question with quotations from the book, and lists the stories that contain its words or answer it;
 * a question without an answer can be passed on to the subject.
 */
export function AskBookSheet({
  subjectId,
  words,
  language,
  mayAsk,
  trigger,
}: AskBookProps & { trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const field = useRef<HTMLInputElement>(null);
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
    const found = answered?.data?.subject;
    if (!found)
      return { error: 'The book couldn’t be asked just now. Your question is still here: try again.' };
    return { question, answers: found.askBook, stories: found.findStories };
  }, null);

  return (
    <Sheet
      title="Ask or search the book"
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      initialFocus={() => field.current ?? true}
      side
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <TextField
          ref={field}
          label="Your question, or words to find"
          name="question"
          maxLength={500}
          autoComplete="off"
          hint={
            findsMeanings(language)
              ? `You’ll get ${words.their} own words, and what was written in the stories. Nothing is made up.`
              : `You’ll get ${words.their} own words, and what was written in the stories. Ask in Spanish: your words are found in most of their forms, with or without accents, but not other words for the same thing.`
          }
          error={state && 'error' in state ? state.error : null}
        />
        <Button type="submit" busy={pending}>
          Find
        </Button>
      </form>
      <div aria-live="polite">
        {pending && <p className={`quiet ${styles.none}`}>Looking through the book…</p>}
        {!pending && state && 'answers' in state && (
          <Results
            key={state.question}
            {...state}
            subjectId={subjectId}
            words={words}
            language={language}
            mayAsk={mayAsk}
            onGo={() => setOpen(false)}
          />
        )}
      </div>
    </Sheet>
  );
}

function Results({
  question,
  answers,
  stories,
  subjectId,
  words,
  language,
  mayAsk,
  onGo,
}: AskBookProps & Found & { onGo: () => void }) {
  const shown = new Set(answers.flatMap(({ card }) => (card ? [card.id] : [])));
  // Words to find are no question for the subject.
  const isQuestion = mayAsk && (question.includes('?') || question.split(/\s+/).length > 4);
  const others = stories.filter(({ card }) => !shown.has(card.id));
  if (answers.length === 0) {
    return (
      <div className={styles.none}>
        <p>
          {!findsMeanings(language)
            ? 'No answer was found with these words. It may have been told in other words.'
            : others.length > 0
              ? `There’s no answer in ${words.their} own words.`
              : 'No answer was found in the book.'}
        </p>
        <Stories subjectId={subjectId} stories={others} language={language} onGo={onGo} />
        {isQuestion && <AskThem subjectId={subjectId} words={words} question={question} />}
      </div>
    );
  }
  return (
    <>
      <ol className={styles.answers} aria-label={`Answers to “${question}”`}>
        {answers.map(({ quote, card, conversation, message, soundUrl }) => (
          <li key={`${message?.id ?? card?.id}${quote}`}>
            <blockquote className="told">{quote}</blockquote>
            <div className={styles.from}>
              {soundUrl && <PlayWords url={soundUrl} />}
              <p className="note">
                {card && (
                  <Link className="told" to={storyPath(subjectId, { cardId: card.id })} onClick={onGo}>
                    {card.title}
                  </Link>
                )}
                {conversation && message && (
                  <Link
                    to={`/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(conversation.id)}/#message-${encodeURIComponent(message.id)}`}
                    onClick={onGo}
                  >
                    Read it in the conversation
                  </Link>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Stories subjectId={subjectId} stories={others} language={language} onGo={onGo} />
      {isQuestion && (
        <div className={styles.none}>
          <p className="note">Not what you wanted to know?</p>
          <AskThem subjectId={subjectId} words={words} question={question} />
        </div>
      )}
    </>
  );
}

/** Whether answers are also found in other words than the question’s; in Spanish they aren't. */
function findsMeanings(language: string): boolean {
  return language !== 'es';
}

/** Stories that contain the words, or answer the question by what was written by hand, but none of the quotations. */
function Stories({
  subjectId,
  stories,
  language,
  onGo,
}: {
  subjectId: string;
  stories: readonly Story[];
  language: string;
  onGo: () => void;
}) {
  const lists = [
    { title: 'Stories with these words', found: stories.filter(({ inOtherWords }) => !inOtherWords) },
    {
      title: findsMeanings(language)
        ? 'Stories that may answer your question'
        : 'Written in the stories, with some of these words',
      found: stories.filter(({ inOtherWords }) => inOtherWords),
    },
  ];
  return lists.map(
    ({ title, found }) =>
      found.length > 0 && (
        <section key={title} className={styles.stories} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {found.map(({ card, text }) => (
              <li key={card.id}>
                <Link className="told" to={storyPath(subjectId, { cardId: card.id })} onClick={onGo}>
                  {card.title}
                </Link>
                {text && <p className="note">{text}</p>}
              </li>
            ))}
          </ul>
        </section>
      ),
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
