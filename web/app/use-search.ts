import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router';

/**
 * A search whose words stand in the address, once one has rested from typing for so long. Whoever goes elsewhere before
 * that, or goes back, comes there, and finds what was looked for there.
 */
export function useSearch(restMs: number): {
  typed: string;
  type: (text: string) => void;
  /** Looks for it at once. */
  look: (text: string) => void;
} {
  const [params, setParams] = useSearchParams();
  const { pathname, key } = useLocation();
  const inAddress = params.get('search') ?? '';
  const [typed, type] = useState(inAddress);
  const [asked, setAsked] = useState(inAddress.trim());
  const [place, setPlace] = useState(key);
  const how = useNavigationType();
  const { location: coming } = useNavigation();
  const leaving =
    coming !== undefined &&
    (coming.pathname !== pathname || (new URLSearchParams(coming.search).get('search') ?? '') !== asked);

  // What was looked for from here comes into the address late: what is typed on meanwhile stands. Any other place brings
  // its own words, even when they are the same.
  if (key !== place) {
    setPlace(key);
    if (how !== 'REPLACE') {
      type(inAddress);
      setAsked(inAddress.trim());
    }
  }

  function look(text: string) {
    const search = text.trim();
    setAsked(search);
    setParams(search ? { search } : {}, { replace: true, preventScrollReset: true });
  }
  const onRest = useEffectEvent(look);
  useEffect(() => {
    if (leaving || typed.trim() === asked) return;
    const timer = setTimeout(() => onRest(typed), restMs);
    const stop = () => clearTimeout(timer);
    // Heard before the page draws that somebody goes back, which may take longer than what is left of the rest.
    addEventListener('popstate', stop);
    return () => {
      stop();
      removeEventListener('popstate', stop);
    };
  }, [leaving, typed, asked, restMs]);

  return { typed, type, look };
}
