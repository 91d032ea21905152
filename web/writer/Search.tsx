import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { TextField } from '#web/ui/Field.tsx';
import styles from './lists.module.css';

/** What is typed is looked for after a short rest. */
const restMs = 300;

/** Looks for somebody; what is looked for stands in the address. */
export function Search({ label, hint }: { label: string; hint: string }) {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('search') ?? '';
  const [typed, setTyped] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const how = useNavigationType();
  // What was looked for from here comes into the address late: what is typed on meanwhile stands.
  useEffect(() => {
    if (how === 'REPLACE') return;
    clearTimeout(timer.current);
    setTyped(inAddress);
  }, [how, inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function look(text: string) {
    clearTimeout(timer.current);
    setParams(text.trim() ? { search: text.trim() } : {}, { replace: true, preventScrollReset: true });
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    look(typed);
  }
  return (
    <search>
      <form className={styles.search} onSubmit={onSubmit}>
        <TextField
          label={label}
          hint={hint}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => look(value), restMs);
          }}
        />
      </form>
    </search>
  );
}
