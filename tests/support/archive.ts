import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { makeSchema, readSteps } from '#api/archive/load.ts';
import { startProcess } from './process.ts';

/** An empty folder that a database can be in. */
export function aFolder(): string {
  const folder = mkdtempSync(path.join(inject('scratch'), 'kept-'));
  // Run as root, the database runs as another user, who has to get there.
  chmodSync(folder, 0o711);
  mkdirSync(path.join(folder, 'data'), { mode: 0o711 });
  return folder;
}

/** Runs `npm run backup` or `npm run restore` as one does, and tells how it ended and what it said. */
export async function archive(
  act: 'backup' | 'restore',
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  const running = startProcess(env, [act, file], 'api/archive/main.ts');
  const code = await running.ended;
  return { code, said: running.lines.join('\n') };
}

/** What every table holds, as a count and a sum of its rows, so that two databases can be compared. */
export async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1",
    );
    const held: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: sums } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
          from ${name} t`,
      );
      held[name] = sums[0]?.sum ?? '';
    }
    return held;
  } finally {
    await client.end();
  }
}

/** The migrations that there are. */
export function migrationNames(): string[] {
  return readdirSync('prisma/migrations').filter((name) => /^\d/.test(name));
}

/** Makes of an empty database what the first version made, with one row; its queue was never opened. */
export async function anEarlierDatabase(client: pg.Client, ...more: string[]) {
  const migrations = migrationNames()
    .sort()
    .slice(0, 2)
    .map((name) => ({
      name,
      checksum: createHash('sha256')
        .update(readFileSync(`prisma/migrations/${name}/migration.sql`))
        .digest('hex'),
    }));
  await makeSchema(client, await readSteps(migrations));
  for (const { name, checksum } of [...migrations, ...more.map((name) => ({ name, checksum: '-' }))]) {
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
        values (gen_random_uuid(), $1, $2, now(), 1)`,
      [checksum, name],
    );
  }
  await client.query("insert into event (topic, kind) values ('old', 'kept')");
}
