import { createHmac, timingSafeEqual } from 'node:crypto';
import { pool } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { isAdmin, type RoleFacts } from './admins.ts';

let cookieName = 'better-auth.session_token';
let secret = '';

/** Sets how a session's cookie is called and signed. */
export function openSessions(chosen: { secure: boolean; secret: string }) {
  cookieName = `${chosen.secure ? '__Secure-' : ''}better-auth.session_token`;
  secret = chosen.secret;
}

/**
 * Who sends these headers: null for nobody, for a session that has ended, for someone banned. Without
 * credentials nothing is looked up. By one statement of our own, since every request asks it; a session's life
 * is prolonged where its cookie is, by `/api/auth/get-session`.
 */
export async function viewerFrom(headers: Headers): Promise<Viewer | null> {
  const token = sessionToken(headers.get('cookie'));
  return token ? viewerWhere('token', token) : null;
}

/** Whether the session still stands, with the same rights as when it was looked up. */
export async function sessionStands(viewer: Viewer): Promise<boolean> {
  const now = await viewerWhere('id', viewer.sessionId);
  return (
    now?.userId === viewer.userId &&
    now.admin === viewer.admin &&
    now.impersonatorId === viewer.impersonatorId
  );
}

/** The token in the session's cookie, if the signature is ours. */
function sessionToken(cookies: string | null): string | null {
  const prefix = `${cookieName}=`;
  const pair = cookies
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(prefix));
  if (!pair) return null;
  const value = decoded(pair.slice(prefix.length));
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
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

type Row = RoleFacts & { sessionId: string; name: string; impersonatedBy: string | null };

async function viewerWhere(column: 'id' | 'token', value: string): Promise<Viewer | null> {
  const { rows } = await pool.query<Row>({
    name: `viewer-by-${column}`,
    text: `select s.id as "sessionId", s."impersonatedBy", u.id, u.name, u.email, u.role, u."emailVerified",
        u."confirmedEmail"
      from session s join "user" u on u.id = s."userId"
      where s.${column} = $1 and s."expiresAt" > now()
        and (u.banned is not true or u."banExpires" <= now())`,
    values: [value],
  });
  const [row] = rows;
  if (!row) return null;
  const { sessionId, name, email, impersonatedBy } = row;
  const admin = impersonatedBy === null && isAdmin(row);
  return { userId: row.id, sessionId, name, email, admin, impersonatorId: impersonatedBy };
}
