import { createEmailVerificationToken } from 'better-auth/api';
import type { Config } from '#api/config.ts';
import type { NoticeData } from '#api/notices/kinds.ts';
import { notify } from '#api/notices/service.ts';
import { clock } from '#api/platform/clock.ts';
import { newId } from '#api/platform/ids.ts';
import { transaction } from '#api/platform/transaction.ts';

type Holder = { id: string; name: string; email: string; emailVerified: boolean };

/** The letters that accounts cause. Each goes through the outbox, in a transaction of its own. */
export function accountLetters({ publicUrl, authSecret }: Config) {
  async function verification({ user, url }: { user: Holder; url: string }) {
    const { name, email } = user;
    await send({ kind: 'verify-email', recipient: email, data: { name, url } });
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
      const token = await createEmailVerificationToken(authSecret, user.email, undefined, 3600, {
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
    const hour = Math.floor(clock.now().getTime() / 3_600_000);
    await send({ kind: 'already-registered', recipient: user.email, data, key: `${user.id}:${hour}` });
  }

  return { verification, reset, alreadyRegistered };
}

type AccountLetter = {
  [K in 'verify-email' | 'reset-password' | 'already-registered']: {
    kind: K;
    recipient: string;
    data: NoticeData<K>;
  };
}['verify-email' | 'reset-password' | 'already-registered'];

/** Without a key every letter is one of its own: each was asked for. */
async function send({ key = newId(), ...letter }: AccountLetter & { key?: string }) {
  const dedupeKey = `${letter.kind}:${key}`;
  await transaction((tx) => notify(tx, { ...letter, channel: 'mail', dedupeKey }));
}
