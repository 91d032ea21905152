import type { Config } from '#api/config.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { verificationLetter, write } from '../mail/writing.ts';
import { mayVerify } from '../paths/limits.ts';
import { heard } from './hearing.ts';

type Holder = { id: string; name: string; email: string };
type Sending = { user: Holder; url: string };

/**
 * The letters that the library sends, either to a known account or in an answer that takes half a second anyway; they
 * are written within the request. Where the time could reveal whether an account exists, `askForLetter` is used.
 */
export function accountLetters({ rateLimit }: Config) {
  return {
    /**
     * The verification letter for all ways of asking; beyond the limit of an address, none is written and no one is
     * told.
     */
    verification: heard(async ({ user, url }: Sending, request?: Request) => {
      // `signUp` asks for this letter, also when the address is taken.
      if (request && new URL(request.url).pathname.endsWith('/sign-up/email')) return;
      if (rateLimit && !(await mayVerify(user.email))) return;
      const { id } = user;
      const known = await db.user.findUnique({ where: { id }, select: { confirmedEmail: true } });
      await transaction((tx) => verificationLetter(tx, newId(), { ...user, ...known }, url));
    }),
    deletion: heard(async ({ user: { name, email: recipient }, url }: Sending) => {
      await transaction((tx) =>
        write(tx, { kind: 'delete-account', recipient, data: { name, url } }, newId()),
      );
    }),
  };
}
