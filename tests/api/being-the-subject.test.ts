import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, linkIn } from '#tests/support/account.ts';
import { goAsUsual, later, minute, useClock } from '#tests/support/clock.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { lettersTo, letterTo, textsTo } from '#tests/support/outbox.ts';
import { aPerson, type Person, succeeded } from '#tests/support/person.ts';
import { aPhone, otherThan, withPhone } from '#tests/support/phone.ts';
import { aTelling } from '#tests/support/told.ts';
import { aSubject, giveConsents, join, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer();
useClock();
useCarriersSignature();

const minutesLater = (minutes: number) => later(minutes * minute);

const asking = `mutation ($subjectId: ID!) { askToBeSubject(subjectId: $subjectId) {
  __typename ... on SubjectCodeSent { expiresAt } ... on UserError { code message path }
  ... on TooManyCodes { retryAfterSeconds } } }`;
const becoming = `mutation ($input: BecomeSubjectInput!) { becomeSubject(input: $input) {
  __typename ... on Subject { id isSelf selfUserId myRole abilities }
  ... on UserError { code message path } ... on CodeRefused { reason } } }`;

const ask = async (person: Person, subjectId: string) =>
  (await person.gql(asking, { subjectId })).askToBeSubject;
const become = async (person: Person, subjectId: string, code: string) =>
  (await person.gql(becoming, { input: { subjectId, code } })).becomeSubject;
const selfOf = async (id: string) => (await db.subject.findUniqueOrThrow({ where: { id } })).selfUserId;

/** The texts with codes that came to a phone: by day it is also asked for its yes. */
const codesTo = async (phone: string) =>
  (await textsTo(phone)).map(({ text }) => text).filter((text) => /^\d{6}/.test(text));

/** The digits of the code after the first `known`, as soon as it is there. */
async function codeTo(phone: string, known = 0): Promise<string> {
  await expect.poll(() => codesTo(phone), { timeout: 15_000 }).toHaveLength(known + 1);
  return (await codesTo(phone))[known]?.slice(0, 6) ?? '';
}

/** A book about Alma with a phone, which Teresa looks after and Alma reads. */
async function aHouse(phone = aPhone()) {
  const [teresa, alma] = [await aPerson('Teresa'), await aPerson('Alma')];
  const { id } = await aSubject(teresa, { phone });
  await join(teresa, id, alma, 'VIEWER');
  return { teresa, alma, id, phone };
}

describe('A member who is the subject', () => {
  test('proves it by six digits sent to the subject’s phone at any hour, and the owners get a letter', async () => {
    const { teresa, alma, id, phone } = await aHouse();
    const sent = await ask(alma, id);
    // The phone is not for readers to know.
    expect(JSON.stringify(sent)).not.toContain(phone.slice(-4));
    await codeTo(phone);
    expect((await codesTo(phone))[0]).toMatch(
      /^\d{6} is your Evertold code to have Alma’s book as your own\. It is for Alma alone\./,
    );

    const became = await become(alma, id, (await codeTo(phone)).replace(/^.../, '$& '));
    expect(became).toMatchObject({ id, isSelf: true, selfUserId: alma.id, myRole: 'VIEWER' });
    expect(became.abilities).toEqual(expect.arrayContaining(['READ_PRIVATE', 'GIVE_CONSENT']));
    const toTeresa = await letterTo(teresa.email);
    expect(toTeresa).toMatchObject({ subject: 'Alma is in charge of Alma’s book' });
    expect(linkIn(toTeresa, '/dashboard/')).toContain(id);
    await giveConsents(alma, id, ['SHARING']);
    expect((await letterTo(alma.email)).subject).toBe('The book about you is yours');
    const event = { subjectId: id, action: 'subject.claimed', actorId: alma.id };
    expect(await db.auditEvent.count({ where: event })).toBe(1);

    // Once, and for one account: not again, nor for another member.
    expect((await alma.ask(asking, { subjectId: id })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(await ask(teresa, id)).toMatchObject({ code: 'CONFLICT', message: 'Alma has an account already' });
    const told = (await lettersTo(teresa.email)).filter(({ subject }) => subject?.includes('in charge'));
    expect(told).toHaveLength(1);
  });

  test('is refused with wrong, expired, used and foreign digits, and after five tries', async () => {
    const { teresa, alma, id, phone } = await aHouse();
    expect(await become(alma, id, '123456')).toMatchObject({ reason: 'EXPIRED' });
    expect(await become(alma, id, '12345')).toMatchObject({ code: 'BAD_REQUEST', path: ['code'] });
    await ask(alma, id);
    const digits = await codeTo(phone);
    // Made for Alma's account: whoever else reads it off her phone has no use for it.
    expect(await become(teresa, id, digits)).toMatchObject({ reason: 'EXPIRED' });
    minutesLater(5);
    expect(await become(alma, id, digits)).toMatchObject({ reason: 'EXPIRED' });
    goAsUsual();
    for (let tried = 0; tried < 5; tried++)
      expect(await become(alma, id, otherThan(digits))).toMatchObject({ reason: 'WRONG' });
    expect(await become(alma, id, digits)).toMatchObject({ reason: 'TOO_MANY' });
    expect(await selfOf(id)).toBeNull();
  });

  test('is refused with digits that expired between check and use, when the first server was killed', async () => {
    const { alma, id, phone } = await aHouse();
    await ask(alma, id);
    const body = JSON.stringify({
      query: becoming,
      variables: { input: { subjectId: id, code: await codeTo(phone) } },
    });
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': 'becoming',
      cookie: alma.cookie ?? '',
    };
    const send = async () => {
      const response = await fetch(`${server().url}/graphql`, { method: 'POST', headers, body });
      return (await response.json()).data.becomeSubject;
    };
    expect(await send()).toMatchObject({ selfUserId: alma.id });
    const done = await db.idempotentAnswer.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    // As a process leaves it that is killed once the digits are tried.
    const cutOff = {
      answer: null,
      beganAt: new Date(Date.now() - 2 * minute),
      steps: done.steps.slice(0, -1),
    };
    await db.subject.update({ where: { id }, data: { selfUserId: null } });
    await db.phoneCode.updateMany({ where: { phone }, data: { usedAt: null } });
    for (const [minutes, answer] of [
      [6, { reason: 'EXPIRED' }],
      [2, { selfUserId: alma.id }],
    ] as const) {
      await db.idempotentAnswer.update({ where: { id: done.id }, data: cutOff });
      minutesLater(minutes);
      expect(await send()).toMatchObject(answer);
    }
  });

  test('gets a code for one subject only, also on a shared phone', async () => {
    const { alma, id, phone, teresa } = await aHouse();
    const bert = await aSubject(teresa, { fullName: 'Bert Rourke', preferredName: 'Bert', phone });
    await join(teresa, bert.id, alma, 'EDITOR');
    await ask(alma, bert.id);
    const forBert = await codeTo(phone);
    expect(await become(alma, id, forBert)).toMatchObject({ reason: 'EXPIRED' });
    expect(await selfOf(id)).toBeNull();
    succeeded({ becomeSubject: await become(alma, bert.id, forBert) });
    expect(await selfOf(bert.id)).toBe(alma.id);
    // And nobody is two people.
    expect(await ask(alma, id)).toMatchObject({ message: 'You have a book of your own already' });
  });

  test('is one account, when several confirm at once or with the same digits', async () => {
    const { teresa, alma, id, phone } = await aHouse();
    const asked = await Promise.all([ask(teresa, id), ask(alma, id)]);
    expect(asked.map(({ __typename }) => __typename)).toEqual(['SubjectCodeSent', 'SubjectCodeSent']);
    await codeTo(phone, 1);
    const codes = (await codesTo(phone)).map((text) => text.slice(0, 6));
    const tries = [teresa, alma].flatMap((who) =>
      codes.flatMap((code) => [1, 2].map(() => who.ask(becoming, { input: { subjectId: id, code } }))),
    );
    const answers = await Promise.all(tries);
    // Who comes after the book has its person may not even ask.
    const refused = answers.flatMap(({ errors }) => errors ?? []).map(({ extensions }) => extensions.code);
    expect(refused.filter((code) => code !== 'FORBIDDEN')).toEqual([]);
    const became = answers
      .map(({ data }) => data?.becomeSubject)
      .filter((answer) => answer?.__typename === 'Subject');
    expect(became).toHaveLength(1);
    expect(await selfOf(id)).toBe(became[0].selfUserId);
  });

  test('gets no more codes than the limits of the phone and of the account allow', async () => {
    const { alma, id, phone } = await aHouse();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(alma, id)));
    const kinds = answers.map(({ __typename }) => __typename).toSorted();
    expect(kinds).toEqual(['SubjectCodeSent', 'SubjectCodeSent', 'SubjectCodeSent', 'TooManyCodes']);
    await db.phoneCode.deleteMany({ where: { phone } });
    expect((await ask(alma, id)).__typename).toBe('SubjectCodeSent');
    const sixth = await ask(alma, id);
    expect(sixth).toMatchObject({ __typename: 'TooManyCodes', code: 'TOO_MANY_REQUESTS' });
    expect(sixth.retryAfterSeconds).toBeGreaterThan(3600);
  });
});

