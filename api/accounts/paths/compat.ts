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

/** The `error` values of redirects that early clients know, by the library's current ones. */
const errorValues: Record<string, string> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
  state_mismatch: 'please_restart_the_process',
};

const notUpdated = new URLSearchParams({ error: 'email_not_updated' });

/** These paths once took the provider's name, or the provider's account id, instead of the row's id. */
const byProvider = ['/unlink-account', '/get-access-token', '/refresh-token'];

/** Keeps paths and values that clients know, although the library has renamed them. */
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
            // A caller who is not signed in gets that answer, not one about the body.
            if (!session) throw new APIError('UNAUTHORIZED');
            const { body } = ctx;
            if (typeof body?.providerId !== 'string') return;
            const accounts = await ctx.context.internalAdapter.findAccounts(session.user.id);
            const accountId = rowOf(accounts, body);
            // A hook's result is merged into the body and can't delete fields, so the body is changed in place.
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
            // The new address was taken after the letter was written; a person clicked the link, so redirect.
            const taken = isAPIError(returned) && returned.body?.code === 'USER_ALREADY_EXISTS';
            if (taken && ctx.path === '/verify-email' && ctx.query?.callbackURL)
              throw ctx.redirect(appendQueryParams(ctx.query.callbackURL, notUpdated));
            // Of several concurrent clicks, another one was first, and the change is done.
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

/** The account row by its own id or the provider's; an id without a row when there is none. */
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
