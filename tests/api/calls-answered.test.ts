import { describe, expect, test } from 'vitest';
import { placeDueCalls } from '#api/calls/jobs.ts';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { db } from '#api/platform/database/database.ts';
import { minute, useClock } from '#tests/support/clock.ts';
import { lettersTo } from '#tests/support/outbox.ts';
import { succeeded } from '#tests/support/person.ts';
import { aPhone } from '#tests/support/phone.ts';
import {
  aCallableFamily,
  beginning,
  connectedCall,
  expectStatus,
  messagesOf,
} from '#tests/support/twilio/calling.ts';
import { aPhoneService, type Phone, say } from '#tests/support/twilio/phone-service.ts';
import { type Family, useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer(service.env);
useClock();

const slowly = { timeout: 30_000 };
const connected = (family: Family) => connectedCall(service, family);
const update = async ({ owner, subject }: Family, input: object) =>
  succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, ...input } }));
const pausedOf = async ({ owner, subject: { id } }: Family) =>
  (await owner.gql('query ($id: ID!) { subject(id: $id) { status pausedBecause } }', { id })).subject;
const tries = ({ subject }: Family) => db.call.count({ where: { subjectId: subject.id } });

/** The letter to an owner that says why calls are paused. */
async function pauseLetterTo(email: string) {
  const find = async () =>
    (await lettersTo(email)).find(({ subject }) => subject === 'Calls to Alma are paused');
  await expect.poll(find, slowly).toBeDefined();
  return ((await find())?.text ?? '').replace(/\s+/g, ' ');
}

/** A call that ended so because of the words of whoever answered; its hangup is reported. */
async function answeredWith(family: Family, words: string, reply = 'Thank you, and goodbye.') {
  const { id, call, phone } = await connected(family);
  phone.speak(words);
  expect(await phone.answer()).toBe(reply);
  await expectStatus(id, 'MISSED');
  phone.hangUp();
  await say.status(call, 'completed');
  return id;
}

/** As if the call had ended three hours ago, at its time in the schedule. */
async function letTimePass({ subject }: Family, id: string) {
  const before = new Date(Date.now() - 180 * minute);
  await db.conversation.update({ where: { id }, data: { endedAt: before } });
  await db.call.updateMany({ where: { subjectId: subject.id }, data: { scheduledFor: before } });
}

describe('A call on which somebody says that the person has died', () => {
  test('ends the tries and pauses calls and texts until an owner resumes them, who gets a letter of its own', async () => {
    const family = await aCallableFamily();
    const { owner, subject } = family;
    const id = await answeredWith(family, 'I’m sorry, Alma passed away.');
    const { endReason } = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect(endReason).toBe('NOT_AGAIN');
    expect(await pausedOf(family)).toEqual({ status: 'PAUSED', pausedBecause: 'SAID_TO_HAVE_DIED' });

    const letter = await pauseLetterTo(owner.email);
    expect(letter).toMatch(/Whoever answered said that Alma has died\. We don’t know if that is right/);
    expect(letter).toContain(`/dashboard/${subject.id}/settings/`);

    await letTimePass(family, id);
    await placeDueCalls();
    await tellOfMissedCalls();
    expect(await tries(family)).toBe(1);
    expect(await db.notice.count({ where: { subjectId: subject.id, kind: 'call-missed' } })).toBe(0);
    const stopped = await db.notice.findMany({ where: { subjectId: subject.id, kind: 'calls-stopped' } });
    expect(stopped.map(({ recipient }) => recipient)).toEqual([owner.email]);

    const input = { subjectId: subject.id, channel: 'PHONE' };
    const { beginConversation } = await family.editor.gql(beginning, { input });
    expect(beginConversation).toMatchObject({ __typename: 'WrongState' });
    const resume = { input: { id: subject.id, status: 'ACTIVE' } };
    await expect(family.editor.gql('UpdateSubject', resume)).rejects.toMatchObject({ code: 'FORBIDDEN' });

    await update(family, { status: 'ACTIVE' });
    expect(await pausedOf(family)).toEqual({ status: 'ACTIVE', pausedBecause: null });
    await placeDueCalls();
    // The call of which the tries ended is over; a new one can be made.
    expect(await tries(family)).toBe(1);
    await connected(family);
  });

  test('stays paused when the phone changes, and tells viewers no reason', async () => {
    const family = await aCallableFamily();
    await answeredWith(family, 'I’m her son. She died last month.');
    await update(family, { phone: aPhone() });
    expect(await pausedOf(family)).toEqual({ status: 'PAUSED', pausedBecause: 'SAID_TO_HAVE_DIED' });
    const reading = 'query ($id: ID!) { subject(id: $id) { status pausedBecause } }';
    const { subject } = await family.viewer.gql(reading, { id: family.subject.id });
    expect(subject).toEqual({ status: 'PAUSED', pausedBecause: null });
  });

  test('pauses them in Spanish too', async () => {
    const family = await aCallableFamily();
    await db.subject.update({ where: { id: family.subject.id }, data: { language: 'es' } });
    await answeredWith(family, 'Lo siento, Alma falleció.', 'Gracias, y hasta luego.');
    expect(await pausedOf(family)).toMatchObject({ pausedBecause: 'SAID_TO_HAVE_DIED' });
  });

  test('pauses nothing when it is of somebody else, or nobody is there for another reason', async () => {
    const family = await aCallableFamily();
    const { phone } = await connected(family);
    phone.speak('My husband died last year.');
    await phone.answer();
    expect(await pausedOf(family)).toEqual({ status: 'ACTIVE', pausedBecause: null });
    phone.hangUp();
    const other = await aCallableFamily();
    await answeredWith(other, 'Alma isn’t here.', 'Thank you. I’ll call Alma another time. Goodbye.');
    expect(await pausedOf(other)).toEqual({ status: 'ACTIVE', pausedBecause: null });
  });
});

