import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { textSubject } from '#api/consent/texting.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { noon, standAt, useClock } from '#tests/support/clock.ts';
import { waitsHere } from '#tests/support/database.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { aPhone } from '#tests/support/phone.ts';
import { server } from '#tests/support/server.ts';
import { aPerson, aSubject, giveConsents, type Person, useServer } from '#tests/support/world.ts';

useServer();
useClock();
useCarriersSignature();
beforeEach(() => standAt(noon));

const smsOf = async (id: string, by: Person) =>
  (await by.gql(`{ subject(id: "${id}") { consents { status } } }`)).subject.consents[0]?.status;
const kindsTo = async (recipient: string) =>
  (await db.notice.findMany({ where: { recipient }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);
const passes = (subjectId: string) =>
  transaction((tx) =>
    textSubject(tx, subjectId, {
      kind: 'said-by-schedule',
      data: { messageId: crypto.randomUUID() },
      dedupeKey: `word:${crypto.randomUUID()}`,
    }),
  );

/** A family's book, with what its phone answered to the question. */
async function aBookThatHeard(...words: string[]) {
  const [phone, owner] = [aPhone(), await aPerson('Teresa')];
  const { id } = await aSubject(owner, { phone });
  for (const word of words) await textFromPhone(phone, word);
  return { phone, owner, id };
}

describe('A stop from a phone that had started again', () => {
  test('applies to a book that was deleted when it came and was restored', async () => {
    const { phone, owner, id } = await aBookThatHeard('YES', 'STOP', 'START');
    expect(await smsOf(id, owner)).toBe('GRANTED');
    await owner.gql(`mutation { deleteSubject(id: "${id}") { __typename } }`);
    await textFromPhone(phone, 'STOP');
    await owner.gql(`mutation { restoreSubject(id: "${id}") { __typename } }`);
    expect(await smsOf(id, owner)).toBe('WITHDRAWN');
  });

  test('applies to a book that had another number when it came', async () => {
    const { phone, owner, id } = await aBookThatHeard('YES', 'STOP', 'START');
    await owner.gql('UpdateSubject', { input: { id, phone: aPhone() } });
    await textFromPhone(phone, 'STOP');
    await owner.gql('UpdateSubject', { input: { id, phone } });
    expect(await smsOf(id, owner)).toBe('WITHDRAWN');
  });

  test('takes effect next to a concurrent start, even for several families', async () => {
    const { phone, id, owner } = await aBookThatHeard('YES');
    await aSubject(await aPerson('Des'), { phone });
    for (let round = 0; round < 8; round++) {
      const words = ['STOP', 'START', 'STOP', 'START'];
      expect(await Promise.all(words.map((word) => textFromPhone(phone, word)))).toEqual(Array(4).fill(200));
    }
    await textFromPhone(phone, 'STOP');
    expect(await smsOf(id, owner)).toBe('WITHDRAWN');
  });
});

describe('A stop whose database connection is cut', () => {
  test('still takes effect, once', async () => {
    const { phone, id, owner } = await aBookThatHeard('YES');
    const holder = new pg.Client({ connectionString: server().adminUrl });
    await holder.connect();
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`phone:${phone}`]);
    const heard = textFromPhone(phone, 'STOP');
    const cut = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and ${waitsHere}
      and (classid, objid) in (select classid, objid from pg_locks where pid = pg_backend_pid() and locktype = 'advisory')`;
    await expect.poll(async () => (await holder.query(cut)).rowCount).toBe(1);
    await holder.end();

    expect(await heard).toBe(200);
    expect(await smsOf(id, owner)).toBe('WITHDRAWN');
    expect(await db.inboundText.count({ where: { phone, text: 'STOP' } })).toBe(1);
  });
});

describe('A START text', () => {
  test('notifies the family once, even if it is repeated', async () => {
    const { phone, id } = await aBookThatHeard('YES', 'STOP', 'START');
    const letters = () => db.notice.count({ where: { subjectId: id, kind: 'consent-changed' } });
    const before = await letters();
    for (let n = 0; n < 3; n++) await textFromPhone(phone, 'START');
    expect(await letters()).toBe(before);
  });

  test('has no effect if the asking family has another number and nobody agreed on the page', async () => {
    const { phone, owner, id } = await aBookThatHeard();
    const des = await aPerson('Des');
    const other = await aSubject(des, { phone });
    await owner.gql('UpdateSubject', { input: { id, phone: aPhone() } });
    await textFromPhone(phone, 'START');
    expect(await smsOf(other.id, des)).toBeUndefined();
    expect(await db.consentIdentity.count({ where: { phone } })).toBe(0);
  });
});

describe('YES by text', () => {
  test('counts for two books of the asking family, because parents may share a phone', async () => {
    const { phone, owner, id } = await aBookThatHeard();
    const father = await aSubject(owner, { phone });
    await textFromPhone(phone, 'YES');
    expect([await smsOf(id, owner), await smsOf(father.id, owner)]).toEqual(['GRANTED', 'GRANTED']);
  });
});

describe('A phone that is entered in a book', () => {
  test('and said stop gets no text for clicks by somebody who has not verified it', async () => {
    const [phone, stranger] = [aPhone(), await aPerson('Mallory')];
    await textFromPhone(phone, 'STOP');
    const told = await kindsTo(phone);
    const { id } = await aSubject(stranger, { isSelf: true, phone });
    const grants = [{ kind: 'SMS', wordingVersion: 2, phone }];
    const { giveConsent } = await stranger.gql('GiveConsent', { input: { subjectId: id, grants } });
    expect(giveConsent.__typename).toBe('PhoneCodeNeeded');
    expect(await passes(id)).toBe(false);
    expect(await kindsTo(phone)).toEqual(told);
  });

  test('and said stop can’t be released by a click of the family, but by its own text or by an account that verified it', async () => {
    const [phone, self] = [aPhone(), await aPerson('Alma')];
    const { id } = await aSubject(self, { isSelf: true, phone });
    const agree = () =>
      self.gql('GiveConsent', {
        input: { subjectId: id, grants: [{ kind: 'SMS', wordingVersion: 2, phone }] },
      });
    await giveConsents(self, id, ['SMS'], phone);
    await textFromPhone(phone, 'STOP');
    expect((await agree()).giveConsent).toMatchObject({
      __typename: 'InvalidInput',
      path: ['grants', '0', 'phone'],
      message: expect.stringContaining('said stop: a text with START from it takes that back'),
    });
    expect(await passes(id)).toBe(false);

    await textFromPhone(phone, 'START');
    expect(await passes(id)).toBe(true);

    await textFromPhone(phone, 'STOP');
    await db.user.update({
      where: { id: self.id },
      data: { phoneNumber: phone, phoneNumberVerified: true },
    });
    await agree();
    expect(await passes(id)).toBe(true);
  });

  test('and has not said stop gets at most two texts a day about clicks', async () => {
    const [phone, stranger] = [aPhone(), await aPerson('Mallory')];
    const { id } = await aSubject(stranger, { isSelf: true, phone });
    for (let n = 0; n < 3; n++) {
      await giveConsents(stranger, id, ['SMS'], phone);
      await stranger.gql('WithdrawConsent', { input: { subjectId: id, kinds: ['SMS'] } });
    }
    expect(await kindsTo(phone)).toEqual(['texts-agreed', 'texts-stopped']);
  });
});
