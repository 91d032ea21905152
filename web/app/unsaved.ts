import { useEffect } from 'react';

/** The question that the specification fixes word for word. */
export const leaveQuestion = 'Are you sure you want to leave? Your changes may not be saved.';

interface Place {
  pathname: string;
  search: string;
}

/** The unsaved forms; true where the page also shows different content for a different query string. */
const dirty = new Map<symbol, boolean>();
const listeners = new Set<() => void>();

/** Whether anything on the page is unsaved. */
export const unsaved = {
  now: () => dirty.size > 0,
  /** Whether this navigation would lose unsaved changes. */
  lostBy: (from: Place, to: Place) =>
    dirty.size > 0 &&
    (from.pathname !== to.pathname || (from.search !== to.search && [...dirty.values()].includes(true))),
  /** Forgets unsaved changes, so that a user who has chosen to leave is not asked again. */
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
  event.returnValue = leaveQuestion; // needed by older browsers
  return leaveQuestion;
}

/**
 * While `isDirty`, asks the user before they leave the page, by a link or by closing it. With `withinPage` it also asks
 * when only the query string changes.
 */
export function useUnsavedChanges(isDirty: boolean, { withinPage = false } = {}): void {
  useEffect(() => {
    if (!isDirty) return;
    const key = Symbol('unsaved');
    const tell = () => {
      for (const listener of listeners) listener();
    };
    dirty.set(key, withinPage);
    tell();
    window.addEventListener('beforeunload', ask);
    return () => {
      dirty.delete(key);
      tell();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty, withinPage]);
}