test('A call to a wrong number pauses calls until the number changes', async () => {
  const family = await aCallableFamily();
  await answeredWith(family, 'You’ve got the wrong number.');
  expect(await pausedOf(family)).toEqual({ status: 'PAUSED', pausedBecause: 'WRONG_NUMBER' });
  expect(await pauseLetterTo(family.owner.email)).toMatch(/Please check Alma’s number in the settings/);

  await update(family, { preferredName: 'Alma' });
  expect(await pausedOf(family)).toMatchObject({ status: 'PAUSED' });
  await update(family, { phone: aPhone() });
  expect(await pausedOf(family)).toEqual({ status: 'ACTIVE', pausedBecause: null });
});

describe('A call on which somebody asks for a later one because another is away', () => {
  test.each([
    [
      'en',
      'My husband’s in hospital, can you call back later?',
      'Of course. I’ll call another time. Goodbye.',
    ],
    [
      'es',
      'Mi esposo está en el hospital, ¿puede llamar más tarde?',
      'Por supuesto. Llamaré en otro momento. Hasta luego.',
    ],
  ])('is tried again, and its words are not a stranger’s (%s)', async (language, words, reply) => {
    const family = await aCallableFamily();
    await db.subject.update({ where: { id: family.subject.id }, data: { language } });
    const id = await answeredWith(family, words, reply);
    const { endReason } = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect(endReason).toBe('CALL_LATER');
    const said = (await messagesOf(id)).find(({ role }) => role === 'user');
    const whole = [{ act: 'INSTRUCTS', start: 0, end: words.length }];
    expect(said?.reading).not.toMatchObject({ spans: whole });
    expect(await pausedOf(family)).toMatchObject({ status: 'ACTIVE' });
    await letTimePass(family, id);
    await placeDueCalls();
    expect(await tries(family)).toBe(2);
  });
});

describe('A person who is fetched to the phone', () => {
  const asks = /computer.*May I record/s;

  /** Somebody says these words, is waited for, and the person comes. */
  async function fetched(phone: Phone, words: string, hello = 'Hello?') {
    phone.speak(words);
    expect(await phone.answer()).not.toMatch(/record/);
    phone.speak(hello);
    return phone.answer();
  }

  test('hears who is calling and is asked about the recording, and what was said before is told by nobody', async () => {
    const { id, call, phone } = await connected(await aCallableFamily());
    expect(await fetched(phone, 'Hold on, I’ll get her.')).toMatch(asks);
    const [before] = await messagesOf(id).then((all) => all.filter(({ role }) => role === 'user'));
    expect(before?.reading).toMatchObject({ spans: [{ act: 'INSTRUCTS', start: 0 }] });
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    await service.recordingOf(call.sid);
    await expectStatus(id, 'IN_PROGRESS');
    phone.hangUp();
  });

  test('is asked anew although the first voice agreed, whose recording is deleted', async () => {
    const { id, call, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    const first = await service.recordingOf(call.sid);
    expect(await fetched(phone, 'Hold on, she’s coming.', 'Hello, this is Alma.')).toMatch(asks);
    await expect.poll(() => first.isDeleted, slowly).toBe(true);

    phone.speak('Yes, you may record it.');
    await phone.answer();
    await expect.poll(async () => (await service.recordingOf(call.sid)).sid, slowly).not.toBe(first.sid);
    const second = await service.recordingOf(call.sid);
    // A late report about the first recording changes nothing.
    await say.recorded(first, 'completed', { seconds: 3 });
    const status = () => db.callRecording.findUniqueOrThrow({ where: { conversationId: id } });
    await expect.poll(async () => (await status()).providerId, slowly).toBe(second.sid);
    expect((await status()).status).toBe('RECORDING');
    expect(second.isDeleted).toBe(false);
    phone.hangUp();
  });

  test('is not recorded when she says no, whoever said yes before', async () => {
    const { id, call, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    const first = await service.recordingOf(call.sid);
    await fetched(phone, 'One moment, I’ll put her on.');
    phone.speak('No, please don’t.');
    await phone.answer();
    await expect.poll(() => first.isDeleted, slowly).toBe(true);
    const recording = await db.callRecording.findUniqueOrThrow({ where: { conversationId: id } });
    expect(recording.status).toBe('NOT_KEPT');
    phone.hangUp();
  });

  test('ends the call before the opening if she wants none', async () => {
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak('Hold on, I’ll get her.');
    await phone.answer();
    phone.speak('Please don’t call me any more.');
    expect(await phone.answer()).not.toMatch(asks);
    await expectStatus(id, 'COMPLETED');
    phone.hangUp();
  });

  test('hears it in Spanish', async () => {
    const family = await aCallableFamily();
    await db.subject.update({ where: { id: family.subject.id }, data: { language: 'es' } });
    const { phone } = await connected(family);
    phone.speak('Espere, voy a buscarla.');
    expect(await phone.answer()).not.toMatch(/grabar/);
    phone.speak('¿Bueno?');
    expect(await phone.answer()).toMatch(/computadora.*grabar/s);
    phone.hangUp();
  });

  test('asks for a moment herself without hearing it again', async () => {
    const { phone } = await connected(await aCallableFamily());
    phone.speak('One moment, let me sit down.');
    await phone.answer();
    phone.speak('All right, I’m here.');
    expect(await phone.answer()).not.toMatch(asks);
    phone.hangUp();
  });
});
