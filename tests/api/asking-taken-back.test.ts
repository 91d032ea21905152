import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { night, noon, standAt, useClock } from '#tests/support/clock.ts';
import { textTo } from '#tests/support/outbox.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aPhone, consentCode } from '#tests/support/phone.ts';
import { aPerson, aSubject, useServer } from '#tests/support/world.ts';

useServer();
useClock();

let owner: Person;
beforeEach(async () => {
  owner = await aPerson('Teresa Rourke');
});

/** A book that is active, though its phone has not agreed to texts: that question waits for the morning. */
async function askedByNight() {
  standAt(night);
  const phone = aPhone();
  const { id } = await aSubject(owner, { phone, timeZone: 'America/New_York' });
  const grants = [{ kind: 'SHARING', wordingVersion: 2 }];
  const inPerson = { typedName: 'Alma' };
  succeeded(await owner.gql('GiveConsent', { input: { subjectId: id, grants, inPerson } }));
  expect(await questionsTo(phone)).toBe(1);
  return { phone, id };
}

const change = async (input: object) => succeeded(await owner.gql('UpdateSubject', { input }));
const questionsTo = (recipient: string) => db.notice.count({ where: { recipient, kind: 'ask-for-texts' } });

describe('A consent text that waits for the morning', () => {
  test.each([
    ['has another phone', () => ({ phone: aPhone() })],
    ['has none any more', () => ({ phone: null })],
    ['is paused', () => ({ status: 'PAUSED' })],
    ['is kept in memory', () => ({ status: 'MEMORIAL' })],
  ])('is taken back when the book %s', async (_, input) => {
    const { phone, id } = await askedByNight();
    await change({ id, ...input() });
    expect(await questionsTo(phone)).toBe(0);
    expect(await db.consentRequest.count({ where: { phone } })).toBe(0);
  });

  test('stays when another field of the subject changes', async () => {
    const { phone, id } = await askedByNight();
    await change({ id, cloth: 'ink', phone });
    expect(await questionsTo(phone)).toBe(1);
  });

  test('is sent when the number is restored or the pause ends', async () => {
    const { phone, id } = await askedByNight();
    const wrong = aPhone();
    await change({ id, phone: wrong });
    await change({ id, phone });
    expect([await questionsTo(wrong), await questionsTo(phone)]).toEqual([0, 1]);
    await change({ id, status: 'PAUSED' });
    // Nobody is asked for a book that is paused.
    await change({ id, phone: wrong });
    expect([await questionsTo(wrong), await questionsTo(phone)]).toEqual([0, 0]);
    await change({ id, status: 'ACTIVE' });
    expect(await questionsTo(wrong)).toBe(1);
  });

  test('is not queued again once it was or may have been sent', async () => {
    standAt(noon);
    const [sent, other] = [aPhone(), aPhone()];
    const { id } = await aSubject(owner, { phone: sent, timeZone: 'America/New_York' });
    await textTo(sent);
    await change({ id, phone: other });
    await change({ id, phone: sent });
    expect(await questionsTo(sent)).toBe(1);

    const { phone, id: second } = await askedByNight();
    await db.notice.updateMany({ where: { recipient: phone }, data: { attempts: 1 } });
    await change({ id: second, phone: aPhone() });
    await change({ id: second, phone });
    expect(await questionsTo(phone)).toBe(0);
  });

  test('is not sent after the pause to a person who has agreed on the subject’s page', async () => {
    standAt(noon);
    const phone = aPhone();
    const { id } = await aSubject(owner, { phone, timeZone: 'America/New_York' });
    const inPerson = { typedName: 'Alma' };
    await textTo(phone);
    await db.consentRequest.deleteMany({ where: { phone } });
    const grants = [{ kind: 'SMS', wordingVersion: 2, phone }];
    const code = await consentCode(owner.id, id, phone);
    succeeded(await owner.gql('GiveConsent', { input: { subjectId: id, grants, inPerson, code } }));
    await change({ id, status: 'PAUSED' });
    await change({ id, status: 'ACTIVE' });
    expect(await questionsTo(phone)).toBe(1);
  });
});
