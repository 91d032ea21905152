import { type FormEvent, type RefObject, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import styles from './FilterBar.module.css';
import { type AddressFilter, noFilter, phonePrefix, problemsOf } from './message-filter.ts';
import { SavedFilters } from './SavedFilters.tsx';
import { SubjectPicker } from './SubjectPicker.tsx';

const roles = [
  { role: '', title: 'Both' },
  { role: 'user', title: 'user' },
  { role: 'assistant', title: 'assistant' },
] as const;

/** The message filter in one row. A change shows at once, then goes into the address, and from there to the list. */
export function FilterBar({
  filter,
  firstField,
  onChange,
}: {
  filter: AddressFilter;
  /** The field that the keyboard shortcut focuses. */
  firstField: RefObject<HTMLInputElement | null>;
  onChange: (change: Partial<AddressFilter>) => void;
}) {
  const wrong = problemsOf(filter);
  const isSet = Object.values(filter).some(Boolean);
  const keepPage = (event: FormEvent) => event.preventDefault();

  return (
    <search>
      <form className={`filters ${styles.bar}`} aria-label="Filter messages" onSubmit={keepPage}>
        <div className={styles.day}>
          <DayField
            field={firstField}
            label="From"
            value={filter.dateFrom}
            error={wrong.dateFrom}
            onChange={(dateFrom) => onChange({ dateFrom })}
          />
        </div>
        <div className={styles.day}>
          <DayField
            label="To"
            value={filter.dateTo}
            error={wrong.dateTo}
            onChange={(dateTo) => onChange({ dateTo })}
          />
        </div>
        <div className={styles.phone}>
          <PhoneField value={filter.phone} error={wrong.phone} onChange={(phone) => onChange({ phone })} />
        </div>
        <div className={styles.subject}>
          <SubjectPicker subjectId={filter.subjectId} onPick={(subjectId) => onChange({ subjectId })} />
        </div>
        <fieldset className="field">
          <legend className={styles.legend}>Role</legend>
          <div className="seg">
            {roles.map(({ role, title }) => (
              <button
                key={title}
                type="button"
                aria-pressed={filter.role === role}
                onClick={() => onChange({ role })}
              >
                {title}
              </button>
            ))}
          </div>
        </fieldset>
        {isSet && (
          <Button look="text" onClick={() => onChange(noFilter)}>
            Clear
          </Button>
        )}
        <div className={styles.saved}>
          <SavedFilters filter={filter} onTake={onChange} />
        </div>
      </form>
    </search>
  );
}

/** Applied once the date is complete: while a year is typed, its first digits form an early year too. */
function DayField({
  field,
  label,
  value,
  error,
  onChange,
}: {
  field?: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useTyping(value);
  return (
    <TextField
      {...(field && { ref: field })}
      label={label}
      type="date"
      value={typed}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        const isWhole = target.value ? target.value >= '1000' : !target.validity.badInput;
        if (isWhole && target.value !== value) onChange(target.value);
      }}
      onBlur={() => setTyped(value)}
    />
  );
}

/** Applied on blur or Enter: half a number is not a filter. */
function PhoneField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useTyping(value);
  function applyTyped() {
    const meant = phonePrefix(typed) ?? typed.trim();
    if (meant !== value) onChange(meant);
  }
  return (
    <TextField
      label="Phone"
      type="tel"
      inputMode="tel"
      placeholder="any"
      autoComplete="off"
      value={typed}
      error={error}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={applyTyped}
      onKeyDown={(event) => event.key === 'Enter' && applyTyped()}
    />
  );
}

/** The typed text of a field, until the field's value changes. */
function useTyping(value: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  return [typed, setTyped];
}
