import { describe, expect, test } from 'vitest';
import { deviceName } from '#api/accounts/profile/service/devices.ts';
import { db } from '#api/platform/database/database.ts';
import { account, rightsChange, viewerOf } from '#tests/support/account.ts';
import { password, signIn, succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, aSubject, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ TRUSTED_PROXIES: '127.0.0.1' });

const devices = '{ me { devices { id name current nearby lastUsedAt } } }';
const ways = '{ me { signInWays { providerId email changedAt } } }';
const where = '{ me { devices { country } } }';
const events = '{ securityEvents { edges { node { country } } } }';
type Placed = { country: string | null };
const end = 'mutation ($id: ID!) { endDevice(id: $id) { __typename ... on UserError { code } } }';
const endOthers = 'mutation { endOtherDevices { ... on User { devices { current } } } }';
const setPassword = `mutation ($newPassword: String!) {
  setPassword(newPassword: $newPassword) { __typename ... on UserError { code message path } }
}`;
const setNotices = `mutation ($input: SetNoticesInput!) {
  setNotices(input: $input) {
    ... on Membership { notices { stories missedCalls remarks } } ... on UserError { code path }
  }
}`;
const of = (userId: string) => `{ subject(id: "${userId}") { members { user { id } notices { stories } } } }`;

const browsers = [
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0',
    'Firefox on a Mac',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on an iPad',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36 Edg/127.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', 'A program'],
  ['', 'A device'],
] as const;

describe('Devices', () => {
  test('are listed and ended by ids, without session tokens', async () => {
    const [anna, other] = [await aPerson('Anna'), await aPerson('Ola')];
    const second = await signIn(anna.email);
    const cookie = anna.cookie ?? '';
    const tokens = (await db.session.findMany({ where: { userId: anna.id } })).map(({ token }) => token);
    const listed = await fetch(`${server().url}/api/auth/list-sessions`, { headers: { cookie } });
    const told = await listed.text();
    expect(listed.status).toBe(200);
    expect(tokens.filter((token) => told.includes(token))).toEqual([]);
    const sessions = JSON.parse(told) as { id: string; token: string }[];
    expect(sessions.map(({ token }) => token)).toEqual(sessions.map(({ id }) => id));
    expect(sessions).toHaveLength(2);

    const { sessionId } = (await viewerOf(second)) ?? {};
    await account('/revoke-session', { token: sessionId }, { cookie: other.cookie ?? '' });
    expect(await viewerOf(second)).not.toBeNull();
    expect(await account('/revoke-session', { token: sessionId }, { cookie })).toMatchObject({ status: 200 });
    expect(await viewerOf(second)).toBeNull();
    expect(await viewerOf(cookie)).not.toBeNull();
  });

  test.each(browsers)('are told in words: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  test('are visible to their holder, and can be ended one by one or all but the current one', async () => {
    const [anna, other] = [await aPerson('Anna'), await aPerson('Ola')];
    const [second, third] = [await signIn(anna.email), await signIn(anna.email)];
    const [here, ...others] = (await anna.gql(devices)).me.devices;
    expect(here).toMatchObject({ current: true, nearby: expect.any(Boolean), name: expect.any(String) });
    expect(others).toHaveLength(2);

    const stolen = await other.gql(end, { id: others[0].id });
    expect(stolen.endDevice.code).toBe('NOT_FOUND');
    const heard = rightsChange(anna.id);
    succeeded(await anna.gql(end, { id: others[0].id }));
    await heard;
    expect((await anna.gql(end, { id: others[0].id })).endDevice.code).toBe('NOT_FOUND');
    const alive = async (cookie: string) =>
      (await account('/get-session', undefined, { cookie })).body !== null;
    expect([await alive(second), await alive(third)].filter(Boolean)).toHaveLength(1);

    expect(succeeded(await anna.gql(endOthers)).devices).toEqual([{ current: true }]);
    expect([await alive(second), await alive(third), await alive(anna.cookie ?? '')]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await other.gql(devices)).me.devices).toHaveLength(1);
  });

  test('show the country of their last use by address, or none if unknown', async () => {
    const anna = await aPerson('Anna');
    const again = { email: anna.email, password };
    const from = async (address: string) =>
      (await account('/sign-in/email', again, { headers: { 'x-forwarded-for': address } })).cookie;
    const places = async () => (await anna.gql(where)).me.devices.map(({ country }: Placed) => country);
    const lisbon = await from('193.136.2.1');
    // A network of IPv6, a household's own, one that stands in examples, and what is no address.
    for (const address of ['2001:4860:4860::8888', '192.168.1.20', '203.0.113.9', 'nonsense'])
      await from(address);
    expect(await places()).toEqual([null, null, null, null, 'US', 'PT']);

    const read = await account('/get-session', undefined, { cookie: lisbon });
    await db.session.update({
      where: { id: read.body.session.id },
      data: { expiresAt: new Date(Date.now() + 20 * 86_400_000) },
    });
    // Used again the day after, somewhere else.
    await account('/get-session', undefined, {
      cookie: lisbon,
      headers: { 'x-forwarded-for': '130.237.28.40' },
    });
    expect(await places()).toEqual([null, 'SE', null, null, null, 'US']);
    const { edges } = (await anna.gql(events)).securityEvents;
    expect(edges.map(({ node }: { node: Placed }) => node.country)).toEqual([null, null, null, 'US', 'PT']);
  });

  test('of another user are hidden, also from admins', async () => {
    const { owner, admin } = await aFamily();
    const { users } = await admin.gql(
      `{ users(search: "${owner.email}") { edges { node { devices { id } signInWays { id } memberships { id } booksOwnedAlone { id } } } } }`,
    );
    const nothing = { devices: [], signInWays: [], memberships: [], booksOwnedAlone: [] };
    expect(users.edges).toEqual([{ node: nothing }]);
  });
});

