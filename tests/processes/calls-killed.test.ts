import { afterEach, expect, test, vi } from 'vitest';
import { endAbandonedCalls } from '#api/calls/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { aCallSound } from '#tests/support/call-sound.ts';
import { goAsUsual, later, minute } from '#tests/support/clock.ts';
import { server } from '#tests/support/server.ts';
import { member, patienceMs, processes, useSeveral } from '#tests/support/several.ts';
import { until } from '#tests/support/told.ts';
import { aCallableFamily, callNow, connectedCall, messagesOf } from '#tests/support/twilio/calling.ts';
import { relayOf } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, pickUpAt, say } from '#tests/support/twilio/phone-service.ts';

const service = await aPhoneService();
vi.setConfig({ testTimeout: 5 * patienceMs });
useSeveral(service.env);
afterEach(goAsUsual);

const said = async (id: string) =>
  (await messagesOf(id)).filter(({ role }) => role === 'user').map(({ text }) => text);

const statusOf = async (id: string) => (await db.conversation.findUniqueOrThrow({ where: { id } })).status;

/** A call over one process, which is killed as soon as it has stored what was said. */
async function killedInMidCall(words: string) {
  const family = await aCallableFamily();
  const { first, second } = processes();
  const talk = await connectedCall(service, family);
  talk.phone.speak(words);
  await until(async () => (await said(talk.id)).length === 1, patienceMs);
  first.signal('SIGKILL');
  await first.ended;
  await talk.phone.closed;
  // The phone service now reaches another process.
  server().url = second.url;
  return { ...talk, family };
}

/** Starts the killed process again. */
async function startAgain() {
  const several = processes();
  several.first = await member({ ...several.env, ROLE: 'web' });
  server().url = several.first.url;
}

test('A call whose server is killed continues at another as the same conversation, and loses no words', async () => {
  const { id, call, relay, phone } = await killedInMidCall('We had a dog called Patch.');
  const heard = phone.frames.length;

  const again = relayOf((await say.disconnected(call, relay.action)).twiml);
  const second = await pickUpAt(again.url, { callSid: call.sid });

  // The words that were said before are answered, whether or not the killed process had begun to.
  expect(await second.answer()).not.toBe('');
  second.speak('He was black and white.');
  await second.answer();
  expect(heard).toBeGreaterThan(0);
  expect(await said(id)).toEqual(['We had a dog called Patch.', 'He was black and white.']);
  later(9 * minute);
  await endAbandonedCalls();
  expect(await statusOf(id)).toBe('IN_PROGRESS');
  goAsUsual();
  second.hangUp();
  await say.status(call, 'completed');
  expect(await statusOf(id)).toBe('COMPLETED');
  await startAgain();
});

const requestByVoice = /Would you say yes once more, so your yes is kept in your own voice\?$/;
const recordingOf = (conversationId: string) => db.callRecording.findUnique({ where: { conversationId } });

/** The person has agreed to be recorded, and was asked for their yes while the recording runs. */
async function askedByVoice() {
  // The request is left out where the recording takes too long to begin, as it may on a busy machine.
  for (let n = 0; n < 5; n++) {
    const family = await aCallableFamily();
    const talk = await connectedCall(service, family);
    talk.phone.speak('Yes, that’s fine.');
    if (requestByVoice.test(await talk.phone.hearOut())) return { ...talk, family };
    talk.phone.hangUp();
    await say.status(talk.call, 'completed');
  }
  throw new Error('No recording began in time');
}

test('A call whose server is killed between the request for a yes by voice and the answer keeps one recording', async () => {
  const { id, call, relay, phone, family } = await askedByVoice();
  const { first, second } = processes();
  const subjectId = family.subject.id;
  const consents = () => db.consentEntry.findMany({ where: { subjectId }, orderBy: { position: 'asc' } });
  const before = await consents();
  const recording = await service.recordingOf(call.sid);
  first.signal('SIGKILL');
  await first.ended;
  await phone.closed;
  server().url = second.url;
  expect(await recordingOf(id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });

  const again = relayOf((await say.disconnected(call, relay.action)).twiml);
  const resumed = await pickUpAt(again.url, { callSid: call.sid });
  expect(await resumed.hearOut()).toMatch(requestByVoice);
  resumed.speak('Yes, I say yes.');
  expect(await resumed.answer()).toMatch(/^Thank you\. /);
  resumed.speak('We had a dog called Patch.');
  expect(await resumed.answer()).not.toMatch(/record|say yes/);

  const messages = await messagesOf(id);
  expect(messages.filter(({ turnKind }) => turnKind === 'CONFIRM_BY_VOICE')).toHaveLength(1);
  expect(await said(id)).toEqual(['Yes, that’s fine.', 'Yes, I say yes.', 'We had a dog called Patch.']);
  const [agreed, yes] = messages.filter(({ role }) => role === 'user');
  const entry = before.findLast(({ kind }) => kind === 'RECORDING');
  expect(await recordingOf(id)).toMatchObject({
    ...{ status: 'RECORDING', messageId: agreed?.id },
    ...{ voiceMessageId: yes?.id, consentEntryId: entry?.id },
  });

  resumed.hangUp();
  await say.status(call, 'completed');
  expect(await statusOf(id)).toBe('COMPLETED');
  recording.status = 'completed';
  recording.sound.content = aCallSound(15, {
    person: [[6, 7.5]],
    evertold: [
      [0.6, 4],
      [9, 13],
    ],
  });
  await say.recorded(recording, 'completed');
  await until(async () => (await recordingOf(id))?.status === 'KEPT', patienceMs);
  expect(service.recordings.filter((each) => each.call.sid === call.sid)).toHaveLength(1);
  expect(await consents()).toEqual(before);
  await startAgain();
});

test('A call whose server is killed ends after ten minutes if nobody resumes it, and the next call is possible', async () => {
  const { id, family } = await killedInMidCall('The lamp in the kitchen was never switched off.');
  later(9 * minute);
  await endAbandonedCalls();
  expect(await statusOf(id)).toBe('IN_PROGRESS');

  goAsUsual();

  // As if eleven minutes had passed; the worker looks every minute.
  const elevenMinutesAgo = new Date(Date.now() - 11 * minute);
  await db.call.update({ where: { conversationId: id }, data: { connectedAt: elevenMinutesAgo } });
  await until(async () => (await statusOf(id)) !== 'IN_PROGRESS', 2 * patienceMs);

  expect(await db.conversation.findUnique({ where: { id } })).toMatchObject({
    status: 'COMPLETED',
    endReason: 'DROPPED',
  });
  expect(await said(id)).toEqual(['The lamp in the kitchen was never switched off.']);
  const { phone } = family.subject;
  const next = await callNow(service, family);
  expect(next.id).not.toBe(id);
  await until(async () => service.calls.filter(({ to }) => to === phone).length === 2, patienceMs);
  await say.status(await service.callTo(phone), 'busy');
  expect(await statusOf(next.id)).toBe('MISSED');
});
