import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { Manifest } from './file.ts';

/** Rows are written in parts of about this size, so that no table must fit into memory. */
const partBytes = 4 * 1024 * 1024;

/** The tables of the job queue differ by version of pg-boss; only the waiting jobs of these two are saved. */
export const queueTables = ['jobs.queue', 'jobs.job'];

/**
 * The tables to save in the snapshot: all of Evertold's, and the waiting jobs. The client must be in the snapshot's
 * transaction.
 */
export async function describeDatabase(
  client: pg.ClientBase,
): Promise<Omit<Manifest, 'format' | 'madeAt' | 'authSecret'>> {
  const tables = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition
        and (n.nspname = 'public' or format('%I.%I', n.nspname, c.relname) = any($1))
      group by 1 order by 1`,
    [queueTables],
  );
  const sequences = await client.query<{ name: string; value: string; called: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name,
        coalesce(last_value, start_value)::text as value, last_value is not null as called
      from pg_sequences where schemaname = 'public' order by 1`,
  );
  const migrations = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
      where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return {
    tables: tables.rows,
    sequences: sequences.rows,
    migrations: migrations.rows,
    commitLead: await commitLead(client),
  };
}

async function commitLead(client: pg.ClientBase): Promise<string> {
  const known = await client.query<{ known: boolean }>(
    "select to_regprocedure('commit_lead()') is not null as known",
  );
  if (!known.rows[0]?.known) return '0';
  const { rows } = await client.query<{ lead: string }>('select commit_lead()::text as lead');
  return rows[0]?.lead ?? '0';
}

/** The rows of a table in PostgreSQL's text format, in parts; returns their number. */
export async function* dumpTable(
  client: pg.ClientBase,
  { name, columns }: Manifest['tables'][number],
): AsyncGenerator<Buffer, number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const where = name === 'jobs.job' ? "where state not in ('completed', 'cancelled')" : '';
  const copy = client.query(to(`copy (select ${list} from ${name} ${where}) to stdout`));
  let part: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    part.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(part);
    part = [];
    bytes = 0;
  }
  if (bytes) yield Buffer.concat(part);
  return copy.rowCount;
}
