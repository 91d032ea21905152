import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { validate as isUuid } from 'uuid';
import { db } from '#api/platform/database/database.ts';

type Named = { id: string; token: string };

/** The body field that names the session to end, by path. */
const fieldOf: Record<string, string> = {
  '/revoke-session': 'token',
  '/admin/revoke-user-session': 'sessionToken',
};

/**
 * Sessions are listed and ended by their ids: a session token is never shown, neither to its holder's scripts nor to an
 * admin. Clients find the id under the old name of the token.
 */
export function sessionIds() {
  return {
    id: 'session-ids',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => path in fieldOf,
          handler: createAuthMiddleware(async ({ path, body }) => {
            const field = fieldOf[path] ?? '';
            const id = (body as Record<string, unknown> | undefined)?.[field];
            if (typeof id !== 'string' || !isUuid(id)) return;
            const session = await db.session.findUnique({ where: { id }, select: { token: true } });
            // The endpoint itself checks the session's owner.
            if (session) body[field] = session.token;
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/list-sessions' || path === '/admin/list-user-sessions',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (isAPIError(returned)) return;
            if (Array.isArray(returned)) return ctx.json(returned.map(withoutToken));
            const { sessions, ...rest } = returned as { sessions: Named[] };
            return ctx.json({ ...rest, sessions: sessions.map(withoutToken) });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function withoutToken<T extends Named>(session: T): T {
  return { ...session, token: session.id };
}
