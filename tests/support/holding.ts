import pg from 'pg';
import { type TestDatabase, waitsHere } from '#tests/support/database.ts';
import { until } from '#tests/support/told.ts';

export type Holding = {
  /** Resolves once someone waits for the table. */
  waitedFor: () => Promise<void>;
  letGo: () => Promise<void>;
};

/** Locks a table: readers and writers wait until it is released. */
export async function holding({ adminUrl }: Pick<TestDatabase, 'adminUrl'>, table: string): Promise<Holding> {
  const holder = new pg.Client({ connectionString: adminUrl });
  await holder.connect();
  await holder.query(`begin; lock table ${table}`);
  const waiting = `select from pg_locks where relation = $1::regclass and ${waitsHere}`;
  return {
    waitedFor: () => until(async () => (await holder.query(waiting, [table])).rowCount !== 0),
    letGo: () => holder.end(),
  };
}
