import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';
import { deviceKnownTo } from './known-devices.ts';

const minutes = 60;

/** Tries per account from all places, whether or not the account exists. */
const tries: Budget = { name: 'account-tries', points: 20, seconds: 10 * minutes };
/** Password tries for an address from unknown devices, from all places. */
const guesses: Budget = { name: 'account-guesses', points: 10, seconds: 10 * minutes };
/** After that, unknown devices share one try per window, so that the owner is not locked out completely. */
const slowly: Budget = { name: 'account-guesses-slowly', points: 1, seconds: minutes };
const letters: Budget = { name: 'account-letters', points: 5, seconds: 15 * minutes };

/** Separate from the letters requested by address, so that these don't reveal how many verifications were sent. */
const verifications: Budget = { name: 'account-verifications', points: 5, seconds: 15 * minutes };
/** Texts requested by one account, to any phone. */
const texts: Budget = { name: 'account-texts', points: 10, seconds: 60 * minutes };

const budgetsOf: Record<string, Budget[]> = {
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

/** Paths that name an address without a session. */
const named = new Set(['/request-password-reset', '/forget-password']);

/** Counts a verification letter to an address; false when its limit is reached. */
export async function mayVerify(email: string): Promise<boolean> {
  return (await spend(verifications, fingerprint(email.toLowerCase()))).allowed;
}

/** Limits tries on one account from many addresses; the library counts tries per address. */
export function accountLimits({ rateLimit }: { rateLimit: boolean }) {
  return {
    id: 'account-limits',
    hooks: {
      before: [
        {
          matcher: ({ path }) => rateLimit && path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const email: unknown = ctx.body?.email;
            if (typeof email !== 'string') return;
            const who = email.trim().toLowerCase();
            const device = await deviceKnownTo(ctx, who);
            const until = device
              ? await lateFor(tries, fingerprint(`${device} ${who}`))
              : await lateToGuess(fingerprint(who));
            if (until) refuse(until);
          }),
        },
        {
          matcher: ({ path = '' }) => rateLimit && path in budgetsOf,
          handler: createAuthMiddleware(async (ctx) => {
            // Requests with a session count for its user, whatever address they name.
            const email = named.has(ctx.path) ? ctx.body?.email : undefined;
            const who =
              typeof email === 'string'
                ? email.trim().toLowerCase()
                : (await getSessionFromCtx(ctx, { disableCookieCache: true }))?.user.id;
            if (!who) return;
            for (const budget of budgetsOf[ctx.path] ?? []) {
              const until = await lateFor(budget, fingerprint(who));
              if (until) refuse(until);
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Spends a try; null when it was allowed, else the time of the next one in milliseconds since 1970. */
async function lateFor(budget: Budget, key: string): Promise<number | null> {
  const { allowed, resetAt } = await spend(budget, key);
  return allowed ? null : resetAt;
}

/** The same for password tries from an unknown device. */
async function lateToGuess(key: string): Promise<number | null> {
  return (await lateFor(guesses, key)) && lateFor(slowly, key);
}

function refuse(until: number): never {
  const body = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
  throw new APIError('TOO_MANY_REQUESTS', body, { 'x-retry-after': `${secondsUntil(until)}` });
}

/** Hashes the counter's key, so that no address is stored with the counters. */
function fingerprint(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}
