/** Raised on the window when a session has ended. */
export const sessionEndEvent = 'evertold:session-end';

const hint = 'evertold:signed-in';

/** Whether this browser was signed in when last seen, so that public pages ask the server only if it may be so. */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hint) !== null;
  } catch {
    return false;
  }
}

/** Keeps in this browser who is signed in, if anybody is. */
export function remember(userId: string | null): void {
  try {
    if (userId) localStorage.setItem(hint, userId);
    else localStorage.removeItem(hint);
  } catch {
    // A browser that keeps nothing: public pages then simply do not know.
  }
}

/** Calls `tell` with who is signed in whenever another tab finds that this has changed. */
export function rememberedElsewhere(tell: (userId: string | null) => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === hint || key === null) tell(newValue);
  });
}
