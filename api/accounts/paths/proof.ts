import type { BetterAuthPlugin } from 'better-auth';
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  isAPIError,
  sensitiveSessionMiddleware,
} from 'better-auth/api';
import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { tellHolder } from '../security/service.ts';

/**
 * Confirming one's identity with the password; and the effects of a password change: all other sessions end unless the
 * holder says otherwise, and a letter reports it.
 */
export function proof() {
  return {
    id: 'proof',
    endpoints: {
      confirmPassword: createAuthEndpoint(
        '/confirm-password',
        {
          method: 'POST',
          body: z.object({ password: z.string().max(128) }),
          use: [sensitiveSessionMiddleware],
        },
        async (ctx) => {
          const { session, user } = ctx.context.session;
          const { internalAdapter, password } = ctx.context;
          const hash = (await internalAdapter.findCredentialAccount(user.id))?.password;
          if (!hash || !(await password.verify({ hash, password: ctx.body.password }))) {
            throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
          }
          await noteProof(session.id);
          return ctx.json({ status: true });
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async ({ body }) => {
            if (body && typeof body === 'object') body.revokeOtherSessions ??= true;
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            const user = (returned as { user?: { id: string } } | undefined)?.user;
            if (!user || isAPIError(returned)) return;
            await tellHolder(db, user.id, { what: 'PASSWORD_CHANGED' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Records that the holder of this session has just confirmed their identity. */
export async function noteProof(sessionId: string): Promise<void> {
  await db.session.updateMany({ where: { id: sessionId }, data: { provenAt: new Date() } });
}
