import { accountColumns } from '#api/accounts/account-row.ts';
import type { User } from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { together } from '#api/platform/database/together.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { isSecretOf, prefixOf } from '../secrets.ts';

/** When a key was last used is known to the minute. */
const usedEveryMs = 60_000;

type Row = User & {
  asked: string;
  keyId: string;
  hash: string;
  scopes: string[];
  allSubjects: boolean;
  subjectIds: string[];
  keyExpiresAt: Date;
  lastUsedAt: Date | null;
};

/**
 * Whose key this is, with no more rights than it was made for: null for none of ours, for one that was revoked or has
 * expired, for one whose user is banned or gone. By one statement, since every request asks it.
 */
export async function callerByKey(secret: string): Promise<{ viewer: Viewer; account: User } | null> {
  const prefix = prefixOf(secret);
  const row = prefix && (await rowBy.prefix(prefix));
  if (!row || !isSecretOf(row.hash, secret)) return null;
  if (!row.lastUsedAt || row.lastUsedAt.getTime() < Date.now() - usedEveryMs) noteUse(row.keyId);
  return { viewer: viewerOf(row), account: row };
}

/** Whether a key still stands, with the same rights as when it was looked up. */
export async function keyStands(viewer: Viewer): Promise<boolean> {
  const row = viewer.key && (await rowBy.id(viewer.key.id));
  return row?.id === viewer.userId;
}

const rowBy = { id: rowsBy('id'), prefix: rowsBy('prefix') };

function rowsBy(column: 'id' | 'prefix') {
  return together(async (asked) => {
    const { rows } = await prepared.query<Row>({
      name: `keys-by-${column}`,
      text: `select k.${column}::text as asked, ${accountColumns}, k.id as "keyId", k.hash, k.scopes,
          k.all_subjects as "allSubjects", k.subject_ids as "subjectIds", k.expires_at as "keyExpiresAt",
          k.last_used_at as "lastUsedAt"
        from api_key k join "user" u on u.id = k.user_id
        where k.${column} = any($1) and k.revoked_at is null and k.expires_at > now()
          and (u.banned is not true or u."banExpires" <= now())`,
      values: [asked],
    });
    return rows;
  });
}

/** Never an admin, whatever its user is. */
function viewerOf({ id: userId, name, email, keyId, scopes, ...row }: Row): Viewer {
  const subjectIds = row.allSubjects ? null : row.subjectIds;
  const key = { id: keyId, scopes, subjectIds, expiresAt: row.keyExpiresAt };
  return { userId, sessionId: keyId, name, email, admin: false, provenAt: null, impersonatorId: null, key };
}

/** Nobody waits for it, and of many at once one writes. */
function noteUse(keyId: string): void {
  prepared
    .query({
      name: 'key-used',
      text: `update api_key set last_used_at = now()
        where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      values: [keyId],
    })
    .catch((error: Error) => log.warn({ error }, 'key use'));
}
