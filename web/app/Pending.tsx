import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/** A pending state is shown only after this delay. */
export const pendingAfterMs = 1000;
/** Once shown, a pending state stays for at least this long. */
export const pendingForMs = 500;

/** Whether to show a pending state: not before 1000 ms, and then for at least 500 ms. */
export function usePending(waiting: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (waiting === shown) return;
    const wait = waiting ? pendingAfterMs : Math.max(0, shownAt.current + pendingForMs - performance.now());
    const timer = setTimeout(() => {
      if (waiting) shownAt.current = performance.now();
      setShown(waiting);
    }, wait);
    return () => clearTimeout(timer);
  }, [waiting, shown]);

  return shown;
}

/** The same for a navigation to another page. */
export function usePendingNavigation(): boolean {
  return usePending(useNavigation().state !== 'idle');
}
