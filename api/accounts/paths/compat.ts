import { appendQueryParams } from '@better-auth/core/utils/url';
import type { BetterAuthPlugin } from 'better-auth';
import {
  createAuthEndpoint,
  createAuthMiddleware,
  isAPIError,
  originCheck,
  requestPasswordReset,
} from 'better-auth/api';
import { z } from 'zod';

/** The values that a redirect's `error` has had since the first clients, by the library's own of today. */
const errorValues: Record<string, string> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
  state_mismatch: 'please_restart_the_process',
};

const notUpdated = new URLSearchParams({ error: 'email_not_updated' });

/** Keeps paths and values that clients know, on top of a library that has renamed them. */
export function compat() {
  return {
    id: 'compat',
    endpoints: {
      forgetPassword: createAuthEndpoint(
        '/forget-password',
        {
          method: 'POST',
          body: z.object({ email: z.email(), redirectTo: z.string().optional() }),
          use: [originCheck((ctx) => ctx.body.redirectTo)],
        },
        async (ctx) =>
          ctx.json(
            await requestPasswordReset({
              ...ctx,
              asResponse: false,
              returnHeaders: false,
              returnStatus: false,
            }),
          ),
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/verify-email' || path === '/callback/:id',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            // Somebody has taken the new address since the letter was written; whoever clicks is no program.
            if (
              isAPIError(returned) &&
              returned.body?.code === 'USER_ALREADY_EXISTS' &&
              ctx.query?.callbackURL
            )
              throw ctx.redirect(appendQueryParams(ctx.query.callbackURL, notUpdated));
            const location = ctx.context.responseHeaders?.get('location');
            const [, value = ''] = /[?&]error=([^&#]*)/.exec(location ?? '') ?? [];
            const known = errorValues[value];
            if (location && known) throw ctx.redirect(location.replace(`error=${value}`, `error=${known}`));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
