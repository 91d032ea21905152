import type { Session } from '#web/app/session.ts';
import { problemWith } from './ask-for-proof.ts';
import { askPassword } from './ask-password.ts';

/**
 * Asks a user whose session has ended to sign in again in place; resolves to whether they did. `isBack` checks whether
 * another tab has signed them in, which counts too.
 */
export function signInAgain({ email }: Session['user'], isBack: () => Promise<boolean>): Promise<boolean> {
  const back = new AbortController();
  const look = async () => {
    if (document.visibilityState === 'visible' && (await isBack())) back.abort();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  const words = {
    title: 'Sign in to go on',
    lead: `You were signed out. Nothing you wrote is lost: it stays on this page. Enter the password of ${email}. If you sign in another way, do it in a second tab and come back here.`,
    go: 'Sign in',
    cancel: 'Leave this page',
    email,
  };
  const signIn = (password: string) => problemWith('/api/auth/sign-in/email', { email, password }, 401);
  return askPassword(words, signIn, back.signal).finally(() => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  });
}
