import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, viewerOf } from '#tests/support/account.ts';
import { aPerson, type Person, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer();

let admin: Person;
beforeAll(async () => {
  admin = await theAdmin();
});

function act(path: string, body: object) {
  return account(`/admin/${path}`, body, { cookie: admin.cookie ?? '' });
}

describe('An admin’s action', () => {
  let owner: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: server().adminUrl });
    await owner.connect();
  });
  afterAll(() => owner.end());

  /** The database takes no row of this table, as if it failed at that moment. */
  async function without<T>(table: 'audit_event' | 'user', when: string, work: () => Promise<T>): Promise<T> {
    const name = `fails_${table}`;
    await owner.query(`
      create or replace function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$;
      create trigger ${name} before ${table === 'user' ? 'update' : 'insert'} on "${table}" for each row ${when}
        execute function fail()`);
    try {
      return await work();
    } finally {
      await owner.query(`drop trigger ${name} on "${table}"; drop function fail()`);
    }
  }

  test('is not done when it cannot be logged', async () => {
    const [person, other] = await Promise.all([aPerson('Ida'), aPerson('Otto')]);
    await act('set-role', { userId: other.id, role: 'admin' });
    const { id: userId } = person;
    const { sessionId = '' } = (await viewerOf(person.cookie)) ?? {};
    const { token } = await db.session.findUniqueOrThrow({ where: { id: sessionId } });
    const acting = (await act('impersonate-user', { userId })).cookie;
    const email = anAddress();
    const acts: [path: string, body: object][] = [
      ['set-role', { userId, role: 'admin' }],
      ['set-role', { userId: other.id, role: 'user' }],
      ['ban-user', { userId }],
      ['ban-user', { userId: other.id }],
      ['unban-user', { userId }],
      ['update-user', { userId, data: { name: 'Changed' } }],
      ['update-user', { userId, data: { email } }],
      ['set-user-password', { userId, newPassword: 'another long password' }],
      ['revoke-user-session', { sessionToken: token }],
      ['revoke-user-sessions', { userId }],
      ['impersonate-user', { userId }],
      ['create-user', { email, name: 'Nell', password: 'long enough a word' }],
      ['remove-user', { userId }],
    ];
    const held = { where: { id: { in: [userId, other.id] } }, include: { sessions: true, accounts: true } };
    const before = await db.user.findMany(held);
    const logged = await db.auditEvent.count();

    await without('audit_event', '', async () => {
      for (const [path, body] of acts) expect((await act(path, body)).status, path).toBe(500);
      for (const [path, body] of [
        ['/sign-out', {}],
        ['/admin/stop-impersonating', {}],
      ] as const)
        expect((await account(path, body, { cookie: acting })).status, path).toBe(500);
    });

    expect(await db.user.findMany(held)).toEqual(before);
    expect(await db.user.count({ where: { email } })).toBe(0);
    expect(await db.auditEvent.count()).toBe(logged);
  });

  test('is logged also when it fails afterwards, and not when it is refused', async () => {
    const { id: userId } = await aPerson('Ida');
    const logged = () => db.auditEvent.findMany({ where: { targetId: userId, actorId: admin.id } });
    await without('user', `when (old.id = '${userId}')`, async () => {
      expect((await act('ban-user', { userId })).status).toBe(500);
    });
    expect(await logged()).toMatchObject([{ action: 'accounts.ban-user' }]);
    expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({ banned: false });

    await act('set-role', { userId, role: 'emperor' });
    await act('ban-user', { userId, banExpiresIn: -1 });
    await act('update-user', { userId, data: {} });
    expect(await logged()).toHaveLength(1);
    // What the database itself won't take is found out last.
    expect((await act('update-user', { userId, data: { banExpires: 'x' } })).status).toBe(400);
    // Both may be logged within one millisecond.
    expect((await logged()).map(({ action }) => action).sort()).toEqual([
      'accounts.ban-user',
      'accounts.update-user',
      'accounts.update-user-failed',
    ]);
  });
});
