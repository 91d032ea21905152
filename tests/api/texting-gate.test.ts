import { afterEach, describe, expect, test } from 'vitest';
import { textSubject } from '#api/consent/texting.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/values/clock.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aPerson, aSubject, giveConsents, useServer } from '#tests/support/world.ts';

useServer();

const usual = clock.now;
const setClock = (at: string) => {
  clock.now = () => new Date(at);
};
afterEach(() => {
  clock.now = usual;
});
/** Noon and night of today where everybody here lives. */
const today = usual().toISOString().slice(0, 10);
const noon = `${today}T17:00:00Z`;
const night = `${today}T05:00:00Z`;
const kindsTo = async (recipient: string) =>
  (await db.notice.findMany({ where: { recipient }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('The gate for texts', () => {
  const pass = (subjectId: string) =>
    transaction((tx) =>
      textSubject(tx, subjectId, {
        kind: 'texts-not-open',
        data: {},
        dedupeKey: `gate:${subjectId}:${crypto.randomUUID()}`,
      }),
    );

  test('lets nothing through without the subject’s own yes for the phone they have now', async () => {
    setClock(noon);
    const self = await aPerson('Alma');
    const phone = aPhone();
    const { id } = await aSubject(self, { isSelf: true, phone });
    expect(await pass(id)).toBe(false);
    await giveConsents(self, id, ['CALLS'], phone);
    expect(await pass(id)).toBe(false);
    await giveConsents(self, id, ['SMS'], phone);
    expect(await pass(id)).toBe(true);
    await self.gql('UpdateSubject', { input: { id, status: 'PAUSED' } });
    expect(await pass(id)).toBe(false);
    await self.gql('UpdateSubject', { input: { id, status: 'ACTIVE' } });
    await self.gql('UpdateSubject', { input: { id, phone: aPhone() } });
    expect(await pass(id)).toBe(false);
  });

  test('takes back what waits when the yes is', async () => {
    setClock(night);
    const self = await aPerson('Alma');
    const phone = aPhone();
    const { id } = await aSubject(self, { isSelf: true, phone });
    await giveConsents(self, id, ['SMS'], phone);
    expect(await pass(id)).toBe(true);
    await self.gql('WithdrawConsent', { input: { subjectId: id, kinds: ['SMS'] } });
    expect(await kindsTo(phone)).toEqual(['texts-agreed', 'texts-stopped']);
  });
});
