import { useSearch } from '#web/app/use-search.ts';
import { TextField } from '#web/ui/Field.tsx';
import styles from './lists.module.css';

/** The pause in typing after which the search starts. */
const restMs = 300;

/** A search field for names; the search text is kept in the address. */
export function Search({ label, hint }: { label: string; hint: string }) {
  const { typed, type, look } = useSearch(restMs);
  return (
    <search>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          look(typed);
        }}
      >
        <TextField
          label={label}
          hint={hint}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </form>
    </search>
  );
}
