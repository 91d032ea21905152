import { useMutation } from '@apollo/client/react';
import Square from 'lucide-react/icons/square';
import Volume from 'lucide-react/icons/volume-2';
import type { FormEvent } from 'react';
import { useAloud } from '#web/conversations/talk/aloud.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useAnswers } from '../answers.ts';
import { StepHeading } from '../OnboardingLayout.tsx';
import { AskFirstDocument } from '../onboarding.graphql.ts';
import type { OnboardingSubject } from '../subject.ts';
import { noAnswer, problemsOf, type StepProblems, useAct, useSaveStep } from '../use-onboarding.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';

const good = [
  'Where does your name come from?',
  'What is the first kitchen you remember?',
  'Who lived next door when you were small?',
  'What was your first day at work like?',
];

/** The interviewer's introduction, to read and to hear, and the choice of the first question. */
export function QuestionStep({ subject }: { subject: OnboardingSubject }) {
  const { name, them } = wordsFor(subject);
  const { answers, set, forget } = useAnswers(`question:${subject.id}`, { chosen: '', own: '' });
  const aloud = useAloud(subject.language);
  const { busy, problems, run } = useAct();
  const goTo = useSaveStep();
  const [ask] = useMutation(AskFirstDocument);

  async function goOn(): Promise<StepProblems> {
    const text = (answers.chosen === 'own' ? answers.own : answers.chosen).trim();
    if (answers.chosen === 'own' && !text)
      return { fields: { own: 'Write your question, or choose one' }, whole: null };
    if (text) {
      const { data } = await ask({ variables: { subjectId: subject.id, text } });
      const answer = data?.askQuestion;
      if (!answer) return noAnswer;
      if (answer.__typename !== 'QuestionRequest') return problemsOf(answer);
      forget();
    }
    return goTo('INVITE');
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(goOn);
  }
  const radio = (value: string) => ({
    type: 'radio' as const,
    name: 'question',
    checked: answers.chosen === value,
    onChange: () => set('chosen', value),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <StepHeading step="FIRST_QUESTION" lead={`This is how every first conversation begins.`}>
        What {subject.isSelf ? 'you hear' : `${name} hears`} first
      </StepHeading>
      <div className={styles.opening}>
        <p>{subject.openingWords}</p>
        {aloud.there && (
          <Button
            look="quiet"
            small
            onClick={() => (aloud.speaking ? aloud.stop() : aloud.speak(subject.openingWords))}
          >
            <Icon of={aloud.speaking ? Square : Volume} /> {aloud.speaking ? 'Stop' : 'Hear it'}
          </Button>
        )}
      </div>
      <h2 className={styles.small}>And then, first of all</h2>
      <div className={styles.choices} role="radiogroup" aria-label="The first question">
        {good.map((question) => (
          <CheckField key={question} {...radio(question)}>
            {question}
          </CheckField>
        ))}
        <CheckField {...radio('own')}>
          <b>A question of my own</b>
        </CheckField>
        <CheckField {...radio('')}>
          <b>Let Evertold choose</b>
        </CheckField>
      </div>
      {answers.chosen === 'own' && (
        <TextField
          label={subject.isSelf ? 'Ask me this' : `Ask ${them} this`}
          value={answers.own}
          maxLength={500}
          onChange={(event) => set('own', event.target.value)}
          error={problems.fields.own}
        />
      )}
      <StepEnd step="FIRST_QUESTION" next="Continue to the family" busy={busy} problems={problems} />
    </form>
  );
}
