import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import { root } from '#api/platform/root.ts';
import { queueTables } from './dump.ts';
import type { Manifest } from './file.ts';

const migrationsFolder = fileURLToPath(new URL('prisma/migrations/', root));

/**
 * Checksums of two migrations of an earlier version that were merged. They changed only rows, so an empty database can
 * skip them.
 */
const formerEditions = new Set([
  // 20261123051500_spans_of_shown_words
  '9496f944f466a910558dd457a7e730067d44cb183dd005a0f3bdd7d6422fab02',
  // 20261123060500_spans_kept_as_json
  'a75fbf92e481af779a08fb7273b65b18d66b9f1f072d29732334a79826179db6',
]);

/** The migrations that create the archive's schema in an empty database. Throws if this version doesn't have them. */
export function readSteps(migrations: Manifest['migrations']): Promise<string[]> {
  return Promise.all(
    migrations.map(async ({ name, checksum }) => {
      if (formerEditions.has(checksum)) return '';
      const sql = await readFile(path.join(migrationsFolder, path.basename(name), 'migration.sql')).catch(
        () => null,
      );
      if (!sql) throw new Error(`it is of a later version of Evertold: ${name} is not known here`);
      if (createHash('sha256').update(sql).digest('hex') !== checksum) {
        throw new Error(`it is of another version of Evertold: ${name} differs here`);
      }
      return sql.toString();
    }),
  );
}

/** Runs the migrations. Later ones are applied when the rows are loaded. */
export async function makeSchema(client: pg.ClientBase, steps: string[]) {
  // Prisma's own definition; the rows come from the archive.
  await client.query(`create table _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
  for (const sql of steps) await client.query(sql);
}

type Constraint = { table: string; name: string; definition: string };

export type Loader = {
  /** Loads a part of a table's rows; the parts of one table are consecutive. */
  take: (table: string, rows: Readable) => Promise<void>;
  /** Restores the constraints and triggers, which checks the keys. Returns the number of rows per table. */
  finish: () => Promise<Record<string, number>>;
};

/**
 * Loads rows in the client's transaction. Constraints and triggers are dropped until the end, so that the order of
 * tables doesn't matter.
 */
export async function openLoader(client: pg.ClientBase, manifest: Manifest): Promise<Loader> {
  const { tables, sequences } = manifest;
  const own = tables.filter(({ name }) => !queueTables.includes(name));
  const keys = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of own) await client.query(`alter table ${name} disable trigger user`);
  // Rows inserted by migrations are in the archive too.
  await client.query(`truncate ${own.map(({ name }) => name).join(', ')}`);

  const loaded: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  let current: { table: string; copy: CopyStreamQuery } | null = null;
  async function endCurrent() {
    if (!current) return;
    const { table, copy } = current;
    current = null;
    await new Promise<void>((resolve, reject) => copy.once('error', reject).end(resolve));
    loaded[table] = copy.rowCount;
  }
  return {
    async take(table, rows) {
      if (current?.table !== table) {
        await endCurrent();
        const columns = columnsOf(manifest, table);
        const target = queueTables.includes(table) ? await stage(client, table, columns) : table;
        const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
        current = { table, copy: client.query(from(`copy ${target} (${list}) from stdin`)) };
      }
      await pipeline(rows, current.copy, { end: false });
    },
    async finish() {
      await endCurrent();
      for (const table of queueTables) {
        if (loaded[table]) await takeUp(client, table, columnsOf(manifest, table));
      }
      for (const { table, name, definition } of keys.rows) {
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      }
      for (const { name } of own) await client.query(`alter table ${name} enable trigger user`);
      for (const { name, value, called } of sequences) {
        await client.query('select setval($1::regclass, $2, $3)', [name, value, called]);
      }
      return loaded;
    },
  };
}

function columnsOf({ tables }: Manifest, table: string): string[] {
  const columns = tables.find(({ name }) => name === table)?.columns;
  if (!columns) throw new Error(`The archive has rows of a table that it does not name: ${table}`);
  return columns;
}

const staged = (table: string) => `staged_${table.replace('.', '_')}`;

/** Creates a staging table for the queue's rows, because this version's queue may have other columns. */
async function stage(client: pg.ClientBase, table: string, columns: string[]): Promise<string> {
  const list = columns.map((column) => `${client.escapeIdentifier(column)} text`).join(', ');
  await client.query(`create temporary table ${staged(table)} (${list}) on commit drop`);
  return staged(table);
}

/** Copies the staged rows into the queue, in the columns that both have. */
async function takeUp(client: pg.ClientBase, table: string, columns: string[]) {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attname = any($2)`,
    [table, columns],
  );
  const names = rows.map(({ name }) => name).join(', ');
  const values = rows.map(({ name, type }) => `${name}::${type}`).join(', ');
  await client.query(
    `insert into ${table} (${names}) select ${values} from ${staged(table)} on conflict do nothing`,
  );
}

/** Makes new stream positions follow all positions of the archived database. */
export async function takeStreamsOn(client: pg.ClientBase, commitLead: string) {
  const lead = BigInt(commitLead);
  await client.query(
    `create or replace function commit_lead() returns bigint
      language sql immutable parallel safe return ${lead}::bigint`,
  );
  await client.query('select begin_after_restore()');
}
