import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { endAbandonedCalls } from '#api/calls/jobs.ts';
import { contactCard } from '#api/calls/trusted-caller/contact-card.ts';
import { readCallConsent } from '#api/consent/by-calling.ts';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import { db } from '#api/platform/database/database.ts';
import { digitsOf } from '#api/platform/domain-values/one-time-code.ts';
import { noonZone } from '#tests/support/noon-zone.ts';
import { succeeded } from '#tests/support/person.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { expectStatus } from '#tests/support/twilio/calling.ts';
import { aCallFrom, callUs, hungUp, voiceHook } from '#tests/support/twilio/calling-us.ts';
import { relayOf } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, askHook, pickUpAt, say } from '#tests/support/twilio/phone-service.ts';
import { aFamily, type Family, giveConsents, useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer(service.env);

const story = 'My father kept a boat on the river, and we painted it green every spring.';

async function aFamilyWithWord(codeWord: string | null = 'Marigold'): Promise<Family> {
  const family = await aFamily();
  const { id } = family.subject;
  await db.subject.update({ where: { id }, data: { codeWord } });
  return family;
}

/** A story of the book that rests on words of an earlier conversation. */
async function aStory(subjectId: string, title: string, text: string) {
  const talk = await db.conversation.create({
    data: { subjectId, channel: 'WEB', status: 'COMPLETED', startedAt: new Date(), endedAt: new Date() },
  });
  const message = await db.message.create({
    data: { subjectId, conversationId: talk.id, seq: 1, role: 'user', text },
  });
  const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId }, orderBy: { position: 'asc' } });
  const card = await db.card.create({
    data: { subjectId, chapterId: chapter.id, title, status: 'PUBLISHED' },
  });
  await db.cardRevision.create({
    data: { subjectId, cardId: card.id, number: 1, title, writer: 'built-in' },
  });
  await db.sentence.create({
    data: {
      ...{ subjectId, cardId: card.id, revision: 1, paragraph: 0, position: 0, text },
      sources: { create: { subjectId, messageId: message.id, start: 0, end: text.length } },
    },
  });
  return { cardId: card.id, messageId: message.id };
}

async function bodyOf(cardId: string): Promise<string> {
  const { revision } = await db.card.findUniqueOrThrow({ where: { id: cardId } });
  const sentences = await db.sentence.findMany({ where: { cardId, revision } });
  return sentences.map(({ text }) => text).join(' ');
}

/** A family whose person has no account and agreed to no calls. */
async function aFamilyWithoutCalls() {
  const family = await aFamily({ consents: ['SHARING'] });
  await db.subject.update({ where: { id: family.subject.id }, data: { selfUserId: null } });
  return family;
}

/** The wording and the address of the answer to it. The wording is over before speech can interrupt or answer. */
async function asksForConsent(fields: ReturnType<typeof aCallFrom>): Promise<[string, string]> {
  const { twiml } = await askHook(voiceHook(), fields);
  const [, wording = '', gather = ''] =
    /<Response><Say>([^<]*)<\/Say><Gather([^>]*)><Say>Say yes, if Evertold may call you\.<\/Say><\/Gather>/.exec(
      twiml,
    ) ?? [];
  expect(gather).toContain(' input="speech"');
  const [, action = ''] = / action="([^"]+)"/.exec(gather) ?? [];
  return [wording, action];
}

const consentsOf = `query ($id: ID!) { subject(id: $id) { consents { kind status } } }`;
const callsAgreed = async (subjectId: string) => {
  const { phone } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
  return db.consentEntry.findMany({
    where: { kind: 'CALLS', identity: { is: { phone } } },
    include: { identity: true },
  });
};

const conversationOf = (subjectId: string) =>
  db.conversation.findFirstOrThrow({
    where: { subjectId, channel: 'PHONE' },
    orderBy: { createdAt: 'desc' },
  });
const messagesOf = (conversationId: string) =>
  db.message.findMany({ where: { conversationId }, orderBy: { seq: 'asc' } });
const callsOf = (subjectId: string) => db.call.count({ where: { subjectId } });

const confirming = `mutation ($id: ID!, $isSubject: Boolean!) {
  confirmCaller(id: $id, isSubject: $isSubject) {
    __typename
    ... on Conversation { id caller { confirmedBy isRefused } }
    ... on UserError { message }
  }
}`;

/** Somebody calls from the phone of a book, tells a story and hangs up. */
async function toldOnACall(family: Family) {
  const { phone, relay, fields } = await callUs(family.subject.phone);
  phone.speak(story);
  await phone.answer();
  const { id } = await conversationOf(family.subject.id);
  phone.hangUp();
  await phone.closed;
  await hungUp(relay.action, fields);
  await expectStatus(id, 'COMPLETED');
  return id;
}

describe('The answer of a caller who is asked for consent', () => {
  test.each([
    ...['Yes.', 'Yes, please.', 'Oh, yes please!', 'Yeah', 'Yes, you may.', 'I agree.', 'Yes, I agree.'],
    ...['Yes, Evertold may call me.', 'Yes, ever told may call me at this number', 'You can call me.'],
  ])('“%s” is a yes', (words) => {
    expect(readCallConsent(words)).toBe('YES');
  });

  test.each([
    ...['Yes?', 'Yes, but call my daughter first', 'yes go away', 'Please do stop', 'Yes, I do mind.'],
    ...['Yes, you can call my son instead', 'Yes, call my daughter', 'Yes, hello, this is Ruth.'],
    ...[
      'Yes, speaking.',
      'Yeah, hang on a second.',
      'Sure is hot today.',
      'I agree with my son',
      'Yes 2',
      '',
    ],
  ])('“%s” is no clear yes', (words) => {
    expect(readCallConsent(words)).toBe('UNCLEAR');
  });

  test.each([
    ['Yes leave me alone', 'STOP'],
    ['Stop. Never call me again.', 'STOP'],
    ['No, thank you.', 'NO'],
    ['Don’t.', 'NO'],
  ])('“%s” is %s', (words, answer) => {
    expect(readCallConsent(words)).toBe(answer);
  });
});

