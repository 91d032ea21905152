/** The window event dispatched when a session has ended. */
export const sessionEndEvent = 'evertold:session-end';

const hint = 'evertold:signed-in';

/** Whether this browser was signed in when last used; public pages query the server only then. */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hint) !== null;
  } catch {
    return false;
  }
}

/** Stores in this browser the id of the signed-in user, or removes it. */
export function rememberUser(userId: string | null): void {
  try {
    if (userId) localStorage.setItem(hint, userId);
    else localStorage.removeItem(hint);
  } catch {
    // Storage is unavailable: public pages then have no hint.
  }
}

/** Calls `tell` with the signed-in user's id whenever another tab stores a change. */
export function onUserChangedElsewhere(tell: (userId: string | null) => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === hint || key === null) tell(newValue);
  });
}
