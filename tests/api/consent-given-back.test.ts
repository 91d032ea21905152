import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { textTo } from '#tests/support/outbox.ts';
import { aPhone, consentCode, otherThan, withPhone } from '#tests/support/phone.ts';
import {
  aFamily,
  aPerson,
  aSubject,
  giveConsents,
  join,
  type Person,
  useServer,
} from '#tests/support/world.ts';

useServer();
useCarriersSignature();

const giving = `mutation ($input: GiveConsentInput!) { giveConsent(input: $input) {
  __typename ... on Subject { consents { kind status } } ... on UserError { code message path } } }`;
const asking = `mutation ($subjectId: ID!) { askForConsentCode(subjectId: $subjectId) {
  __typename ... on UserError { code } } }`;

/** Agrees to what isn't given per phone, by typing Alma's name on somebody's device. */
async function onTheDeviceOf(person: Person, subjectId: string, rest: object = {}) {
  const grants = [{ kind: 'SHARING', wordingVersion: 2 }];
  const input = { subjectId, grants, inPerson: { typedName: 'Alma Rourke' }, ...rest };
  return (await person.gql(giving, { input })).giveConsent;
}
const withdraw = (person: Person, subjectId: string) =>
  person.gql('WithdrawConsent', { input: { subjectId, kinds: ['SHARING', 'AI_WRITING'] } });
const sharing = async (id: string) => (await db.subject.findUniqueOrThrow({ where: { id } })).sharing;
const granted = { __typename: 'Subject' };

describe('A consent that the subject withdrew in their own account', () => {
  test('can’t be given by a typed name on another device, neither an owner’s nor an editor’s', async () => {
    const { self, owner, editor, subject } = await aFamily({ consents: ['SHARING', 'AI_WRITING'] });
    await withdraw(self, subject.id);
    for (const person of [owner, editor]) {
      expect(await onTheDeviceOf(person, subject.id)).toMatchObject({ __typename: 'WrongState' });
    }
    expect(await sharing(subject.id)).toBe(false);
    const last = await db.consentEntry.findFirst({
      where: { subjectId: subject.id, kind: 'SHARING' },
      orderBy: { position: 'desc' },
    });
    expect(last?.status).toBe('WITHDRAWN');
    await giveConsents(self, subject.id, ['SHARING']);
    expect(await sharing(subject.id)).toBe(true);
  });

  test('can be given with a code to the account’s phone, but not to a phone that an owner entered', async () => {
    const { self, owner, editor, subject } = await aFamily({ consents: ['SHARING'] });
    await withdraw(self, subject.id);
    const others = aPhone();
    await owner.gql('UpdateSubject', { input: { id: subject.id, phone: others } });
    const code = await consentCode(owner.id, subject.id, others);
    expect(await onTheDeviceOf(owner, subject.id, { code })).toMatchObject({ __typename: 'WrongState' });
    expect(await sharing(subject.id)).toBe(false);

    await withPhone(self.id, others);
    expect(await onTheDeviceOf(editor, subject.id)).toMatchObject({
      __typename: 'PhoneCodeNeeded',
      code: 'EXPECTATION_FAILED',
      path: ['code'],
    });
    const digits = await consentCode(editor.id, subject.id, others);
    expect(await onTheDeviceOf(editor, subject.id, { code: otherThan(digits) })).toMatchObject({
      __typename: 'CodeRefused',
    });
    // A code is for the account on whose device it is entered.
    expect(await onTheDeviceOf(owner, subject.id, { code: digits })).toMatchObject({
      __typename: 'CodeRefused',
    });
    expect(await onTheDeviceOf(editor, subject.id, { code: digits })).toMatchObject(granted);
    expect(await sharing(subject.id)).toBe(true);
  });
});

