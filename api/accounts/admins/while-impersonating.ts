import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { askedBy } from './asking.ts';

/** What an admin who acts as somebody may do to that account; whatever is not named here is refused. */
const allowed = new Set(['/sign-out', '/admin/stop-impersonating', '/admin/has-permission']);
/** What asks for no session, so that refusing it would keep nobody from it. */
const open =
  /^\/(sign-in|sign-up|ok|error|callback)(\/|$)|^\/(request-password-reset|forget-password|reset-password|send-verification-email|verify-email)(\/|$)/;
/** What is only looked at, and gives away nothing to act with. */
const looks = new Set(['/get-session', '/list-accounts', '/list-sessions']);

/**
 * Keeps an admin who acts as somebody from what is that person’s alone: password, email, phone, linked accounts
 * and their tokens, API keys, deletion.
 */
export function whileImpersonating() {
  return {
    id: 'while-impersonating',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => !allowed.has(path) && !looks.has(path) && !open.test(path),
          handler: createAuthMiddleware(async ({ headers }) => {
            if (!(await askedBy(headers))?.impersonatorId) return;
            throw new APIError('FORBIDDEN', {
              code: 'IMPERSONATING',
              message: 'Not authorized',
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
