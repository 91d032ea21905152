import { describe, expect, test } from 'vitest';
import { textSubject } from '#api/consent/texting.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { night, noon, standAt, useClock } from '#tests/support/clock.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aPerson, aSubject, giveConsents, type Person, useServer } from '#tests/support/world.ts';

useServer();
useClock();
useCarriersSignature();

const kindsTo = async (recipient: string) =>
  (await db.notice.findMany({ where: { recipient }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('The check before every text', () => {
  const pass = (subjectId: string) =>
    transaction((tx) =>
      textSubject(tx, subjectId, {
        kind: 'said-by-schedule',
        data: { messageId: crypto.randomUUID() },
        dedupeKey: `gate:${subjectId}:${crypto.randomUUID()}`,
      }),
    );

  test('lets no text through without the subject’s own consent for their current phone', async () => {
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

  test('cancels waiting texts when the consent is withdrawn', async () => {
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

describe('A consent by text to a family’s question', () => {
  const aBookFor = async (phone: string, by: Person) => (await aSubject(by, { phone })).id;
  const subjectAccessOf = async (subjectId: string, by: Person) =>
    (await by.gql(`{ subject(id: "${subjectId}") { status consents { kind status via } } }`)).subject;
  const sms = (status: string) => [{ kind: 'SMS', status, via: 'SMS' }];

  test('counts for the family that asked, and for no other that enters the phone before or after', async () => {
    standAt(noon);
    const phone = aPhone();
    const [owner, des, fay] = [await aPerson('Teresa'), await aPerson('Des'), await aPerson('Fay')];
    const asked = await aBookFor(phone, owner);
    const before = await aBookFor(phone, des);
    await textFromPhone(phone, 'yes');
    const after = await aBookFor(phone, fay);
    expect(await subjectAccessOf(asked, owner)).toMatchObject({ status: 'ACTIVE', consents: sms('GRANTED') });
    const waiting = { status: 'AWAITING_CONSENT', consents: [] };
    expect(await subjectAccessOf(before, des)).toEqual(waiting);
    expect(await subjectAccessOf(after, fay)).toEqual(waiting);
    // Who starts again does so with those who had the yes.
    await textFromPhone(phone, 'STOP');
    await textFromPhone(phone, 'START');
    expect(await subjectAccessOf(asked, owner)).toMatchObject({ consents: sms('GRANTED') });
    for (const [id, by] of [[before, des] as const, [after, fay] as const])
      expect((await subjectAccessOf(id, by)).consents).toEqual(sms('WITHDRAWN'));
  });

  test('has no effect if the family has another number by now', async () => {
    standAt(noon);
    const [phone, owner] = [aPhone(), await aPerson('Teresa')];
    const id = await aBookFor(phone, owner);
    const other = await aBookFor(phone, await aPerson('Des'));
    await owner.gql('UpdateSubject', { input: { id, phone: aPhone() } });
    await textFromPhone(phone, 'YES');
    expect(await db.consentIdentity.count({ where: { phone } })).toBe(0);
    expect(await db.subject.findUnique({ where: { id: other } })).toMatchObject({
      status: 'AWAITING_CONSENT',
    });
  });
});
