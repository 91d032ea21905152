import type { FragmentType } from '@apollo/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import {
  type AskedByFamily_SubjectFragment,
  AskedByFamily_SubjectFragmentDoc,
  AskedByFamilyDocument,
  SlipInQuestionDocument,
} from './AskedByFamily.graphql.ts';
import styles from './conversation.module.css';

type Asked = AskedByFamily_SubjectFragment['questions']['edges'][number]['node'];

/** The family's questions during a live conversation, and a way to add one. */
export function AskedByFamily({
  subject,
  words,
}: {
  subject: FragmentType<AskedByFamily_SubjectFragment>;
  words: PersonWords;
}) {
  const { data } = useKeptFragment({ fragment: AskedByFamily_SubjectFragmentDoc, from: subject });
  const open = data.questions.edges
    .map(({ node }) => node)
    .filter(({ status }) => status === 'QUEUED' || status === 'ASKED')
    .reverse()
    .sort((a, b) => a.position - b.position);
  const next = open.find(({ status }) => status === 'QUEUED')?.id;
  const mayAsk = data.abilities.includes('ASK') && !data.isSelf;
  if (open.length === 0 && !mayAsk) return null;
  return (
    <section>
      <h2 className={`section-title ${styles.asideTitle}`}>Asked by the family</h2>
      {open.length > 0 && (
        <ul className="list list-open">
          {open.map((question) => (
            <li key={question.id}>
              <p className={`told ${styles.asked}`}>{question.text}</p>
              <p className="note">
                {question.askedBy && `${question.askedBy.name}. `}
                {standing(question, next)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayAsk && <SlipIn subjectId={data.id} words={words} />}
    </section>
  );
}

function standing({ id, status }: Asked, next: string | undefined): string {
  if (status === 'ASKED') return 'Being answered now.';
  return id === next ? 'Comes next, if there is time.' : 'Waits its turn.';
}

function SlipIn({ subjectId, words }: { subjectId: string; words: PersonWords }) {
  const [open, setOpen] = useState(false);
  const { state, pending, onSubmit } = useFormAction<string | null>(async (form) => {
    const text = textOf(form, 'question').trim();
    if (!text) return 'Write the question first.';
    try {
      const { data } = await apollo.mutate({
        mutation: SlipInQuestionDocument,
        variables: { subjectId, text },
      });
      const answer = data?.askQuestion;
      if (answer?.__typename === 'InvalidInput') return answer.issues[0]?.message ?? answer.message;
      if (answer?.__typename !== 'QuestionRequest')
        return (
          answer?.message ??
          'The connection broke before Evertold answered. Your question is still here. Try again.'
        );
      await apollo.query({
        query: AskedByFamilyDocument,
        variables: { id: subjectId },
        fetchPolicy: 'network-only',
      });
    } catch {
      return 'The connection broke before Evertold answered. Your question is still here. Try again.';
    }
    setOpen(false);
    void notify('success', 'Your question is in line');
    return null;
  }, null);

  return (
    <div className={styles.slip}>
      {open ? (
        <form onSubmit={onSubmit} className="stack">
          <TextAreaField
            label="Your question"
            name="question"
            rows={2}
            error={state ?? undefined}
            autoFocus
            hint="Short, and about one thing."
          />
          <div className="row">
            <Button type="submit" look="quiet" small busy={pending}>
              Ask it
            </Button>
            <Button look="text" small onClick={() => setOpen(false)}>
              Not now
            </Button>
          </div>
        </form>
      ) : (
        <Button look="quiet" onClick={() => setOpen(true)}>
          <Icon of={Plus} /> Slip in a question
        </Button>
      )}
      <p className="note">
        Evertold asks it when {words.they} {words.verb('has', 'have')} finished, never in the middle.
      </p>
    </div>
  );
}
