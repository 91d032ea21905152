import { z } from 'zod';
import { isPlainName } from '../plain-names.ts';
import type { Letter } from './letter.ts';

const url = z.url();

export const VerifyEmail = z.object({ name: z.string(), url });

/** To a new user, to verify the address. */
export function verifyEmail({ name, url }: z.output<typeof VerifyEmail>): Letter {
  return {
    subject: 'Confirm your address',
    preview: 'One click, and your account is ready.',
    paragraphs: [greeting(name), 'with one click you confirm that this address is yours.'],
    action: { label: 'Confirm the address', url },
    after: ['The link works for an hour. A new one is sent whenever you ask for it on the sign-in page.'],
    why: 'You get this because somebody made an account at Evertold with this address. If it was not you, leave this mail be: without the click nothing can be done with the account.',
  };
}

/** To the new address of an account, to verify it. */
export function verifyNewEmail({ name, url }: z.output<typeof VerifyEmail>): Letter {
  return {
    subject: 'Confirm your new address',
    preview: 'One click, and it is yours to sign in with.',
    paragraphs: [
      greeting(name),
      'this is now the address of your account. With one click you confirm that it is yours; until then nobody can sign in with it.',
    ],
    action: { label: 'Confirm the address', url },
    after: ['The link works for an hour. A new one is sent whenever you ask for it on the sign-in page.'],
    why: 'You get this because somebody gave this as the address of their account at Evertold. If it was not you, leave this mail be: without the click nobody can sign in with your address.',
  };
}

export const ChangeEmail = z.object({ name: z.string(), newEmail: z.email(), url });

/** To the current address of an account before it is changed. */
export function changeEmail({ name, newEmail, url }: z.output<typeof ChangeEmail>): Letter {
  return {
    subject: 'Is this to be your new address?',
    preview: 'Nothing changes without your click.',
    paragraphs: [
      greeting(name),
      `somebody, most likely you, asked that the address of your account become ${newEmail}. With one click it does. Then we write to the new address, so that you can confirm it.`,
    ],
    action: { label: 'Change the address', url },
    after: ['The link works for an hour. Look at the new address once more: mail goes there from then on.'],
    why: 'You get this because it is the address of your account at Evertold. If you did not ask for this, do not click, and choose a new password: somebody may be signed in as you.',
  };
}

export const DeleteAccount = z.object({ name: z.string(), url });

/** To a user who asked to delete their account. */
export function deleteAccount({ name, url }: z.output<typeof DeleteAccount>): Letter {
  return {
    subject: 'Delete your account?',
    preview: 'Nothing is deleted without your click.',
    paragraphs: [
      greeting(name),
      'somebody, most likely you, asked that your account be deleted. With one click, in the browser in which you are signed in, it is.',
    ],
    action: { label: 'Delete my account', url },
    after: ['The link works once, and for a day. An account that is deleted does not come back.'],
    why: 'You get this because somebody who is signed in as you asked for it at Evertold. If it was not you, do not click, and choose a new password.',
  };
}

export const ResetPassword = z.object({ name: z.string(), url });

/** To a user who asked for a new password. */
export function resetPassword({ name, url }: z.output<typeof ResetPassword>): Letter {
  return {
    subject: 'Choose a new password',
    preview: 'The link works for an hour.',
    paragraphs: [greeting(name), 'here you choose a new password. After that you are signed out everywhere.'],
    action: { label: 'Choose a new password', url },
    after: ['The link works once, and for an hour.'],
    why: 'You get this because somebody asked for a new password for your account at Evertold. If it was not you, leave this mail be: your password stays as it is.',
  };
}

export const AlreadyRegistered = z.object({ name: z.string(), signInUrl: url, forgotUrl: url });

/** To the holder of an address with which someone tried to sign up again. */
export function alreadyRegistered({ name, ...urls }: z.output<typeof AlreadyRegistered>): Letter {
  return {
    subject: 'You already have an account',
    preview: 'Sign in with this address.',
    paragraphs: [
      greeting(name),
      'somebody, most likely you, just tried to make an account with this address. There is one already, and nothing about it has changed.',
    ],
    action: { label: 'Sign in', url: urls.signInUrl },
    after: [`If the password is gone, have a new one sent: ${urls.forgotUrl}`],
    why: 'You get this because this address belongs to an account at Evertold. If it was not you, there is nothing to do.',
  };
}

export const PhoneChanged = z.object({
  name: z.string(),
  change: z.enum(['ADDED', 'CHANGED', 'REMOVED']),
  /** The last digits of the phone, as far as they may be shown. */
  ending: z.string().max(4),
  url,
});

