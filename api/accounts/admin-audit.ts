import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/ids.ts';
import { viewerFrom } from './session.ts';

const asksOnly = new Set(['/admin/has-permission', '/admin/list-user-sessions']);

/** Writes down what an admin did to an account: what, whose, by whom; never the password or address entered. */
export function adminAudit() {
  return {
    id: 'admin-audit',
    hooks: {
      after: [
        {
          matcher: ({ path = '', method }) =>
            path.startsWith('/admin/') && method === 'POST' && !asksOnly.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const viewer = ctx.headers && (await viewerFrom(ctx.headers));
            if (!viewer || isAPIError(ctx.context.returned)) return;
            const action = `accounts.${ctx.path.slice('/admin/'.length)}`;
            await audit(db, viewer, action, ctx.body?.userId && { targetId: rowId(ctx.body.userId) });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
