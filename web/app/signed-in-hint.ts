/** Raised on the window when a session has ended. */
export const sessionEndEvent = 'evertold:session-end';

const hint = 'evertold:signed-in';

/** Whether this browser was signed in when last seen, so that public pages ask the server only if it may be so. */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hint) === 'yes';
  } catch {
    return false;
  }
}

/** Keeps in this browser whether somebody is signed in. */
export function remember(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(hint, 'yes');
    else localStorage.removeItem(hint);
  } catch {
    // A browser that keeps nothing: public pages then simply do not know.
  }
}