describe('A call to our number', () => {
  test('from an unknown number hears what Evertold is in English and Spanish and no name, and leaves nothing', async () => {
    const family = await aFamilyWithWord();
    const before = await db.call.count();

    const { status, twiml } = await askHook(voiceHook(), aCallFrom(aPhone()));

    expect(status).toBe(200);
    expect(twiml).toMatch(
      /<Say>Hello, this is Evertold, a computer.*<\/Say><Say [^>]*language="es-US"[^>]*>Hola, soy Evertold, una computadora.*<\/Say><Hangup\/>/,
    );
    expect(twiml).not.toContain(family.subject.preferredName);
    expect(await db.call.count()).toBe(before);
  });

  test('from the phone of a book without consent to calls asks for it with its wording and no name, and enters a clear yes once', async () => {
    const family = await aFamilyWithoutCalls();
    const { subject, owner } = family;
    const fields = aCallFrom(subject.phone);
    const [question, action] = await asksForConsent(fields);
    expect(question).toContain('I agree that Evertold calls me at this number');
    for (const name of ['Alma', 'Anna', 'Rourke']) expect(question).not.toContain(name);
    for (const words of ['', 'Who is this?', 'I heard the rain', 'No.', 'Yes, speaking.'])
      expect((await askHook(action, { ...fields, SpeechResult: words })).twiml, words).toContain(
        'nothing has changed',
      );
    expect(await callsAgreed(subject.id)).toEqual([]);

    const yes = () => askHook(action, { ...fields, SpeechResult: 'Yes, please.' });
    for (const { twiml } of await Promise.all([yes(), yes()]))
      expect(twiml).toMatch(/<Say>Thank you\. From now on Evertold may call you.*<\/Say><Hangup\/>/);
    expect((await yes()).twiml).toContain('Thank you');
    const [entry, ...more] = await callsAgreed(subject.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ status: 'GRANTED', via: 'VOICE', wordingVersion: 1, subjectId: null });
    expect(entry?.identity).toMatchObject({
      phone: subject.phone,
      userAgent: `call ${fields.CallSid}: Yes, please.`,
    });
    const { consents } = (await owner.gql(consentsOf, { id: subject.id })).subject;
    expect(consents).toContainEqual({ kind: 'CALLS', status: 'GRANTED' });
    expect((await db.subject.findUniqueOrThrow({ where: { id: subject.id } })).status).toBe('ACTIVE');
    // Now the number is known.
    const { phone } = await callUs(subject.phone);
    phone.hangUp();
    await phone.closed;
  });

  test('does not ask a phone that said stop, took calls back, or belongs to a person with an account; a spoken stop holds', async () => {
    const [stopping, withdrawn, withAccount] = [
      await aFamilyWithoutCalls(),
      await aFamilyWithoutCalls(),
      await aFamily({ consents: ['SHARING'] }),
    ];
    const ownersPhone = await aFamilyWithoutCalls();
    const shows = async ({ subject }: Family, person: Family['owner']) =>
      (await person.gql('query ($id: ID!) { subject(id: $id) { isAskedWhenCalling } }', subject)).subject
        .isAskedWhenCalling;
    for (const family of [stopping, withdrawn, ownersPhone])
      expect([await shows(family, family.owner), await shows(family, family.viewer)]).toEqual([true, false]);
    await db.user.update({
      where: { id: ownersPhone.owner.id },
      data: { phoneNumber: ownersPhone.subject.phone, phoneNumberVerified: true },
    });
    const fields = aCallFrom(stopping.subject.phone);
    const [, action] = await asksForConsent(fields);
    const stop = await askHook(action, { ...fields, SpeechResult: 'Stop. Never call me again.' });
    expect(stop.twiml).toContain('won’t call or text this number');
    // A late yes of the same call does not undo it.
    expect((await askHook(action, { ...fields, SpeechResult: 'Yes' })).twiml).toContain(
      'nothing has changed',
    );
    await db.consentEntry.create({
      data: {
        ...{
          subjectId: withdrawn.subject.id,
          kind: 'CALLS',
          status: 'WITHDRAWN',
          via: 'VOICE',
          wordingVersion: 1,
        },
        identity: { create: { subjectId: withdrawn.subject.id, phone: withdrawn.subject.phone } },
      },
    });
    for (const { subject } of [stopping, withdrawn, withAccount]) {
      const { twiml } = await askHook(voiceHook(), aCallFrom(subject.phone));
      expect(twiml).toMatch(/<Say>.*We only call people who agreed to it.*<\/Say><Hangup\/>/);
      expect((await callsAgreed(subject.id)).filter(({ status }) => status === 'GRANTED')).toEqual([]);
    }
    for (const family of [stopping, withdrawn, withAccount, ownersPhone])
      expect(await shows(family, family.owner)).toBe(false);
    // A forged number gets no yes into a book whose person has an account.
    const forged = aCallFrom(withAccount.subject.phone);
    await askHook(voiceHook('?consent=1'), { ...forged, SpeechResult: 'Yes' });
    expect(await callsAgreed(withAccount.subject.id)).toEqual([]);
    expect((await askHook(voiceHook('?consent=1'), forged, { signature: '' })).status).toBe(403);
  });

  test('that is unsigned, signed with another key, from another account or without a number changes nothing', async () => {
    const { subject } = await aFamilyWithWord();
    const fields = aCallFrom(subject.phone);

    expect((await askHook(voiceHook(), fields, { signature: '' })).status).toBe(403);
    expect((await askHook(voiceHook(), fields, { token: 'another token' })).status).toBe(403);
    expect((await askHook(voiceHook(), { ...fields, AccountSid: 'AC9' })).twiml).not.toContain('Alma');
    expect((await askHook(voiceHook(), { ...fields, From: 'anonymous' })).twiml).not.toContain('Alma');
    expect(await callsOf(subject.id)).toBe(0);
  });

  test('that is replayed opens no second conversation and no second socket', async () => {
    const { subject } = await aFamilyWithWord();
    const { fields, phone } = await callUs(subject.phone);

    const { twiml } = await askHook(voiceHook(), fields);

    expect(twiml).not.toContain('Relay');
    expect(await callsOf(subject.id)).toBe(1);
    phone.hangUp();
  });

  test('from a phone that withdrew calls is treated as unknown', async () => {
    const family = await aFamily({ consents: ['SMS', 'SHARING'] });
    const { twiml } = await askHook(voiceHook(), aCallFrom(family.subject.phone));
    expect(twiml).not.toContain('Alma');
    expect(await callsOf(family.subject.id)).toBe(0);

    await db.subject.update({ where: { id: family.subject.id }, data: { language: 'es' } });
    const spanish = await askHook(voiceHook(), aCallFrom(family.subject.phone));
    expect(spanish.twiml).toMatch(/Hola, soy Evertold.*Hello, this is Evertold/);
    expect(spanish.twiml).not.toContain('Alma');
  });

  test('hears who answers and for whom, and may tell a story at once', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone, opening } = await callUs(subject.phone);

    expect(opening).toMatch(/Evertold, a computer that keeps Alma’s stories/);
    phone.speak(story);
    const answer = await phone.answer();

    expect(answer).not.toBe('');
    const { id, status } = await conversationOf(subject.id);
    expect(status).toBe('IN_PROGRESS');
    expect((await messagesOf(id)).map(({ text }) => text)).toEqual([opening, story, answer]);
    phone.hangUp();
  });

  test('reveals nothing stored before the caller is confirmed', async () => {
    const family = await aFamilyWithWord();
    const { id: subjectId } = family.subject;
    await aStory(subjectId, 'The boat', 'The boat was called Sophie.');
    await db.questionRequest.create({
      data: { subjectId, askedById: family.owner.id, text: 'What was grandmother Theodora like?' },
    });
    await db.person.create({ data: { subjectId, name: 'Theodora', relationship: 'mother' } });
    const { phone, opening } = await callUs(family.subject.phone);
    const heard = [opening];
    for (const words of [
      'What do you have in the book?',
      'Read me the one about the boat.',
      'What have I agreed to?',
      'What’s the word?',
      'Delete the story about the boat.',
      'Stop writing my stories down, I don’t want that.',
      'My mother had a garden behind the house.',
      'What do you know about me?',
    ]) {
      phone.speak(words);
      heard.push(await phone.answer());
    }

    expect(heard.join(' ')).not.toMatch(/Sophie|Theodora|Marigold|Anna|daughter|text messages/i);
    expect(heard[1]).toMatch(/once I know it’s you/);
    expect(heard[4]).toMatch(/never say it on a call that came to me/);
    expect(await db.message.count({ where: { subjectId, NOT: { deletedAt: null } } })).toBe(0);
    const withdrawn = { subjectId, status: 'WITHDRAWN' as const };
    expect(await db.consentEntry.count({ where: withdrawn })).toBe(0);
    phone.hangUp();
  });

  test('from a member’s verified phone is about their books, and from another family’s about theirs', async () => {
    const [one, other] = [await aFamilyWithWord(), await aFamily()];
    await db.subject.update({ where: { id: other.subject.id }, data: { preferredName: 'Walter' } });
    const [helper, reader] = [await withPhone(one.editor.id), await withPhone(one.viewer.id)];

    const { opening, phone } = await callUs(helper);
    const another = await callUs(other.subject.phone);

    expect(opening).toContain('Alma’s stories');
    expect(another.opening).toContain('Walter’s stories');
    expect(another.opening).not.toContain('Alma');
    expect((await askHook(voiceHook(), aCallFrom(reader))).twiml).not.toContain('Alma');
    phone.hangUp();
    another.phone.hangUp();
  });

  test('from a shared phone is asked whom it is about', async () => {
    const [one, other] = [await aFamilyWithWord(), await aFamily()];
    const { phone } = one.subject;
    await db.subject.update({ where: { id: other.subject.id }, data: { phone, preferredName: 'Walter' } });
    await giveConsents(other.self, other.subject.id, ['CALLS'], phone);
    const fields = aCallFrom(phone);

    const { twiml } = await askHook(voiceHook(), fields);
    const unclear = await askHook(voiceHook('?asked=1'), { ...fields, SpeechResult: 'My dog barks.' });
    const chosen = await askHook(voiceHook('?asked=2'), { ...fields, SpeechResult: 'It’s for Walter.' });

    expect(twiml).toMatch(/<Gather.*For Alma, say the name or press 1\. For Walter, say the name or press 2/);
    expect(unclear.twiml).toMatch(/haven’t kept it/);
    expect(chosen.twiml).toContain('Relay');
    expect([await callsOf(one.subject.id), await callsOf(other.subject.id)]).toEqual([0, 1]);
    const byKey = await askHook(voiceHook('?asked=1'), { ...aCallFrom(phone), Digits: '1' });
    expect(byKey.twiml).toContain('Relay');
    expect(await callsOf(one.subject.id)).toBe(1);
    const again = await askHook(voiceHook('?asked=3'), { ...aCallFrom(phone), Digits: '9' });
    expect(again.twiml).toMatch(/nothing was kept.*<Hangup\/>/);
  });

  test('from a shared phone hears each name in the language of that book', async () => {
    const [one, other] = [await aFamilyWithWord(), await aFamily()];
    const { phone } = one.subject;
    const spanish = { phone, language: 'es', preferredName: 'José', fullName: 'José Ibáñez' };
    await db.subject.update({ where: { id: other.subject.id }, data: spanish });
    await giveConsents(other.self, other.subject.id, ['CALLS'], phone);
    const fields = aCallFrom(phone);

    const { twiml } = await askHook(voiceHook(), fields);
    const notUnderstood = await askHook(voiceHook('?asked=3'), { ...fields, Digits: '9' });
    const chosen = await askHook(voiceHook('?asked=1'), { ...fields, SpeechResult: 'For Jose.' });

    expect(twiml).toMatch(
      /<Gather.*<Say>Hello.*For Alma, say the name or press 1\.<\/Say><Say[^>]*language="es-US"[^>]*>Hola.*Para José, diga el nombre o marque 2\.<\/Say><\/Gather>/,
    );
    expect(twiml).not.toContain('For José');
    expect(notUnderstood.twiml).toMatch(/nothing was kept.*no se guardó nada.*<Hangup\/>/);
    expect(chosen.twiml).toContain('Relay');
    expect([await callsOf(one.subject.id), await callsOf(other.subject.id)]).toEqual([0, 1]);

    await db.subject.update({ where: { id: one.subject.id }, data: { language: 'es' } });
    const both = await askHook(voiceHook(), aCallFrom(phone));
    expect(both.twiml).toMatch(
      /Para Alma, diga el nombre o marque 1\. Para José, diga el nombre o marque 2\./,
    );
    expect(both.twiml).not.toContain('Hello');
  });

  test('is refused during another conversation, and after too many calls from one number', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone } = await callUs(subject.phone);
    expect((await askHook(voiceHook(), aCallFrom(subject.phone))).twiml).toMatch(/call again later/);
    for (let n = 0; n < 12; n++) await askHook(voiceHook(), aCallFrom(subject.phone));

    expect((await askHook(voiceHook(), aCallFrom(subject.phone))).twiml).toMatch(/<Reject reason="busy"\/>/);
    expect(await callsOf(subject.id)).toBe(1);
    phone.hangUp();
  });

  test('that loses its connection keeps every word and continues as the same conversation', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone, relay, fields } = await callUs(subject.phone);
    phone.speak(story);
    await expect
      .poll(async () => (await messagesOf((await conversationOf(subject.id)).id)).length)
      .toBeGreaterThan(1);
    phone.hangUp();
    await phone.closed;

    const { twiml } = await askHook(relay.action, { ...fields, CallStatus: 'in-progress' });
    const second = await pickUpAt(relayOf(twiml).url, { callSid: fields.CallSid });
    await second.answer();
    second.speak('We sold it in the winter of 1959.');
    await second.answer();

    const { id } = await conversationOf(subject.id);
    const said = (await messagesOf(id)).filter(({ role }) => role === 'user').map(({ text }) => text);
    expect(said).toEqual([story, 'We sold it in the winter of 1959.']);
    const dropped = { conversationId: id, connectedAt: { gte: new Date() } };
    second.hangUp();
    await second.closed;
    await expect.poll(() => db.call.count({ where: dropped }), { timeout: 15_000 }).toBe(1);
    await db.call.update({
      where: { conversationId: id },
      data: { connectedAt: new Date(Date.now() - 11 * 60_000) },
    });
    await endAbandonedCalls();
    await expectStatus(id, 'COMPLETED');
  });

  test('on which somebody says stop ends calls and texts to this phone', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone } = await callUs(subject.phone);
    phone.speak('Please don’t call me any more.');
    await phone.answer();
    await expect
      .poll(() =>
        db.consentEntry.count({ where: { subjectId: subject.id, kind: 'CALLS', status: 'WITHDRAWN' } }),
      )
      .toBe(1);
    phone.hangUp();
  });
});

