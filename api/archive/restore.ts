import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ports } from '#api/adapters/ports.ts';
import type { Config } from '#api/config.ts';
import { migrate } from '#api/platform/database/migrate.ts';
import { prepareQueue } from '#api/platform/database/queue-tables.ts';
import { markFinished } from '#api/platform/database/unfinished.ts';
import { type MadeDatabase, makeOwnedDatabase, type OwnedDatabase } from './database.ts';
import { type ArchiveEntry, type Contents, End, Manifest, readArchive } from './file.ts';
import { makeSchema, openLoader, readSteps, takeStreamsOn } from './load.ts';

/**
 * Restores an archive into an empty place: an unused data folder, or an unused database and storage. Rows, keys and
 * files are counted and checked before the restore takes effect; then the schema is migrated to this version. Rejects
 * when data exists already, or when the archive is broken or of a later version. If it is killed, nothing starts in
 * that place. The ports must be open, and Evertold must not run.
 */
export async function restore(config: Config, file: string): Promise<Contents> {
  const entries = readArchive(file);
  try {
    const first = await entries.next();
    if (first.done || first.value.name !== 'manifest.json') throw new Error('it has no manifest');
    return await restoreEntries(config, await first.value.json(Manifest), entries);
  } catch (error) {
    throw new Error(`${file} can't be restored: ${(error as Error).message}`, { cause: error });
  } finally {
    // The unread rest may be broken, too.
    await entries.return(undefined).catch(() => {});
  }
}

async function restoreEntries(
  config: Config,
  manifest: Manifest,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Contents> {
  await refuseUnlessEmpty(config);
  const steps = await readSteps(manifest.migrations);
  const kept: string[] = [];
  const database = await makeOwnedDatabase(config);
  try {
    const end = await fill(database, steps, manifest, entries, async (key, content) => {
      kept.push(key);
      await ports.storage.put(key, content);
    });
    if (manifest.authSecret && config.database.kind === 'embedded') {
      const secret = path.join(config.dataDir, 'auth-secret');
      await writeFile(secret, manifest.authSecret, { mode: 0o600, flag: 'wx' });
    }
    await markFinished(database.client);
    await database.close();
    return { ...end, hasSecret: manifest.authSecret !== null };
  } catch (error) {
    await takeBack(config, database, kept).catch((left: Error) => {
      throw new Error(`${(error as Error).message}; not all could be taken back: ${left.message}`);
    });
    throw error;
  }
}

/** Empties the place again, so that another archive can be tried. */
async function takeBack({ database, dataDir }: Config, made: MadeDatabase, files: string[]) {
  await made.close();
  await made.undo();
  for (const key of files) await ports.storage.remove(key);
  if (database.kind === 'embedded') await rm(path.join(dataDir, 'media'), { recursive: true, force: true });
}

async function refuseUnlessEmpty({ database, dataDir }: Config) {
  // A separate volume contains a folder of the file system.
  const there = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'lost+found') : [];
  if (database.kind === 'embedded' && there.length) {
    throw new Error(
      `${dataDir} has data already (${there.slice(0, 3).join(', ')}); set DATA_DIR to another folder`,
    );
  }
  for await (const key of ports.storage.keys()) {
    throw new Error(`the storage keeps files already (${key})`);
  }
}

async function fill(
  { client, url }: OwnedDatabase,
  steps: string[],
  manifest: Manifest,
  entries: AsyncIterable<ArchiveEntry>,
  keep: (key: string, content: Readable) => Promise<void>,
): Promise<End> {
  await makeSchema(client, steps);
  await prepareQueue(url);

  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const loader = await openLoader(client, manifest);
  let files = 0;
  let end: End | null = null;
  for await (const { name, body, json } of entries) {
    const [kind = '', table = ''] = name.split('/');
    if (kind === 'database') {
      await loader.take(table, body);
    } else if (kind === 'media') {
      await keep(name.slice('media/'.length), body);
      files++;
    } else if (name === 'end.json') {
      end = await json(End);
    } else {
      throw new Error(`it has an entry of no known kind: ${name}`);
    }
  }
  checkCounts(end, await loader.finish(), files);
  await client.query('commit');

  await migrate(url);
  await takeStreamsOn(client, manifest.commitLead);
  await client.query('analyze');
  return end;
}

function checkCounts(end: End | null, rows: Record<string, number>, files: number): asserts end is End {
  if (!end) throw new Error('it ends before its end');
  for (const [table, count] of Object.entries(end.rows)) {
    if (rows[table] !== count) throw new Error(`it has ${rows[table] ?? 0} of ${count} rows of ${table}`);
  }
  if (files !== end.files) throw new Error(`it has ${files} of ${end.files} files`);
}
