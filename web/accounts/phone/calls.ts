import { authClient } from '#web/app/auth.ts';
import type { AccountError } from '../refusals.ts';

type Answer = Promise<{ error: AccountError | null }>;

function call(path: string, body: object): Answer {
  return authClient.$fetch(path, { method: 'POST', body });
}

/** Texts six digits to a phone if an account has it; the response is the same if none has. */
export function sendCode(phoneNumber: string): Answer {
  return call('/phone-number/send-otp', { phoneNumber });
}

/** Signs in with the code. */
export function signInWithCode(phoneNumber: string, code: string): Answer {
  return call('/phone-number/verify', { phoneNumber, code });
}

/** Texts six digits to the phone that the account is to get. */
export function changePhone(phoneNumber: string, password?: string): Answer {
  return call('/phone-number/change', { phoneNumber, ...(password && { password }) });
}

/** Confirms the account's new phone with the code. */
export function confirmPhone(phoneNumber: string, code: string): Answer {
  return call('/phone-number/confirm', { phoneNumber, code });
}

/** Removes the phone from the account. */
export function removePhone(password?: string): Answer {
  return call('/phone-number/remove', password ? { password } : {});
}
