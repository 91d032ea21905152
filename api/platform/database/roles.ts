import type pg from 'pg';
import { OperatorError } from '#api/platform/observability/failure.ts';
import { pool } from './database.ts';
import { connected } from './migrate.ts';

/** One process at a time gives rights: PostgreSQL refuses two that change the same. */
const rightsLock = 7_251_904;

/** What a trigger of these functions refuses on a table, the server's role has no right to either. */
const guards = ['refuse_change', 'keep_evidence'];

/**
 * Lets the role of `url` work with everything there is, and change nothing that only grows. It owns nothing, so it
 * can't take the guard off either. A role that isn't there is made, with the password in its address; one that is there
 * gets it when it has another, or in any case with `renew`. Safe to run at every start, by several processes; `admin` is
 * of the role that owns the tables.
 */
export async function giveRights(admin: pg.Client, url: string, { renew = false }: { renew?: boolean } = {}) {
  try {
    await admin.query(`begin; select pg_advisory_xact_lock(${rightsLock})`);
    const name = admin.escapeIdentifier(await makeRole(admin, url, renew));
    const tables = await guarded(admin);
    const refused = tables.flatMap(({ table, update, remove }) => [
      ...(update ? [`revoke update on ${table} from ${name}`] : []),
      ...(remove ? [`revoke delete on ${table} from ${name}`] : []),
    ]);
    await admin.query(`
      grant usage on schema public, jobs to ${name};
      grant select, insert, update, delete on all tables in schema public, jobs to ${name};
      grant usage, select on all sequences in schema public, jobs to ${name};
      grant execute on all functions in schema public, jobs to ${name};
      revoke insert, update, delete on _prisma_migrations from ${name};
      ${refused.map((each) => `${each};`).join('\n')}
      commit`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42501')
      throw new OperatorError('The role of DATABASE_ADMIN_URL may not give rights on its tables');
    throw error;
  }
}

/** The role that an address names, made if there is none, and given its password if it has another. */
async function makeRole(admin: pg.Client, url: string, renew: boolean): Promise<string> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  const { rows } = await admin.query<{ mayMore: boolean }>(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "mayMore"
      from pg_roles where rolname = $1`,
    [role],
  );
  const [standing] = rows;
  // One that may more than a server has to is somebody's own, and named by mistake perhaps.
  if (standing && !renew && (standing.mayMore || !(await isWrong(url)))) return role;
  const secret = admin.escapeLiteral(decodeURIComponent(password));
  await admin
    .query(`${standing ? 'alter' : 'create'} role ${admin.escapeIdentifier(role)} login password ${secret}`)
    .catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
      throw new OperatorError(
        standing
          ? 'The password in DATABASE_URL is not that of its role, and the role of DATABASE_ADMIN_URL may not change it'
          : 'The role of DATABASE_URL is not there, and the one of DATABASE_ADMIN_URL may not make it',
      );
    });
  return role;
}

/** Whether the password of an address is refused. Of any other trouble there, whoever works there will tell. */
function isWrong(url: string): Promise<boolean> {
  return connected(url, async () => false).catch(({ code }: { code?: string }) => code === '28P01');
}

/** Which tables refuse a change by a trigger, and which: bits of its type, as PostgreSQL keeps them. */
async function guarded(admin: pg.Client): Promise<{ table: string; update: boolean; remove: boolean }[]> {
  const { rows } = await admin.query<{ table: string; update: boolean; remove: boolean }>(
    `select tgrelid::regclass::text as table,
        bool_or(tgtype & 16 <> 0) as update, bool_or(tgtype & 8 <> 0) as remove
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = any($1) group by tgrelid`,
    [guards],
  );
  return rows;
}

/** Whether the role that this server works as could change a ledger after all: it owns it, or rules the database. */
export async function mayChangeLedgers(): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select bool_or(pg_has_role(current_user, relowner, 'usage')) as may
      from pg_class where oid in (select tgrelid from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where proname = any($1))`,
    [guards],
  );
  return rows[0]?.may ?? true;
}
