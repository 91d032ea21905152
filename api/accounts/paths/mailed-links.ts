import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { db } from '#api/platform/database/database.ts';
import { endMailedLinks } from '../profile/service/mailed-links.ts';

/** After a password change, every link that could still set another password ends. */
export function mailedLinks() {
  return {
    id: 'mailed-links',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/change-password' || path === '/admin/set-user-password',
          handler: createAuthMiddleware(async ({ context, body }) => {
            const done = context.returned as { user?: { id: string }; status?: unknown } | undefined;
            const userId = done?.user?.id ?? (done?.status === true ? body.userId : undefined);
            if (typeof userId === 'string') await endMailedLinks(db, userId);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