describe('The identity of a caller', () => {
  test('is asked of the owners after the call, and nothing is written before', async () => {
    const family = await aFamilyWithWord();
    const id = await toldOnACall(family);

    expect((await db.conversation.findUniqueOrThrow({ where: { id } })).writing).toBeNull();
    const told = await db.notice.findMany({
      where: { subjectId: family.subject.id, kind: 'caller-unconfirmed' },
    });
    expect(told.map(({ recipient }) => recipient)).toEqual([family.owner.email]);
    expect(JSON.stringify(told)).not.toContain('boat');
  });

  test('is confirmed by an owner, after which the call is written and answers questions to the book', async () => {
    const family = await aFamilyWithWord();
    const id = await toldOnACall(family);
    const asked = { subjectId: family.subject.id, question: 'What colour was the boat on the river?' };
    expect((await family.owner.gql('AskBook', asked)).subject.askBook).toEqual([]);

    const both = await Promise.all([
      family.owner.gql(confirming, { id, isSubject: true }),
      family.owner.gql(confirming, { id, isSubject: true }),
    ]);

    for (const { confirmCaller } of both) {
      expect(confirmCaller).toMatchObject({ caller: { confirmedBy: 'FAMILY', isRefused: false } });
    }
    await expect
      .poll(async () => (await db.conversation.findUniqueOrThrow({ where: { id } })).writing, {
        timeout: 20_000,
      })
      .toBe('WRITTEN');
    expect(await db.auditEvent.count({ where: { targetId: id, action: 'call.confirmed' } })).toBe(1);
    const [answer] = (await family.owner.gql('AskBook', asked)).subject.askBook;
    expect(answer.quote).toContain('painted it green');
    const { confirmCaller } = await family.owner.gql(confirming, { id, isSubject: false });
    expect(confirmCaller.__typename).toBe('WrongState');
  });

  test('is refused as somebody else, after which nobody in the family reads the words and they are erased after 30 days', async () => {
    const family = await aFamilyWithWord();
    const id = await toldOnACall(family);

    const { confirmCaller } = await family.owner.gql(confirming, { id, isSubject: false });

    expect(confirmCaller).toMatchObject({ caller: { confirmedBy: null, isRefused: true } });
    const { conversation } = await family.editor.gql(
      'query ($id: ID!) { conversation(id: $id) { messages(first: 10) { edges { node { text } } } } }',
      { id },
    );
    const texts = conversation.messages.edges.map(({ node }: { node: { text: string | null } }) => node.text);
    expect(new Set(texts)).toEqual(new Set([null]));
    await db.message.updateMany({
      where: { conversationId: id },
      data: { deletedAt: new Date(Date.now() - 31 * 24 * 3_600_000) },
    });
    await eraseDeletedWords();
    expect((await messagesOf(id)).map(({ text }) => text).join('')).toBe('');
  });

  test('is refused, after which the topics that the caller asked to avoid are forgotten', async () => {
    const { owner, subject } = await aFamilyWithWord();
    const { phone, relay, fields } = await callUs(subject.phone);
    phone.speak(story);
    await phone.answer();
    phone.speak('Please don’t ask me about the war ever again.');
    await phone.answer();
    const { id } = await conversationOf(subject.id);
    phone.hangUp();
    await phone.closed;
    await hungUp(relay.action, fields);
    await expectStatus(id, 'COMPLETED');
    const themes = () => db.namedTheme.count({ where: { subjectId: subject.id } });
    expect(await themes()).toBe(1);

    await owner.gql(confirming, { id, isSubject: false });

    expect(await themes()).toBe(0);
    const { avoidedThemes } = await db.subject.findUniqueOrThrow({ where: { id: subject.id } });
    expect(avoidedThemes).toEqual([]);
  });

  test('can’t be stated by editors, viewers or strangers, or during the call', async () => {
    const family = await aFamilyWithWord();
    const id = await toldOnACall(family);
    await expect(family.editor.gql(confirming, { id, isSubject: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await family.stranger.gql(confirming, { id, isSubject: true })).confirmCaller.__typename).toBe(
      'NotFound',
    );
    expect((await family.viewer.gql(confirming, { id, isSubject: true })).confirmCaller.__typename).toBe(
      'NotFound',
    );
    expect((await db.call.findUniqueOrThrow({ where: { conversationId: id } })).confirmedAt).toBeNull();

    const other = await aFamilyWithWord();
    const { phone } = await callUs(other.subject.phone);
    const live = await conversationOf(other.subject.id);
    const { confirmCaller } = await other.owner.gql(confirming, { id: live.id, isSubject: true });
    expect(confirmCaller).toMatchObject({ __typename: 'WrongState' });
    phone.hangUp();
  });
});

describe('The code word', () => {
  test('gives the caller access to the book, and the one about the boat is read aloud', async () => {
    const family = await aFamilyWithWord();
    await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    await aStory(family.subject.id, 'The bakery', 'It smelled of bread.');
    const { phone } = await callUs(family.subject.phone);
    phone.speak(story);
    await phone.answer();

    phone.speak('Code word.');
    expect(await phone.answer()).toMatch(/say the code word now/);
    phone.speak('It’s marigold.');
    expect(await phone.answer()).toMatch(/Thank you, Alma/);
    phone.speak('What do you have?');
    expect(await phone.answer()).toMatch(/There are 2 stories\. 1: The bakery\. 2: The boat\./);
    phone.speak('Read me the one about the boat.');
    expect(await phone.answer()).toContain('The boat was called Sophie.');

    const { id } = await conversationOf(family.subject.id);
    const { confirmedBy } = await db.call.findUniqueOrThrow({ where: { conversationId: id } });
    expect(confirmedBy).toBe('CODE_WORD');
    const open = (await messagesOf(id)).filter((message) => !message.private).map(({ text }) => text);
    expect(open.join(' ')).not.toMatch(/marigold|Sophie/i);
    phone.hangUp();
  });

  /** The person calls us and says the code word. */
  async function confirmedCall(family: Family) {
    const call = await callUs(family.subject.phone);
    call.phone.speak('The code word is marigold.');
    expect(await call.phone.answer()).toMatch(/Thank you, Alma/);
    return call;
  }

  test('lets the person delete a story, which does not go without the word', async () => {
    const family = await aFamilyWithWord();
    const { cardId, messageId } = await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    const { phone: unknown, relay, fields } = await callUs(family.subject.phone);
    unknown.speak('Delete the story about the boat.');
    expect(await unknown.answer()).not.toMatch(/Shall I delete/);
    unknown.speak('Make the story about the boat private.');
    await unknown.answer();
    expect(await db.message.findUniqueOrThrow({ where: { id: messageId } })).toMatchObject({
      private: false,
      deletedAt: null,
    });
    unknown.hangUp();
    await unknown.closed;
    await hungUp(relay.action, fields);

    const { phone } = await confirmedCall(family);
    phone.speak('Please delete the story about the boat.');
    expect(await phone.answer()).toMatch(/Shall I delete “The boat”/);
    phone.speak('Yes, please.');
    expect(await phone.answer()).toMatch(/erased in 30 days/);
    const message = await db.message.findUniqueOrThrow({ where: { id: messageId } });
    expect([message.private, message.deletedAt !== null]).toEqual([true, true]);
    expect((await db.card.findUniqueOrThrow({ where: { id: cardId } })).status).toBe('HIDDEN');
    phone.hangUp();
  });

  test('lets the person make a story private', async () => {
    const family = await aFamilyWithWord();
    const { messageId } = await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    const { phone } = await confirmedCall(family);
    phone.speak('Make the story about the boat private.');
    expect(await phone.answer()).toMatch(/nobody else reads it/);
    expect(await db.message.findUniqueOrThrow({ where: { id: messageId } })).toMatchObject({ private: true });
    phone.hangUp();
  });

  test('lets the person correct a story that is read aloud', async () => {
    const family = await aFamilyWithWord();
    const { id: subjectId } = family.subject;
    await db.subject.update({ where: { id: subjectId }, data: { publishesAutomatically: true } });
    const { cardId } = await aStory(subjectId, 'The boat', 'We bought the boat in Galway in 1952.');
    const { phone, relay, fields } = await confirmedCall(family);
    phone.speak('Read me the story about the boat.');
    expect(await phone.answer()).toMatch(/just say what is right/);
    phone.speak('It wasn’t Galway, it was Wexford.');
    await phone.answer();
    phone.hangUp();
    await phone.closed;
    await hungUp(relay.action, fields);
    await expect
      .poll(() => bodyOf(cardId), { timeout: 30_000 })
      .toBe('We bought the boat in Wexford in 1952.');
  });

  test('lets the person take back the consent to writing, for this alone, and nobody without the word', async () => {
    const family = await aFamilyWithWord();
    const { id } = family.subject;
    const withdrawn = async () =>
      (await family.owner.gql(consentsOf, { id })).subject.consents
        .filter(({ status }: { status: string }) => status === 'WITHDRAWN')
        .map(({ kind }: { kind: string }) => kind);
    const stopWriting = 'I don’t want anything about me in a book. Please stop writing it.';
    const { phone: unknown, relay, fields } = await callUs(family.subject.phone);
    unknown.speak(stopWriting);
    await unknown.answer();
    unknown.speak('Yes.');
    await unknown.answer();
    expect(await withdrawn()).toEqual([]);
    unknown.hangUp();
    await unknown.closed;
    await hungUp(relay.action, fields);

    const { phone } = await confirmedCall(family);
    phone.speak(stopWriting);
    const asked = await phone.answer();
    if (asked.includes('?')) {
      phone.speak('Yes.');
      await phone.answer();
    }
    await expect.poll(withdrawn, { timeout: 30_000 }).toEqual(['AI_WRITING']);
    phone.hangUp();
  });

  test('wrong three times is not accepted again on this call, and the story is kept', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone } = await callUs(subject.phone);
    phone.speak('The code word is tulip.');
    expect(await phone.answer()).toMatch(/isn’t the word/);
    phone.speak('rose');
    expect(await phone.answer()).toMatch(/isn’t the word/);
    phone.speak('violet');
    expect(await phone.answer()).toMatch(/can’t take another try/);

    phone.speak('The code word is marigold.');
    expect(await phone.answer()).toMatch(/can’t take another try/);
    phone.speak(story);
    await phone.answer();

    const { id } = await conversationOf(subject.id);
    const { confirmedAt } = await db.call.findUniqueOrThrow({ where: { conversationId: id } });
    expect(confirmedAt).toBeNull();
    expect((await messagesOf(id)).map(({ text }) => text)).toContain(story);
    phone.hangUp();
  });

  test('within other words confirms nobody', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone } = await callUs(subject.phone);
    phone.speak('My aunt grew marigold and roses in the yard behind the church.');
    await phone.answer();
    phone.speak('The code word is rose tulip marigold violet.');
    expect(await phone.answer()).toMatch(/isn’t the word/);
    phone.hangUp();
  });

  test('is said on a call that we placed when asked for, and is in no transcript', async () => {
    const family = await aFamilyWithWord();
    const { id: subjectId } = family.subject;
    await db.subject.update({ where: { id: subjectId }, data: { timeZone: noonZone(), timeZoneSaid: true } });
    const { phone, opening, id } = await placedTo(family);

    expect(opening).not.toMatch(/marigold/i);
    phone.speak('Wait, what’s the word?');
    expect(await phone.answer()).toBe('The word is Marigold.');

    expect((await messagesOf(id)).map(({ text }) => text).join(' ')).not.toMatch(/marigold/i);
    phone.hangUp();
  });

  test('is hidden in transcripts that others read when it is said unasked, and then confirms nobody', async () => {
    const family = await aFamilyWithWord();
    const readable = async (id: string) => {
      const { conversation } = await family.editor.gql(
        'query ($id: ID!) { conversation(id: $id) { messages(first: 20) { edges { node { text } } } } }',
        { id },
      );
      return JSON.stringify(conversation.messages.edges);
    };
    const { phone } = await callUs(family.subject.phone);
    phone.speak('Marigold.');
    await phone.answer();
    phone.speak('Well, I think that the secret word of our family was always marigold.');
    await phone.answer();
    phone.speak(story);
    await phone.answer();
    const { id } = await conversationOf(family.subject.id);
    expect(await readable(id)).not.toMatch(/marigold/i);
    expect(await readable(id)).toContain('painted it green');
    expect((await db.call.findUniqueOrThrow({ where: { conversationId: id } })).confirmedAt).toBeNull();
    phone.hangUp();
    await phone.closed;
    await db.conversation.update({ where: { id }, data: { status: 'COMPLETED', endedAt: new Date() } });

    const placed = await placedTo(family);
    placed.phone.speak('The code word is marigold.');
    await placed.phone.answer();
    expect(await readable(placed.id)).not.toMatch(/marigold/i);
    placed.phone.hangUp();
  });

  test('is set and read only by owners and the subject, as words of letters', async () => {
    const family = await aFamilyWithWord(null);
    const { id } = family.subject;
    const set = async (codeWord: string, person = family.owner) =>
      (
        await person.gql(
          `mutation ($input: UpdateSubjectInput!) {
            updateSubject(input: $input) {
              __typename ... on Subject { codeWord } ... on InvalidInput { issues { path message } }
            }
          }`,
          { input: { id, codeWord } },
        )
      ).updateSubject;

    expect(await set('Marigold')).toMatchObject({ codeWord: 'Marigold' });
    expect(await set('Marigold7')).toMatchObject({ issues: [{ path: 'codeWord' }] });
    expect(await set('cat')).toMatchObject({
      issues: [{ path: 'codeWord', message: 'must have at least 5 letters' }],
    });
    expect(await set('M'.repeat(41))).toMatchObject({ issues: [{ path: 'codeWord' }] });
    expect(await set('one two three four five')).toMatchObject({
      issues: [{ path: 'codeWord', message: 'must be at most 4 words' }],
    });
    expect(await set('Violets', family.stranger)).toMatchObject({ __typename: 'NotFound' });
    await expect(set('Violets', family.editor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const asking = 'query ($id: ID!) { subject(id: $id) { codeWord } }';
    const read = async (person: Family['owner']) =>
      (await person.gql(asking, { id })).subject?.codeWord ?? null;
    expect(
      await Promise.all([family.owner, family.self, family.editor, family.viewer, family.stranger].map(read)),
    ).toEqual(['Marigold', 'Marigold', null, null, null]);
  });
});

