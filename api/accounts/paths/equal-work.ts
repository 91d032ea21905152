import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, createAuthMiddleware, originCheck } from 'better-auth/api';
import { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { askForLetter } from '../mail/asking.ts';

/** How an endpoint of the library is called from within another. */
export const inner = { asResponse: false, returnHeaders: false, returnStatus: false } as const;

const nobodysId = '00000000-0000-0000-0000-000000000000';

/** What is asked with an address takes as much of the database whether or not there is an account with it. */
export function equalWork() {
  return {
    id: 'equal-work',
    endpoints: {
      // In the place of the library's own, which has more to do for an address that it knows.
      requestPasswordReset: asksForReset('/request-password-reset'),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ context: { internalAdapter }, body }) => {
            if (typeof body?.email !== 'string') return;
            // The endpoint goes on to look for the password of an account, and of nobody for none.
            if (!(await internalAdapter.findUserByEmail(body.email)))
              await internalAdapter.findAccounts(nobodysId);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Asks for a letter to reset a password: what there is to do for an account is not done before the answer. */
export function asksForReset<Path extends string>(path: Path) {
  return createAuthEndpoint(
    path,
    {
      method: 'POST',
      body: z.object({ email: z.email(), redirectTo: z.string().optional() }),
      use: [originCheck((ctx) => ctx.body.redirectTo)],
    },
    async (ctx) => {
      const { email, redirectTo } = ctx.body;
      const found = await ctx.context.internalAdapter.findUserByEmail(email);
      // Without a place to go to, a good link would end as a bad one.
      const callbackURL = redirectTo || '/reset-password';
      await askForLetter({ what: 'PASSWORD', userId: found?.user.id ?? nobodysId, callbackURL });
      return ctx.json({
        status: true,
        message: 'If this email exists in our system, check your email for the reset link',
      });
    },
  );
}

/** Writes as much as an account that is made, and leaves nothing of it: the answer to a taken address takes as long. */
export async function asMuchAsAnAccount(id: string) {
  await transaction(async (tx) => {
    await tx.verification.create({
      data: { id: newId(), identifier: `taken-${id}`, value: 'nobody', expiresAt: clock.now() },
    });
    await tx.verification.deleteMany({ where: { identifier: `taken-${id}` } });
  });
}
