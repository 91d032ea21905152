import { useSearchParams } from 'react-router';
import { useSearch } from '#web/app/use-search.ts';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { listOrders, readListAddress } from './list-order.ts';
import styles from './lists.module.css';

/** The pause in typing after which the search starts. */
const restMs = 300;

/** A search field for names, and the order of the list; both are kept in the address. */
export function Search({ label, hint }: { label: string; hint: string }) {
  const { typed, type, look } = useSearch(restMs);
  const [params, setParams] = useSearchParams();
  const { orderKey } = readListAddress(params);
  function setOrder(key: string) {
    const search = typed.trim();
    setParams(
      { ...(search && { search }), ...(key !== 'newest' && { order: key }) },
      { replace: true, preventScrollReset: true },
    );
  }
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
        <SelectField label="Order" value={orderKey} onChange={({ target }) => setOrder(target.value)}>
          {Object.entries(listOrders).map(([key, { name }]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
      </form>
    </search>
  );
}
