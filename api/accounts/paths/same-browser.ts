import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { claimsOf } from '../library/mailed-token.ts';

const lifeInSeconds = 3600;

/**
 * Whoever confirms an address in the browser in which they signed up is signed in by it. In any other browser
 * they are not: an account that a stranger made with somebody's address must not open itself to its reader. Nor does
 * the link of a stranger's sign-up do anything in the browser in which somebody signed up with the same address.
 */
export function sameBrowserSignIn() {
  return {
    id: 'same-browser-sign-in',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { createAuthCookie, secret } = ctx.context;
            const { name } = createAuthCookie('signed_up');
            const [userId, address] = signedUp(await ctx.getSignedCookie(name, secret));
            const { email, ...claims } = claimsOf(ctx.query?.token);
            if (!userId || !email || address !== markOf(email) || claims.userId === userId) return;
            // The endpoint then says that the link is none, at a place that it has looked at.
            if (!claims.updateTo && ctx.query) ctx.query.token = 'of another sign-up';
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, createAuthCookie, secret } = ctx.context;
            const signed = (returned as { user?: { id: string; email: string } } | undefined)?.user;
            if (!signed || isAPIError(returned)) return;
            const { id: userId, email } = signed;
            // Kept for an address that is taken too: the answer takes as long.
            await ctx.context.internalAdapter.createVerificationValue({
              identifier: `signed-up-${userId}`,
              value: userId,
              expiresAt: new Date(Date.now() + lifeInSeconds * 1000),
            });
            const cookie = createAuthCookie('signed_up', { maxAge: lifeInSeconds });
            await ctx.setSignedCookie(cookie.name, `${userId}.${markOf(email)}`, secret, cookie.attributes);
          }),
        },
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { createAuthCookie, internalAdapter, responseHeaders, returned, secret } = ctx.context;
            const cookie = createAuthCookie('signed_up', { maxAge: lifeInSeconds });
            const [userId] = signedUp(await ctx.getSignedCookie(cookie.name, secret));
            const refused = isAPIError(returned) && returned.statusCode >= 400;
            if (!userId || refused || /[?&]error=/.test(responseHeaders?.get('location') ?? '')) return;
            // The endpoint has checked the token; here only whose it is matters.
            const claims = claimsOf(ctx.query?.token);
            if (claims.updateTo || claims.userId !== userId) return;
            const user = await internalAdapter.findUserById(userId);
            if (!user?.emailVerified) return;
            // Once, and no more when the links of the account have ended meanwhile.
            if (!(await internalAdapter.consumeVerificationValue(`signed-up-${userId}`))) return;
            const session = await internalAdapter.createSession(userId);
            await setSessionCookie(ctx, { session, user });
            expireCookie(ctx, cookie);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Whose sign-up a browser remembers, and a mark of the address that it was for. */
function signedUp(cookie: string | false | null | undefined): string[] {
  return cookie ? cookie.split('.') : [];
}

function markOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
