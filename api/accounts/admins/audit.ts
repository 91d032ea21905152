import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { newId, rowId } from '#api/platform/domain-values/ids.ts';
import { askedBy } from './asking.ts';

const asksOnly = new Set(['/admin/has-permission', '/admin/list-user-sessions']);
const looks = new Set(['/get-session', '/list-accounts', '/list-sessions']);
/** The requests that are in the audit log already. */
const noted = new WeakSet<Headers>();

/** A request to an account path, as the library's hooks see it. */
export type Asked = Partial<Pick<GenericEndpointContext, 'path' | 'headers' | 'body'>>;

/**
 * Records what an admin does to an account, and to its holder's account while impersonating: the action, the account
 * and the admin, never an entered password, address or reason. The entry is written after all checks and before the
 * first change; when it fails, so does the action.
 */
export function adminAudit() {
  return {
    id: 'admin-audit',
    init: () => ({ options: { databaseHooks: beforeEveryChange() } }),
    hooks: {
      before: [
        {
          matcher: ({ headers }) => !!headers,
          // The caller is read before the request may end their session.
          handler: createAuthMiddleware(async ({ headers }) => {
            await askedBy(headers);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path = '', method }) => method === 'POST' && !asksOnly.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const came = isAPIError(ctx.context.returned);
            const before = ctx.headers && noted.has(ctx.headers);
            // A request that changed no row, such as ending no sessions, is recorded as requested.
            if (!before && !came) await noteAct(ctx);
            if (before && came) await write(ctx, { ending: '-failed' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Records the action of a request once; skips requests that affect no other account. */
export async function noteAct(asked: Asked, targetId?: unknown, tx: Tx = db): Promise<void> {
  const { headers } = asked;
  if (!headers || noted.has(headers)) return;
  if (await write(asked, { targetId, tx })) noted.add(headers);
}

type Entry = { targetId?: unknown; ending?: string; tx?: Tx };

async function write(
  { path = '', headers, body }: Asked,
  { targetId, ending = '', tx = db }: Entry,
): Promise<boolean> {
  if (asksOnly.has(path) || looks.has(path)) return false;
  const viewer = await askedBy(headers);
  const acts = path.startsWith('/admin/');
  if (!viewer || (!acts && !viewer.impersonatorId)) return false;
  const target = body?.userId ?? targetId;
  await audit(tx, viewer, `accounts.${path.replace('/admin/', '').slice(acts ? 0 : 1)}${ending}`, {
    ...(typeof target === 'string' && { targetId: rowId(target) }),
    detail: detailOf(path, body),
  });
  return true;
}

type Row = Record<string, unknown>;

/** The library calls these hooks right before it writes, after all of its checks. */
function beforeEveryChange(): NonNullable<BetterAuthOptions['databaseHooks']> {
  const note = async (row: Row, asked: GenericEndpointContext | null) => {
    if (asked) await noteAct(asked, row.userId);
  };
  const changed = { update: { before: note }, delete: { before: note } };
  return {
    user: {
      ...changed,
      create: {
        async before(row, asked) {
          if (asked?.path !== '/admin/create-user') return note(row, asked);
          const id = newId();
          await noteAct(asked, id);
          return { data: { ...row, id } };
        },
      },
    },
    session: { ...changed, create: { before: note } },
    account: { ...changed, create: { before: note } },
    verification: { ...changed, create: { before: note } },
  };
}

/** The entered values that identify no one. */
function detailOf(path: string, body: Row | undefined): Prisma.InputJsonObject {
  const data = Object(body?.data) as Row;
  if (path === '/admin/update-user') return { fields: Object.keys(data).slice(0, 20) };
  const role = path === '/admin/set-role' || path === '/admin/create-user' ? (body?.role ?? data.role) : null;
  const seconds = path === '/admin/ban-user' && Number(body?.banExpiresIn);
  return {
    ...(role ? { role: String(role) } : {}),
    ...(seconds ? { until: new Date(Date.now() + seconds * 1000).toISOString() } : {}),
  };
}
