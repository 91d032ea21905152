import { useState } from 'react';
import styles from './CodeField.module.css';
import { Field } from './Field.tsx';

/**
 * A field for the six digits of a text message: one input, drawn as six boxes, so that pasting, autofill and screen
 * readers work as usual. Characters that are not digits are dropped.
 */
export function CodeField({
  name,
  label = 'Six digits',
  hint,
  error,
}: {
  name: string;
  label?: string;
  hint?: string;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const activeBox = Math.min(typed.length, 5);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.code}>
          <input
            {...control}
            name={name}
            value={typed}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d{6}"
            // biome-ignore lint/a11y/noAutofocus: one has come here to do this and nothing else
            autoFocus
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 6))}
          />
          {[0, 1, 2, 3, 4, 5].map((place) => (
            <span key={place} aria-hidden className={`input ${place === activeBox ? styles.here : ''}`}>
              {typed[place] ?? ''}
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}
