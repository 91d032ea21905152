import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';

const minutes = 60;

/** What may be tried with one account, from however many places; whether there is one makes no difference. */
const tries: Budget = { name: 'account-tries', points: 20, seconds: 10 * minutes };
const letters: Budget = { name: 'account-letters', points: 5, seconds: 15 * minutes };

const budgetOf: Record<string, Budget> = {
  '/sign-in/email': tries,
  '/change-password': tries,
  '/delete-user': tries,
  '/request-password-reset': letters,
  '/forget-password': letters,
  '/send-verification-email': letters,
  '/change-email': letters,
};

/** Stops who tries one account from many addresses; what is tried from one address the library counts itself. */
export function accountLimits({ rateLimit }: { rateLimit: boolean }) {
  return {
    id: 'account-limits',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => rateLimit && path in budgetOf,
          handler: createAuthMiddleware(async (ctx) => {
            const budget = budgetOf[ctx.path];
            const email = ctx.body?.email;
            const who =
              typeof email === 'string'
                ? email.trim().toLowerCase()
                : (await getSessionFromCtx(ctx, { disableCookieCache: true }))?.user.id;
            if (!budget || !who) return;
            const { allowed, resetAt } = await spend(budget, fingerprint(who));
            if (allowed) return;
            const body = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
            throw new APIError('TOO_MANY_REQUESTS', body, { 'x-retry-after': `${secondsUntil(resetAt)}` });
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
