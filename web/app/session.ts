import { apiOrigin, apiUrl } from './addresses.ts';

export interface Session {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image?: string | null | undefined;
    role?: string | null | undefined;
  };
  session: { impersonatedBy?: string | null | undefined };
}

const hint = 'evertold:signed-in';
const ended = new Set<() => void>();
let known: Promise<Session | null> | null = null;

/** Who is signed in, asked once and remembered until `forgetSession`. A failed question is asked again. */
export function currentSession(): Promise<Session | null> {
  known ??= askForSession().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

async function askForSession(): Promise<Session | null> {
  const answer = await fetch(apiUrl('/api/auth/get-session'), {
    credentials: apiOrigin ? 'include' : 'same-origin',
  });
  if (!answer.ok && answer.status !== 401)
    throw new Error(`The session could not be asked for (${answer.status})`);
  const session = answer.ok ? ((await answer.json()) as Session | null) : null;
  remember(session !== null);
  return session;
}

/** What was remembered no longer holds: after signing in, signing out, or a change of one's own account. */
export function forgetSession(): void {
  known = null;
}

/** Whether this browser was signed in when last seen, so that public pages ask the server only if it may be so. */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hint) === 'yes';
  } catch {
    return false;
  }
}

function remember(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(hint, 'yes');
    else localStorage.removeItem(hint);
  } catch {
    // A browser that keeps nothing: public pages then simply do not know.
  }
}

/** The server said that the session is over: everything kept for it goes, and whoever listens is told. */
export function endSession(): void {
  known = null;
  remember(false);
  for (const tell of ended) tell();
}

/** Calls `tell` whenever a session ends, until the answer is called. */
export function onSessionEnd(tell: () => void): () => void {
  ended.add(tell);
  return () => ended.delete(tell);
}

/** Whether this user has the admin role (roles may be several, with commas). */
export function isAdmin(session: Session): boolean {
  return (session.user.role ?? '').split(',').includes('admin');
}
