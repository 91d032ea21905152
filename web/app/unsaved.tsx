import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';

/** The question, word for word. */
export const leaveQuestion = 'Are you sure you want to leave? Your changes may not be saved.';

const dirty = new Set<symbol>();
const listeners = new Set<() => void>();
const store = {
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

const Question = lazy(() =>
  import('./LeaveQuestion.tsx').then(({ LeaveQuestion }) => ({ default: LeaveQuestion })),
);

/** Stands once, at the root: asks before a page with unsaved changes is left for another. */
export function UnsavedChangesGuard() {
  const unsaved = useSyncExternalStore(store.subscribe, store.now, () => false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => store.now() && currentLocation.pathname !== nextLocation.pathname,
  );
  if (!unsaved && blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <Question
        open={blocker.state === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </Suspense>
  );
}
