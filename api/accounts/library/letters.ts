import { createEmailVerificationToken } from 'better-auth/api';
import type { Config } from '#api/config.ts';
import type { NoticeData } from '#api/notices/kinds.ts';
import { notify } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/values/clock.ts';
import { newId } from '#api/platform/values/ids.ts';
import { mayVerify } from '../paths/limits.ts';

const hour = 3600;

type Holder = { id: string; name: string; email: string; emailVerified: boolean };

/** The letters that accounts cause. Each goes through the outbox, in a transaction of its own. */
export function accountLetters({ publicUrl, authSecret, rateLimit }: Config) {
  /** However it came to be asked for; past what an address may get, none is written, and nobody is told. */
  async function verification({ user, url }: { user: Holder; url: string }) {
    const { id, name, email } = user;
    if (rateLimit && !(await mayVerify(email))) return;
    const holder = await db.user.findUnique({ where: { id }, select: { confirmedEmail: true } });
    // Whoever has confirmed an address before has changed it: they are told that, and not of a new account.
    const kind = holder?.confirmedEmail ? 'verify-new-email' : 'verify-email';
    await send({ kind, recipient: email, data: { name, url } });
  }

  /** To the address that an account has, before it changes: without this click it stays. */
  async function changeEmail({ user, newEmail, url }: { user: Holder; newEmail: string; url: string }) {
    const { id, name, email } = user;
    const link = new URL(url);
    // Without a kind of request in it, the link changes the address at once, and it has to be verified anew.
    const token = await createEmailVerificationToken(authSecret, email, newEmail, hour, { userId: id });
    link.searchParams.set('token', token);
    await send({ kind: 'change-email', recipient: email, data: { name, newEmail, url: link.href } });
  }

  async function deletion({ user, url }: { user: Holder; url: string }) {
    const { name, email } = user;
    await send({ kind: 'delete-account', recipient: email, data: { name, url } });
  }

  async function reset({ user, url }: { user: Holder; url: string }) {
    const { name, email } = user;
    const link = new URL(url);
    // Without a place to go to, a good link would end as a bad one.
    if (!link.searchParams.get('callbackURL')) link.searchParams.set('callbackURL', '/reset-password');
    await send({ kind: 'reset-password', recipient: email, data: { name, url: link.href } });
  }

  /** Somebody signed up with an address that has an account: its holder is told, nobody else. */
  async function alreadyRegistered({ user }: { user: Holder }) {
    if (!user.emailVerified) {
      const token = await createEmailVerificationToken(authSecret, user.email, undefined, hour, {
        userId: user.id,
      });
      const url = `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent('/')}`;
      return verification({ user, url });
    }
    const data = {
      name: user.name,
      signInUrl: `${publicUrl}/sign-in`,
      forgotUrl: `${publicUrl}/forgot-password`,
    };
    // Once an hour: nobody is flooded by somebody else's attempts.
    const thisHour = Math.floor(clock.now().getTime() / (hour * 1000));
    await send({ kind: 'already-registered', recipient: user.email, data, key: `${user.id}:${thisHour}` });
  }

  return { verification, reset, alreadyRegistered, changeEmail, deletion };
}

type AccountKind =
  | 'verify-email'
  | 'verify-new-email'
  | 'reset-password'
  | 'already-registered'
  | 'change-email'
  | 'delete-account';

type AccountLetter = {
  [K in AccountKind]: { kind: K; recipient: string; data: NoticeData<K> };
}[AccountKind];

/** Without a key every letter is one of its own: each was asked for. */
async function send({ key = newId(), ...letter }: AccountLetter & { key?: string }) {
  const dedupeKey = `${letter.kind}:${key}`;
  await transaction((tx) => notify(tx, { ...letter, channel: 'mail', dedupeKey }));
}
