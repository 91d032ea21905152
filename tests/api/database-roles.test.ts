import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { db, pool } from '#api/platform/database/database.ts';
import { connected } from '#api/platform/database/migrate.ts';
import { prepareDatabase } from '#api/platform/database/prepare.ts';
import { grantRights } from '#api/platform/database/roles.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startProcess } from '#tests/support/process.ts';
import { aFamily, type Family, server, useOwnServer } from '#tests/support/world.ts';

const ledgers = ['consent_entry', 'consent_wording', 'audit_event'];

describe('The server’s database role', () => {
  useOwnServer();
  let family: Family;
  let entry: { id: string; status: string };
  beforeAll(async () => {
    family = await aFamily({ consents: ['SHARING'] });
    entry = await db.consentEntry.findFirstOrThrow({ where: { subjectId: family.subject.id } });
  });

  test('owns nothing and is a member of no other role', async () => {
    const { rows } = await pool.query(
      `select r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolbypassrls,
          (select count(*)::int from pg_class where relowner = r.oid) as owned,
          (select count(*)::int from pg_auth_members where member = r.oid) as member
        from pg_roles r where rolname = current_user`,
    );

    expect(rows).toEqual([
      {
        ...{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
        ...{ owned: 0, member: 0 },
      },
    ]);
  });

  test.each(ledgers.flatMap((table) => attempts(table).map((sql) => [sql] as const)))(
    'can’t change a ledger: %s',
    async (sql) => {
      const before = await counted();

      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });

      expect(await counted()).toEqual(before);
      expect(await db.consentEntry.findUnique({ where: { id: entry.id } })).toMatchObject({
        status: entry.status,
      });
    },
  );

  test.each([
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function refuse_change() cascade',
    'set session_replication_role = replica',
    'set role evertold',
    'create table public.mine ()',
    'drop schema public cascade',
    'select begin_after_restore()',
    "update _prisma_migrations set checksum = 'x'",
    "copy consent_entry to program 'true'",
  ])('can’t take the guard off: %s', async (sql) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot change evidence or add it later', async () => {
    const { subject } = family;
    await expect(
      db.consentIdentity.updateMany({ where: { subjectId: subject.id }, data: { phone: '+12025550100' } }),
    ).rejects.toThrow(/denied/);
    await expect(
      pool.query('insert into consent_identity (entry_id, subject_id) values ($1, $2)', [
        await anEntryWithoutEvidence(subject.id),
        subject.id,
      ]),
    ).rejects.toThrow('written with its entry, or never');
  });

  test('can erase identifying data, and the entries stay', async () => {
    const { subject } = await aFamily({ consents: ['SHARING', 'CALLS'] });
    const where = { subjectId: subject.id };
    const entries = await db.consentEntry.findMany({ where, orderBy: { position: 'asc' } });

    expect((await db.consentIdentity.deleteMany({ where })).count).toBe(entries.length);

    expect(await db.consentEntry.findMany({ where, orderBy: { position: 'asc' } })).toEqual(entries);
    // What is left names nobody: a kind, a wording, a way, a time.
    expect(Object.keys(entries[0] ?? {}).sort()).toEqual([
      ...['at', 'id', 'kind', 'position', 'status', 'subjectId', 'via', 'wordingVersion'],
    ]);
  });
});

describe('The role that owns the ledgers', () => {
  useOwnServer();

  test('cannot change a row either', async () => {
    await aFamily({ consents: ['SHARING'] });
    const admin = new pg.Client({ connectionString: server().adminUrl });
    await admin.connect();
    const change = ['update $ set id = id', 'delete from $', 'truncate $ cascade'];

    for (const table of ['consent_entry', 'audit_event']) {
      for (const sql of change) {
        await expect(admin.query(sql.replace('$', table))).rejects.toThrow('only grows');
      }
    }
    await expect(admin.query("update consent_wording set text = ''")).rejects.toThrow('only grows');
    await expect(admin.query('update consent_identity set phone = null')).rejects.toThrow('only be erased');
    await admin.end();
  });
});

