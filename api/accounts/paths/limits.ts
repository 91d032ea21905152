import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';

const minutes = 60;

/** What may be tried with one account, from however many places; whether there is one makes no difference. */
const tries: Budget = { name: 'account-tries', points: 20, seconds: 10 * minutes };
const letters: Budget = { name: 'account-letters', points: 5, seconds: 15 * minutes };

/** Apart from those that are asked for by name: how many of these an address got is not to be seen by those. */
const verifications: Budget = { name: 'account-verifications', points: 5, seconds: 15 * minutes };
/** Texts to whatever phones, asked for by one account. */
const texts: Budget = { name: 'account-texts', points: 10, seconds: 60 * minutes };

const budgetsOf: Record<string, Budget[]> = {
  '/sign-in/email': [tries],
  '/change-password': [tries],
  '/delete-user': [tries],
  '/verify-password': [tries],
  '/confirm-password': [tries],
  '/phone-number/remove': [tries],
  '/phone-number/change': [tries, texts],
  '/request-password-reset': [letters],
  '/forget-password': [letters],
  '/change-email': [letters],
};

/** What is asked by naming an address, without a session. */
const named = new Set(['/sign-in/email', '/request-password-reset', '/forget-password']);

/** Whether one more letter may go to an address to verify it, and counts it. */
export async function mayVerify(email: string): Promise<boolean> {
  return (await spend(verifications, fingerprint(email.toLowerCase()))).allowed;
}

/** Stops who tries one account from many addresses; what is tried from one address the library counts itself. */
export function accountLimits({ rateLimit }: { rateLimit: boolean }) {
  return {
    id: 'account-limits',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => rateLimit && path in budgetsOf,
          handler: createAuthMiddleware(async (ctx) => {
            // What nobody but the holder of a session asks is theirs, whatever else they name.
            const email = named.has(ctx.path) ? ctx.body?.email : undefined;
            const who =
              typeof email === 'string'
                ? email.trim().toLowerCase()
                : (await getSessionFromCtx(ctx, { disableCookieCache: true }))?.user.id;
            if (!who) return;
            for (const budget of budgetsOf[ctx.path] ?? []) {
              const { allowed, resetAt } = await spend(budget, fingerprint(who));
              if (allowed) continue;
              const body = {
                code: 'TOO_MANY_REQUESTS',
                message: 'Too many requests. Please try again later.',
              };
              throw new APIError('TOO_MANY_REQUESTS', body, { 'x-retry-after': `${secondsUntil(resetAt)}` });
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Counted under this, so that no address lies about where the counts are kept. */
function fingerprint(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}
