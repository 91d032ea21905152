import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '#api/platform/database/migrate.ts';
import { ask, expectWhole, migrating } from '#tests/support/migrating.ts';
import { until } from '#tests/support/told.ts';

let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgres').url });
  await admin.connect();
});
afterAll(() => admin.end());

/** The address of a database that is not there yet. */
function aNewAddress(): string {
  const url = new URL(inject('postgres').url);
  url.pathname = `/migrating_${randomUUID().replaceAll('-', '')}`;
  return url.href;
}

describe('A migration', () => {
  /** A database in which the first migration is noted as begun. */
  async function begun(logs: string | null): Promise<string> {
    const url = aNewAddress();
    await admin.query(`create database ${new URL(url).pathname.slice(1)}`);
    await ask(
      url,
      `create table _prisma_migrations (id varchar(36) primary key not null, checksum varchar(64) not null,
        finished_at timestamptz, migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
        started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`,
    );
    await ask(
      url,
      `insert into _prisma_migrations (id, checksum, migration_name, logs) values ($1, '', $2, $3)`,
      [randomUUID(), '20261121000000_init', logs],
    );
    return url;
  }

  test('that was killed after it was recorded but before it changed anything is run', async () => {
    const url = await begun(null);

    await migrate(url);

    await expectWhole(url);
  });

  test('that failed by itself is not retried, but left for a person to check', async () => {
    const url = await begun('relation "subject" already exists');

    await expect(migrate(url, { tries: 2, pauseMs: 0 })).rejects.toThrow(
      /^The database was not migrated: P3009 20261121000000_init$/,
    );
  });

  test.each([
    ['with all that it started', true],
    ['but not what it started', false],
  ])(
    'that is killed in the middle, %s, is completed by the next run exactly once',
    async (_what, withAll) => {
      const url = aNewAddress();
      const child = migrating(url);
      const ended = once(child, 'exit');
      await until(async () => (await ask(url, 'select').catch(() => null)) !== null);
      await until(async () => {
        const [row] = await ask(url, `select to_regclass('_prisma_migrations') is not null as begun`);
        return row.begun || child.exitCode !== null;
      });
      const pid = child.pid ?? 0;
      process.kill(withAll ? -pid : pid, 'SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);

      await migrate(url);

      await expectWhole(url);
    },
  );

  test.each([
    ['another that is at work', 'evertold: migrations'],
    ['a migration that has outlived who began it', 'evertold: a migration'],
  ])('waits for %s, and does not block its concurrent index builds', async (_what, lock) => {
    const url = aNewAddress();
    await admin.query(`create database ${new URL(url).pathname.slice(1)}`);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('select pg_advisory_lock(hashtext($1))', [lock]);
    await other.query('create table slow (id int)');
    const waiting = migrate(url);
    const asked = `select count(*)::int as times from pg_stat_activity
      where datname = current_database() and query like 'select pg_try_advisory_lock%'`;
    await until(async () => (await other.query(asked)).rows[0].times > 0);

    await other.query('create index concurrently slow_id on slow (id)');
    await other.query('drop table slow');
    await other.end();
    await waiting;

    await expectWhole(url);
  });
});
