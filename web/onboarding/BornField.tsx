import { useId } from 'react';
import { Field } from '#web/ui/Field.tsx';
import styles from './steps/steps.module.css';

export interface BornAnswers {
  birthDay: string;
  birthMonth: string;
  birthYear: string;
  [other: string]: string;
}

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
);

/** A partial date as EDTF: null when it is empty, undefined when it is invalid. */
export function edtfOf({ birthDay, birthMonth, birthYear }: BornAnswers): string | null | undefined {
  const day = birthDay.trim();
  const month = birthMonth;
  const year = birthYear.trim();
  if (!day && !month && !year) return null;
  if (!/^\d{4}$/.test(year) || (day && !month) || (day && !/^\d{1,2}$/.test(day))) return undefined;
  return [year, month, day ? day.padStart(2, '0') : ''].filter(Boolean).join('-');
}

/** The inverse of `edtfOf`: the known parts of a date. */
export function partsOfEdtf(edtf: string): BornAnswers {
  const [, year = '', month = '', day = ''] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(edtf) ?? [];
  return { birthYear: year, birthMonth: month, birthDay: day.replace(/^0/, '') };
}

/** The date of birth, as far as it is known. */
export function BornField({
  answers,
  set,
  error,
}: {
  answers: BornAnswers;
  set: (name: 'birthDay' | 'birthMonth' | 'birthYear', value: string) => void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <Field id={id} label="Born" hint="As far as you know. The year alone is fine." error={error}>
      {(control) => (
        <div className={styles.born}>
          <input
            className="input num"
            aria-label="Day"
            placeholder="Day"
            inputMode="numeric"
            maxLength={2}
            {...control}
            value={answers.birthDay}
            onChange={(event) => set('birthDay', event.target.value)}
          />
          <select
            className="input"
            aria-label="Month"
            value={answers.birthMonth}
            onChange={(event) => set('birthMonth', event.target.value)}
          >
            <option value="">Month</option>
            {months.map((month, i) => (
              <option key={month} value={String(i + 1).padStart(2, '0')}>
                {month}
              </option>
            ))}
          </select>
          <input
            className="input num"
            aria-label="Year"
            placeholder="Year"
            inputMode="numeric"
            maxLength={4}
            value={answers.birthYear}
            onChange={(event) => set('birthYear', event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
