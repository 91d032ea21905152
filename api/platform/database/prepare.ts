import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { EmbeddedPostgres } from './embedded.ts';
import { connected, isMissing, isUpToDate, migrate } from './migrate.ts';
import { hasQueue, prepareQueue } from './queue-tables.ts';
import { grantRights } from './roles.ts';
import { refuseUnfinished } from './unfinished.ts';

/** The server's role in the embedded database. */
const embeddedRole = 'evertold_server';

/**
 * Migrates a database as the role of `adminUrl`, and grants the role of `url` what it needs. With one role for both,
 * that role owns everything. Rejects when a restore is unfinished.
 */
export async function prepareDatabase(
  { url, adminUrl }: { url: string; adminUrl: string },
  { renew, signal }: { renew?: boolean; signal?: AbortSignal } = {},
) {
  const rights = async (admin: pg.Client) => {
    if (new URL(url).username !== new URL(adminUrl).username) await grantRights(admin, url, { renew });
  };
  // The usual case, checked over one connection, because opening one takes longer than the queries.
  const ready = await connected(adminUrl, async (admin) => {
    await refuseUnfinished(admin);
    const upToDate = (await isUpToDate(admin)) && (await hasQueue(admin));
    if (upToDate) await rights(admin);
    return upToDate;
  }).catch((error) => {
    if (isMissing(error)) return false;
    throw error;
  });
  if (ready) return;
  await migrate(adminUrl, { signal });
  await prepareQueue(adminUrl);
  await connected(adminUrl, rights);
}

/** Prepares the embedded database; returns the server's address of it. */
export async function prepareEmbedded(
  postgres: Pick<EmbeddedPostgres, 'url'>,
  signal?: AbortSignal,
): Promise<string> {
  const url = new URL(postgres.url());
  url.username = embeddedRole;
  // A new password at each start, so that it is stored nowhere.
  url.password = randomBytes(18).toString('base64url');
  await prepareDatabase({ url: url.href, adminUrl: postgres.url() }, { renew: true, signal });
  return url.href;
}