const phoneWords = {
  ADDED: ['A phone was added to your account', 'can be used to sign in now'],
  CHANGED: [
    'The phone of your account was changed',
    'can be used to sign in now, and the one before it no longer',
  ],
  REMOVED: ['The phone was removed from your account', 'can’t be used to sign in any more'],
} as const;

/** To a user whose phone was changed or removed: a phone is a sign-in method. */
export function phoneChanged({ name, change, ending, url }: z.output<typeof PhoneChanged>): Letter {
  const [subject, now] = phoneWords[change];
  return {
    subject,
    preview: 'If it was not you, look at your account.',
    paragraphs: [
      greeting(name),
      `the phone that ends in ${ending} ${now}. If that was you, there is nothing to do.`,
      'If it was not you, choose a new password, sign out everywhere else, and look at the phone in your settings.',
    ],
    action: { label: 'Open your settings', url },
    why: 'You get this because it is the address of your account at Evertold, and a phone is a way into it.',
  };
}

export const AccountChanged = z.object({
  name: z.string(),
  what: z.enum([
    'KEY_MADE',
    'WEBHOOK_MADE',
    'PASSWORD_CHANGED',
    'EDITOR_INVITED',
    'SUBJECT_INVITED',
    'MEMBER_CHANGED',
    'SUCCESSOR_CHANGED',
    'SECURED',
  ]),
  /** For a key its prefix, for the others the subject's name. */
  about: z.string().nullish(),
  url,
});

const accountWords: Record<
  z.output<typeof AccountChanged>['what'],
  (about: string | null) => [string, string]
> = {
  KEY_MADE: (prefix) => [
    'A partner key was made in your account',
    `A key${prefix ? ` that starts with ${prefix}` : ''} can now read what you read.`,
  ],
  WEBHOOK_MADE: () => [
    'A webhook was made in your account',
    'A program is now told when something happens in books that you read.',
  ],
  PASSWORD_CHANGED: () => ['Your password was changed', 'Your account has a new password.'],
  EDITOR_INVITED: (book) => [
    'You invited somebody to a book',
    `Somebody was invited to edit ${bookOf(book)}.`,
  ],
  SUBJECT_INVITED: (book) => [
    'You invited the person a book is about',
    `Somebody was invited to be the person whom ${bookOf(book)} is about.`,
  ],
  MEMBER_CHANGED: (book) => ['You changed who has access', `You changed who has access to ${bookOf(book)}.`],
  SUCCESSOR_CHANGED: (book) => [
    'You changed who takes over a book',
    `You changed who becomes the owner of ${bookOf(book)} when the account of its last owner is deleted.`,
  ],
  SECURED: () => [
    'Your account was secured',
    'Every other device was signed out, every key was ended, every webhook was switched off, and new ways to sign in and code words that you chose lately were removed.',
  ],
};

/** To a user, about a change that lets someone into the account. */
export function accountChanged({ name, what, about, url }: z.output<typeof AccountChanged>): Letter {
  const [subject, done] = accountWords[what](about ?? null);
  return {
    subject,
    preview: 'If it wasn’t you, secure your account.',
    paragraphs: [
      greeting(name),
      done,
      'If that was you, there is nothing to do. If it wasn’t, open your settings and choose “Secure my account”. Then choose a new password.',
    ],
    action: { label: 'Open your settings', url },
    why: 'You get this because it is the address of your account at Evertold.',
  };
}

export const WebhookOff = z.object({ name: z.string(), reason: z.enum(['FAILING', 'GONE']), url });

/** To a user whose webhook was switched off because its address doesn't answer. */
export function webhookOff({ name, reason, url }: z.output<typeof WebhookOff>): Letter {
  const why =
    reason === 'GONE'
      ? 'the program that one of your webhooks leads to says that it is there no longer.'
      : 'for three days nothing that we sent to one of your webhooks arrived.';
  return {
    subject: 'A webhook of yours was switched off',
    preview: 'Its program is told nothing any more.',
    paragraphs: [
      greeting(name),
      why,
      'We have switched it off. What was not sent stays in its log for 30 days. Once the program answers again, switch the webhook on, and send again what is missing.',
    ],
    action: { label: 'Open your webhooks', url },
    why: 'You get this because you made the webhook at Evertold.',
  };
}

function bookOf(name: string | null): string {
  return name && isPlainName(name) ? `${name}’s book` : 'a book of yours';
}

/**
 * A day as written in letters: 4 May. The zone is that of the book's person, where a letter is about a book; elsewhere
 * it is UTC, which the letter says.
 */
export function dayOf(moment: string, timeZone = 'UTC'): string {
  const day = new Date(moment).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone });
  return timeZone === 'UTC' ? `${day} (UTC)` : day;
}

/** Greets by name, unless the name contains a link that abuses our mail. */
export function greeting(name: string): string {
  return isPlainName(name) ? `Hello ${name},` : 'Hello,';
}
