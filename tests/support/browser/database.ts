import pg from 'pg';

/** Does something in the database of the browser tests, as its owner. */
export async function withDatabase(work: (database: pg.Client) => Promise<unknown>): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}
