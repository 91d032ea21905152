import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { claimsOf } from './mailed-token.ts';

const lifeInSeconds = 3600;

/**
 * Whoever confirms an address in the browser in which they signed up is signed in by it. In any other browser
 * they are not: an account that a stranger made with somebody's address must not open itself to its reader.
 */
export function sameBrowserSignIn() {
  return {
    id: 'same-browser-sign-in',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, createAuthCookie, secret } = ctx.context;
            const userId = (returned as { user?: { id?: string } } | undefined)?.user?.id;
            if (!userId || isAPIError(returned)) return;
            const cookie = createAuthCookie('signed_up', { maxAge: lifeInSeconds });
            await ctx.setSignedCookie(cookie.name, userId, secret, cookie.attributes);
          }),
        },
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { createAuthCookie, internalAdapter, responseHeaders, returned, secret } = ctx.context;
            const cookie = createAuthCookie('signed_up', { maxAge: lifeInSeconds });
            const userId = await ctx.getSignedCookie(cookie.name, secret);
            const refused = isAPIError(returned) && returned.statusCode >= 400;
            if (!userId || refused || /[?&]error=/.test(responseHeaders?.get('location') ?? '')) return;
            // The endpoint has checked the token; here only whose it is matters.
            const claims = claimsOf(ctx.query?.token);
            if (claims.updateTo || claims.userId !== userId) return;
            const user = await internalAdapter.findUserById(userId);
            if (!user?.emailVerified) return;
            const session = await internalAdapter.createSession(userId);
            await setSessionCookie(ctx, { session, user });
            expireCookie(ctx, cookie);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
