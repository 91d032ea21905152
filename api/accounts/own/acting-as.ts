import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';

/** What is somebody's own affair: how they sign in, where their mail goes, that they leave. */
const ownAffairs = new Set([
  '/change-email',
  '/change-password',
  '/delete-user',
  '/delete-user/callback',
  '/link-social',
  '/unlink-account',
  '/phone-number/change',
  '/phone-number/confirm',
  '/phone-number/remove',
]);

/** Refuses an admin who acts as somebody what only they themselves decide. */
export function notActingAs() {
  return {
    id: 'not-acting-as',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => ownAffairs.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
            const { impersonatedBy } = (session?.session ?? {}) as { impersonatedBy?: string | null };
            if (impersonatedBy) throw new APIError('FORBIDDEN', { message: 'Not authorized' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