describe('A subject without an account', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await aPerson('Anna');
  });

  test('agrees by their name on another device, even after an owner withdrew the consent', async () => {
    const { id } = await aSubject(owner, { phone: aPhone() });
    expect(await onTheDeviceOf(owner, id)).toMatchObject(granted);
    await withdraw(owner, id);
    expect(await onTheDeviceOf(owner, id)).toMatchObject(granted);
  });

  test('who withdrew by text needs a code to that phone, and not to a newer one', async () => {
    const phone = aPhone();
    const { id } = await aSubject(owner, { phone });
    expect(await onTheDeviceOf(owner, id)).toMatchObject(granted);
    await textFromPhone(phone, 'stop sharing');
    await expect.poll(() => sharing(id)).toBe(false);
    expect(await onTheDeviceOf(owner, id)).toMatchObject({ __typename: 'PhoneCodeNeeded' });

    const newer = aPhone();
    await owner.gql('UpdateSubject', { input: { id, phone: newer } });
    const code = await consentCode(owner.id, id, newer);
    expect(await onTheDeviceOf(owner, id, { code })).toMatchObject({ __typename: 'WrongState' });
    expect(await sharing(id)).toBe(false);
  });

  test('gets the code as a text that names its purpose, and it works once', async () => {
    const phone = aPhone();
    const { id } = await aSubject(owner, { phone, timeZone: 'America/New_York' });
    await db.consentEntry.create({
      data: {
        ...{ subjectId: id, kind: 'SHARING', status: 'WITHDRAWN', via: 'VOICE', wordingVersion: 1 },
        identity: { create: { subjectId: id } },
      },
    });
    expect((await owner.gql(asking, { subjectId: id })).askForConsentCode.__typename).toBe('ConsentCodeSent');
    const text = await codeText(phone);
    expect(text).toContain('to agree to what you were shown about your life stories');
    const code = text.slice(0, 6);
    expect(await onTheDeviceOf(owner, id, { code })).toMatchObject(granted);
    await withdraw(owner, id);
    expect(await onTheDeviceOf(owner, id, { code })).toMatchObject({ __typename: 'CodeRefused' });
  });

  test('is sent codes only by those who may converse, only to the phone, and up to a daily limit', async () => {
    const { id } = await aSubject(owner);
    expect((await owner.gql(asking, { subjectId: id })).askForConsentCode).toMatchObject({
      code: 'CONFLICT',
    });
    const { id: other } = await aSubject(owner, { phone: aPhone() });
    const reader = await aPerson('Vi');
    await join(owner, other, reader, 'VIEWER');
    await expect(reader.gql(asking, { subjectId: other })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const many = await aPerson('Many');
    const asked = [];
    for (let book = 0; book < 4; book += 1) {
      const { id: subjectId } = await aSubject(many, { phone: aPhone() });
      for (let time = 0; time < 3; time += 1) {
        asked.push((await many.gql(asking, { subjectId })).askForConsentCode.__typename);
      }
    }
    expect(asked.filter((name) => name === 'ConsentCodeSent')).toHaveLength(10);
  });
});

async function codeText(phone: string): Promise<string> {
  for (let at = 0; ; at += 1) {
    const { text } = await textTo(phone, { known: at });
    if (/^\d{6}/.test(text)) return text;
  }
}

describe('The consents to calls, texts and recording', () => {
  test('need a code from that phone, even in the user’s own book; other kinds need none', async () => {
    const mallory = await aPerson('Mallory');
    const victims = aPhone();
    const { id: subjectId } = await aSubject(mallory, { isSelf: true, phone: victims });
    const { consentWordings } = await mallory.gql('ConsentWordings');
    const give = async (kind: string, rest: object = {}) => {
      const { version } = consentWordings.find((wording: { kind: string }) => wording.kind === kind);
      const grants = [{ kind, wordingVersion: version }];
      return (await mallory.gql(giving, { input: { subjectId, grants, ...rest } })).giveConsent.__typename;
    };
    for (const kind of ['CALLS', 'SMS', 'RECORDING'])
      expect([kind, await give(kind)]).toEqual([kind, 'PhoneCodeNeeded']);
    expect(await db.consentIdentity.count({ where: { phone: victims } })).toBe(0);
    expect(await give('SHARING')).toBe('Subject');
    // A code for another purpose, or for another book with the phone, is none for this.
    const { id: other } = await aSubject(mallory, { phone: victims });
    expect(await give('CALLS', { code: await consentCode(mallory.id, other, victims) })).toBe('CodeRefused');
    const code = await consentCode(mallory.id, subjectId, victims);
    expect(await give('CALLS', { code })).toBe('Subject');
    expect(await give('SMS', { code })).toBe('CodeRefused');
    await withPhone(mallory.id, victims);
    expect(await give('SMS')).toBe('Subject');
  });

  test('need the code on another device too', async () => {
    const owner = await aPerson('Anna');
    const phone = aPhone();
    const { id: subjectId } = await aSubject(owner, { phone });
    const grants = [{ kind: 'CALLS', wordingVersion: 1 }];
    const input = { subjectId, grants, inPerson: { typedName: 'Alma' } };
    const give = async (rest: object = {}) =>
      (await owner.gql(giving, { input: { ...input, ...rest } })).giveConsent.__typename;
    expect(await give()).toBe('PhoneCodeNeeded');
    expect(await give({ code: await consentCode(owner.id, subjectId, phone) })).toBe('Subject');
  });
});
