import { useEffect } from 'react';

/** The question, word for word. */
export const leaveQuestion = 'Are you sure you want to leave? Your changes may not be saved.';

const dirty = new Set<symbol>();
const listeners = new Set<() => void>();

/** Whether anything on the page is unsaved. */
export const unsaved = {
  now: () => dirty.size > 0,
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

/** While `isDirty`, whoever wants to leave the page (by a link or by closing it) is asked first. */
export function useUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const mine = Symbol('unsaved');
    const tell = () => {
      for (const listener of listeners) listener();
    };
    dirty.add(mine);
    tell();
    window.addEventListener('beforeunload', ask);
    return () => {
      dirty.delete(mine);
      tell();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
}
