import { describe, expect, test } from 'vitest';
import { placeDueCalls } from '#api/calls/jobs.ts';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { notePause } from '#api/calls/service/pause-for-answer.ts';
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
import { aPhoneService, say } from '#tests/support/twilio/phone-service.ts';
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

/** A call that ended so because of these words; its hangup is reported. */
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
    expect(letter).toMatch(
      /The person who answered said that Alma has died\. We don’t know if that is right/,
    );
    expect(letter).toMatch(/We have paused all calls and texts to Alma until an owner resumes them/);
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
    const again = await family.editor.gql(beginning, { input });
    expect(again.beginConversation).toMatchObject({ status: 'RINGING' });
  });

  test('stays paused when the phone changes, and tells viewers no reason', async () => {
    const family = await aCallableFamily();
    await answeredWith(family, 'I’m her son. Alma died last month.');
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

  test.each([
    ['en', 'I’m sorry, Alma passed away. I want to die too.', /computer|call|988/],
    ['es', 'Lo siento, Alma falleció. Ya no quiero vivir.', /988|llame/],
    ['en', 'Alma isn’t here. I want to kill myself.', /computer|call|988/],
  ])('answers words of danger in the same breath, and pauses nothing (%s)', async (language, words, help) => {
    const family = await aCallableFamily();
    await db.subject.update({ where: { id: family.subject.id }, data: { language } });
    const { id, phone } = await connected(family);
    phone.speak(words);
    expect(await phone.answer()).toMatch(help);
    await expectStatus(id, 'IN_PROGRESS');
    expect(await pausedOf(family)).toEqual({ status: 'ACTIVE', pausedBecause: null });
    phone.hangUp();
  });

  test('leaves a pause to the owner who made it during the call', async () => {
    const family = await aCallableFamily();
    const { id, phone } = await connected(family);
    await update(family, { status: 'PAUSED' });
    phone.speak('You’ve got the wrong number.');
    expect(await phone.answer()).toBe('Thank you, and goodbye.');
    await expectStatus(id, 'MISSED');
    const letter = await pauseLetterTo(family.owner.email);
    expect(letter).toMatch(/Calls and texts to Alma were paused already/);
    expect(letter).not.toMatch(/We have paused/);
    expect(await pausedOf(family)).toEqual({ status: 'PAUSED', pausedBecause: null });
    await update(family, { phone: aPhone() });
    expect(await pausedOf(family)).toMatchObject({ status: 'PAUSED' });
    phone.hangUp();
  });

  test('is kept too when the call was over before the goodbye, and its words are told by nobody', async () => {
    const family = await aCallableFamily();
    const { id, call, phone } = await connected(family);
    const { id: subjectId } = family.subject;
    phone.speak('My father kept a bakery.');
    await phone.answer();
    await say.status(call, 'completed');
    await expectStatus(id, 'COMPLETED');
    phone.hangUp();
    await notePause({ conversationId: id, subjectId, reason: 'WRONG_NUMBER' });
    const said = (await messagesOf(id)).find(({ role }) => role === 'user');
    expect(said?.reading).toMatchObject({ spans: [{ act: 'INSTRUCTS', start: 0 }] });
    expect(await pausedOf(family)).toEqual({ status: 'PAUSED', pausedBecause: 'WRONG_NUMBER' });
    await pauseLetterTo(family.owner.email);
  });

  test('says so to the person alone where nobody else looks after the book', async () => {
    const family = await aCallableFamily();
    const { owner, subject } = family;
    await db.subject.update({ where: { id: subject.id }, data: { selfUserId: owner.id } });
    await answeredWith(family, 'I’m sorry, Alma passed away.');
    const find = async () =>
      (await lettersTo(owner.email)).find((letter) => letter.subject === 'Calls to you are paused');
    await expect.poll(find, slowly).toBeDefined();
    expect(((await find())?.text ?? '').replace(/\s+/g, ' ')).toMatch(/said that you have died/);
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
  const resume = { input: { id: family.subject.id, phone: aPhone() } };
  await expect(family.editor.gql('UpdateSubject', resume)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await update(family, { phone: aPhone() });
  expect(await pausedOf(family)).toMatchObject({ pausedBecause: null });
  expect((await pausedOf(family)).status).not.toBe('PAUSED');
});
