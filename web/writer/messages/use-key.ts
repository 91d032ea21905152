import { useEffect, useRef } from 'react';

/** A keyboard shortcut that is active unless the user is typing in a field. */
export function useKey(key: string, act: () => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]');
      if (typing || event.key !== key || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key]);
}