describe('A code by text', () => {
  test('goes to the book’s phone, and confirms once, by voice or by keys', async () => {
    const { subject } = await aFamilyWithWord();
    const { phone } = await callUs(subject.phone);
    phone.speak('Text me a code, please.');
    expect(await phone.answer()).toMatch(/six digits to Alma’s phone/);
    const { id: codeId } = await db.phoneCode.findFirstOrThrow({
      where: { phone: subject.phone, purpose: 'CALL' },
    });

    phone.speak(digitsOf(codeId) === '123456' ? '654321' : '123456');
    expect(await phone.answer()).toMatch(/isn’t the code/);
    for (const digit of digitsOf(codeId)) phone.send({ type: 'dtmf', digit });
    expect(await phone.answer()).toMatch(/Thank you, Alma/);

    const { id } = await conversationOf(subject.id);
    const { confirmedBy } = await db.call.findUniqueOrThrow({ where: { conversationId: id } });
    expect(confirmedBy).toBe('TEXT_CODE');
    phone.hangUp();
  });
});

describe('What the person does not share', () => {
  const secret = 'The boat was called Sophie.';

  async function unshared() {
    const family = await aFamilyWithWord();
    const { id: subjectId } = family.subject;
    succeeded(await family.self.gql('WithdrawConsent', { input: { subjectId, kinds: ['SHARING'] } }));
    await aStory(subjectId, 'The boat', secret);
    return family;
  }

  test('is not opened by the code word, which the owners know', async () => {
    const family = await unshared();
    const { phone } = await callUs(await withPhone(family.owner.id));
    phone.speak('The code word is marigold.');
    expect(await phone.answer()).toMatch(/can’t take a code word for this book/);
    phone.speak('Read me the story about the boat.');
    expect(await phone.answer()).not.toContain('Sophie');
    phone.hangUp();
  });

  test('is not read to a phone that an owner entered later', async () => {
    const family = await unshared();
    const { id: subjectId } = family.subject;
    const phone = await withPhone(family.owner.id);
    succeeded(await family.owner.gql('UpdateSubject', { input: { id: subjectId, phone } }));
    const call = await callUs(phone);
    call.phone.speak('Text me a code, please.');
    await call.phone.answer();
    const code = await db.phoneCode.findFirstOrThrow({ where: { phone, purpose: 'CALL' } });
    for (const digit of digitsOf(code.id)) call.phone.send({ type: 'dtmf', digit });
    expect(await call.phone.answer()).toMatch(/Thank you/);

    call.phone.speak('What stories do you have?');
    expect(await call.phone.answer()).not.toContain('The boat');
    call.phone.speak('Read me the story about the boat.');
    expect(await call.phone.answer()).not.toContain('Sophie');
    call.phone.speak('Delete the story about the boat.');
    expect(await call.phone.answer()).not.toMatch(/Shall I delete/);
    call.phone.hangUp();
  });

  test('is not repeated by the interviewer to a phone that an owner entered later', async () => {
    const openingAt = async (phoneSince: Date | null) => {
      const family = await unshared();
      const { id: subjectId } = family.subject;
      await db.conversation.updateMany({ where: { subjectId }, data: { title: 'The boat' } });
      // With the consent to recording, the opening would only ask whether the call may be recorded.
      const input = { subjectId, kinds: ['RECORDING'] };
      succeeded(await family.self.gql('WithdrawConsent', { input }));
      // A date means that an owner entered the phone then, and agreed to calls with a code from it.
      await db.subject.update({ where: { id: subjectId }, data: { phoneSince } });
      const { opening, phone } = await placedTo(family);
      phone.hangUp();
      return opening;
    };
    // Beside a long question, there is no room for the reminder of the last conversation.
    const openings: (string | undefined)[] = [];
    const reminds = (opening: string | undefined) => /the boat\./i.test(opening ?? '');
    while (openings.length < 8 && !reminds(openings.at(-1))) openings.push(await openingAt(null));
    expect(openings).toSatisfy(() => reminds(openings.at(-1)));
    expect(await openingAt(new Date())).not.toMatch(/boat|Sophie/i);
  });

  test('is read to the person on the phone on which they told it', async () => {
    const family = await unshared();
    const { phone } = await placedTo(family);
    phone.speak('Read me the story about the boat.');
    expect(await phone.answer()).toContain('Sophie');
    phone.hangUp();
  });
});

