import Search from 'lucide-react/icons/search';
import { useSearch } from '#web/app/use-search.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './call-log.module.css';

const settleMs = 250;

/** Searches the transcripts. The search text is put into the address after typing stops. */
export function SearchCalls() {
  const { typed, type, look } = useSearch(settleMs);
  return (
    <search className={styles.find}>
      <Icon of={Search} />
      <input
        className="input"
        type="search"
        placeholder="Search in what was said"
        aria-label="Search in what was said"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') look(typed);
          if (event.key === 'Escape' && typed) {
            event.preventDefault();
            type('');
            look('');
          }
        }}
      />
    </search>
  );
}
