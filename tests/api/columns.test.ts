import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '#api/platform/database/database.ts';

let plain: pg.Client;

beforeAll(async () => {
  plain = new pg.Client({ connectionString: inject('postgres').url, options: '-c timezone=UTC' });
  await plain.connect();
});
afterAll(() => plain.end());

/** A pool of one connection, and how often it was told columns. */
function onePool() {
  const pool = openPool('columns', inject('postgres').url, 1);
  let told = 0;
  pool.on('connect', (client) => {
    client.connection.on('rowDescription', () => {
      told += 1;
    });
  });
  onTestFinished(() => pool.end());
  return { pool, told: () => told };
}

test('the columns of a named statement are requested once per connection, and its rows are still parsed', async () => {
  const { pool, told } = onePool();
  const ask = (n: number) =>
    pool.query({
      name: 'both',
      text: `select $1::int as n, 'a' as a union all select null, 'b'`,
      values: [n],
    });
  for (const n of [1, 2, 3]) {
    const { rows, rowCount, fields } = await ask(n);
    expect(rows).toEqual([
      { n, a: 'a' },
      { n: null, a: 'b' },
    ]);
    expect(rowCount).toBe(2);
    expect(fields.map(({ name }) => name)).toEqual(['n', 'a']);
  }
  expect(told()).toBe(1);
});

const times = [
  ...[
    '2026-11-22 19:30:05',
    '2026-11-22 19:30:05.2',
    '2026-02-28 23:59:59.123456',
    '1969-12-31 23:59:59.999999',
  ],
  ...['1000-01-01 00:00:00', '0999-12-31 12:00:00.5', '0044-03-15 12:00:00 BC', '12026-01-01 01:02:03.04'],
  ...['infinity', '-infinity'],
];
const kinds = ['true', '7::smallint', '7', '7::bigint', '7.5', '7.5::float8', `'{"a": [1, null]}'::jsonb`]
  .concat(
    `array['a', null]`,
    `'a'::uuid[]`.replace("'a'", `'{}'`),
    'null::int',
    `'x'::bytea`,
    `date '2026-11-22'`,
  )
  .concat(
    times.map((time) => `'${time}'::timestamptz`),
    `timestamp '2026-11-22 19:30'`,
  );

test('every type of value is the same as in an unnamed statement', async () => {
  const { pool, told } = onePool();
  const text = `select ${kinds.map((kind, at) => `${kind} as k${at}`).join()}`;
  const { rows } = await plain.query(text);
  await pool.query({ name: 'kinds', text });
  expect((await pool.query({ name: 'kinds', text })).rows).toEqual(rows);
  expect(told()).toBe(1);
});

test('times in other zones than UTC are parsed too', async () => {
  const { pool } = onePool();
  await pool.query(`set timezone = 'Asia/Kathmandu'`);
  const ask = () =>
    pool.query({ name: 'time', text: `select '2026-11-22 19:30:05.25+00'::timestamptz as at` });
  await ask();
  expect((await ask()).rows).toEqual([{ at: new Date('2026-11-22T19:30:05.25Z') }]);
});

test('an error in the middle of the rows rejects only that query', async () => {
  const { pool } = onePool();
  const ask = (n: number) =>
    pool.query({
      name: 'divide',
      text: 'select 6 / ($1::int - n) as x from generate_series(1, 3) n',
      values: [n],
    });
  await expect(ask(2)).rejects.toThrow('division by zero');
  expect((await ask(4)).rows).toEqual([{ x: 2 }, { x: 3 }, { x: 6 }]);
  await expect(ask(3)).rejects.toThrow('division by zero');
  expect((await ask(5)).rows).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }]);
});

test('a changed table is never read with its former columns', async () => {
  const { pool } = onePool();
  await pool.query('create temp table kept (a int, b text)');
  await pool.query(`insert into kept values (1, 'one')`);
  const ask = () => pool.query({ name: 'kept', text: 'select * from kept' });
  await ask();
  await pool.query('alter table kept drop column a');
  await expect(ask()).rejects.toThrow('cached plan must not change result type');
});
