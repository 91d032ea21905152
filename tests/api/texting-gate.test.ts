import { describe, expect, test } from 'vitest';
import { textSubject } from '#api/consent/texting.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { night, noon, standAt, useClock } from '#tests/support/clock.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aPerson, aSubject, giveConsents, useServer } from '#tests/support/world.ts';

useServer();
useClock();

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
    standAt(noon);
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
    standAt(night);
    const self = await aPerson('Alma');
    const phone = aPhone();
    const { id } = await aSubject(self, { isSelf: true, phone });
    await giveConsents(self, id, ['SMS'], phone);
    expect(await pass(id)).toBe(true);
    await self.gql('WithdrawConsent', { input: { subjectId: id, kinds: ['SMS'] } });
    expect(await kindsTo(phone)).toEqual(['texts-agreed', 'texts-stopped']);
  });
});
