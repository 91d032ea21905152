import { SelectField } from '#web/ui/Field.tsx';
import styles from './HoursFields.module.css';
import { clockInWords, type Hours } from './hours.ts';

/** The hours from which, and until which, calls and texts may come. */
const firstHours = hoursBetween(8, 20);
const lastHours = hoursBetween(9, 21);

function hoursBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, n) => `${String(first + n).padStart(2, '0')}:00`);
}

/** The choice of the hours in which somebody is called and texted. */
export function HoursFields({
  hours: { hoursFrom, hoursUntil },
  whom,
  problems,
  onChange,
}: {
  hours: Hours;
  /** The person’s name; null for oneself. */
  whom: string | null;
  problems: Readonly<Record<string, string>>;
  onChange: <Name extends keyof Hours>(name: Name, hour: string) => void;
}) {
  return (
    <fieldset className={styles.hours}>
      <legend className="label">Hours for calls and texts</legend>
      <p className="note">
        We don’t call or text {whom ?? 'you'} before or after. An answer to a text that{' '}
        {whom ? `${whom} sends` : 'you send'} may come from 8 am to 9 pm.
      </p>
      <div className={styles.two}>
        <HourField
          label="From"
          hours={firstHours}
          value={hoursFrom}
          error={problems.hoursFrom}
          onChange={(hour) => onChange('hoursFrom', hour)}
        />
        <HourField
          label="Until"
          hours={lastHours}
          value={hoursUntil}
          error={problems.hoursUntil}
          onChange={(hour) => onChange('hoursUntil', hour)}
        />
      </div>
    </fieldset>
  );
}

function HourField({
  label,
  hours,
  value,
  error,
  onChange,
}: {
  label: string;
  hours: readonly string[];
  value: string;
  error: string | undefined;
  onChange: (hour: string) => void;
}) {
  // An hour between two full ones may have been set by a program.
  const offered = hours.includes(value) ? hours : [...hours, value].toSorted();
  return (
    <SelectField label={label} value={value} error={error} onChange={({ target }) => onChange(target.value)}>
      {offered.map((hour) => (
        <option key={hour} value={hour}>
          {clockInWords(hour)}
        </option>
      ))}
    </SelectField>
  );
}
