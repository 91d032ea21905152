import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { freePort } from '#api/platform/database/embedded.ts';
import { migrate } from '#api/platform/database/migrate.ts';
import { aDatabase, type TestDatabase, waitsHere } from '#tests/support/database.ts';
import { ask, expectWhole, migrating } from '#tests/support/migrating.ts';
import { startProcess } from '#tests/support/process.ts';
import { until } from '#tests/support/told.ts';

/** A busy machine takes its time to start Prisma. */
const patienceMs = 60_000;

let database: TestDatabase;
let url: string;
/** Somebody else who uses the database. */
let other: pg.Client;
beforeEach(async () => {
  database = await aDatabase();
  url = database.adminUrl;
  other = new pg.Client({ connectionString: url, application_name: 'somebody else' });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await database.drop();
});

/** Takes a migration back, as if this database were of the version before it. */
async function isBefore(migration: string, undo: string) {
  await other.query(undo);
  await other.query('delete from _prisma_migrations where migration_name = $1', [migration]);
}

describe('An index whose build was interrupted by a kill', () => {
  const index = 'audit_event_target_id_at_idx';
  const isValid = async () => {
    const sql = 'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)';
    return (await ask(url, sql, [index]))[0]?.valid ?? null;
  };
  const migration = '20261122001100_audit_by_target';
  const building = `datname = current_database() and pid <> pg_backend_pid()
    and query like '%create index concurrently%'`;

  beforeEach(async () => {
    await isBefore(migration, `drop index "${index}"`);
    // Who is in the middle of a change holds up the building.
    await other.query('begin; lock table audit_event in row exclusive mode');
    const child = migrating(url);
    const ended = once(child, 'exit');
    await until(async () => (await isValid()) === false, patienceMs);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  test('is built again if the database gave it up', async () => {
    await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${building}`);
    await until(async () => (await ask(url, `select from pg_stat_activity where ${building}`)).length === 0);
    await other.query('rollback');
    expect(await isValid()).toBe(false);

    await migrate(url);

    await expectWhole(url);
  });

  test('exists once if the database finished it', async () => {
    await other.query('rollback');
    await until(isValid);

    await migrate(url);

    await expectWhole(url);
  });

  test('is built again if an older version has failed on it since', async () => {
    await other.query('rollback');
    await until(isValid);
    await ask(url, "update _prisma_migrations set logs = 'already exists' where migration_name = $1", [
      migration,
    ]);

    await migrate(url);

    await expectWhole(url);
  });

  test('waits for older transactions, which a log line reports, and stops waiting at a signal', async () => {
    await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${building}`);
    const dropping = async () => {
      const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'drop index concurrently%'`;
      return (await ask(url, sql)).length > 0;
    };
    const DATA_DIR = mkdtempSync(path.join(inject('scratch'), 'dropping-'));
    const urls = { DATABASE_URL: database.url, DATABASE_ADMIN_URL: url };
    const server = startProcess({ PORT: '0', DATA_DIR, ...urls });

    const [line] = await server.line(/.*older transaction.*/);
    expect(JSON.parse(line)).toMatchObject({ index });
    expect(await dropping()).toBe(true);
    server.signal('SIGTERM');

    expect(await server.ended).toBe(0);
    await until(async () => !(await dropping()));

    await other.query('rollback');
    await migrate(url);
    await expectWhole(url);
  });
});

describe('A migration of a table that is read without end', () => {
  const migration = '20261122034500_once_steps';
  const table = 'idempotent_answer';
  const isWaiting = async () => {
    const sql = `select from pg_locks where relation = $1::regclass and ${waitsHere}`;
    return (await ask(url, sql, [table])).length > 0;
  };

  beforeEach(async () => {
    await isBefore(migration, `alter table ${table} drop column steps`);
    await other.query(`begin; lock table ${table} in access share mode`);
  });

  test('delays others only briefly, and fails naming the table and the lock’s holder', async () => {
    const refused = migrate(url, { tries: 2, pauseMs: 0 }).catch((error: Error) => error.message);
    await until(isWaiting, patienceMs);
    await ask(url, `select from ${table}`);

    expect(await refused).toMatch(
      `The database was not migrated: ${migration} 55P03: it waited 2 times for ${table}, held by somebody else (`,
    );

    await other.query('rollback');
    await migrate(url);
    await expectWhole(url);
  });

  test('is retried, which a log line reports, and succeeds when the readers have ended', async () => {
    const DATA_DIR = mkdtempSync(path.join(inject('scratch'), 'waiting-'));
    const urls = { DATABASE_URL: database.url, DATABASE_ADMIN_URL: url };
    const PORT = String(await freePort());
    const server = startProcess({ HOST: '127.0.0.1', PORT, DATA_DIR, ...urls });
    const status = async (asked: string) => (await fetch(`http://127.0.0.1:${PORT}/${asked}`)).status;

    const [line] = await server.line(/.*gave way.*/);
    // It lives and is not ready: whoever ends what is dead has to let it migrate.
    expect([await status('healthz'), await status('readyz')]).toEqual([200, 503]);
    expect(JSON.parse(line)).toMatchObject({
      migration,
      table,
      holder: expect.stringMatching(/^somebody else \(\d+\)$/),
    });
    await other.query('rollback');

    await server.line(/Evertold is at /);
    await expectWhole(url);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('is done by all processes that start together, once the readers have ended', async () => {
    const together = [1, 2, 3].map(() => migrate(url, { pauseMs: 1_000 }));
    const gaveWay = "select from _prisma_migrations where logs like '%55P03%'";
    await until(async () => (await ask(url, gaveWay)).length > 0, patienceMs);
    await other.query('rollback');

    await Promise.all(together);

    await expectWhole(url);
  });

  test.each(['pg_cancel_backend', 'pg_terminate_backend'])(
    'is retried and not taken as done when %s ended it',
    async (end) => {
      const migrated = migrate(url, { pauseMs: 0 });
      migrated.catch(() => {});
      await until(isWaiting, patienceMs);
      await ask(url, `select ${end}(pid) from pg_locks where relation = $1::regclass and ${waitsHere}`, [
        table,
      ]);
      await other.query('rollback');

      await migrated;

      await expectWhole(url);
    },
  );

  test('stops at a signal', async () => {
    const stopped = new AbortController();
    const given = migrate(url, { pauseMs: 600_000, signal: stopped.signal }).catch(
      (error: Error) => error.name,
    );
    await until(isWaiting, patienceMs);
    stopped.abort();

    expect(await given).toBe('AbortError');
  });
});

test('A migration whose connection is cut before it begins is retried', async () => {
  await isBefore(
    '20261122002900_security_events',
    'drop function note_security_of_user, note_security_of_account cascade',
  );
  await other.query('begin; lock table _prisma_migrations in share mode');
  const migrated = migrate(url, { pauseMs: 0 });
  migrated.catch(() => {});
  const waiting = `from pg_locks where relation = '_prisma_migrations'::regclass and ${waitsHere}`;
  await until(async () => (await ask(url, `select ${waiting}`)).length > 0, patienceMs);
  await ask(url, `select pg_terminate_backend(pid) ${waiting}`);
  await other.query('rollback');

  await migrated;

  await expectWhole(url);
});

test('A migration that the database ended to resolve a deadlock is retried', async () => {
  await isBefore(
    '20261122002900_security_events',
    'drop function note_security_of_user, note_security_of_account cascade',
  );
  // They see to it that it is not theirs that is ended.
  await other.query(`set deadlock_timeout = '1min'; begin; lock table account in row exclusive mode`);
  const migrated = migrate(url, { pauseMs: 0 });
  migrated.catch(() => {});
  const waiting = `select from pg_locks where relation = 'account'::regclass and ${waitsHere}`;
  await until(async () => (await ask(url, waiting)).length > 0, patienceMs);
  await other.query('lock table "user" in row exclusive mode');
  await other.query('rollback');

  await migrated;

  await expectWhole(url);
});
