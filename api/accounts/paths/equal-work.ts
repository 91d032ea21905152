import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, createAuthMiddleware, originCheck } from 'better-auth/api';
import { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { askForLetter } from '../mail/asking.ts';

/** The options to call a library endpoint from within another. */
export const inner = { asResponse: false, returnHeaders: false, returnStatus: false } as const;

const nobodysId = '00000000-0000-0000-0000-000000000000';

/** Requests with an address do the same database work whether or not an account exists. */
export function equalWork() {
  return {
    id: 'equal-work',
    endpoints: {
      // Replaces the library's endpoint, which does more work for a known address.
      requestPasswordReset: asksForReset('/request-password-reset'),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ context: { internalAdapter }, body }) => {
            if (typeof body?.email !== 'string') return;
            // The endpoint reads the password of an existing account, so the same query runs for a missing one.
            if (!(await internalAdapter.findUserByEmail(body.email)))
              await internalAdapter.findAccounts(nobodysId);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Requests a password reset letter; the work for an existing account is done after the answer. */
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
      // Without a redirect target, a valid link would end at an error.
      const callbackURL = redirectTo || '/reset-password';
      await askForLetter({ what: 'PASSWORD', userId: found?.user.id ?? nobodysId, callbackURL });
      return ctx.json({
        status: true,
        message: 'If this email exists in our system, check your email for the reset link',
      });
    },
  );
}

/**
 * Does the same database writes as creating an account and removes them, so that the answer for a taken address takes
 * as long.
 */
export async function asMuchAsAnAccount(id: string) {
  await transaction(async (tx) => {
    await tx.verification.create({
      data: { id: newId(), identifier: `taken-${id}`, value: 'nobody', expiresAt: clock.now() },
    });
    await tx.verification.deleteMany({ where: { identifier: `taken-${id}` } });
  });
}
