import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/** Waiting is shown after this long … */
export const pendingAfterMs = 1000;
/** … and then for at least this long. */
export const pendingForMs = 500;

/** Whether to show that something is waited for: not before 1000 ms, and then for 500 ms at least. */
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

/** The same, for the page that one is on the way to. */
export function usePendingNavigation(): boolean {
  return usePending(useNavigation().state !== 'idle');
}