describe('On a call that we placed the person', () => {
  test('can delete a story after a confirmation: it leaves the book, the owner is notified, and it is erased after 30 days', async () => {
    const family = await aFamilyWithWord();
    const { cardId, messageId } = await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    const { phone } = await placedTo(family);
    phone.speak('Please delete the story about the boat.');
    expect(await phone.answer()).toMatch(/Shall I delete “The boat”/);
    phone.speak('Yes, please.');
    expect(await phone.answer()).toMatch(/erased in 30 days/);

    const message = await db.message.findUniqueOrThrow({ where: { id: messageId } });
    expect([message.private, message.deletedAt !== null]).toEqual([true, true]);
    expect((await db.card.findUniqueOrThrow({ where: { id: cardId } })).status).toBe('HIDDEN');
    const told = await db.notice.findMany({
      where: { subjectId: family.subject.id, kind: 'story-deleted-by-phone' },
    });
    expect(told.map(({ recipient }) => recipient)).toEqual([family.owner.email]);
    phone.hangUp();
  });

  test('is asked before a deletion: no keeps the story, and a later yes deletes nothing', async () => {
    const family = await aFamilyWithWord();
    const { messageId } = await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    const { phone } = await placedTo(family);
    phone.speak('Delete the story about the boat.');
    await phone.answer();
    phone.speak('No, leave it.');
    expect(await phone.answer()).toMatch(/stays as it is/);
    phone.speak('Delete the story about the boat.');
    await phone.answer();
    phone.speak(story);
    await phone.answer();
    phone.speak('Yes.');
    await phone.answer();

    expect(await db.message.findUniqueOrThrow({ where: { id: messageId } })).toMatchObject({
      private: false,
      deletedAt: null,
    });
    phone.hangUp();
  });

  test('can correct a story that is read aloud, in plain words', async () => {
    const family = await aFamilyWithWord();
    const { id: subjectId } = family.subject;
    // Otherwise the family is asked first.
    await db.subject.update({ where: { id: subjectId }, data: { publishesAutomatically: true } });
    const { cardId } = await aStory(subjectId, 'The boat', 'We bought the boat in Galway in 1952.');
    const { phone, call } = await placedTo(family);
    phone.speak('Read me the story about the boat.');
    expect(await phone.answer()).toMatch(/If something in it is wrong, just say what is right/);
    phone.speak('It wasn’t Galway, it was Wexford.');
    await phone.answer();
    phone.hangUp();
    await say.status(call, 'completed');
    await expect
      .poll(() => bodyOf(cardId), { timeout: 30_000 })
      .toBe('We bought the boat in Wexford in 1952.');
  });

  test('can make a story private, and hears the consents', async () => {
    const family = await aFamilyWithWord();
    const { messageId } = await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    const { phone } = await placedTo(family);
    phone.speak('Make the story about the boat private.');
    expect(await phone.answer()).toMatch(/nobody else reads it/);
    expect(await db.message.findUniqueOrThrow({ where: { id: messageId } })).toMatchObject({ private: true });
    phone.speak('What have I agreed to?');
    expect(await phone.answer()).toMatch(/You agreed to that I call you|that I call you, text messages/);
    phone.hangUp();
  });

  test('alone has these rights, not another person at a browser', async () => {
    const family = await aFamilyWithWord();
    const { messageId } = await aStory(family.subject.id, 'The boat', 'The boat was called Sophie.');
    const { talkingOn } = await import('#tests/support/twilio/calling.ts');
    const { phone } = await talkingOn(family.editor, family.subject.id);
    await phone.answer();
    phone.speak('What’s the word?');
    expect(await phone.answer()).not.toMatch(/marigold/i);
    phone.speak('Delete the story about the boat.');
    expect(await phone.answer()).not.toMatch(/Shall I delete/);
    expect(await db.message.findUniqueOrThrow({ where: { id: messageId } })).toMatchObject({
      deletedAt: null,
    });
    phone.hangUp();
  });
});

