import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

export type Facts = {
  /** What the database itself says. */
  facts: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>;
  /** Kills the session that does something, or did something last. */
  killSession: () => Promise<void>;
};

/** A way into a database beside the server's own. */
export function factsOf(url: () => Promise<string | undefined>): Facts {
  async function facts<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: await url() });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return {
    facts,
    async killSession() {
      const [session] = await facts<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and datname = 'evertold' order by (state = 'active') desc, query_start desc limit 1`,
      );
      if (!session) throw new Error('Nobody is connected to the database');
      process.kill(session.pid, 'SIGKILL');
    },
  };
}

/** The process of the database server that works in a folder, by its own note. */
export function serverPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
