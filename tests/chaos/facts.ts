import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

export type Facts = {
  /** Queries the database directly. */
  facts: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>;
  /** Kills the database session that is active, or was active last. */
  killSession: () => Promise<void>;
};

/** Opens direct access to a database, independent of the server's connections. */
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
      for (;;) {
        const [session] = await facts<{ pid: number }>(
          `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and datname = 'evertold' order by (state = 'active') desc, query_start desc limit 1`,
        );
        if (!session) throw new Error('Nobody is connected to the database');
        if (killIfAlive(session.pid)) return;
      }
    },
  };
}

/** The process id of the database server of a folder, from its postmaster.pid. */
export function serverPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Returns false when the process has ended by itself. */
function killIfAlive(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ESRCH') return false;
    throw error;
  }
}
