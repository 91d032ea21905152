import type { FragmentType } from '@apollo/client';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { BornField, edtfOf, partsOfEdtf } from '#web/onboarding/BornField.tsx';
import { e164Of, PhoneField, phoneInWords } from '#web/onboarding/PhoneField.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { wordsFor } from '../person-words.ts';
import { cloths, languages, pronounsWith, zonesWith } from './choices.ts';
import { type Details_SubjectFragment, Details_SubjectFragmentDoc } from './Details.graphql.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import { type Change, type Problems, useSection } from './use-section.ts';

/** The settings of the subject's personal and contact details. */
export function Details({ subject: from }: { subject: FragmentType<Details_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Details_SubjectFragmentDoc, from });
  const self = data.isSelf;
  const words = wordsFor(data);
  const kept = keptOf(data);
  const section = useSection(data.id, kept, (answers, changed) => readDetails(answers, changed, data));
  const { answers, set, problems } = section;
  const text = (
    name: 'fullName' | 'preferredName' | 'birthPlace' | 'pronouns' | 'timeZone' | 'language' | 'cloth',
  ) => ({
    value: answers[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    error: problems.fields[name],
  });
  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <div className={styles.two}>
        <TextField label="Full name" autoComplete="off" {...text('fullName')} />
        <TextField
          label={self ? 'What we call you' : `What everybody calls ${words.them}`}
          {...text('preferredName')}
        />
        <SelectField label="Pronouns" {...text('pronouns')}>
          {pronounsWith(kept.pronouns).map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
        <PhoneField
          label="Phone"
          hint="For codes by text, and for calls where a phone service is set up."
          value={answers.phone}
          onValue={(typed) => set('phone', typed)}
          error={problems.fields.phone}
        />
        {kept.birthText === '' ? (
          <BornField answers={answers} set={set} error={problems.fields.birthDate} />
        ) : (
          <TextField
            label="Born"
            hint="A date as libraries write it: 1941-03-09, or 1941~ for about 1941."
            value={answers.birthText}
            onChange={(event) => set('birthText', event.target.value)}
            error={problems.fields.birthDate}
          />
        )}
        <TextField label="Place of birth" {...text('birthPlace')} />
        <SelectField
          label="Language"
          hint={`The interviewer speaks it, and ${self ? 'your' : 'the'} stories are written in it.`}
          {...text('language')}
        >
          {languages.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Time zone"
          hint="Days and times of the conversations are shown in it."
          {...text('timeZone')}
        >
          {zonesWith(kept.timeZone).map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField label="Cloth of the book" {...text('cloth')}>
          {cloths.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <SectionEnd section={section} what="the details" />
    </form>
  );
}

function keptOf(data: Details_SubjectFragment) {
  const born = partsOfEdtf(data.birthDate ?? '');
  return {
    fullName: data.fullName,
    preferredName: data.preferredName,
    pronouns: data.pronouns ?? '',
    phone: data.phone ? phoneInWords(data.phone) : '',
    birthDay: born.birthDay,
    birthMonth: born.birthMonth,
    birthYear: born.birthYear,
    // A date that the day, month and year fields can't hold is edited as text.
    birthText: born.birthYear ? '' : (data.birthDate ?? ''),
    birthPlace: data.birthPlace ?? '',
    timeZone: data.timeZone,
    language: data.language,
    cloth: data.cloth,
  };
}

type Answers = ReturnType<typeof keptOf>;

function readDetails(
  answers: Answers,
  changed: ReadonlySet<keyof Answers>,
  { birthDate }: Details_SubjectFragment,
): Change | Problems {
  const fields: Record<string, string> = {};
  if (!answers.fullName.trim()) fields.fullName = 'Enter a name';
  if (!answers.preferredName.trim()) fields.preferredName = 'Enter a name';
  const phone = e164Of(answers.phone);
  if (changed.has('phone') && phone === undefined)
    fields.phone = 'Check this number. It looks like 508 555 0142 or +44 20 7946 0958';
  const asText = birthDate !== null && partsOfEdtf(birthDate).birthYear === '';
  const born = asText ? answers.birthText.trim() || null : edtfOf(answers);
  if (born === undefined) fields.birthDate = 'Give the year too, or leave this empty';
  if (Object.keys(fields).length > 0) return { fields, whole: null };
  const bornChanged = (['birthDay', 'birthMonth', 'birthYear', 'birthText'] as const).some((part) =>
    changed.has(part),
  );
  return {
    ...(changed.has('fullName') && { fullName: answers.fullName.trim() }),
    ...(changed.has('preferredName') && { preferredName: answers.preferredName.trim() }),
    ...(changed.has('pronouns') && { pronouns: answers.pronouns || null }),
    ...(changed.has('phone') && { phone: phone ?? null }),
    ...(bornChanged && { birthDate: born ?? null }),
    ...(changed.has('birthPlace') && { birthPlace: answers.birthPlace.trim() || null }),
    ...(changed.has('timeZone') && { timeZone: answers.timeZone }),
    ...(changed.has('language') && { language: answers.language }),
    ...(changed.has('cloth') && { cloth: answers.cloth }),
  };
}
