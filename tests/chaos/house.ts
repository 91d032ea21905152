import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { type Running, startProcess } from '#tests/support/process.ts';
import { until } from '#tests/support/told.ts';

/** What is killed: the server's process, the database's, one session of it, or all there is. */
export type Victim = 'server' | 'database' | 'session' | 'all';

/** How long anything may take to be well again on a busy machine. */
const wellMs = 90_000;

/** A server with its own database, as somebody runs it at home, whose processes can be killed. */
export async function aHouse(dataDir: string, env: NodeJS.ProcessEnv) {
  let server: Running;
  let url = '';
  const postgres = path.join(dataDir, 'postgres');
  const said: string[] = [];

  async function start() {
    server = startProcess({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off', ...env });
    const [, address] = await server.line(/^Evertold is at (\S+)$/);
    url = address ?? '';
  }
  const databasePid = () =>
    Number(readFileSync(path.join(postgres, 'postmaster.pid'), 'utf8').split('\n')[0]);

  async function facts<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    const found = await findEmbeddedPostgres(postgres);
    const client = new pg.Client({ connectionString: found?.url() });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function kill(victim: Victim) {
    const session = victim === 'session' ? await aSession() : 0;
    if (victim === 'session') process.kill(session, 'SIGKILL');
    if (victim === 'database' || victim === 'all') process.kill(databasePid(), 'SIGKILL');
    if (victim === 'server' || victim === 'all') {
      server.signal('SIGKILL');
      await server.ended;
      said.push(...server.lines);
    }
  }
  async function aSession(): Promise<number> {
    const [row] = await facts<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        and datname = 'evertold' order by (state = 'active') desc, query_start desc limit 1`,
    );
    return row?.pid ?? 0;
  }
  /** Starts again what does not start by itself, and waits until everything answers. */
  async function recover(victim: Victim) {
    if (victim === 'server' || victim === 'all') await start();
    await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false, wellMs);
  }

  await start();
  return {
    url: () => url,
    facts,
    kill,
    recover,
    /** Everything that its processes wrote. */
    lines: () => [...said, ...server.lines],
    async stop(): Promise<number | null> {
      server.signal('SIGTERM');
      const code = await server.ended;
      if (existsSync(path.join(postgres, 'postmaster.pid'))) process.kill(databasePid(), 'SIGQUIT');
      return code;
    },
  };
}

export type House = Awaited<ReturnType<typeof aHouse>>;
