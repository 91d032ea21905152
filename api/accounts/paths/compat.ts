import { appendQueryParams } from '@better-auth/core/utils/url';
import type { BetterAuthPlugin } from 'better-auth';
import {
  APIError,
  accountInfo,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  isAPIError,
  sessionMiddleware,
} from 'better-auth/api';
import { z } from 'zod';
import { asksForReset, inner } from './equal-work.ts';

/** The values that a redirect's `error` has had since the first clients, by the library's own of today. */
const errorValues: Record<string, string> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
  state_mismatch: 'please_restart_the_process',
};

const notUpdated = new URLSearchParams({ error: 'email_not_updated' });

/** These once took the provider's name, or the provider's id of the account, instead of the row's id. */
const byProvider = ['/unlink-account', '/get-access-token', '/refresh-token'];

/** Keeps paths and values that clients know, on top of a library that has renamed them. */
export function compat() {
  return {
    id: 'compat',
    endpoints: {
      forgetPassword: asksForReset('/forget-password'),
      accountInfoByPost: createAuthEndpoint(
        '/account-info',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ accountId: z.string() }) },
        async (ctx) => {
          const accounts = await ctx.context.internalAdapter.findAccounts(ctx.context.session.user.id);
          const accountId = rowOf(accounts, ctx.body);
          return ctx.json(
            await accountInfo({ ...ctx, ...inner, method: 'GET', body: undefined, query: { accountId } }),
          );
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => byProvider.includes(path),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
            // Whoever is not signed in is told that, not what their body should have been.
            if (!session) throw new APIError('UNAUTHORIZED');
            const { body } = ctx;
            if (typeof body?.providerId !== 'string') return;
            const accounts = await ctx.context.internalAdapter.findAccounts(session.user.id);
            const accountId = rowOf(accounts, body);
            // What a hook returns is merged into the body; so that nothing stays in it, it is changed in place.
            delete body.providerId;
            body.accountId = accountId;
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/verify-email' || path === '/callback/:id',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            // Somebody has taken the new address since the letter was written; whoever clicks is no program.
            const taken = isAPIError(returned) && returned.body?.code === 'USER_ALREADY_EXISTS';
            if (taken && ctx.path === '/verify-email' && ctx.query?.callbackURL)
              throw ctx.redirect(appendQueryParams(ctx.query.callbackURL, notUpdated));
            // Of several clicks at once another was first: what was asked for is done.
            if (isAPIError(returned) && returned.body?.code === 'EMAIL_ALREADY_CHANGED') {
              if (ctx.query?.callbackURL) throw ctx.redirect(ctx.query.callbackURL);
              return ctx.json({ status: true });
            }
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

type Asked = { providerId?: string; accountId?: string };

/** The row that is meant, by its own id or the provider's; an id that no row has when there is none. */
function rowOf(
  rows: { id: string; providerId: string; accountId: string }[],
  { providerId, accountId }: Asked,
) {
  const meant = rows.find(
    (row) =>
      (!providerId || row.providerId === providerId) &&
      (!accountId || row.id === accountId || row.accountId === accountId),
  );
  return meant?.id ?? '';
}
