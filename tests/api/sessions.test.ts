import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { callerFrom, sessionStands, viewerFrom } from '#api/accounts/session.ts';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, query, rightsChange, signUp, verify, viewerOf } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson, nobody, password, signIn } from '#tests/support/person.ts';
import { adminEmail, server, useOwnServer } from '#tests/support/server.ts';

useOwnServer({ ADMIN_EMAILS: `${adminEmail},listed@evertold.test,later@evertold.test` });

/** What an account says of itself to the sender of this cookie. */
async function me(cookie: string) {
  return (await query('{ me { name email emailVerified role banned } }', cookie)).me;
}

describe('A session', () => {
  test('is accepted only with a valid signature', async () => {
    const { cookie } = await aPerson();
    const forged = (cookie ?? '').replace(/(session_token=)([^.]+)/, '$1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    expect(await viewerOf(cookie)).toMatchObject({ name: 'Anna', admin: false });
    for (const wrong of [forged, 'better-auth.session_token=%E0%A4%A', 'better-auth.session_token=', 'x=y'])
      expect(await viewerOf(wrong)).toBeNull();
    expect(await viewerFrom(new Headers())).toBeNull();
  });

  test('is read together with the current account', async () => {
    const { cookie, id } = await aPerson();
    await db.user.update({ where: { id }, data: { phoneNumber: '+12025550188', phoneSince: new Date() } });
    const caller = await callerFrom(new Headers({ cookie: cookie ?? '' }));
    expect(caller?.account).toMatchObject(await db.user.findUniqueOrThrow({ where: { id } }));
  });

  test('stays valid while a new version adds account columns', async () => {
    const { cookie } = await aPerson();
    const owner = new pg.Client({ connectionString: server().adminUrl });
    await owner.connect();
    await me(cookie ?? '');
    await owner.query('alter table "user" add column later text');
    try {
      expect(await me(cookie ?? '')).toMatchObject({ name: 'Anna' });
    } finally {
      await owner.query('alter table "user" drop column later');
      await owner.end();
    }
  });

  test('is matched to its own user when many are read at once', async () => {
    const [ada, ben, gone] = await Promise.all([aPerson('Ada'), aPerson('Ben'), aPerson('Gone')]);
    await db.session.updateMany({ where: { userId: gone.id }, data: { expiresAt: new Date() } });
    const all = Array.from({ length: 70 }, () => [ada, ben, gone]).flat();
    const viewers = await Promise.all(all.map(({ cookie }) => viewerOf(cookie)));
    expect(viewers.map((viewer) => viewer?.userId ?? null)).toEqual(
      all.map(({ id }) => (id === gone.id ? null : id)),
    );
    const names = await Promise.all(
      [ada, ben, gone].map(async ({ cookie }) => (await me(cookie ?? ''))?.name),
    );
    expect(names).toEqual(['Ada', 'Ben', undefined]);
  });

  test('ends when it expires', async () => {
    const { cookie, id } = await aPerson();
    const viewer = await viewerOf(cookie);
    await db.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date() } });
    expect(await viewerOf(cookie)).toBeNull();
    expect(viewer && (await sessionStands(viewer))).toBe(false);
  });

  test('ends when its holder is banned, at once, and until the ban is over', async () => {
    const admin = await aPerson('Ada', adminEmail);
    const { cookie, id, email } = await aPerson();
    const told = rightsChange(id);
    const banned = await account('/admin/ban-user', { userId: id }, { cookie: admin.cookie ?? '' });
    expect(banned.status).toBe(200);
    await told;
    expect(await viewerOf(cookie)).toBeNull();
    const refused = await account('/sign-in/email', { email, password });
    expect(refused).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    const written = await db.auditEvent.findMany({ where: { targetId: id } });
    expect(written).toMatchObject([{ actorId: admin.id, action: 'accounts.ban-user' }]);

    await db.user.update({ where: { id }, data: { banExpires: new Date(Date.now() - 1000) } });
    await expect(signIn(email)).resolves.toContain('session_token');
  });

  test('of an impersonating admin has the person’s rights, without admin rights', async () => {
    const admin = await signIn(adminEmail);
    const { id } = await aPerson();
    const acting = await account('/admin/impersonate-user', { userId: id }, { cookie: admin });
    const { userId: adminId } = (await viewerOf(admin)) ?? {};
    expect(await viewerOf(acting.cookie)).toMatchObject({
      userId: id,
      admin: false,
      impersonatorId: adminId,
    });
    const refused = await account('/admin/list-users', undefined, { cookie: acting.cookie });
    expect(refused.status).toBe(403);
    const nobodys = await account('/admin/ban-user', { userId: 'no-id' }, { cookie: admin });
    expect(nobodys).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });

  test('publishes an event at sign-out', async () => {
    const { cookie, id } = await aPerson();
    const told = rightsChange(id);
    await account('/sign-out', {}, { cookie: cookie ?? '' });
    await told;
  });

  test('can begin under every loopback name, only at our own port', async () => {
    const { email } = await aPerson();
    const { port } = new URL(server().config.publicUrl);
    const from = async (origin: string) =>
      (await account('/sign-in/email', { email, password }, { headers: { origin, cookie: 'a=b' } })).status;

    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      expect(await from(`http://${name}:${port}`), name).toBe(200);
      expect(await from(`http://${name}:${Number(port) + 1}`), name).toBe(403);
    }
    expect(await from('http://evil.test')).toBe(403);
  });

  test('cannot be ended by another site’s page', async () => {
    const { cookie } = await aPerson();
    const foreign = await account(
      '/sign-out',
      {},
      { cookie: cookie ?? '', headers: { origin: 'https://evil.test' } },
    );
    expect(foreign.status).toBe(403);
    expect(await viewerOf(cookie)).not.toBeNull();
  });
});

