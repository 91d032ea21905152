import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import { giftPathIn } from '#web/gifts/gift-words.ts';
import { codeIn } from '#web/people/invitation/code.ts';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { forgetAnswers } from '../answers.ts';
import { StepHeading } from '../OnboardingLayout.tsx';
import type { ForWhom } from '../steps.ts';
import { noProblems, useAct, useSaveStep } from '../use-onboarding.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';

function choicesFor(calls: boolean): { value: ForWhom; title: string; words: string }[] {
  const where = calls ? 'by phone or here in the browser' : 'here in the browser';
  return [
    {
      value: 'LOVED_ONE',
      title: 'Somebody I love',
      words: `Evertold asks them, ${where}. You read what they tell.`,
    },
    { value: 'MYSELF', title: 'Myself', words: `You tell, ${where}.` },
    { value: 'GIFT', title: 'I was given this', words: 'You have a card, a letter or a link.' },
  ];
}

const codeProblem = 'This is neither a code nor a link of ours. Look at the card or the message again.';

/** Chooses whether the book is about the user or someone else. */
export function WhoStep({
  forWhom,
  begun,
  ownBook,
  calls,
}: {
  forWhom: ForWhom | null;
  /** Whom the book begun earlier is about; a different choice starts another book. Null when none was begun. */
  begun: ForWhom | null;
  /** The user's own book, if it exists; an account can have only one. */
  ownBook: { id: string } | null;
  /** Whether people are called here. */
  calls: boolean;
}) {
  const [chosen, setChosen] = useState(forWhom);
  const [code, setCode] = useState('');
  const navigate = useNavigate();
  const { busy, problems, run } = useAct();
  const goTo = useSaveStep();
  const anew = begun !== null && (forWhom === null || chosen !== begun);
  const taken = chosen === 'MYSELF' && ownBook && (begun !== 'MYSELF' || anew);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      if (!chosen) return { fields: {}, whole: 'Choose whose stories to keep' };
      if (chosen === 'GIFT') {
        const path = giftPathIn(code) ?? codeIn(code);
        if (!path) return { fields: { code: codeProblem }, whole: null };
        await navigate(path, { viewTransition: true });
        return noProblems;
      }
      if (taken) return noProblems;
      if (anew) forgetAnswers();
      return goTo('ABOUT', { forWhom: chosen, anew });
    });
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <StepHeading step="WHO" lead="One person, one book. You can start another one later.">
        Whose stories would you like to keep?
      </StepHeading>
      <div className={styles.choices} role="radiogroup" aria-label="Whose stories">
        {choicesFor(calls).map(({ value, title, words }) => (
          <CheckField
            key={value}
            type="radio"
            name="forWhom"
            checked={chosen === value}
            onChange={() => setChosen(value)}
          >
            <b>{title}</b>
            <br />
            <span className="quiet">{words}</span>
          </CheckField>
        ))}
      </div>
      {chosen === 'GIFT' && (
        <TextField
          label="The code on your card, or the link"
          hint="The code has 16 letters and digits. A link of an invitation works too."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={problems.fields.code}
        />
      )}
      {taken && (
        <Notice title="You have a book of your own">
          <p>
            <Link to={`/dashboard/${encodeURIComponent(ownBook.id)}/`}>Open your book</Link>, or choose
            somebody you love.
          </p>
        </Notice>
      )}
      <p className="note">
        You have a file with everything of a book?{' '}
        <Link to="/dashboard/bring-a-book/">Bring a book from another Evertold</Link>
      </p>
      <StepEnd step="WHO" next="Continue" busy={busy} problems={problems} />
    </form>
  );
}
