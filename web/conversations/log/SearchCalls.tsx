import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './call-log.module.css';

const settleMs = 250;

/** Searches in what was said. What is sought stands in the address once one has stopped typing. */
export function SearchCalls() {
  const [params, setParams] = useSearchParams();
  const sought = params.get('search') ?? '';
  const [text, setText] = useState(sought);
  const asked = useRef(sought);
  const how = useNavigationType();

  // What was sought from here comes into the address late: what is typed on meanwhile stands.
  useEffect(() => {
    if (how === 'REPLACE' || sought === asked.current) return;
    asked.current = sought; // somebody went back, or followed a link
    setText(sought);
  }, [how, sought]);

  useEffect(() => {
    if (text.trim() === asked.current) return;
    const timer = setTimeout(() => go(text), settleMs);
    return () => clearTimeout(timer);
  });

  function go(next: string): void {
    const search = next.trim();
    if (search === asked.current) return;
    asked.current = search;
    setParams(search ? { search } : {}, { replace: true, preventScrollReset: true });
  }

  return (
    <search className={styles.find}>
      <Icon of={Search} />
      <input
        className="input"
        type="search"
        placeholder="Search in what was said"
        aria-label="Search in what was said"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(text);
          if (event.key === 'Escape' && text) {
            event.preventDefault();
            setText('');
            go('');
          }
        }}
      />
    </search>
  );
}
