import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { defaultRoles } from 'better-auth/plugins/admin/access';
import { z } from 'zod';
import { db, type Tx } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { line } from '#api/platform/domain-values/input.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { deleteAccount, leftToNobody } from '../profile/service/deletion.ts';
import { askedBy } from './asking.ts';
import { type Asked, noteAct } from './audit.ts';
import { isAdmin, isConfigured } from './roles.ts';
import { takeRights } from './service.ts';

/** The longest ban with an end. */
const longestBanSeconds = 10 * 366 * 24 * 3600;

const Roles = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((each) => each.split(',').map((role) => role.trim())))
  .transform((roles) => [...new Set(roles)]);
const Reason = line(300);
const Seconds = z.int().min(1).max(longestBanSeconds);

/** Admin paths that need no admin rights. */
const open = new Set(['/admin/has-permission', '/admin/stop-impersonating']);

type Given = Record<string, unknown>;
type Target = { id: string; admin: boolean; configured: boolean } | null;

/** Rules for what an admin does to an account, beyond those of Better Auth. */
export function adminRules() {
  return {
    id: 'admin-rules',
    hooks: {
      before: [
        {
          matcher: ({ path = '', method, body }) =>
            path.startsWith('/admin/') && method === 'POST' && typeof body === 'object' && body !== null,
          handler: createAuthMiddleware(async (ctx) => {
            const { path, body, headers } = ctx;
            const viewer = await askedBy(headers);
            // The library accepts the session of a user who was banned a moment ago.
            if (!viewer && !open.has(path)) throw new APIError('UNAUTHORIZED');
            // The library refuses callers who are no admins.
            if (!viewer?.admin) return;
            await obey({ path, headers, body: body as Given }, viewer);
            if (path === '/admin/remove-user' && (await remove({ path, headers, body }, viewer)))
              return ctx.json({ success: true });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/admin/has-permission',
          handler: createAuthMiddleware(async (ctx) => {
            const answer = ctx.context.returned as { success?: unknown } | undefined;
            if (answer?.success !== false) return;
            const asked = ctx.body.permissions ?? ctx.body.permission;
            return ctx.json({ success: false, error: whyNot(asked) });
          }),
        },
        {
          matcher: ({ path }) => path === '/admin/set-user-password',
          handler: createAuthMiddleware(async ({ context, body }) => {
            const done = (context.returned as { status?: unknown } | undefined)?.status === true;
            // Ends the sessions of everyone who knew the old password.
            if (done) await context.internalAdapter.deleteUserSessions(body.userId);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * Deletes an account the way its holder would; false for the admin's own and for unknown accounts, which the library
 * refuses.
 */
async function remove(asked: Asked, viewer: Viewer): Promise<boolean> {
  const { userId } = asked.body;
  if (userId === viewer.userId || !(await targetOf(userId))) return false;
  await deleteAccount(userId, (tx) => noteAct(asked, userId, tx));
  return true;
}

/** The refusal for a caller without an admin role, as the library's access control words it. */
function whyNot(permissions: Parameters<typeof defaultRoles.user.authorize>[0]): string {
  const { user, admin } = defaultRoles;
  const unknown = Object.keys(permissions).some((resource) => !(resource in admin.statements));
  const answer = (unknown ? admin : user).authorize(permissions);
  return answer.success ? 'Not authorized' : (answer.error ?? 'Not authorized');
}

async function obey(asked: Asked & { path: string; body: Given }, viewer: Viewer) {
  const { path, body } = asked;
  // The library compares ids as text, but the database also accepts them in capitals.
  if (typeof body.userId === 'string') body.userId = body.userId.toLowerCase();
  const target = await targetOf(body.userId);
  const data = typeof body.data === 'object' && body.data !== null ? (body.data as Given) : null;
  const self = target?.id === viewer.userId;

  for (const given of [path === '/admin/update-user' ? null : body, data]) {
    if (given?.role === undefined) continue;
    const roles = knownRoles(given.role);
    given.role = roles;
    if (self && !roles.includes('admin'))
      refuse('BAD_REQUEST', 'YOU_CANNOT_DEMOTE_YOURSELF', 'You cannot take the admin role from yourself');
  }
  const bans = path === '/admin/ban-user' || data?.banned === true;
  if (bans || path === '/admin/remove-user') {
    if (target?.configured && !self)
      refuse(
        'FORBIDDEN',
        'ADMIN_BY_CONFIGURATION',
        'The server’s configuration makes them an admin: change it first',
      );
  }
  if (path === '/admin/ban-user') obeyBan(body);
  const takesOver =
    path === '/admin/set-user-password' || !!(data && ('email' in data || 'phoneNumber' in data));
  if (takesOver && target?.admin)
    refuse('FORBIDDEN', 'ADMINS_ARE_THEIR_OWN', 'An admin sets their own password and address');
  if (path === '/admin/create-user' && typeof body.password === 'string' && body.password.length < 8)
    refuse('BAD_REQUEST', 'PASSWORD_TOO_SHORT', 'Password too short');
  if (path === '/admin/remove-user' && target && !self) await refuseOwner(target.id);
  if (!target?.admin || self) return;
  const roles = (path === '/admin/update-user' ? data : body)?.role;
  await takeFrom(asked, target.id, viewer, {
    gone: path === '/admin/remove-user',
    bans,
    roles: Array.isArray(roles) ? roles : ['admin'],
  });
}

/** Taking another admin's rights requires that the caller still has admin rights at that moment. */
async function takeFrom(
  asked: Asked,
  targetId: string,
  viewer: Viewer,
  { gone, bans, roles }: { gone: boolean; bans: boolean; roles: string[] },
) {
  if (!gone && !bans && roles.includes('admin')) return;
  const rights = bans ? ({ banned: true } as const) : { role: gone ? 'user' : roles.join(',') };
  const note = (tx: Tx) => noteAct(asked, targetId, tx);
  if (!(await takeRights({ actorId: viewer.userId, targetId, rights }, note)))
    refuse('FORBIDDEN', 'FORBIDDEN', 'Not authorized');
}

function obeyBan(body: Given) {
  if (body.banReason !== undefined) {
    const reason = Reason.safeParse(body.banReason);
    if (!reason.success) invalid('banReason', reason.error);
    else body.banReason = reason.data;
  }
  if (body.banExpiresIn === undefined) return;
  const seconds = Seconds.safeParse(body.banExpiresIn);
  if (!seconds.success) invalid('banExpiresIn', seconds.error);
}

/** Refuses to delete the only owner of a subject, which would be left without one. */
async function refuseOwner(userId: string) {
  const books = await leftToNobody(userId);
  if (!books) return;
  const what = books === 1 ? 'a book' : `${books} books`;
  refuse(
    'CONFLICT',
    'OWNS_SUBJECTS_ALONE',
    `They are the only owner of ${what}: somebody else must own it, or it must be deleted, first`,
  );
}

function knownRoles(given: unknown): string[] {
  const roles = Roles.safeParse(given).data;
  if (!roles?.length || roles.some((role) => !Object.hasOwn(defaultRoles, role)))
    refuse(
      'BAD_REQUEST',
      'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
      'You are not allowed to set a non-existent role value',
    );
  return roles;
}

async function targetOf(userId: unknown): Promise<Target> {
  if (typeof userId !== 'string') return null;
  const user = await db.user.findUnique({ where: { id: rowId(userId) } });
  return user && { id: user.id, admin: isAdmin(user), configured: isConfigured(user) };
}

function invalid(field: string, { issues }: z.ZodError): never {
  refuse('BAD_REQUEST', 'VALIDATION_ERROR', `[body.${field}] ${issues[0]?.message ?? 'is not valid'}`);
}

function refuse(status: 'BAD_REQUEST' | 'FORBIDDEN' | 'CONFLICT', code: string, message: string): never {
  throw new APIError(status, { code, message });
}
