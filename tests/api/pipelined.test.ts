import pg from 'pg';
import { expect, test } from 'vitest';
import { openPool, reads } from '#api/platform/database/database.ts';
import { pipelined } from '#api/platform/database/pipelined.ts';
import { aPerson, server, useServer } from '#tests/support/world.ts';

useServer();

const echo = (n: number) =>
  reads.query<{ n: number }>({ name: 'test-echo', text: 'select $1::int as n', values: [n] });
/** Stays under way until its connection is cut. */
const endless = () => reads.query({ name: 'test-endless', text: 'select pg_sleep(25)' });

test('Of many questions at once each gets its own answer, in whatever order they were asked', async () => {
  const all = Array.from({ length: 500 }, (_, n) => n);
  const answers = await Promise.all(all.map(echo));
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(all);
});

test('A question that fails spoils none that shares its connection', async () => {
  const [before, broken, after] = await Promise.allSettled([
    Promise.all([1, 2, 3, 4].map(echo)),
    reads.query({ name: 'test-broken', text: 'select 1 / $1::int', values: [0] }),
    Promise.all([5, 6, 7, 8].map(echo)),
  ]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
  expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
  expect((await echo(9)).rows).toEqual([{ n: 9 }]);
});

test('Whoever waits on a connection that is cut is told so, and the next are answered over another', async () => {
  const anna = await aPerson();
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  const told = Promise.allSettled(Array.from({ length: 6 }, endless));
  const cut = async () => {
    const { rows } = await owner.query<{ cut: boolean }>(
      `select pg_terminate_backend(pid) as cut from pg_stat_activity
       where query = 'select pg_sleep(25)' and state = 'active' and datname = current_database()`,
    );
    return rows.length;
  };
  // Every connection that reads are sent over has one of these under way.
  await expect.poll(cut, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(cut, { timeout: 20_000 }).toBe(0);

  expect((await told).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
  expect((await echo(10)).rows).toEqual([{ n: 10 }]);
  const { status, data } = await anna.ask('{ me { name } }');
  expect([status, data]).toEqual([200, { me: { name: anna.name } }]);
  await owner.end();
});

test('Questions under way at the end are answered first', async () => {
  const own = pipelined(openPool(server().databaseUrl, 2, { pipeline: true }));
  const asked = Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      own.query({ name: 'test-late', text: 'select $1::int as n, pg_sleep(0.05)', values: [n] }),
    ),
  );
  await own.end();
  expect((await asked).map(({ rows }) => rows)).toMatchObject([1, 2, 3, 4, 5].map((n) => [{ n }]));
  await expect(own.query({ name: 'test-echo', text: 'select 1' })).rejects.toThrow('pool');
});
