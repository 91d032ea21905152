import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { type Interviewer_SubjectFragment, Interviewer_SubjectFragmentDoc } from './Interviewer.graphql.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import { useSection } from './use-section.ts';

/** How long a silence counts as thinking. */
const patiences = [
  { ms: 1200, title: 'Quick: answers after a second' },
  { ms: 2500, title: 'Patient: waits two and a half seconds' },
  { ms: 3500, title: 'Very patient: waits three and a half seconds' },
  { ms: 6000, title: 'As long as it takes: waits six seconds' },
];

/** How the interviewer asks: its patience, its length, and what it leaves alone. */
export function Interviewer({ subject: from }: { subject: FragmentType<Interviewer_SubjectFragment> }) {
  const { data } = useSuspenseFragment({ fragment: Interviewer_SubjectFragmentDoc, from });
  const kept = {
    patienceMs: String(data.patienceMs),
    maxMinutes: String(data.maxMinutes),
    maxQuestions: String(data.maxQuestions),
    // With the list that it was made of: to it may be added, in a talk, while this is written.
    avoidedThemes: { text: data.avoidedThemes.join('\n'), before: data.avoidedThemes },
  };
  const section = useSection(data.id, kept, (answers, changed) => ({
    ...(changed.has('patienceMs') && { patienceMs: Number(answers.patienceMs) }),
    ...(changed.has('maxMinutes') && { maxMinutes: Math.round(Number(answers.maxMinutes)) }),
    ...(changed.has('maxQuestions') && { maxQuestions: Math.round(Number(answers.maxQuestions)) }),
    ...(changed.has('avoidedThemes') && {
      avoidedThemes: themesIn(answers.avoidedThemes.text),
      avoidedThemesBefore: answers.avoidedThemes.before,
    }),
  }));
  const { answers, problems, set } = section;
  const field = (name: Exclude<keyof typeof kept, 'avoidedThemes'>) => ({
    value: answers[name],
    error: problems.fields[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <div>
        <p className="label">What it says first</p>
        <p className={`quiet ${styles.opening}`}>{data.openingWords}</p>
      </div>
      <SelectField
        label="Patience"
        hint="A pause to think is not the end of an answer."
        {...field('patienceMs')}
      >
        {patiencesWith(data.patienceMs).map(({ ms, title }) => (
          <option key={ms} value={ms}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className={styles.two}>
        <TextField
          label="Minutes at most"
          type="number"
          min={5}
          max={120}
          hint="It closes kindly before that."
          {...field('maxMinutes')}
        />
        <TextField label="Questions at most" type="number" min={1} max={60} {...field('maxQuestions')} />
      </div>
      <TextAreaField
        label="What it leaves alone"
        hint="One theme a line. “Don’t ask me that” on a call adds to it."
        value={answers.avoidedThemes.text}
        error={problems.fields.avoidedThemes}
        onChange={({ target }) => set('avoidedThemes', { ...answers.avoidedThemes, text: target.value })}
      />
      <SectionEnd section={section} what="how it asks" />
    </form>
  );
}

function themesIn(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

function patiencesWith(ms: number) {
  const own = { ms, title: `Waits ${(ms / 1000).toLocaleString('en')} seconds` };
  return patiences.some((each) => each.ms === ms)
    ? patiences
    : [...patiences, own].sort((a, b) => a.ms - b.ms);
}
