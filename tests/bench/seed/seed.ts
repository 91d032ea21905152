import { createHash, createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { migrate } from '#api/platform/database/migrate.ts';

/** The folder for the bench's data between runs. */
export const benchFolder = path.resolve('.data/bench');

export const authSecret = 'a secret that only the bench knows, long enough';

export type Bench = {
  url: string;
  /** The pid of the database server; its child processes do the work. */
  databasePid: number;
  db: pg.Client;
  stop: () => Promise<void>;
};

/** Each finished conversation of the seed has this many messages. */
const messagesPerTalk = 101;
/** A book other than the longest one has about this many messages. */
const messagesPerBook = 4_500;

/**
 * Starts the bench's own database server, and fills its database with about this many messages unless it has them from
 * an earlier run. Other databases of the bench are dropped.
 */
export async function openBench(messages: number, say: (line: string) => void): Promise<Bench> {
  mkdirSync(benchFolder, { recursive: true });
  // When run as root, the database runs as another user, who needs access to the folder.
  chmodSync(benchFolder, 0o711);
  const folder = path.join(benchFolder, 'postgres');
  const postgres = await startEmbeddedPostgres(folder);
  const script = readFileSync(new URL('seed.sql', import.meta.url), 'utf8')
    .replaceAll(':talks', String(Math.round(messages / messagesPerTalk)))
    .replaceAll(':books', String(Math.max(200, Math.round(messages / 2 / messagesPerBook))));
  const name = `bench_${createHash('sha256').update(script).digest('hex').slice(0, 12)}`;
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'bench\\_%'`,
  );
  if (!rows.some(({ datname }) => datname === name)) {
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`);
    const started = performance.now();
    await fill(postgres.url(`${name}_making`), script);
    await admin.query(`alter database ${name}_making rename to ${name}`);
    say(`Seeded in ${Math.round((performance.now() - started) / 1000)} s`);
  }
  await admin.end();
  const db = new pg.Client({ connectionString: postgres.url(name) });
  await db.connect();
  return {
    url: postgres.url(name),
    databasePid: Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
    db,
    async stop() {
      await db.end();
      await postgres.stop();
    },
  };
}

async function fill(url: string, script: string) {
  await migrate(url);
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query(script);
  await db.query('vacuum analyze');
  await db.end();
}

/** The session cookie of a user of the seed. */
export function cookieOf(name: string): string {
  const token = `token-of-${name}`;
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
