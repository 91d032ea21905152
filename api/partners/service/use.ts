import { accountColumns } from '#api/accounts/account-row.ts';
import type { User } from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { together } from '#api/platform/database/together.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { isSecretOf, prefixOf } from '../secrets.ts';

/** The time of a key's last use is stored to the minute. */
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
 * The caller of a key, with only its rights; null for an unknown, revoked or expired key, or one of a banned or deleted
 * user. One statement, because every request runs it.
 */
export async function callerByKey(secret: string): Promise<{ viewer: Viewer; account: User } | null> {
  const prefix = prefixOf(secret);
  const row = prefix && (await rowBy.prefix(prefix));
  if (!row || !isSecretOf(row.hash, secret)) return null;
  if (!row.lastUsedAt || row.lastUsedAt.getTime() < Date.now() - usedEveryMs) noteUse(row.keyId);
  return { viewer: viewerOf(row), account: row };
}

/** Whether a key is still valid, with the same rights as when it was read. */
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

/** A key never has admin rights, even if its user has. */
function viewerOf({ id: userId, name, email, keyId, scopes, ...row }: Row): Viewer {
  const subjectIds = row.allSubjects ? null : row.subjectIds;
  const key = { id: keyId, scopes, subjectIds, expiresAt: row.keyExpiresAt };
  return { userId, sessionId: keyId, name, email, admin: false, provenAt: null, impersonatorId: null, key };
}

/** Runs in the background, and only one of many concurrent uses writes. */
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
