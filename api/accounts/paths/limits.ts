import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';
import { deviceKnownTo } from './known-devices.ts';

const minutes = 60;

/** What may be tried with one account, from however many places; whether there is one makes no difference. */
const tries: Budget = { name: 'account-tries', points: 20, seconds: 10 * minutes };
/** Passwords given for an address by devices that nobody has signed in from with it, from however many places. */
const guesses: Budget = { name: 'account-guesses', points: 10, seconds: 10 * minutes };
/** Once these are spent: nobody is shut out, but all who guess together have one try in this time. */
const slowly: Budget = { name: 'account-guesses-slowly', points: 1, seconds: minutes };
const letters: Budget = { name: 'account-letters', points: 5, seconds: 15 * minutes };

/** Apart from those that are asked for by name: how many of these an address got is not to be seen by those. */
const verifications: Budget = { name: 'account-verifications', points: 5, seconds: 15 * minutes };
/** Texts to whatever phones, asked for by one account. */
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

/** What is asked by naming an address, without a session. */
const named = new Set(['/request-password-reset', '/forget-password']);

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
            // What nobody but the holder of a session asks is theirs, whatever else they name.
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

/** Spends a try; when there is another, in milliseconds since 1970, where there is none. */
async function lateFor(budget: Budget, key: string): Promise<number | null> {
  const { allowed, resetAt } = await spend(budget, key);
  return allowed ? null : resetAt;
}

/** The same for whoever guesses from a device that nobody has signed in from. */
async function lateToGuess(key: string): Promise<number | null> {
  return (await lateFor(guesses, key)) && lateFor(slowly, key);
}

function refuse(until: number): never {
  const body = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
  throw new APIError('TOO_MANY_REQUESTS', body, { 'x-retry-after': `${secondsUntil(until)}` });
}

/** Counted under this, so that no address lies about where the counts are kept. */
function fingerprint(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}
