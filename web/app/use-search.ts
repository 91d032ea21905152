import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router';

/**
 * A search text that is written to the address once the user has paused typing for `restMs`. Navigating elsewhere or
 * back during the pause cancels it, and the search text of the new address is shown.
 */
export function useSearch(restMs: number): {
  typed: string;
  type: (text: string) => void;
  /** Searches at once. */
  look: (text: string) => void;
} {
  const [params, setParams] = useSearchParams();
  const { pathname, key } = useLocation();
  const inAddress = params.get('search') ?? '';
  const [typed, type] = useState(inAddress);
  const [asked, setAsked] = useState(inAddress.trim());
  const [knownKey, setKnownKey] = useState(key);
  const how = useNavigationType();
  const { location: coming } = useNavigation();
  const isLeaving =
    coming !== undefined &&
    (coming.pathname !== pathname || (new URLSearchParams(coming.search).get('search') ?? '') !== asked);

  // Our own replacement of the address arrives late and must not overwrite what was typed meanwhile. Any other
  // navigation brings its own search text, even when it is the same.
  if (key !== knownKey) {
    setKnownKey(key);
    if (how !== 'REPLACE') {
      type(inAddress);
      setAsked(inAddress.trim());
    }
  }

  function look(text: string) {
    const search = text.trim();
    setAsked(search);
    setParams(
      (before) => {
        const { search: _before, ...others } = Object.fromEntries(before);
        return search ? { ...others, search } : others;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  const onRest = useEffectEvent(look);
  useEffect(() => {
    if (isLeaving || typed.trim() === asked) return;
    const timer = setTimeout(() => onRest(typed), restMs);
    const stop = () => clearTimeout(timer);
    // popstate cancels the timer before the page draws the previous address, which may take longer than the rest of the
    // pause.
    addEventListener('popstate', stop);
    return () => {
      stop();
      removeEventListener('popstate', stop);
    };
  }, [isLeaving, typed, asked, restMs]);

  return { typed, type, look };
}
