import { apiUrl } from './addresses.ts';
import { apiFetch } from './api-fetch.ts';
import { remember, rememberedElsewhere, sessionEndEvent } from './signed-in-hint.ts';
import { unsaved } from './unsaved.ts';
import { isWriting } from './writing.ts';

export interface Session {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image?: string | null | undefined;
    phoneNumber?: string | null | undefined;
    role?: string | null | undefined;
  };
  session: { impersonatedBy?: string | null | undefined };
}

let known: Promise<Session | null> | null = null;
/** The user who was signed in at the last request. */
let last: Session['user'] | null = null;

/** The current session, requested once and cached until `forgetSession`. A failed request is not cached. */
export function currentSession(): Promise<Session | null> {
  known ??= askForSession().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

async function askForSession(): Promise<Session | null> {
  const answer = await apiFetch(apiUrl('/api/auth/get-session'));
  if (!answer.ok && answer.status !== 401)
    throw new Error(`The session could not be asked for (${answer.status})`);
  const session = answer.ok ? ((await answer.json()) as Session | null) : null;
  // A session that has ended is left to `sessionLost`: another tab may have unsaved work too.
  if (session || !last) remember(session?.user.id ?? null);
  last = session?.user ?? last;
  return session;
}

/** Drops the cached session: after signing in or out, or after a change of the user's account. */
export function forgetSession(): void {
  known = null;
}

/** Ends the session in this tab: clears what is stored for it and notifies the listeners. */
export function endSession(): void {
  known = null;
  last = null;
  remember(null);
  window.dispatchEvent(new Event(sessionEndEvent));
}

let asking: Promise<boolean> | null = null;

/**
 * Called when the server says that the session is over. A user who is writing or has just acted is asked to sign in
 * again in place; resolves to whether they did. Otherwise the session ends.
 */
export function sessionLost({ acting = false } = {}): Promise<boolean> {
  asking ??= signedInAgain(acting).finally(() => {
    asking = null;
  });
  return asking;
}

async function signedInAgain(acting: boolean): Promise<boolean> {
  const user = last;
  const isBack = async () => {
    known = null;
    return (await currentSession().catch(() => null))?.user.id === user?.id;
  };
  if (user && (acting || isWriting())) {
    const dialog = await import('#web/accounts/sign-in-again.ts').catch(() => null);
    if (dialog && (await dialog.signInAgain(user, isBack)) && (await isBack())) return true;
    unsaved.letGo();
  }
  endSession();
  return false;
}

// Another tab has signed out or signed in as another user, so this tab must stop showing the old user's data.
rememberedElsewhere((who) => {
  void known?.then(
    (session) => {
      if ((session?.user.id ?? null) === who) return;
      known = null;
      last = null;
      window.dispatchEvent(new Event(sessionEndEvent));
    },
    () => undefined,
  );
});

/** Calls `tell` whenever a session ends, until the returned function is called. */
export function onSessionEnd(tell: () => void): () => void {
  window.addEventListener(sessionEndEvent, tell);
  return () => window.removeEventListener(sessionEndEvent, tell);
}

/** Whether this user has the admin role (`role` may hold several, separated by commas). */
export function isAdmin(session: Session): boolean {
  return (session.user.role ?? '').split(',').includes('admin');
}