describe('Becoming the subject is refused', () => {
  let house: Awaited<ReturnType<typeof aHouse>>;
  beforeAll(async () => {
    house = await aHouse();
  });
  const refusal = async (person: Person) =>
    (await person.ask(asking, { subjectId: house.id })).errors?.[0]?.extensions.code ??
    (await ask(person, house.id)).code;

  test('without access to the subject, whatever the phone, and to admins, also while impersonating', async () => {
    const [holder, admin] = [await aPerson('Alma'), await theAdmin()];
    await withPhone(holder.id, house.phone);
    expect(await refusal(holder)).toBe('NOT_FOUND');
    expect(await refusal(admin)).toBe('FORBIDDEN');
    const acting = await account(
      '/admin/impersonate-user',
      { userId: house.alma.id },
      { cookie: admin.cookie ?? '' },
    );
    const asked = await fetch(`${server().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: acting.cookie },
      body: JSON.stringify({ query: asking, variables: { subjectId: house.id } }),
    });
    expect((await asked.json()).errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await codesTo(house.phone)).toEqual([]);
  });

  test('without a usable code: no phone, a memorial, or a phone that was changed after sending', async () => {
    const { teresa, alma, id, phone } = await aHouse();
    await ask(alma, id);
    const digits = await codeTo(phone);
    const update = (input: object) => teresa.gql('UpdateSubject', { input: { id, ...input } });
    succeeded(await update({ phone: aPhone() }));
    expect(await become(alma, id, digits)).toMatchObject({ reason: 'EXPIRED' });
    succeeded(await update({ phone: null }));
    expect(await ask(alma, id)).toMatchObject({ code: 'CONFLICT' });
    expect(await become(alma, id, digits)).toMatchObject({ code: 'CONFLICT' });
    succeeded(await update({ phone, status: 'MEMORIAL' }));
    expect(await ask(alma, id)).toMatchObject({ message: 'The book is a memorial' });
  });

  test('to an owner who enters their own phone and may not read earlier words', async () => {
    const { teresa, id } = house;
    const conversation = await db.conversation.create({
      data: { subjectId: id, channel: 'PHONE', status: 'COMPLETED', startedAt: new Date() },
    });
    const said = { subjectId: id, conversationId: conversation.id, role: 'user' as const, text: 'So.' };
    await db.message.create({ data: { ...said, seq: 1, private: true } });
    const own = aPhone();
    succeeded(await teresa.gql('UpdateSubject', { input: { id, phone: own } }));
    expect(await ask(teresa, id)).toMatchObject({
      code: 'CONFLICT',
      message: 'The phone of the book is newer than words that were kept private',
    });
    expect(await codesTo(own)).toEqual([]);
    // Words that everybody in the family reads keep nothing from them.
    await db.message.updateMany({ where: { subjectId: id }, data: { private: false } });
    await db.subject.update({ where: { id }, data: { sharing: true } });
    expect((await ask(teresa, id)).__typename).toBe('SubjectCodeSent');
  });
});

const previewing = `query ($token: String!) { invitationPreview(token: $token) {
  role invitedBy { name } subject { preferredName } } }`;
const accepting = `mutation ($token: String!) { acceptInvitation(token: $token) {
  __typename ... on Membership { role subject { id isSelf selfUserId myRole abilities } }
  ... on UserError { code message } } }`;

/** Invites the subject; `accept` accepts the token of the returned link. */
const inviteAs = async (host: Person, subjectId: string, input: object = {}) =>
  (
    await host.gql(
      `mutation ($input: InviteInput!) { invite(input: $input) { __typename
        ... on InviteSuccess { url } ... on UserError { code message }
        ... on InvalidInput { issues { path message } } } }`,
      { input: { subjectId, role: 'SUBJECT', ...input } },
    )
  ).invite;
const tokenOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
const accept = async (person: Person, token: string) =>
  (await person.gql(accepting, { token })).acceptInvitation;

describe('An invitation as the subject', () => {
  let house: Awaited<ReturnType<typeof aHouse>>;
  let rosa: Person;
  beforeEach(async () => {
    house = await aHouse();
    rosa = await aPerson('Rosa');
  });

  test('links the account that accepts it to the subject, and the owners get a letter', async () => {
    const { teresa, id } = house;
    const token = tokenOf(await inviteAs(teresa, id, { email: rosa.email }));
    expect((await letterTo(rosa.email)).subject).toBe(
      'Teresa invites you to tell your stories, and to decide about them',
    );
    expect((await letterTo(teresa.email)).subject).toBe('You invited the person a book is about');
    expect((await rosa.gql(previewing, { token })).invitationPreview).toMatchObject({
      ...{ role: 'SUBJECT', invitedBy: { name: 'Teresa' }, subject: { preferredName: 'Alma' } },
    });

    const accepted = await accept(rosa, token);
    expect(accepted).toMatchObject({
      __typename: 'Membership',
      subject: { id, isSelf: true, selfUserId: rosa.id, myRole: 'VIEWER' },
    });
    expect(accepted.subject.abilities).toEqual(expect.arrayContaining(['READ_PRIVATE', 'GIVE_CONSENT']));
    await expect
      .poll(async () => (await lettersTo(teresa.email)).map(({ subject }) => subject), { timeout: 15_000 })
      .toContain('Rosa is in charge of Alma’s book');
    const event = { subjectId: id, action: 'subject.claimed', actorId: rosa.id };
    expect(await db.auditEvent.findMany({ where: event })).toMatchObject([{ detail: { by: 'INVITATION' } }]);

    expect(await accept(rosa, token)).toMatchObject({ subject: { selfUserId: rosa.id } });
    expect(await accept(await aPerson('Sam'), token)).toMatchObject({ __typename: 'InvitationUnusable' });
    expect(await inviteAs(teresa, id)).toMatchObject({ message: 'Alma has an account already' });
  });

  test('does not lower the role of a member who accepts it', async () => {
    const { teresa, alma, id } = house;
    const token = tokenOf(await inviteAs(teresa, id));
    expect(await accept(alma, token)).toMatchObject({
      role: 'VIEWER',
      subject: { selfUserId: alma.id },
    });
  });

  test('can only be sent by owners and to one person, and can’t be accepted by its sender', async () => {
    const { teresa, alma, id } = house;
    const editor = await aPerson('Ed');
    await join(teresa, id, editor, 'EDITOR');
    for (const person of [alma, editor])
      await expect(inviteAs(person, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await inviteAs(rosa, id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await inviteAs(teresa, id, { maxUses: 2 })).toMatchObject({ issues: [{ path: 'maxUses' }] });
    const token = tokenOf(await inviteAs(teresa, id));
    expect(await accept(teresa, token)).toMatchObject({ __typename: 'InvitationUnusable' });
    expect(await selfOf(id)).toBeNull();
  });

  test('is accepted once when two people accept it at the same time, also with two links', async () => {
    const { teresa, id } = house;
    const sam = await aPerson('Sam');
    const tokens = [tokenOf(await inviteAs(teresa, id)), tokenOf(await inviteAs(teresa, id))] as const;
    const answers = await Promise.all([
      ...[rosa, sam].map((person) => accept(person, tokens[0])),
      accept(await aPerson('Tom'), tokens[1]),
    ]);
    expect(answers.filter(({ __typename }) => __typename === 'Membership')).toHaveLength(1);
    const [winner] = answers.filter(({ __typename }) => __typename === 'Membership');
    expect(await selfOf(id)).toBe(winner.subject.selfUserId);
    // The refused accounts are not members either.
    expect(await db.membership.count({ where: { subjectId: id } })).toBe(3);
  });

  test('is refused to a person with a book of their own, and for a memorial', async () => {
    const { teresa, id } = house;
    const token = tokenOf(await inviteAs(teresa, id));
    await aSubject(rosa, { isSelf: true, fullName: 'Rosa Pires', preferredName: 'Rosa' });
    expect(await accept(rosa, token)).toMatchObject({ message: 'You have a book of your own already' });
    succeeded(await teresa.gql('UpdateSubject', { input: { id, status: 'MEMORIAL' } }));
    const sam = await aPerson('Sam');
    expect(await accept(sam, token)).toMatchObject({ message: 'The book is a memorial' });
    expect(await inviteAs(teresa, id)).toMatchObject({ message: 'The book is a memorial' });
    expect(await db.membership.count({ where: { subjectId: id, userId: { in: [rosa.id, sam.id] } } })).toBe(
      0,
    );
  });

  test('is refused while there are words that its sender may not read', async () => {
    const { teresa, id } = house;
    const token = tokenOf(await inviteAs(teresa, id));
    const [telling] = [await aTelling(id, [{ text: 'We hid the money in the stove.', private: true }])];
    const refusal = /^Alma has private words or has withdrawn a consent/;
    expect((await accept(rosa, token)).message).toMatch(refusal);
    expect((await inviteAs(teresa, id)).message).toMatch(refusal);
    expect(await selfOf(id)).toBeNull();

    // Private words that the sender heard themself don't count.
    await db.conversation.update({ where: { id: telling.id }, data: { heldById: teresa.id } });
    expect(await accept(rosa, token)).toMatchObject({ subject: { selfUserId: rosa.id } });
  });

  test('is refused after the subject withdrew a consent by text', async () => {
    const { teresa, id, phone } = house;
    const token = tokenOf(await inviteAs(teresa, id));
    const grants = [{ kind: 'SHARING', wordingVersion: 2 }];
    const input = { subjectId: id, grants, inPerson: { typedName: 'Alma Rourke' } };
    succeeded(await teresa.gql('GiveConsent', { input }));
    await textFromPhone(phone, 'stop sharing');
    const sharing = async () => (await db.subject.findUniqueOrThrow({ where: { id } })).sharing;
    await expect.poll(sharing, { timeout: 15_000 }).toBe(false);
    expect((await accept(rosa, token)).message).toMatch(/withdrawn a consent/);
    expect(await selfOf(id)).toBeNull();
  });
});
