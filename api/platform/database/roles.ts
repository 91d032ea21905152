import type pg from 'pg';
import { OperatorError } from '#api/platform/observability/failure.ts';
import { pool } from './database.ts';
import { connected } from './migrate.ts';

/** Only one process at a time grants rights: PostgreSQL refuses concurrent changes of the same grants. */
const rightsLock = 7_251_904;

/** Trigger functions that refuse changes; the server's role gets no right to those changes either. */
const guards = ['refuse_change', 'keep_evidence'];

/**
 * Grants the role of `url` access to all tables, without changes to append-only ones. It owns nothing, so it can't drop
 * the triggers. A missing role is created with the password of its address; an existing one gets that password when it
 * differs, or always with `renew`. Safe to run at every start and by several processes; `admin` is a connection of the
 * owning role.
 */
export async function grantRights(
  admin: pg.Client,
  url: string,
  { renew = false }: { renew?: boolean } = {},
) {
  try {
    await admin.query(`begin; select pg_advisory_xact_lock(${rightsLock})`);
    const name = admin.escapeIdentifier(await makeRole(admin, url, renew));
    const tables = await guardedTables(admin);
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

/** Creates the role of an address if it is missing, and sets its password if it differs. */
async function makeRole(admin: pg.Client, url: string, renew: boolean): Promise<string> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  const { rows } = await admin.query<{ mayMore: boolean }>(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "mayMore"
      from pg_roles where rolname = $1`,
    [role],
  );
  const [standing] = rows;
  // A role with more rights than a server needs belongs to a person and may be named by mistake.
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

/** Whether the password of an address is refused. Other connection errors are reported later. */
function isWrong(url: string): Promise<boolean> {
  return connected(url, async () => false).catch(({ code }: { code?: string }) => code === '28P01');
}

/** The tables with a guarding trigger and the changes it refuses, from the bits of its type. */
async function guardedTables(
  admin: pg.Client,
): Promise<{ table: string; update: boolean; remove: boolean }[]> {
  const { rows } = await admin.query<{ table: string; update: boolean; remove: boolean }>(
    `select tgrelid::regclass::text as table,
        bool_or(tgtype & 16 <> 0) as update, bool_or(tgtype & 8 <> 0) as remove
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = any($1) group by tgrelid`,
    [guards],
  );
  return rows;
}

/** Whether the server's role could change a ledger, because it owns it or is a superuser. */
export async function mayChangeLedgers(): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select bool_or(pg_has_role(current_user, relowner, 'usage')) as may
      from pg_class where oid in (select tgrelid from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where proname = any($1))`,
    [guards],
  );
  return rows[0]?.may ?? true;
}