describe('An admin by address', () => {
  test('has admin rights everywhere once Evertold has verified the address', async () => {
    const email = 'listed@evertold.test';
    const { cookie } = await signUp(email);
    // Written while there is something to verify.
    await letterTo(email);
    const provider = await db.user.update({ where: { email }, data: { emailVerified: true } });
    const unproven = await account('/sign-in/email', { email, password });
    expect(await viewerOf(unproven.cookie)).toMatchObject({ admin: false });
    expect(await me(unproven.cookie)).toMatchObject({ role: 'user' });

    await db.user.update({ where: { id: provider.id }, data: { emailVerified: false } });
    await verify(email, cookie);
    expect(await viewerOf(unproven.cookie)).toMatchObject({ admin: true });
    expect(await me(unproven.cookie)).toMatchObject({ role: 'user,admin' });
    const session = await account('/get-session', undefined, { cookie: unproven.cookie });
    expect(session.body.user.role).toBe('user,admin');
    const listed = await account('/admin/list-users?limit=1', undefined, { cookie: unproven.cookie });
    expect(listed.status).toBe(200);
    expect((await db.user.findUniqueOrThrow({ where: { email } })).role).toBe('user');
  });

  test('loses admin rights with the address, also on an open socket', async () => {
    const { cookie, id } = await aPerson('Later', 'later@evertold.test');
    const viewer = await viewerOf(cookie);
    expect(viewer).toMatchObject({ admin: true });
    await db.user.update({ where: { id }, data: { email: anAddress() } });
    expect(await viewerOf(cookie)).toMatchObject({ admin: false });
    expect(viewer && (await sessionStands(viewer))).toBe(false);
  });

  test('can read accounts, which others cannot', async () => {
    const cookie = await signIn(adminEmail);
    const person = await aPerson('Rosalind Hathaway');
    const document = '{ users(search: "hathaw") { edges { node { name email role } } } }';
    expect((await query(document, cookie)).users.edges).toEqual([
      { node: { name: 'Rosalind Hathaway', email: person.email, role: 'user' } },
    ]);
    await expect(person.gql(document)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(nobody().gql(document)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