describe('A password', () => {
  test('can be changed with the current one, and optionally ends all other sessions', async () => {
    const anna = await aPerson();
    const elsewhere = await signIn(anna.email);
    const cookie = anna.cookie ?? '';
    const next = { newPassword: 'another good sentence', revokeOtherSessions: true };
    const wrong = await account('/change-password', { ...next, currentPassword: 'no' }, { cookie });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    const short = { currentPassword: password, newPassword: 'short' };
    expect((await account('/change-password', short, { cookie })).body.code).toBe('PASSWORD_TOO_SHORT');

    const changed = await account('/change-password', { ...next, currentPassword: password }, { cookie });
    expect(changed).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { id: anna.id } },
    });
    expect((await account('/get-session', undefined, { cookie: elsewhere })).body).toBeNull();
    expect((await account('/get-session', undefined, { cookie: changed.cookie })).body).not.toBeNull();
    const signedIn = await account('/sign-in/email', { email: anna.email, password: next.newPassword });
    expect(signedIn.status).toBe(200);
    expect((await account('/sign-in/email', { email: anna.email, password })).status).toBe(401);
  });

  test('can be set once by a user without one, who can then sign in with it', async () => {
    const anna = await aPerson();
    const again = await anna.gql(setPassword, { newPassword: 'a good sentence' });
    expect(again.setPassword).toMatchObject({
      code: 'CONFLICT',
      message: 'User already has a password set',
    });
    const claims = Buffer.from(JSON.stringify({ email: 'anna@provider.test' })).toString('base64url');
    await db.account.updateMany({
      where: { userId: anna.id },
      data: { providerId: 'google', accountId: anna.id, password: null, idToken: `x.${claims}.x` },
    });
    expect((await anna.gql(ways)).me.signInWays).toMatchObject([
      { providerId: 'google', email: 'anna@provider.test' },
    ]);
    const unlinked = await account(
      '/unlink-account',
      { providerId: 'google' },
      { cookie: anna.cookie ?? '' },
    );
    expect(unlinked).toMatchObject({ status: 400, body: { message: "You can't unlink your last account" } });
    for (const newPassword of ['short', 'x'.repeat(129), 'with \0 in it']) {
      const refused = await anna.gql(setPassword, { newPassword });
      expect(refused.setPassword).toMatchObject({ code: 'BAD_REQUEST', path: ['newPassword'] });
    }
    const both = await Promise.all(
      [1, 2].map(() => anna.gql(setPassword, { newPassword: 'a good sentence' })),
    );
    expect(both.map((data) => data.setPassword.__typename).sort()).toEqual(['User', 'WrongState']);
    const signedIn = await account('/sign-in/email', { email: anna.email, password: 'a good sentence' });
    expect(signedIn.status).toBe(200);
    expect((await anna.gql(ways)).me.signInWays.map((way: { providerId: string }) => way.providerId)).toEqual(
      ['credential', 'google'],
    );
  });
});

describe('Notices', () => {
  test('can be chosen by each member for each subject, and are hidden from others', async () => {
    const { subject, owner, editor, stranger } = await aFamily();
    const input = { subjectId: subject.id };
    const notices = { stories: 'WEEKLY', missedCalls: false, remarks: true };
    const chosen = await editor.gql(setNotices, {
      input: { ...input, stories: 'WEEKLY', missedCalls: false },
    });
    expect(chosen.setNotices).toEqual({ notices });
    expect((await editor.gql(setNotices, { input })).setNotices).toEqual({ notices });
    expect((await stranger.gql(setNotices, { input })).setNotices.code).toBe('NOT_FOUND');

    const { members } = (await owner.gql(of(subject.id))).subject;
    const shown = members.filter((member: { notices: object | null }) => member.notices !== null);
    expect(shown).toEqual([{ user: { id: owner.id }, notices: { stories: 'AT_ONCE' } }]);
    const own = await aSubject(stranger);
    await stranger.gql(setNotices, { input: { subjectId: own.id, stories: 'NEVER' } });
    // What is stored is what the letters go by.
    expect(await db.membership.findFirst({ where: { userId: stranger.id } })).toMatchObject({
      storyNotices: 'never',
    });
  });
});
