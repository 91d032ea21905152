import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { newId } from '#api/platform/domain-values/ids.ts';
import { server } from './server.ts';

/** Rows of a database by table, as JSON, and when they were read. */
export type Rows = { at: number; tables: [table: string, rows: string][] };

/** Consequences of changes, which are not copied: letters, jobs, events and stored responses. */
const NOT_COPIED = ['event', 'notice', 'idempotent_answer', 'phone_code'];
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const MOMENT = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)\+00:00"/g;
const TOKEN_HASH = /"token_hash": ?"[0-9a-f]{64}"/g;

let connection: { url: string; client: Promise<pg.Client> } | null = null;

/** A connection to this server's database as its owner, reused until the server changes. */
function owner(): Promise<pg.Client> {
  const { adminUrl } = server();
  if (connection?.url !== adminUrl) {
    void connection?.client.then((client) => client.end()).catch(() => {});
    connection = { url: adminUrl, client: connected(adminUrl) };
  }
  return connection.client;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  // The database is dropped together with its server.
  client.on('error', () => {});
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}

/** All rows that refer to one of these ids. */
export async function rowsAbout(ids: readonly string[]): Promise<Rows> {
  const client = await owner();
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)
       and is_identity = 'NO' and coalesce(column_default, '') !~ 'nextval|commit_xid'
     group by table_name`,
    [NOT_COPIED],
  );
  const each = tables.map(
    ({ name, columns }) => `select '${name} (${columns})' as "table", jsonb_agg(to_jsonb(own))::text as rows
      from (select ${columns} from ${name}) own where to_jsonb(own)::text ~ $1`,
  );
  const { rows } = await client.query<{ table: string; rows: string | null }>(each.join(' union all '), [
    ids.join('|'),
  ]);
  return { at: Date.now(), tables: rows.flatMap(({ table, rows }) => (rows ? [[table, rows]] : [])) };
}

/** Inserts the same rows under other ids, as if they were created now; returns the new id of each old one. */
export async function copyRows(
  { at, tables }: Rows,
  others: readonly (readonly [old: string, other: string])[],
): Promise<Map<string, string>> {
  const all = tables.map(([, rows]) => rows).join();
  const ids = new Map([...new Set(all.match(UUID))].sort().map((id) => [id, newId()]));
  const passed = Date.now() - at;
  const client = await owner();
  const statements = tables.map(([table, rows]) => {
    let copied = rows
      .replace(UUID, (id) => ids.get(id) ?? id)
      .replace(MOMENT, (_, moment) => `"${new Date(Date.parse(`${moment}Z`) + passed).toISOString()}"`)
      .replace(
        TOKEN_HASH,
        () => `"token_hash": "${createHash('sha256').update(randomBytes(16)).digest('hex')}"`,
      );
    for (const [old, other] of others) copied = copied.replaceAll(old, other);
    const [name = '', columns = ''] = table.split(/ \(|\)$/);
    return `insert into ${table} select ${columns} from jsonb_populate_recordset(null::${name}, ${client.escapeLiteral(copied)})`;
  });
  await client.query(`begin; ${statements.join('; ')}; commit`);
  return ids;
}
