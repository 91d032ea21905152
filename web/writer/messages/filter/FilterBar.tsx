import Download from 'lucide-react/icons/download';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './FilterBar.module.css';
import { type AddressFilter, noFilter, phonePrefix, problemsOf } from './message-filter.ts';
import { SubjectPicker } from './SubjectPicker.tsx';

const roles = [
  { role: '', title: 'Both' },
  { role: 'user', title: 'user' },
  { role: 'assistant', title: 'assistant' },
] as const;

/** The filter in one line. Each change goes into the address, and from there to the list. */
export function FilterBar({
  filter,
  firstField,
  onChange,
  onExport,
}: {
  filter: AddressFilter;
  /** Where the key that goes to the filter leads. */
  firstField: RefObject<HTMLInputElement | null>;
  onChange: (filter: AddressFilter) => void;
  onExport: () => void;
}) {
  const wrong = problemsOf(filter);
  const set = (change: Partial<AddressFilter>) => onChange({ ...filter, ...change });
  const isSet = Object.values(filter).some(Boolean);
  const keepPage = (event: FormEvent) => event.preventDefault();

  return (
    <search>
      <form className={`filters ${styles.bar}`} aria-label="Filter messages" onSubmit={keepPage}>
        <div className={styles.day}>
          <TextField
            ref={firstField}
            label="From"
            type="date"
            value={filter.dateFrom}
            error={wrong.dateFrom}
            onChange={(event) => set({ dateFrom: event.target.value })}
          />
        </div>
        <div className={styles.day}>
          <TextField
            label="To"
            type="date"
            value={filter.dateTo}
            error={wrong.dateTo}
            onChange={(event) => set({ dateTo: event.target.value })}
          />
        </div>
        <div className={styles.phone}>
          <PhoneField value={filter.phone} error={wrong.phone} onChange={(phone) => set({ phone })} />
        </div>
        <div className={styles.subject}>
          <SubjectPicker subjectId={filter.subjectId} onPick={(subjectId) => set({ subjectId })} />
        </div>
        <fieldset className="field">
          <legend className={styles.legend}>Role</legend>
          <div className="seg">
            {roles.map(({ role, title }) => (
              <button
                key={title}
                type="button"
                aria-pressed={filter.role === role}
                onClick={() => set({ role })}
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
        <Button look="quiet" className="row-end" onClick={onExport}>
          <Icon of={Download} /> Save as CSV
        </Button>
      </form>
    </search>
  );
}

/** Taken when one leaves it or presses Enter: half a number is not what was meant. */
function PhoneField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  function take() {
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
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