describe('An external database', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let admin: pg.Client;
  beforeAll(async () => {
    database = await aDatabase();
    admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
  });

  /** Starts a server, stops it once it is there, and gives what it said. */
  async function said(env: NodeJS.ProcessEnv): Promise<string> {
    const DATA_DIR = mkdtempSync(path.join(inject('scratch'), 'roles-'));
    chmodSync(DATA_DIR, 0o711);
    const running = startProcess({ HOST: '127.0.0.1', PORT: '0', DATA_DIR, ...env });
    const [, address] = await running.line(/^Evertold is at (\S+)$/);
    const ready = await fetch(`${(address ?? '').replace('localhost', '127.0.0.1')}/readyz`);
    expect(ready.status).toBe(200);
    running.signal('SIGTERM');
    expect(await running.ended).toBe(0);
    return running.lines.join('\n');
  }

  test('can have one role for everything, with a warning at the start', async () => {
    const told = await said({ DATABASE_URL: database.adminUrl });

    expect(told).toMatch(/^The role of DATABASE_URL owns its tables, and could change the ledgers: /m);
  });

  test('gets the server’s role at the first start that names it', async () => {
    const role = `server_${randomUUID().slice(0, 8)}`;
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'of its own: ü/@';

    const told = await said({ DATABASE_URL: url.href, DATABASE_ADMIN_URL: database.adminUrl });

    expect(told).not.toContain('could change the ledgers');
    // From then on it starts without the owner's password, until there is something to migrate.
    await prepareDatabase({ url: url.href, adminUrl: url.href });
    // Another password is its own from the next start on that the owner takes part in.
    url.password = 'another one';
    await said({ DATABASE_URL: url.href, DATABASE_ADMIN_URL: database.adminUrl });
    await admin.query(`drop owned by ${role}; drop role ${role}`);
  });

  test('sets the new password of the server’s role, also with concurrent starts', async () => {
    const { role, url } = await aRole();
    const before = await passwordIn(role);
    await prepareDatabase({ url: url.href, adminUrl: database.adminUrl });
    expect(await passwordIn(role)).toBe(before);

    url.password = 'another one';
    const starts = Array.from({ length: 4 }, () =>
      prepareDatabase({ url: url.href, adminUrl: database.adminUrl }),
    );
    await Promise.all(starts);

    expect(await connected(url.href, async () => 'is let in')).toBe('is let in');
    await admin.query(`drop owned by ${role}; drop role ${role}`);
  });

  test('does not change the password of a role with more rights than a server needs', async () => {
    const { role, url } = await aRole('createdb');
    const before = await passwordIn(role);
    url.password = 'another one';

    await prepareDatabase({ url: url.href, adminUrl: database.adminUrl });

    expect(await passwordIn(role)).toBe(before);
    await admin.query(`drop owned by ${role}; drop role ${role}`);
  });

  test('reports when its owner may not set the password of the server’s role', async () => {
    const [server, owner] = [await aRole(), await aRole()];
    server.url.password = 'another one';

    await expect(connected(owner.url.href, (client) => grantRights(client, server.url.href))).rejects.toThrow(
      'The password in DATABASE_URL is not that of its role',
    );
    for (const { role } of [server, owner]) await admin.query(`drop role ${role}`);
  });

  async function aRole(may = ''): Promise<{ role: string; url: URL }> {
    const role = `role_${randomUUID().slice(0, 8)}`;
    await admin.query(`create role ${role} login password 'of its own' ${may}`);
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'of its own';
    return { role, url };
  }

  /** As the database keeps it: with a salt that is another each time that it is given. */
  async function passwordIn(role: string): Promise<string | undefined> {
    const { rows } = await admin.query('select rolpassword from pg_authid where rolname = $1', [role]);
    return rows[0]?.rolpassword;
  }
});

function attempts(table: string): string[] {
  return [
    `update ${table} set ${table === 'consent_wording' ? "text = 'x'" : 'id = id'}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger ${table}_only_grows`,
    `drop trigger ${table}_only_grows on ${table}`,
    `alter table ${table} owner to current_user`,
    `alter table ${table} rename to gone`,
    `drop table ${table} cascade`,
    `create rule gone as on insert to ${table} do instead nothing`,
    `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
  ];
}

async function counted() {
  const { rows } = await pool.query(
    `select ${ledgers.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  );
  return rows;
}

async function anEntryWithoutEvidence(subjectId: string): Promise<string> {
  const { id } = await db.consentEntry.create({
    data: { subjectId, kind: 'SHARING', status: 'WITHDRAWN', wordingVersion: 1, via: 'WEB' },
  });
  return id;
}
