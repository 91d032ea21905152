import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { inBackground } from '../library/background.ts';
import { takeOver } from '../own/service/sign-up.ts';
import { asMuchAsAnAccount } from './equal-work.ts';
import { signedUpHere } from './same-browser.ts';

type Signed = { id: string; name: string; email: string; image?: string | null };
type Existing = { name: string; email: string; emailVerified: boolean; id: string };

/**
 * What becomes of a sign-up with an address that an account has: the answer is that to any other, and what there is to
 * do is done once it has gone. Of an account that nobody ever verified the newest sign-up is all that is left, under an
 * id of its own: the links in the letters of those before it are for another account, and open nothing.
 */
export function signUpAgain(tell: (known: { user: Existing }) => Promise<void>) {
  return {
    id: 'sign-up-again',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, password, internalAdapter } = ctx.context;
            const signed = (returned as { user?: Signed } | undefined)?.user;
            if (!signed?.id || isAPIError(returned)) return;
            const { id, name, email } = signed;
            const given: unknown = ctx.body.password;
            const [from] = await signedUpHere(ctx);
            const found = await internalAdapter.findUserByEmail(email);
            if (!found || found.user.id === id) return;
            await asMuchAsAnAccount(id);
            const settle = async () => {
              if (found.user.emailVerified) return tell({ user: found.user });
              const hash = await password.hash(String(given));
              const own = { id, name, email, image: signed.image ?? null };
              const taken = await takeOver(own, hash, from);
              await tell({ user: taken ? { ...own, emailVerified: false } : found.user });
            };
            inBackground(settle());
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
