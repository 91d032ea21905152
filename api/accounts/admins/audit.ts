import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/values/ids.ts';
import { askedBy } from './asking.ts';

const asksOnly = new Set(['/admin/has-permission', '/admin/list-user-sessions']);
const sessionEnds = '/admin/revoke-user-session';
const holders = new WeakMap<Headers, string>();

/**
 * Writes down what an admin did to an account, and what they did to their own while acting as somebody: what,
 * whose, by whom; never the password, address or reason entered.
 */
export function adminAudit() {
  return {
    id: 'admin-audit',
    hooks: {
      before: [
        {
          matcher: ({ method, headers }) => method === 'POST' && !!headers,
          // Who acts is known only as long as their session is.
          handler: createAuthMiddleware(async ({ path, headers, body }) => {
            if (!headers || !(await askedBy(headers)) || path !== sessionEnds) return;
            const token = String(body?.sessionToken ?? '');
            const session = await db.session.findUnique({ where: { token }, select: { userId: true } });
            if (session) holders.set(headers, session.userId);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path = '', method }) => method === 'POST' && !asksOnly.has(path),
          handler: createAuthMiddleware(async ({ path, headers, body, context: { returned } }) => {
            if (!headers || isAPIError(returned)) return;
            const viewer = await askedBy(headers);
            const acts = path.startsWith('/admin/');
            if (!viewer || (!acts && !viewer.impersonatorId)) return;
            const made = (returned as { user?: { id?: string } } | undefined)?.user?.id;
            const target = body?.userId ?? holders.get(headers) ?? (path === '/admin/create-user' && made);
            await audit(db, viewer, `accounts.${path.replace('/admin/', '').slice(acts ? 0 : 1)}`, {
              ...(target && { targetId: rowId(target) }),
              detail: detailOf(path, body),
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Of what was entered, what names nobody. */
function detailOf(path: string, body: Record<string, unknown> | undefined): Prisma.InputJsonObject {
  const data = Object(body?.data) as Record<string, unknown>;
  if (path === '/admin/update-user') return { fields: Object.keys(data).slice(0, 20) };
  const role = path === '/admin/set-role' || path === '/admin/create-user' ? (body?.role ?? data.role) : null;
  const seconds = path === '/admin/ban-user' && Number(body?.banExpiresIn);
  return {
    ...(role ? { role: String(role) } : {}),
    ...(seconds ? { until: new Date(Date.now() + seconds * 1000).toISOString() } : {}),
  };
}
