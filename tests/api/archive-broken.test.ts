import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
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
import { aDatabase, waitsHere } from '#tests/support/database.ts';
import { ask } from '#tests/support/migrating.ts';
import { startProcess } from '#tests/support/process.ts';
import { until } from '#tests/support/told.ts';

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

describe('A broken archive', () => {
  test('is refused, and leaves the folder as empty as it was', async () => {
    const folder = aFolder();
    for (const broken of [half, none]) {
      await expect(restoring(broken, embedded(folder))).rejects.toThrow(/^\S+ can't be restored: /);
    }
    await expect(restoring(path.join(folder, 'missing'), embedded(folder))).rejects.toThrow('no such file');

    expect(readdirSync(path.join(folder, 'data'))).toEqual([]);
  });

  test('is refused, and leaves an external database empty for the next one', async () => {
    const [folder, url] = [aFolder(), await anEmptyDatabase()];
    await expect(restoring(half, external(folder, url))).rejects.toThrow(/^\S+ can't be restored: /);
    expect(await madeIn(url)).toEqual([]);

    await restoring(sound, external(folder, url));

    const { _prisma_migrations: _, ...rows } = await contents(url);
    const { _prisma_migrations: __, ...expected } = kept;
    expect(rows).toEqual(expected);
  });
});

describe('An external database that is not empty', () => {
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

describe('An unfinished restore', () => {
  const unfinished = 'The database is being restored, or its restore was broken off';

  /** All rows are there and committed; what is left is that the streams go on behind every place once given out. */
  async function aRestoreBeforeItsLastStep(url: string) {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query(`create schema held;
      create function held.wait() returns event_trigger language plpgsql as $$ begin
        if exists (select from event) then perform pg_advisory_lock(1); end if;
      exception when undefined_table then null; end $$;
      create event trigger held on ddl_command_start when tag in ('CREATE FUNCTION') execute function held.wait();
      select pg_advisory_lock(1)`);
    const restore = startProcess(external(aFolder(), url), ['restore', sound], 'api/archive/main.ts');
    const waits = `select from pg_locks where locktype = 'advisory' and ${waitsHere}`;
    await until(async () => (await ask(url, waits)).length > 0, 60_000);
    return { restore, letGo: () => holder.end() };
  }

  async function expectNobodyElse(url: string) {
    const server = startProcess({ ...external(aFolder(), url), PORT: '0' });
    expect(await server.ended).toBe(1);
    expect(server.lines.join('\n')).toContain(unfinished);
    const archive = path.join(aFolder(), 'half.tar.gz');
    await expect(backingUp(archive, external(aFolder(), url))).rejects.toThrow(unfinished);
    expect(existsSync(archive)).toBe(false);
    for (const another of [sound, half]) {
      await expect(restoring(another, external(aFolder(), url))).rejects.toThrow(unfinished);
    }
  }

  test('blocks servers, backups and other restores', async () => {
    const url = await anEmptyDatabase();
    const { restore, letGo } = await aRestoreBeforeItsLastStep(url);

    await expectNobodyElse(url);

    await letGo();
    expect(await restore.ended).toBe(0);
    expect(restore.lines.join('\n')).toContain('Start Evertold as ever.');
    expect(Object.keys(await contents(url))).toEqual(Object.keys(kept));
  });

  test('refuses a second restore into the same place, which removes nothing', async () => {
    const place = external(aFolder(), await anEmptyDatabase());

    const both = await Promise.allSettled([restoring(sound, place), restoring(sound, place)]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toContain(unfinished);
    expect(Object.keys(await contents(place.DATABASE_URL))).toEqual(Object.keys(kept));
  });

  test('that was killed is not used as a complete database', async () => {
    const url = await anEmptyDatabase();
    const { restore, letGo } = await aRestoreBeforeItsLastStep(url);

    restore.signal('SIGKILL');
    await restore.ended;
    await letGo();

    await expectNobodyElse(url);
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
