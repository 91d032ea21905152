import { useEffect } from 'react';

/** The question, word for word. */
export const leaveQuestion = 'Are you sure you want to leave? Your changes may not be saved.';

interface Place {
  pathname: string;
  search: string;
}

/** What is unsaved; with `true` where the page itself changes what it shows by its address. */
const dirty = new Map<symbol, boolean>();
const listeners = new Set<() => void>();

/** Whether anything on the page is unsaved. */
export const unsaved = {
  now: () => dirty.size > 0,
  /** Whether going there would lose it. */
  lostBy: (from: Place, to: Place) =>
    dirty.size > 0 &&
    (from.pathname !== to.pathname || (from.search !== to.search && [...dirty.values()].includes(true))),
  /** Whoever has chosen to leave is not asked again. */
  letGo() {
    dirty.clear();
    for (const listener of listeners) listener();
  },
  subscribe(tell: () => void) {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

function ask(event: BeforeUnloadEvent): string {
  event.preventDefault();
  event.returnValue = leaveQuestion; // what older browsers want
  return leaveQuestion;
}

/**
 * While `isDirty`, whoever wants to leave the page (by a link or by closing it) is asked first. `withinPage`: also
 * where only the part of the address after the question mark changes.
 */
export function useUnsavedChanges(isDirty: boolean, { withinPage = false } = {}): void {
  useEffect(() => {
    if (!isDirty) return;
    const mine = Symbol('unsaved');
    const tell = () => {
      for (const listener of listeners) listener();
    };
    dirty.set(mine, withinPage);
    tell();
    window.addEventListener('beforeunload', ask);
    return () => {
      dirty.delete(mine);
      tell();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty, withinPage]);
}
