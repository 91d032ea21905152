/** The error of a Better Auth call. */
export interface AccountError {
  status: number;
  code?: string | undefined;
  message?: string | undefined;
}

export interface Refusal {
  title: string;
  body?: string;
}

const byCode: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: {
    title: 'Invalid email or password',
    body: 'Check both and try again, or have a new password sent.',
  },
  EMAIL_NOT_VERIFIED: {
    title: 'This address is not confirmed yet',
    body: 'Open the link in the mail we sent you. It may lie among unwanted mail.',
  },
  INVALID_EMAIL: { title: 'This is not an email address', body: 'It should look like name@example.com.' },
  PASSWORD_TOO_SHORT: { title: 'The password is too short', body: 'Take at least 8 characters.' },
  PASSWORD_TOO_LONG: { title: 'The password is too long', body: 'Take at most 128 characters.' },
  USER_ALREADY_EXISTS: {
    title: 'There is an account with this address',
    body: 'Sign in, or have a new password sent.',
  },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    title: 'There is an account with this address',
    body: 'Sign in, or have a new password sent.',
  },
  INVALID_TOKEN: {
    title: 'This link no longer works',
    body: 'It was used already, or it is too old. Have a new one sent.',
  },
  INVALID_OTP: { title: 'This is not the code', body: 'Check the digits in the newest text and try again.' },
  OTP_EXPIRED: { title: 'This code no longer works', body: 'Have another one sent.' },
  TOO_MANY_ATTEMPTS: { title: 'That was tried too often', body: 'Have another code sent.' },
  TOO_MANY_CODES: {
    title: 'Too many codes were asked for',
    body: 'Wait ten minutes, then ask for another one.',
  },
  INVALID_PHONE_NUMBER: { title: 'This is not a phone number', body: 'Check the number and try again.' },
  PHONE_NUMBER_EXIST: {
    title: 'This phone belongs to another account',
    body: 'A phone opens one account. Take another one, or remove it there first.',
  },
  INVALID_PASSWORD: { title: 'This is not your password', body: 'Check it and try again.' },
  SESSION_NOT_FRESH: {
    title: 'You signed in some time ago',
    body: 'Enter your password, or sign out and in again.',
  },
  SESSION_EXPIRED: {
    title: 'You signed in some time ago',
    body: 'Sign out and in again, then go on: so we know that it is you.',
  },
  BANNED_USER: { title: 'This account is closed', body: 'Write to us if you think that is wrong.' },
};

/** Explains an error: what happened, then what to do. */
export function refusalOf(error: AccountError): Refusal {
  const known = error.code && byCode[error.code];
  if (known) return known;
  if (error.status === 401) return byCode.INVALID_EMAIL_OR_PASSWORD as Refusal;
  if (error.status === 429) return { title: 'That was too often', body: 'Wait a minute, then try again.' };
  if (error.status === 0 || error.status >= 500) return noAnswer;
  return { title: error.message || 'That did not work', body: 'Check what you entered and try again.' };
}

/** The server could not be reached or did not respond. */
export const noAnswer: Refusal = {
  title: 'The connection broke before Evertold answered',
  body: 'Nothing was changed. Check your connection and try again.',
};

/** Runs a Better Auth call; resolves to null on success, otherwise to the reason. */
export async function refused(call: () => Promise<{ error: AccountError | null }>): Promise<Refusal | null> {
  try {
    const { error } = await call();
    return error ? refusalOf(error) : null;
  } catch {
    return noAnswer;
  }
}

const linkErrors: Record<string, Refusal> = {
  token_expired: { title: 'This link is too old', body: 'Have a new one sent.' },
  invalid_token: {
    title: 'This link no longer works',
    body: 'It was used already, or it is not complete. Have a new one sent.',
  },
  user_not_found: {
    title: 'There is no account for this link',
    body: 'Make one, or sign in with another address.',
  },
  email_not_updated: {
    title: 'Your address could not be changed',
    body: 'It is as it was. Try again with another one.',
  },
  failed_to_get_user_info: {
    title: 'Sign in, then open the link again',
    body: 'It works in the browser in which whoever it was written to is signed in.',
  },
  unauthorized: {
    title: 'This link belongs to another account',
    body: 'Sign out first, then open it again.',
  },
};

/** Whether an `error` value belongs to a mailed link. */
export function isLinkError(value: string): boolean {
  return Object.hasOwn(linkErrors, value.toLowerCase());
}

/** Explains an `error` value in the address; unknown values are shown as they are. */
export function linkRefusal(value: string): Refusal {
  return (
    linkErrors[value.toLowerCase()] ?? {
      title: 'That did not work',
      body: `The reason given: ${value.slice(0, 80)}`,
    }
  );
}
