import { z } from 'zod';
import type { Letter } from './letter.ts';

const url = z.url();

export const VerifyEmail = z.object({ name: z.string(), url });

/** To whoever made an account, so that the address is known to be theirs. */
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

export const ResetPassword = z.object({ name: z.string(), url });

/** To whoever asked for a new password. */
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

/** To the holder of an address with which somebody tried to make another account. */
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

/** By name, unless it is one that a mail program would turn into a link: then somebody is using us to send it. */
function greeting(name: string): string {
  return name.length > 60 || /[/:@\\]|\.\p{L}{2}|www/iu.test(name) ? 'Hello,' : `Hello ${name},`;
}
