import { createHmac, timingSafeEqual } from 'node:crypto';
import type { User } from '#api/generated/prisma/client.ts';
import { keyStands } from '#api/partners/service/use.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import { together } from '#api/platform/database/together.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { type Settings, settings } from '#api/platform/settings.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { accountColumns } from './account-row.ts';
import { isAdmin } from './admins/roles.ts';

/** The viewer, and their account as just read. */
export type Caller = { viewer: Viewer; account: User };

/** The headers that identify the sender. */
export type Credentials = { get: (name: 'cookie') => string | null; elsewhere?: boolean };

/**
 * The sender of these headers; null for an anonymous caller, an ended session or a banned user. Without credentials,
 * nothing is queried. It uses our own statement, because every request runs it; `/api/auth/get-session` prolongs the
 * session and its cookie.
 */
export async function callerFrom(headers: Credentials): Promise<Caller | null> {
  const token = sessionToken(headers.get('cookie'));
  const caller = token ? await callerWhere('token', token) : null;
  return caller && headers.elsewhere ? { ...caller, viewer: { ...caller.viewer, elsewhere: true } } : caller;
}

/** The same, without the account. */
export async function viewerFrom(headers: Credentials): Promise<Viewer | null> {
  return (await callerFrom(headers))?.viewer ?? null;
}

/** Whether the cookie has a valid signature, whatever became of the session. No query. */
export function isSigned(headers: Credentials): boolean {
  return sessionToken(headers.get('cookie')) !== null;
}

/** The viewer of a session, while it is valid. */
export async function viewerOfSession(id: string): Promise<Viewer | null> {
  return (await callerWhere('id', rowId(id)))?.viewer ?? null;
}

/** Whether the session or key is still valid, with the same rights as when it was read. */
export async function sessionStands(viewer: Viewer): Promise<boolean> {
  if (viewer.key) return keyStands(viewer);
  const now = (await callerWhere('id', viewer.sessionId))?.viewer;
  return (
    now?.userId === viewer.userId &&
    now.admin === viewer.admin &&
    now.impersonatorId === viewer.impersonatorId
  );
}

/** Erases expired sessions with their addresses and devices. */
export async function eraseEndedSessions() {
  await db.session.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
}

/** The cookie header of a browser with this session. */
export function sessionCookie(token: string): string {
  return `${cookieName()}=${encodeURIComponent(`${token}.${signatureOf(token).toString('base64')}`)}`;
}

/** Whether browsers send cookies over HTTPS alone. */
export function areCookiesSecure({
  production,
  publicUrl,
}: Pick<Settings, 'production' | 'publicUrl'>): boolean {
  return production || publicUrl.startsWith('https:');
}

function cookieName(): string {
  return `${areCookiesSecure(settings()) ? '__Secure-' : ''}better-auth.session_token`;
}

function signatureOf(token: string): Buffer {
  return createHmac('sha256', settings().authSecret).update(token).digest();
}

/** The token in the session's cookie, if the signature is ours. */
function sessionToken(cookies: string | null): string | null {
  const prefix = `${cookieName()}=`;
  const pair = cookies
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(prefix));
  if (!pair) return null;
  const value = decoded(pair.slice(prefix.length));
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, dot);
  const expected = signatureOf(token);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  return dot > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

type Row = User & { asked: string; sessionId: string; provenAt: Date; impersonatedBy: string | null };

const rowBy = { id: rowsBy('id'), token: rowsBy('token') };

function rowsBy(column: 'id' | 'token') {
  return together(async (asked) => {
    const { rows } = await prepared.query<Row>({
      name: `callers-by-${column}`,
      text: `select s.${column} as asked, ${accountColumns}, s.id as "sessionId",
          coalesce(s.proven_at, s."createdAt") as "provenAt", s."impersonatedBy"
        from session s join "user" u on u.id = s."userId"
        where s.${column} = any($1) and s."expiresAt" > now()
          and (u.banned is not true or u."banExpires" <= now())`,
      values: [asked],
    });
    return rows;
  });
}

async function callerWhere(column: 'id' | 'token', value: string): Promise<Caller | null> {
  const row = await rowBy[column](value);
  if (!row) return null;
  const { asked: _, ...account } = row;
  const { id: userId, sessionId, name, email, provenAt, impersonatedBy: impersonatorId } = account;
  const admin = impersonatorId === null && isAdmin(account);
  return { viewer: { userId, sessionId, name, email, admin, provenAt, impersonatorId, key: null }, account };
}