describe('Somebody who has heard the titles of their stories', () => {
  const titles = [
    'The boat',
    'The bakery',
    'My wedding',
    'The school',
    'The harbour',
    'The war',
    'The garden',
  ];

  async function heardTitles(language: 'en' | 'es' = 'en') {
    const family = await aFamilyWithWord();
    const { id: subjectId } = family.subject;
    await db.subject.update({ where: { id: subjectId }, data: { language } });
    // The newest is read first.
    for (const title of titles.toReversed()) await aStory(subjectId, title, `This tells of ${title}.`);
    const placed = await placedTo(family);
    placed.phone.speak(language === 'en' ? 'What do you have?' : '¿Qué tiene guardado?');
    expect(await placed.phone.answer()).toContain('1: The boat. 2: The bakery. 3: My wedding.');
    return placed;
  }

  test.each([
    ['Number two.', 'The bakery'],
    ['The second one, please.', 'The bakery'],
    ['The first.', 'The boat'],
    ['The last one.', 'The harbour'],
    ['The one about the school.', 'The school'],
    ['I’d like to hear the one about my wedding.', 'My wedding'],
    ['Tell me the one about the garden.', 'The garden'],
    ['The boat.', 'The boat'],
  ])('hears a story by “%s”', async (said, title) => {
    const { phone } = await heardTitles();
    phone.speak(said);
    expect(await phone.answer()).toContain(`${title}. This tells of ${title}.`);
    phone.hangUp();
  });

  test('hears the next titles, chooses among them, and hears them again', async () => {
    const { phone } = await heardTitles();
    phone.speak('Go on.');
    expect(await phone.answer()).toMatch(/^1: The war\. 2: The garden\./);
    phone.speak('Sorry, what was that?');
    expect(await phone.answer()).toMatch(/^1: The war\. 2: The garden\./);
    phone.speak('Hold on a moment.');
    await phone.answer();
    phone.speak('The last one.');
    expect(await phone.answer()).toContain('This tells of The garden.');
    phone.hangUp();
  });

  test.each([
    ['La segunda', 'The bakery'],
    ['Número tres', 'My wedding'],
  ])('hears a story in Spanish by “%s”', async (said, title) => {
    const { phone } = await heardTitles('es');
    phone.speak(said);
    expect(await phone.answer()).toContain(`This tells of ${title}.`);
    phone.hangUp();
  });

  test('goes on talking with the interviewer in all other words, after which a number is no choice', async () => {
    const { phone } = await heardTitles();
    phone.speak('We had a dog called Patch when I was small.');
    expect(await phone.answer()).not.toContain('This tells of');
    phone.speak('Two.');
    expect(await phone.answer()).not.toContain('This tells of');
    phone.hangUp();
  });
});

