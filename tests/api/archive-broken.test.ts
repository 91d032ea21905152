import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { connected } from '#api/platform/database/migrate.ts';
import {
  aFolder,
  anEmptyDatabase,
  backingUp,
  contents,
  embedded,
  external,
  restoring,
} from '#tests/support/archive.ts';
import { aDatabase } from '#tests/support/database.ts';

const folder = aFolder();
const inFolder = (name: string) => path.join(folder, `${name}.tar.gz`);
const [sound, half, none] = [inFolder('sound'), inFolder('half'), inFolder('none')];
let kept: Record<string, string>;

beforeAll(async () => {
  const database = await aDatabase();
  await connected(database.adminUrl, async (client) => {
    await client.query("insert into event (topic, kind) values ('kept', 'kept')");
  });
  kept = await contents(database.adminUrl);
  // What is random is as long when it is packed: an archive that is cut breaks in the middle of it.
  mkdirSync(path.join(folder, 'data/media'));
  writeFileSync(path.join(folder, 'data/media/photo'), randomBytes(1_000_000));
  await backingUp(sound, external(folder, database.adminUrl));
  await database.drop();
  writeFileSync(half, readFileSync(sound));
  truncateSync(half, statSync(sound).size - 500_000);
  writeFileSync(none, 'not an archive');
});

describe('An archive that is broken', () => {
  test('is refused, and leaves the folder as empty as it was', async () => {
    const folder = aFolder();
    for (const broken of [half, none]) {
      await expect(restoring(broken, embedded(folder))).rejects.toThrow(/^\S+ can't be restored: /);
    }
    await expect(restoring(path.join(folder, 'missing'), embedded(folder))).rejects.toThrow('no such file');

    expect(readdirSync(path.join(folder, 'data'))).toEqual([]);
  });

  test('is refused, and leaves a database of one’s own as empty as it was, for the next one', async () => {
    const [folder, url] = [aFolder(), await anEmptyDatabase()];
    await expect(restoring(half, external(folder, url))).rejects.toThrow(/^\S+ can't be restored: /);
    expect(await madeIn(url)).toEqual([]);

    await restoring(sound, external(folder, url));

    const { _prisma_migrations: _, ...rows } = await contents(url);
    const { _prisma_migrations: __, ...expected } = kept;
    expect(rows).toEqual(expected);
  });
});

describe('A database of one’s own that is not empty', () => {
  test.each([
    ['a table', 'create table other (id int)', 'table other'],
    ['a function', 'create function other() returns int language sql return 1', 'routine other()'],
    ['a type', "create type other as enum ('one')", 'type other'],
  ])('is restored into never, and keeps what it has: %s', async (_what, sql, name) => {
    const url = await anEmptyDatabase();
    await connected(url, (client) => client.query(sql));

    for (const archive of [sound, half]) {
      await expect(restoring(archive, external(aFolder(), url))).rejects.toThrow(
        `the database is not empty (${name})`,
      );
    }
    expect(await madeIn(url)).toEqual([name]);
  });
});

/** What there is in the schemas that Evertold uses, but for what goes with a table. */
function madeIn(url: string): Promise<string[]> {
  return connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from (
        select relnamespace as schema, 'table ' || relname as name from pg_class where relkind in ('r', 'p')
        union all select pronamespace, 'routine ' || oid::regprocedure from pg_proc
        union all select typnamespace, 'type ' || typname from pg_type where typtype = 'e'
      ) thing join pg_namespace on pg_namespace.oid = schema where nspname in ('public', 'jobs')`,
    );
    return rows.map((row) => row.name);
  });
}
