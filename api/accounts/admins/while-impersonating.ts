import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { askedBy } from './asking.ts';

/** The account paths an impersonating admin may use; all others are refused. */
const allowed = new Set(['/sign-out', '/admin/stop-impersonating', '/admin/has-permission']);
/** Paths that need no session, so that refusing them would have no effect. */
const open =
  /^\/(sign-in|sign-up|ok|error|callback)(\/|$)|^\/(request-password-reset|forget-password|reset-password|send-verification-email|verify-email)(\/|$)/;
/** Paths that only read and reveal no secrets. */
const looks = new Set(['/get-session', '/list-accounts', '/list-sessions']);

/**
 * Keeps an impersonating admin from what belongs to the person alone: password, email, phone, linked accounts and their
 * tokens, API keys, deletion.
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