describe('A call that drops while something is read that the transcript does not contain', () => {
  const tale = 'The boat was called Sophie. We painted her green. My father sold her in May.';

  test('reads the rest of the story when it is resumed, and again with *', async () => {
    const family = await aFamilyWithWord();
    await aStory(family.subject.id, 'The boat', tale);
    const placed = await placedTo(family);
    placed.phone.speak('Read me the story about the boat.');
    await placed.phone.answer();
    placed.phone.send({
      type: 'info',
      name: 'tokensPlayed',
      value: 'The boat. The boat was called Sophie. We painted',
    });

    const second = await afterDrop(placed, { heardWords: 9 });
    const rest = await second.answer();
    expect(rest).toMatch(/^We painted her green\. My father sold her in May\. That’s the story\./);
    second.send({ type: 'dtmf', digit: '*' });
    expect(await second.answer()).toBe(rest);
    second.send({ type: 'info', name: 'tokensPlayed', value: 'We painted her green. My' });

    const third = await afterDrop({ ...placed, phone: second }, { heardWords: 12 });
    expect(await third.answer()).toMatch(/^My father sold her in May\. That’s the story\./);
    const texts = await messagesOf(placed.id);
    expect(texts.map(({ text }) => text).join(' ')).not.toContain('Sophie');
    third.speak('Delete it.');
    expect(await third.answer()).toMatch(/^Shall I delete “The boat”\?/);
    third.hangUp();
  });

  test('asks again whether to delete a story before a yes does', async () => {
    const family = await aFamilyWithWord();
    const { messageId } = await aStory(family.subject.id, 'The boat', tale);
    const placed = await placedTo(family);
    placed.phone.speak('Delete the story about the boat.');
    const question = await placed.phone.answer();

    const second = await afterDrop(placed);
    expect(await second.answer()).toBe(question);
    const { deletedAt } = await db.message.findUniqueOrThrow({ where: { id: messageId } });
    expect(deletedAt).toBeNull();
    second.speak('Yes? Hello?');
    expect(await second.answer()).toBe(question);
    expect((await db.message.findUniqueOrThrow({ where: { id: messageId } })).deletedAt).toBeNull();
    second.speak('Yes, please.');
    expect(await second.answer()).toMatch(/erased in 30 days/);
    second.hangUp();
  });

  test('reads the titles and says the code word again', async () => {
    const family = await aFamilyWithWord();
    await aStory(family.subject.id, 'The boat', tale);
    const placed = await placedTo(family);
    placed.phone.speak('What do you have?');
    await placed.phone.answer();
    const second = await afterDrop(placed);
    expect(await second.answer()).toMatch(/^1: The boat\./);
    second.speak('Can you tell me the code word?');
    expect(await second.answer()).toBe('The word is Marigold.');

    const third = await afterDrop({ ...placed, phone: second });
    expect(await third.answer()).toBe('The word is Marigold.');
    third.speak(story);
    const asked = await third.answer();
    const fourth = await afterDrop({ ...placed, phone: third });
    expect(await fourth.answer()).toBe(asked);
    fourth.hangUp();
  });
});

