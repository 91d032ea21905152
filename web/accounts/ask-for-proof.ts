import { apiUrl } from '#web/app/addresses.ts';
import { apiFetch } from '#web/app/api-fetch.ts';
import { askPassword } from './ask-password.ts';

const words = {
  title: 'Enter your password',
  lead: 'You signed in a while ago. We ask once more, so that nobody else does this in your name. If you have no password, sign out and sign in again.',
  go: 'Continue',
  cancel: 'Cancel',
};

/** Asks the signed-in user for their password again; resolves to whether it was correct. */
export function askForProof(): Promise<boolean> {
  return askPassword(words, (password) => problemWith('/api/auth/confirm-password', { password }, 400));
}

/** Sends a password and returns what is wrong with it, or null. `wrong` is the HTTP status for a wrong password. */
export async function problemWith(path: string, body: object, wrong: number): Promise<string | null> {
  const answer = await apiFetch(apiUrl(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer?.ok) return null;
  if (answer?.status === wrong) return 'This is not your password. Check it and try again.';
  if (answer?.status === 429) return 'That was tried too often. Wait a few minutes and try again.';
  return 'We couldn’t reach Evertold. Check your connection and try again.';
}
