import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ports } from '#api/adapters/ports.ts';
import type { Config } from '#api/config.ts';
import { openOwnedDatabase } from './database.ts';
import { describeDatabase, dumpTable } from './dump.ts';
import { type ArchiveWriter, type Contents, type End, type Manifest, writeArchive } from './file.ts';

/**
 * Writes all data of Evertold into one file: a snapshot of the database, then the stored files. The server may run
 * meanwhile. A file that is erased meanwhile is left out. Rejects, and leaves no file, when something can't be read.
 * The ports must be open.
 */
export async function backUp(config: Config, file: string): Promise<Contents> {
  const end: End = { rows: {}, files: 0 };
  const { client, close } = await openOwnedDatabase(config);
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      ...(await describeDatabase(client)),
      authSecret: await readFile(path.join(config.dataDir, 'auth-secret'), 'utf8').catch(() => null),
    };
    await writeArchive(file, async (archive) => {
      await archive.add('manifest.json', JSON.stringify(manifest, null, 2));
      for (const table of manifest.tables) {
        const parts = dumpTable(client, table);
        for (let number = 1; ; number++) {
          const part = await parts.next();
          if (part.done) {
            end.rows[table.name] = part.value;
            break;
          }
          await archive.add(`database/${table.name}/${String(number).padStart(6, '0')}.copy`, part.value);
        }
      }
      await client.query('commit');
      end.files = await addFiles(archive);
      await archive.add('end.json', JSON.stringify(end, null, 2));
    });
    return { ...end, hasSecret: manifest.authSecret !== null };
  } finally {
    await close();
  }
}

/** Files come after the rows: a file that is added meanwhile has no row in the archive, which is harmless. */
async function addFiles(archive: ArchiveWriter): Promise<number> {
  let files = 0;
  for await (const key of ports.storage.keys()) {
    const size = await ports.storage.size(key);
    const content = size === null ? null : await ports.storage.open(key).catch(() => null);
    if (size === null || !content) continue;
    await archive.addStream(`media/${key}`, size, content);
    files++;
  }
  return files;
}
