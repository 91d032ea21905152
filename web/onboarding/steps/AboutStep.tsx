import type { FormEvent } from 'react';
import { languages } from '#web/subjects/subject-settings/choices.ts';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { useAnswers } from '../answers.ts';
import { BornField, edtfOf, partsOfEdtf } from '../BornField.tsx';
import { StepHeading } from '../OnboardingLayout.tsx';
import type { OnboardingSubject } from '../subject.ts';
import { noProblems, useAct, useSaveBook, useSaveStep } from '../use-onboarding.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';

/** The person the book is about; only the name is required. */
export function AboutStep({
  subject,
  self,
  myName,
  isGift,
}: {
  subject: OnboardingSubject | null;
  self: boolean;
  myName: string;
  /** The book comes from a gift and is prefilled from it. */
  isGift: boolean;
}) {
  const { answers, set, forget } = useAnswers(self ? 'about-me' : 'about', {
    fullName: subject?.fullName ?? (self ? myName : ''),
    preferredName: subject?.preferredName ?? '',
    pronouns: subject?.pronouns ?? '',
    relationship: subject?.myRelationship ?? '',
    birthPlace: subject?.birthPlace ?? '',
    language: subject?.language ?? 'en',
    ...partsOfEdtf(subject?.birthDate ?? ''),
  });
  const { busy, problems, run } = useAct();
  const goTo = useSaveStep();
  const saveBook = useSaveBook(subject?.id ?? null);
  const text = (name: keyof typeof answers) => ({
    value: answers[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    error: problems.fields[name],
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      const { fullName, preferredName, pronouns, relationship, birthPlace, language } = answers;
      if (!fullName.trim()) return { fields: { fullName: 'Enter a name' }, whole: null };
      const birthDate = edtfOf(answers);
      if (birthDate === undefined) {
        return { fields: { birthDate: 'Give the year too, or leave this empty' }, whole: null };
      }
      const saved = await saveBook({
        fullName,
        pronouns,
        birthPlace,
        birthDate,
        language,
        isSelf: self,
        ...(preferredName.trim() && { preferredName }),
        ...(!self && { relationship }),
        ...(!subject && { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
      });
      if ('problems' in saved) return saved.problems;
      const problem = await goTo('PHONE', { subjectId: saved.id });
      if (problem === noProblems) forget();
      return problem;
    });
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <StepHeading
        step="ABOUT"
        lead={
          isGift
            ? 'This is filled in from your gift. Change anything that isn’t right.'
            : self
              ? 'A name is enough to begin with.'
              : 'A name is enough. What you add here need not be asked.'
        }
      >
        {self ? 'A few words about you' : 'Who is it?'}
      </StepHeading>
      <div className={styles.two}>
        <TextField
          label={self ? 'Your full name' : 'Their full name'}
          autoComplete={self ? 'name' : 'off'}
          required
          {...text('fullName')}
        />
        <TextField
          label={self ? 'What we call you' : 'What everybody calls them'}
          hint="The first name, if you leave this empty."
          {...text('preferredName')}
        />
        {!self && (
          <TextField
            label="Your relationship to them"
            hint="Daughter, grandson, neighbour. Evertold mentions it when it introduces itself."
            {...text('relationship')}
          />
        )}
        <SelectField label={self ? 'Pronouns' : 'Their pronouns'} {...text('pronouns')}>
          <option value="">Not said</option>
          <option value="she/her">she, her</option>
          <option value="he/him">he, him</option>
          <option value="they/them">they, them</option>
        </SelectField>
        <BornField answers={answers} set={set} error={problems.fields.birthDate} />
        <TextField
          label="Place of birth"
          hint="Town and country, or what it was called then."
          {...text('birthPlace')}
        />
        <SelectField
          label={self ? 'The language you tell in' : 'The language they tell in'}
          hint="Evertold asks and writes in it."
          {...text('language')}
        >
          {languages.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <StepEnd step="ABOUT" next="Continue" busy={busy} problems={problems} />
    </form>
  );
}
