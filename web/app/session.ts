import { apiUrl } from './addresses.ts';
import { apiFetch } from './api-fetch.ts';
import { onUserChangedElsewhere, rememberUser, sessionEndEvent } from './signed-in-hint.ts';
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

let cached: Promise<Session | null> | null = null;
/** The user who was signed in at the last request. */
let lastUser: Session['user'] | null = null;

/** The current session, requested once and cached until `forgetSession`. A failed request is not cached. */
export function currentSession(): Promise<Session | null> {
  cached ??= askForSession().catch((error: unknown) => {
    cached = null;
    throw error;
  });
  return cached;
}

async function askForSession(): Promise<Session | null> {
  const answer = await apiFetch(apiUrl('/api/auth/get-session'));
  if (!answer.ok && answer.status !== 401) throw new Error(`The session request failed (${answer.status})`);
  const session = answer.ok ? ((await answer.json()) as Session | null) : null;
  // A session that has ended is left to `sessionLost`: another tab may have unsaved work too.
  if (session || !lastUser) rememberUser(session?.user.id ?? null);
  lastUser = session?.user ?? lastUser;
  return session;
}

/** Drops the cached session: after signing in or out, or after a change of the user's account. */
export function forgetSession(): void {
  cached = null;
}

/** Ends the session in this tab: clears what is stored for it and notifies the listeners. */
export function endSession(): void {
  cached = null;
  lastUser = null;
  rememberUser(null);
  window.dispatchEvent(new Event(sessionEndEvent));
}

let recovering: Promise<boolean> | null = null;

/**
 * Called when the server says that the session is over. A user who is writing or has just acted is asked to sign in
 * again in place; resolves to whether they did. Otherwise the session ends.
 */
export function sessionLost({ acting = false } = {}): Promise<boolean> {
  recovering ??= recoverSession(acting).finally(() => {
    recovering = null;
  });
  return recovering;
}

async function recoverSession(acting: boolean): Promise<boolean> {
  const user = lastUser;
  const isBack = async () => {
    cached = null;
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
onUserChangedElsewhere((userId) => {
  void cached?.then(
    (session) => {
      if ((session?.user.id ?? null) === userId) return;
      cached = null;
      lastUser = null;
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