describe('The contact card', () => {
  test('can be loaded by anybody and contains the number that calls', async () => {
    const { server } = await import('#tests/support/server.ts');
    const response = await fetch(`${server().url}/contact.vcf`);
    const card = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/vcard/);
    expect(card).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n/);
    expect(card).toContain('TEL;TYPE=VOICE:+12025550100');
    expect(card.split('\r\n').every((line) => line.length <= 75)).toBe(true);
  });

  test('shows our picture beside the call', async () => {
    const icon = await readFile('web/public/apple-touch-icon.png');
    const card = contactCard('+12025550100', icon);
    const [, picture = ''] = /\r\nPHOTO;ENCODING=b;TYPE=PNG:(.+?)\r\nEND:/s.exec(card) ?? [];
    expect(Buffer.from(picture.replace(/\s/g, ''), 'base64')).toEqual(icon);
    expect(card.split('\r\n').every((line) => line.length <= 75)).toBe(true);
  });

  test('is offered on the settings page to owners and editors', async () => {
    const family = await aFamily();
    const asking = 'query ($id: ID!) { subject(id: $id) { trustedCaller { number contactCard } } }';
    const of = async (person: Family['owner']) =>
      (await person.gql(asking, { id: family.subject.id })).subject.trustedCaller;
    expect(await of(family.owner)).toMatchObject({ number: '+12025550100' });
    expect((await of(family.editor)).contactCard).toContain('TEL;TYPE=VOICE:+12025550100');
    expect(await of(family.viewer)).toBeNull();
  });
});

/** We call the person, who picks up. */
async function placedTo(family: Family) {
  const { id: subjectId, phone: number } = family.subject;
  await db.subject.update({ where: { id: subjectId }, data: { timeZone: noonZone(), timeZoneSaid: true } });
  const { beginConversation } = await family.editor.gql(
    'mutation ($input: BeginConversationInput!) { beginConversation(input: $input) { ... on Conversation { id } } }',
    { input: { subjectId, channel: 'PHONE' } },
  );
  const call = await service.callTo(number);
  const relay = relayOf((await say.pickedUp(call)).twiml);
  const phone = await pickUpAt(relay.url, { callSid: call.sid });
  return { id: beginConversation.id as string, call, relay, phone, opening: await phone.answer() };
}

/** The socket of a call is cut, and the phone service opens another, once as many words of a story are noted as heard. */
async function afterDrop(
  { id, phone, call, relay }: Awaited<ReturnType<typeof placedTo>>,
  noted: { heardWords: number } | null = null,
) {
  phone.hangUp();
  await phone.closed;
  const awaits = async () => (await db.call.findUniqueOrThrow({ where: { conversationId: id } })).awaits;
  if (noted) await expect.poll(awaits, { timeout: 30_000 }).toMatchObject(noted);
  const { url } = relayOf((await say.disconnected(call, relay.action)).twiml);
  return pickUpAt(url, { callSid: call.sid });
}

describe('A caller to a book in Spanish', () => {
  const inSpanish = (family: Family) =>
    db.subject.update({ where: { id: family.subject.id }, data: { language: 'es' } });

  test('is asked for the consent to calls in Spanish, and the ledger stores those words', async () => {
    const family = await aFamilyWithoutCalls();
    await inSpanish(family);
    const fields = aCallFrom(family.subject.phone);
    const { twiml } = await askHook(voiceHook(), fields);
    expect(twiml).toContain('Acepto que Evertold me llame a este número');
    expect(twiml).toContain('>Diga sí, si Evertold puede llamarle.</Say></Gather>');
    expect(twiml).toMatch(/<Gather[^>]* language="es-US"/);
    const [, action = ''] = / action="([^"]+)"/.exec(twiml) ?? [];

    const answered = await askHook(action, { ...fields, SpeechResult: 'Sí, claro.' });
    expect(answered.twiml).toContain('Gracias. Desde ahora Evertold puede llamarle a este número.');
    const [entry] = await callsAgreed(family.subject.id);
    const where = { kind_version: { kind: 'CALLS' as const, version: entry?.wordingVersion ?? 0 } };
    expect(await db.consentWording.findUnique({ where })).toMatchObject({ language: 'es' });
  });

  test('is answered in Spanish, and proves by the code word who it is', async () => {
    const family = await aFamilyWithWord('Girasol');
    await inSpanish(family);
    await aStory(family.subject.id, 'La panadería', 'Mi padre tenía una panadería en la plaza.');
    const { phone, opening } = await callUs(family.subject.phone);
    expect(opening).toMatch(
      /^Hola, soy Evertold, una computadora que guarda las historias de .+ para la familia\./,
    );
    phone.speak('¿Qué tiene guardado?');
    expect(await phone.answer()).toMatch(/^Eso solo puedo hacerlo cuando sepa que es usted\./);
    phone.speak('La palabra clave es girasol.');
    expect(await phone.answer()).toMatch(/^Gracias, .+\. Lo que contó ya es suyo\./);
    phone.speak('Léame la historia de la panadería');
    expect(await phone.answer()).toBe(
      'La panadería. Mi padre tenía una panadería en la plaza. Esa es la historia. Si algo no es así, diga cómo fue.',
    );
    phone.speak('Bórrela');
    expect(await phone.answer()).toMatch(/^¿Borro «La panadería»\?/);
    phone.speak('No, déjela');
    expect(await phone.answer()).toBe('Bien. Se queda como está.');
    phone.hangUp();
  });
});
