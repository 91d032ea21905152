import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { EmbeddedPostgres } from './embedded.ts';
import { connected, isMissing, isUpToDate, migrate } from './migrate.ts';
import { hasQueue, prepareQueue } from './queue-tables.ts';
import { giveRights } from './roles.ts';
import { refuseUnfinished } from './unfinished.ts';

/** The role that a server works as in the database that it brings along. */
const embeddedRole = 'evertold_server';

/**
 * Brings a database up to this version, as the role of `adminUrl`, and gives the role of `url` what it needs to work
 * there. With one role for both, that one owns everything. Rejects where a restore has not come to its end.
 */
export async function prepareDatabase(
  { url, adminUrl }: { url: string; adminUrl: string },
  { renew, signal }: { renew?: boolean; signal?: AbortSignal } = {},
) {
  const rights = async (admin: pg.Client) => {
    if (new URL(url).username !== new URL(adminUrl).username) await giveRights(admin, url, { renew });
  };
  // As nearly every start finds it: looked at over one connection, since to open one takes longer than to ask.
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

/** Prepares the database that comes along; returns the address at which the server works. */
export async function prepareEmbedded(
  postgres: Pick<EmbeddedPostgres, 'url'>,
  signal?: AbortSignal,
): Promise<string> {
  const url = new URL(postgres.url());
  url.username = embeddedRole;
  // Anew at each start, so that it is kept nowhere.
  url.password = randomBytes(18).toString('base64url');
  await prepareDatabase({ url: url.href, adminUrl: postgres.url() }, { renew: true, signal });
  return url.href;
}
