import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { hashHere } from '../library/hearing.ts';
import { askForLetter } from '../mail/asking.ts';
import { asMuchAsAnAccount } from './equal-work.ts';
import { mayVerify } from './limits.ts';
import { signedUpHere } from './same-browser.ts';

type Signed = { id: string; name: string; email: string; image?: string | null };

/**
 * A sign-up is only requested before the answer, so that the answer is the same when the address has an account. The
 * job then writes a letter, or the sign-up replaces one that was never verified.
 */
export function signUp({ rateLimit }: { rateLimit: boolean }) {
  return {
    id: 'sign-up',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, internalAdapter } = ctx.context;
            const signed = (returned as { user?: Signed } | undefined)?.user;
            const password = hashHere();
            if (!signed?.id || !password || isAPIError(returned)) return;
            const { id, name, email, image = null } = signed;
            const [from = null] = await signedUpHere(ctx);
            const found = await internalAdapter.findUserByEmail(email);
            const taken = found?.user.id !== id;
            if (taken) await asMuchAsAnAccount(id);
            await askForLetter({
              ...{ what: 'SIGN_UP', id, name, email, image, password, taken, from },
              mayVerify: !rateLimit || (await mayVerify(email)),
              callbackURL: String(ctx.body.callbackURL || '/'),
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
