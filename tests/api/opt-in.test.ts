import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { textsTo, textTo } from '#tests/support/outbox.ts';
import type { Answer } from '#tests/support/person.ts';
import { aPhone, codeTo, otherThan, withPhone } from '#tests/support/phone.ts';
import { aPerson, aSubject, nobody, type Person, useServer } from '#tests/support/world.ts';

useServer();
useCarriersSignature();

const asking = `mutation ($input: AskToOptInInput!) { askToOptIn(input: $input) {
  __typename ... on CodeSent { phone expiresAt }
  ... on UserError { code message path } ... on TooManyCodes { retryAfterSeconds }
} }`;
const agreeing = `mutation ($input: OptInInput!) { optIn(input: $input) {
  __typename ... on OptedIn { phone agreedAt }
  ... on UserError { code message path } ... on CodeRefused { reason }
} }`;

const ask = async (phone: string, more: object = {}): Promise<Answer> =>
  (await nobody().gql(asking, { input: { phone, wordingVersion: 2, agreed: true, ...more } })).askToOptIn;
const agree = async (phone: string, code: string, by: Person = nobody()): Promise<Answer> =>
  (await by.gql(agreeing, { input: { phone, code, wordingVersion: 2 } })).optIn;

/** Its holder agrees to texts; whatever else came to the phone before. */
async function agreed(phone: string) {
  const digits = async () => (await textsTo(phone)).flatMap(({ text }) => /^\d{6}/.exec(text) ?? []);
  await ask(phone);
  await expect.poll(async () => (await digits()).length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(await agree(phone, (await digits()).at(-1) ?? '')).toMatchObject({ __typename: 'OptedIn' });
}

describe('Agreeing to texts on the public page', () => {
  test('needs six digits from the phone itself, and the ledger stores the wording, the way and the address', async () => {
    const phone = aPhone();
    const sent = await ask(phone.replace('+1', '(').replace(/^\((...)/, '($1) '));
    expect(sent).toMatchObject({ __typename: 'CodeSent', phone });
    const { text } = await textTo(phone);
    expect(text).toMatch(/^\d{6} is your Evertold code to agree to text messages\./);
    expect(await agree(phone, await codeTo(phone))).toMatchObject({ __typename: 'OptedIn', phone });

    const [kept, ...more] = await db.consentIdentity.findMany({ where: { phone }, include: { entry: true } });
    expect(more).toEqual([]);
    expect(kept).toMatchObject({
      ...{ subjectId: null, ipAddress: '127.0.0.1', userAgent: expect.any(String), actorId: null },
      entry: { subjectId: null, kind: 'SMS', status: 'GRANTED', via: 'WEB', wordingVersion: 2 },
    });
    // The confirmation, always.
    expect((await textTo(phone, { known: 1 })).text).toMatch(/you agreed.*rates may apply.*HELP.*STOP/);
  });

  test('counts for every book that has the phone, but reveals nothing to a person who enters it later', async () => {
    const phone = aPhone();
    const [anna, des] = [await aPerson('Anna'), await aPerson('Des')];
    const before = await aSubject(anna, { phone });
    await ask(phone);
    // The question that a new book causes comes first.
    await expect
      .poll(async () => (await textsTo(phone)).filter(({ text }) => /^\d{6}/.test(text)).length, {
        timeout: 15_000,
      })
      .toBe(1);
    const [code] = (await textsTo(phone)).map(({ text }) => /^\d{6}/.exec(text)?.[0]).filter(Boolean);
    await agree(phone, code ?? '');
    const after = await aSubject(des, { phone });

    const seen = async (person: Person, { id }: { id: string }) => {
      const document = `{ subject(id: "${id}") { status consents { kind status via phone } consentHistory { status } } }`;
      return (await person.gql(document)).subject;
    };
    expect(await seen(anna, before)).toEqual({
      status: 'ACTIVE',
      consents: [{ kind: 'SMS', status: 'GRANTED', via: 'WEB', phone }],
      consentHistory: [{ status: 'GRANTED' }],
    });
    const fresh = await aSubject(des, { phone: aPhone() });
    expect(await seen(des, after)).toEqual(await seen(des, fresh));
    // To another phone it doesn't go along, nor back to a book that had given the phone up.
    await anna.gql('UpdateSubject', { input: { id: before.id, phone: aPhone() } });
    await anna.gql('UpdateSubject', { input: { id: before.id, phone } });
    expect(await seen(anna, before)).toEqual(await seen(des, fresh));
    // Nor does a stop, which is as good as not having said anything.
    const stopped = aPhone();
    await agreed(stopped);
    await textFromPhone(stopped, 'STOP');
    expect(await seen(des, await aSubject(des, { phone: stopped }))).toEqual(await seen(des, fresh));
  });

  test('counts for the book of an account that has verified the phone, even if the book comes later', async () => {
    const [self, other] = [await aPerson('Alma'), await aPerson('Mallory')];
    const phone = await withPhone(self.id);
    await agreed(phone);
    const consents = async (person: Person) => {
      const { id } = await aSubject(person, { isSelf: true, phone });
      return (await person.gql(`{ subject(id: "${id}") { consents { status } } }`)).subject.consents;
    };
    expect(await consents(other)).toEqual([]);
    expect(await consents(self)).toEqual([{ status: 'GRANTED' }]);
  });

  test('can be withdrawn in the app by an owner, for their book', async () => {
    const phone = aPhone();
    const anna = await aPerson('Anna');
    const { id } = await aSubject(anna, { phone });
    await agreed(phone);
    await anna.gql('WithdrawConsent', { input: { subjectId: id, kinds: ['SMS'] } });
    const { subject } = await anna.gql(`{ subject(id: "${id}") { status consents { status } } }`);
    expect(subject).toEqual({ status: 'AWAITING_CONSENT', consents: [{ status: 'WITHDRAWN' }] });
  });

  test('answers the same for known and unknown phones', async () => {
    const known = await withPhone((await aPerson()).id);
    await aSubject(await aPerson(), { phone: known });
    const answers = await Promise.all([known, aPhone()].map((phone) => ask(phone)));
    const shape = (answer: Answer) => Object.keys(answer).sort();
    expect(answers.map(({ __typename }) => __typename)).toEqual(['CodeSent', 'CodeSent']);
    expect(shape(answers[0])).toEqual(shape(answers[1]));
    const wrong = await Promise.all([known, aPhone()].map((phone) => agree(phone, '000000')));
    expect(wrong[0].__typename).toBe('CodeRefused');
    expect(wrong[1]).toMatchObject({ reason: 'EXPIRED' });
  });

  test('accepts only the right digits, and only once, even concurrently', async () => {
    const phone = aPhone();
    await ask(phone);
    const code = await codeTo(phone);
    expect(await agree(phone, otherThan(code))).toMatchObject({ code: 'BAD_REQUEST', reason: 'WRONG' });
    expect(await agree(aPhone(), code)).toMatchObject({ reason: 'EXPIRED' });
    const two = await Promise.all([agree(phone, code), agree(phone, code)]);
    expect(two.map(({ __typename }) => __typename).sort()).toEqual(['CodeRefused', 'OptedIn']);
    expect(await db.consentIdentity.count({ where: { phone } })).toBe(1);
    // A code for this opens no account.
    const { id } = await aPerson();
    await withPhone(id, phone);
    expect(await db.session.count({ where: { userId: id } })).toBe(1);
  });

  test('names a signed-in user as the helper, unless the phone is their own', async () => {
    const [helper, holder] = [await aPerson('Helper'), await aPerson('Holder')];
    const phones = [aPhone(), await withPhone(holder.id)];
    for (const [at, person] of [helper, holder].entries()) {
      const phone = phones[at] ?? '';
      await ask(phone);
      await agree(phone, await codeTo(phone), person);
    }
    const kept = await db.consentIdentity.findMany({ where: { phone: { in: phones } } });
    expect(kept.find(({ phone }) => phone === phones[0])).toMatchObject({
      helperId: helper.id,
      actorId: null,
    });
    expect(kept.find(({ phone }) => phone === phones[1])).toMatchObject({
      helperId: null,
      actorId: holder.id,
    });
  });

  test.each<[string, object, string]>([
    ['no phone', { phone: 'seven' }, 'phone'],
    ['a box that is not ticked', { agreed: false }, 'agreed'],
    ['words of before', { wordingVersion: 1 }, 'wordingVersion'],
  ])('refuses %s', async (_what, input, path) => {
    expect(await ask(aPhone(), input)).toMatchObject({ code: 'BAD_REQUEST', path: [path] });
  });

  test('sends at most three codes in ten minutes to one phone, for all purposes together', async () => {
    const phone = aPhone();
    const answers: string[] = [];
    for (let asked = 0; asked < 4; asked++) answers.push((await ask(phone)).__typename);
    expect(answers).toEqual([...Array(3).fill('CodeSent'), 'TooManyCodes']);
  });

  test('allows one address thirty requests per hour', async () => {
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask(aPhone())));
    const refused = answers.filter(({ __typename }) => __typename === 'TooManyCodes');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(refused[0].retryAfterSeconds).toBeGreaterThan(0);
  });
});
