import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { claimsOf } from '../library/mailed-token.ts';
import { askForLetter } from '../mail/asking.ts';

const lifeInMs = 3_600_000;

/**
 * Before a verified address changes, it gets a letter; the work is the same when the new address is taken. Its link
 * works once, even when the change was undone while the link is still valid.
 */
export function changeEmail() {
  return {
    id: 'change-email',
    hooks: {
      before: [
        {
          matcher: ({ path, query }) => path === '/verify-email' && changes(query?.token),
          handler: createAuthMiddleware(async (ctx) => {
            const used = await ctx.context.internalAdapter.findVerificationValue(markOf(ctx.query?.token));
            // The endpoint then answers "invalid link", at a redirect target it has checked.
            if (used && ctx.query) ctx.query.token = 'used';
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/change-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
            if (!session?.user.emailVerified || !returned || isAPIError(returned)) return;
            const { newEmail, callbackURL } = ctx.body;
            await askForLetter({
              ...{ what: 'EMAIL', userId: session.user.id, newEmail: String(newEmail).toLowerCase() },
              callbackURL: String(callbackURL || '/'),
            });
          }),
        },
        {
          matcher: ({ path, query }) => path === '/verify-email' && changes(query?.token),
          handler: createAuthMiddleware(async (ctx) => {
            const { internalAdapter, responseHeaders, returned } = ctx.context;
            const refused = isAPIError(returned) && returned.statusCode >= 400;
            if (refused || /[?&]error=/.test(responseHeaders?.get('location') ?? '')) return;
            await internalAdapter.createVerificationValue({
              identifier: markOf(ctx.query?.token),
              // Not tied to the user, because it must outlive the deletion of the account's links.
              value: 'used',
              expiresAt: new Date(Date.now() + lifeInMs),
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function changes(token: unknown): boolean {
  const { updateTo, requestType } = claimsOf(token);
  return !!updateTo && !requestType;
}

function markOf(token: unknown): string {
  return `change-email-used-${createHash('sha256').update(String(token)).digest('base64url')}`;
}
