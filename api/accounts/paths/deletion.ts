import { BASE_ERROR_CODES } from '@better-auth/core/error';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';

const lifeInMs = 60_000;

/**
 * An account is deleted at once with its password, or by a mailed token that needs a sign-in within a day. The library
 * alone would always send the letter.
 */
export function deletion() {
  return {
    id: 'deletion',
    hooks: {
      before: [
        {
          // The library consumes a token before it checks its owner: another user's click would cost the owner the
          // token.
          matcher: ({ path, body }) =>
            path === '/delete-user/callback' || (path === '/delete-user' && !!body?.token),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
            if (!session) return;
            const token = ctx.body?.token ?? ctx.query?.token;
            const kept = await ctx.context.internalAdapter.findVerificationValue(`delete-account-${token}`);
            if (kept && kept.value !== session.user.id)
              throw APIError.from('NOT_FOUND', BASE_ERROR_CODES.INVALID_TOKEN);
          }),
        },
        {
          matcher: ({ path, body }) => path === '/delete-user' && !body?.token,
          handler: createAuthMiddleware(async (ctx) => {
            const { internalAdapter, sessionConfig } = ctx.context;
            const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
            if (!session) return;
            if (typeof ctx.body?.password === 'string' && ctx.body.password) {
              // The endpoint checks the password first; only then is the token used.
              const token = generateRandomString(32, '0-9', 'a-z');
              await internalAdapter.createVerificationValue({
                identifier: `delete-account-${token}`,
                value: session.user.id,
                expiresAt: new Date(Date.now() + lifeInMs),
              });
              ctx.body.token = token;
            } else {
              const age = Date.now() - new Date(session.session.createdAt).getTime();
              if (age >= sessionConfig.freshAge * 1000)
                throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.SESSION_EXPIRED);
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
