import type pg from 'pg';

/** The schemas of Evertold's tables and its queue. */
const schemas = ['public', 'jobs'];

type Thing = { name: string; drop: string };

/** Throws unless the database is empty; only extensions may exist. */
export async function proveEmpty(client: pg.ClientBase) {
  const [first] = await whatIsThere(client);
  if (first) throw new Error(`the database is not empty (${first.name})`);
}

/** Drops everything that has been created in a database that was empty. */
export async function emptyAgain(client: pg.ClientBase) {
  const things = await whatIsThere(client);
  await client.query(things.map(({ drop }) => `${drop};`).join('\n'));
}

/**
 * Lists the existing objects, tables first, because most others are dropped with them; parts of other objects are left
 * out.
 */
async function whatIsThere(client: pg.ClientBase): Promise<Thing[]> {
  const { rows } = await client.query<Thing>(
    `select format('%s %s', kind, name) as name, format('drop %s if exists %s cascade', kind, name) as drop
      from (
        select 'pg_class'::regclass as of, oid, relnamespace as schema, oid::regclass::text as name,
          case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
            when 'f' then 'foreign table' when 'c' then 'type' else 'table' end as kind
          from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c')
        union all
        select 'pg_proc'::regclass, oid, pronamespace, oid::regprocedure::text, 'routine' from pg_proc
        union all
        select 'pg_type'::regclass, oid, typnamespace, oid::regtype::text, 'type'
          from pg_type where typtype in ('e', 'd', 'r')
      ) thing join pg_namespace on pg_namespace.oid = schema
      where nspname = any($1) and not exists (
        select from pg_depend where classid = of and objid = thing.oid and objsubid = 0 and deptype in ('e', 'i'))
      order by kind <> 'table', name`,
    [schemas],
  );
  return rows;
}
