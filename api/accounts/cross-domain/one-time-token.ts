import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { claimsOf } from '../library/mailed-token.ts';
import { awaitsSignIn, signInWhoSignedUp } from '../paths/same-browser.ts';
import { challengeCookie } from './begin.ts';

const lifeMs = 180_000;
/** Used in place of a tab's challenge when the browser that signed up is recognised instead. */
const ofSignUp = 'signed-up';

/**
 * Passes a session that began at our origin to the page of another one: once, within 3 minutes, to the tab that asked
 * for it, or by the link of a verification letter to the browser that signed up there. No session remains at our own
 * origin.
 */
export function oneTimeToken(webOrigins: readonly string[]) {
  const listed = new Set(webOrigins);
  return {
    id: 'one-time-token',
    endpoints: {
      verifyOneTimeToken: createAuthEndpoint(
        '/one-time-token/verify',
        {
          method: 'POST',
          body: z.object({ token: z.string().max(200), verifier: z.string().max(200).optional() }),
        },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const kept = await internalAdapter.consumeVerificationValue(`one-time-token:${ctx.body.token}`);
          const [challenge = '', token = ''] = kept?.value.split(' ') ?? [];
          if (challenge === ofSignUp) {
            if (!(await signInWhoSignedUp(ctx, token))) throw invalid();
            return ctx.json({ user: { id: token } });
          }
          const found =
            kept && same(challenge, hash(ctx.body.verifier ?? ''))
              ? await internalAdapter.findSession(token)
              : null;
          if (!found || found.session.expiresAt < new Date()) throw invalid();
          await setSessionCookie(ctx, found);
          return ctx.json({ user: { id: found.user.id } });
        },
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/callback/:id',
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, responseHeaders, internalAdapter } = ctx.context;
            const to = responseHeaders?.get('location') ?? '';
            if (!newSession || !URL.canParse(to) || !listed.has(new URL(to).origin)) return;
            deleteSessionCookie(ctx);
            const challenge = ctx.getCookie(challengeCookie);
            ctx.setCookie(challengeCookie, '', { path: '/api/auth', maxAge: 0 });
            const url = new URL(to);
            // Without a challenge, no tab waits for the token.
            if (challenge) {
              const value = `${challenge} ${newSession.session.token}`;
              url.searchParams.set('ott', await keep(internalAdapter, value));
            }
            throw ctx.redirect(url.href);
          }),
        },
        {
          // A browser that signed up at another origin has no cookie here; the redirect target shows whether it is the
          // same.
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { responseHeaders, returned, internalAdapter } = ctx.context;
            const to = responseHeaders?.get('location') ?? '';
            const failed = (isAPIError(returned) && returned.statusCode >= 400) || /[?&]error=/.test(to);
            if (failed || !URL.canParse(to) || !listed.has(new URL(to).origin)) return;
            const { userId, updateTo } = claimsOf(ctx.query?.token);
            if (!userId || updateTo || !(await awaitsSignIn(ctx, userId))) return;
            const url = new URL(to);
            url.searchParams.set('ott', await keep(internalAdapter, `${ofSignUp} ${userId}`));
            throw ctx.redirect(url.href);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

type Keeping = {
  createVerificationValue: (kept: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>;
};

/** Stores a value under a new token and returns the token. */
async function keep({ createVerificationValue }: Keeping, value: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + lifeMs);
  await createVerificationValue({ identifier: `one-time-token:${token}`, value, expiresAt });
  return token;
}

function invalid(): APIError {
  return new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
}

function hash(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function same(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
