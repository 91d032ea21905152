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
/** Who was signed in when it was last asked. */
let last: Session['user'] | null = null;

/** Who is signed in, asked once and remembered until `forgetSession`. A failed question is asked again. */
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
  // What ended is for `sessionLost` to settle: another tab may be in the middle of something too.
  if (session || !last) remember(session?.user.id ?? null);
  last = session?.user ?? last;
  return session;
}

/** What was remembered no longer holds: after signing in, signing out, or a change of one's own account. */
export function forgetSession(): void {
  known = null;
}

/** The server said that the session is over: everything kept for it goes, and whoever listens is told. */
export function endSession(): void {
  known = null;
  last = null;
  remember(null);
  window.dispatchEvent(new Event(sessionEndEvent));
}

let asking: Promise<boolean> | null = null;

/**
 * The server said that the session is over. Whoever writes, or is about to do something, is asked to sign in where they
 * are; says whether they did. For anybody else, or who would rather not, the session ends.
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

// In another tab somebody signed out, or somebody else in: nothing that this one shows is theirs to see.
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

/** Calls `tell` whenever a session ends, until the answer is called. */
export function onSessionEnd(tell: () => void): () => void {
  window.addEventListener(sessionEndEvent, tell);
  return () => window.removeEventListener(sessionEndEvent, tell);
}

/** Whether this user has the admin role (roles may be several, with commas). */
export function isAdmin(session: Session): boolean {
  return (session.user.role ?? '').split(',').includes('admin');
}
