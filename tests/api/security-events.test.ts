import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, linkIn, query } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPartner } from '#tests/support/partner.ts';
import { aPerson, type Person, succeeded } from '#tests/support/person.ts';
import { theAdmin, useServer } from '#tests/support/world.ts';

useServer();

const page = `query ($first: Int, $after: String) {
  securityEvents(first: $first, after: $after) {
    edges { node { id at kind about isNewDevice } } pageInfo { hasNextPage endCursor }
  }
}`;

const androidChrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const macFirefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

type Event = { id: string; kind: string; about: string | null; isNewDevice: boolean };

async function eventsOf(person: Person, variables: object = {}): Promise<Event[]> {
  const { edges } = (await person.gql(page, variables)).securityEvents;
  return edges.map(({ node }: { node: Event }) => node);
}

const kindsOf = async (person: Person) => (await eventsOf(person)).map(({ kind }) => kind);

describe('The security events of an account', () => {
  let anna: Person;
  beforeAll(async () => {
    anna = await aPerson('Anna');
  });

  test('show each sign-in to the user alone, and whether the device is new', async () => {
    const again = { email: anna.email, password: 'correct horse battery' };
    for (const userAgent of [macFirefox, androidChrome, macFirefox]) {
      await account('/sign-in/email', again, { headers: { 'user-agent': userAgent } });
    }

    expect((await eventsOf(anna)).map(({ kind, about, isNewDevice }) => [kind, about, isNewDevice])).toEqual([
      ['SIGNED_IN', 'Firefox on a Mac', false],
      ['SIGNED_IN', 'Chrome on Android', true],
      // The very first is no surprise.
      ['SIGNED_IN', 'Firefox on a Mac', false],
    ]);
    expect(await kindsOf(await aPerson('Ben'))).toEqual([]);
  });

  test('record every change: passwords, addresses, phones, providers and keys', async () => {
    const passwords = { currentPassword: 'correct horse battery', newPassword: 'another horse battery' };
    await account('/change-password', passwords, { cookie: anna.cookie ?? '' });
    await account('/request-password-reset', { email: anna.email, redirectTo: '/reset-password' });
    const link = linkIn(await letterTo(anna.email, { leadingTo: '/reset-password/' }), '/reset-password/');
    const token = new URL(link).pathname.split('/').at(-1);
    // A reset ends every session; what it was is read by a new one.
    await account('/reset-password', { token, newPassword: 'correct horse battery' });
    const carl = await aPerson('Carl');
    await db.user.update({ where: { id: carl.id }, data: { email: `new.${carl.email}` } });
    await db.user.update({ where: { id: carl.id }, data: { phoneNumber: '+12025550188' } });
    const linked = { accountId: 'x', providerId: 'google', userId: carl.id };
    const { id } = await db.account.create({ data: linked });
    await db.account.delete({ where: { id } });
    const { keyId } = await aPartner(carl);
    succeeded(await carl.gql('RevokeApiKey', { id: keyId }));

    const changed = await db.auditEvent.findMany({
      where: { targetId: anna.id, action: 'security.password-changed' },
    });
    expect(changed).toHaveLength(2);
    // Two of one millisecond may come either way.
    const told = (await eventsOf(carl)).map(({ kind, about }) => `${kind} ${about}`).sort();
    expect(told).toEqual([
      'EMAIL_CHANGED null',
      expect.stringMatching(/^KEY_MADE evt_.{8}$/),
      expect.stringMatching(/^KEY_REVOKED evt_.{8}$/),
      'LINKED google',
      'PHONE_CHANGED null',
      'UNLINKED google',
    ]);
  });

  test('name the support member who impersonated the user, and what they changed', async () => {
    const dora = await aPerson('Dora');
    const cookie = (await theAdmin()).cookie ?? '';
    await account('/admin/impersonate-user', { userId: dora.id }, { cookie });
    await account('/admin/set-user-password', { userId: dora.id, newPassword: 'a third horse' }, { cookie });

    // A password that support sets ends every session.
    const back = await account('/sign-in/email', { email: dora.email, password: 'a third horse' });
    const { securityEvents } = await query(`{ securityEvents { edges { node { kind } } } }`, back.cookie);
    const kinds = securityEvents.edges.map(({ node }: { node: Event }) => node.kind);
    expect(kinds.toSorted()).toEqual(['PASSWORD_CHANGED', 'SIGNED_IN', 'SUPPORT_ACTED', 'SUPPORT_CHANGED']);
  });

  test('come in pages and are never deleted, because the log only grows', async () => {
    const emil = await aPerson('Emil');
    for (let at = 0; at < 4; at++)
      await db.user.update({ where: { id: emil.id }, data: { phoneNumber: `+1202555019${at}` } });
    const first = (await emil.gql(page, { first: 3 })).securityEvents;
    const { hasNextPage, endCursor } = first.pageInfo;
    const rest = await eventsOf(emil, { first: 3, after: endCursor });

    expect(hasNextPage).toBe(true);
    expect([
      ...first.edges.map(({ node }: { node: Event }) => node.kind),
      ...rest.map(({ kind }) => kind),
    ]).toEqual(Array.from({ length: 4 }, () => 'PHONE_CHANGED'));
    await db.user.delete({ where: { id: emil.id } });
    expect(await db.auditEvent.count({ where: { targetId: emil.id, action: 'security.unlinked' } })).toBe(0);
    await expect(db.auditEvent.deleteMany({ where: { targetId: emil.id } })).rejects.toThrow(/denied/);
  });
});
