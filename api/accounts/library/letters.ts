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
 * The letters that the library has written, to who is known to have the account or in an answer that takes half a second
 * anyway: each is written when the answer goes. What may tell by its time whether there is an account, `askForLetter` does.
 */
export function accountLetters({ rateLimit }: Config) {
  return {
    /** However it came to be asked for; past what an address may get, none is written, and nobody is told. */
    verification: heard(async ({ user, url }: Sending, request?: Request) => {
      // That one is asked for by `signUp`, where the address is taken as well.
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
