import { authClient } from '#web/app/auth.ts';
import type { AccountError } from '../refusals.ts';

type Answer = Promise<{ error: AccountError | null }>;

function call(path: string, body: object): Answer {
  return authClient.$fetch(path, { method: 'POST', body });
}

/** Has six digits sent to a phone, if an account has it; the answer is the same if none has. */
export function sendCode(phoneNumber: string): Answer {
  return call('/phone-number/send-otp', { phoneNumber });
}

/** Signs in with them. */
export function signInWithCode(phoneNumber: string, code: string): Answer {
  return call('/phone-number/verify', { phoneNumber, code });
}

/** Has six digits sent to the phone that is to become one's own. */
export function changePhone(phoneNumber: string, password?: string): Answer {
  return call('/phone-number/change', { phoneNumber, ...(password && { password }) });
}

/** Makes it one's own with them. */
export function confirmPhone(phoneNumber: string, code: string): Answer {
  return call('/phone-number/confirm', { phoneNumber, code });
}

/** Takes the phone off one's account. */
export function removePhone(password?: string): Answer {
  return call('/phone-number/remove', password ? { password } : {});
}
