import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { challengeCookie } from './begin.ts';

const lifeMs = 180_000;

/**
 * Hands a session that began at our own origin to the page of another one: once, within 3 minutes, to the tab that
 * asked for it. At our own origin nothing of it stays.
 */
export function oneTimeToken(webOrigins: readonly string[]) {
  const listed = new Set(webOrigins);
  return {
    id: 'one-time-token',
    endpoints: {
      verifyOneTimeToken: createAuthEndpoint(
        '/one-time-token/verify',
        { method: 'POST', body: z.object({ token: z.string().max(200), verifier: z.string().max(200) }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const kept = await internalAdapter.consumeVerificationValue(`one-time-token:${ctx.body.token}`);
          const [challenge = '', token = ''] = kept?.value.split(' ') ?? [];
          const found =
            kept && same(challenge, hash(ctx.body.verifier))
              ? await internalAdapter.findSession(token)
              : null;
          if (!found || found.session.expiresAt < new Date())
            throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
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
            // Without a tab that waits for it, nobody gets it.
            if (challenge) {
              const token = randomBytes(32).toString('base64url');
              await internalAdapter.createVerificationValue({
                identifier: `one-time-token:${token}`,
                value: `${challenge} ${newSession.session.token}`,
                expiresAt: new Date(Date.now() + lifeMs),
              });
              url.searchParams.set('ott', token);
            }
            throw ctx.redirect(url.href);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function hash(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function same(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
