import { afterEach, describe, expect, test } from 'vitest';
import { endAbandonedCalls } from '#api/calls/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import {
  aCallableFamily,
  callNow,
  connectedCall,
  expectStatus,
  messagesOf,
} from '#tests/support/twilio/calling.ts';
import { relayOf } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, askHook, type Phone, pickUpAt, say } from '#tests/support/twilio/phone-service.ts';
import { useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer(service.env);
afterEach(() => {
  service.state.trouble = null;
});

const wordsOf = async (id: string) =>
  (await messagesOf(id)).filter(({ role }) => role === 'user').map(({ text }) => text);

const statusOf = async (id: string) => (await db.conversation.findUniqueOrThrow({ where: { id } })).status;

const prompt = (voicePrompt: string, last = true) => ({ type: 'prompt', voicePrompt, lang: 'en-US', last });

/** The frames of a call in the order in which the phone service sends them. */
const script = [
  prompt('My father', false),
  prompt('My father kept a bakery in Galway.'),
  { type: 'info', name: 'agentSpeaking', value: 'on' },
  { type: 'info', name: 'tokensPlayed', value: 'What did' },
  { type: 'interrupt', utteranceUntilInterrupt: 'What did', durationUntilInterruptMs: '700' },
  prompt('And we lived above it, my brothers and I.'),
  { type: 'dtmf', digit: '*' },
  { type: 'error', description: 'Invalid message received' },
  prompt('The oven was lit at three.'),
];
type Sent = (typeof script)[number];

/** The words of a frame that are to be stored; null for any other frame. */
const saidIn = (frame: Sent | undefined) =>
  frame && 'voicePrompt' in frame && frame.last ? frame.voicePrompt : null;
const words = script.flatMap((frame) => saidIn(frame) ?? []);

async function isStored(id: string, said: string | null) {
  if (said) await expect.poll(() => wordsOf(id), { timeout: 30_000 }).toContain(said);
}

/** Sends frames; each waits until the words before it are stored. */
async function send(phone: Phone, id: string, frames: readonly Sent[]) {
  for (const frame of frames) {
    phone.send(frame);
    await isStored(id, saidIn(frame));
  }
}

describe('A call whose socket is cut', () => {
  test.each(Array.from({ length: script.length + 1 }, (_, after) => after))(
    'after %i frames continues with every heard word once and in order',
    async (after) => {
      const { id, call, relay, phone } = await connectedCall(service, await aCallableFamily());
      const cutAt = script[after - 1];
      await send(phone, id, script.slice(0, Math.max(0, after - 1)));
      // Nothing waits for the last frame before the cut.
      if (cutAt) phone.send(cutAt);
      phone.hangUp();
      await phone.closed;

      const again = relayOf((await say.disconnected(call, relay.action)).twiml);
      const second = await pickUpAt(again.url, { callSid: call.sid });
      await isStored(id, saidIn(cutAt));
      await send(second, id, script.slice(after));

      expect(await wordsOf(id)).toEqual(words);
      const role = async () => (await messagesOf(id)).at(-1)?.role;
      await expect.poll(role, { timeout: 30_000 }).toBe('assistant');
      const { status, awaitingSeq } = await db.conversation.findUniqueOrThrow({ where: { id } });
      expect([status, awaitingSeq]).toEqual(['IN_PROGRESS', null]);
      second.hangUp();
      await say.status(call, 'completed');
    },
  );
});

describe('A call that was picked up and whose first socket', () => {
  async function pickedUp() {
    const { id, call } = await callNow(service, await aCallableFamily());
    return { id, call, relay: relayOf((await say.pickedUp(call)).twiml) };
  }
  type Picked = Awaited<ReturnType<typeof pickedUp>>;

  /** The phone service asks what to do, and is connected again. */
  async function resumed({ call, relay }: Picked): Promise<Phone> {
    const { url } = relayOf((await say.disconnected(call, relay.action)).twiml);
    expect(url).not.toBe('');
    return pickUpAt(url, { callSid: call.sid });
  }

  /** The opening is said whole and stored once, and what is said to it is answered. */
  async function expectGoesOn({ id, call }: Picked, phone: Phone) {
    const opening = await phone.hearOut();
    expect(opening).toMatch(/a computer, calling for/);
    const texts = (await messagesOf(id)).map(({ role, text }) => [role, text]);
    expect(texts).toEqual([['assistant', opening]]);
    phone.speak('Yes, you may record it.');
    await phone.answer();
    await expectStatus(id, 'IN_PROGRESS');
    expect(service.calls.filter(({ to }) => to === call.to)).toHaveLength(1);
    phone.hangUp();
    await say.status(call, 'completed');
    await expectStatus(id, 'COMPLETED');
  }

  test('could not be opened goes on', async () => {
    const picked = await pickedUp();
    await expectGoesOn(picked, await resumed(picked));
  });

  test('is cut before its setup goes on', async () => {
    const picked = await pickedUp();
    const cut = await pickUpAt(picked.relay.url, { callSid: picked.call.sid, setUp: false });
    cut.hangUp();
    await cut.closed;
    expect(await statusOf(picked.id)).toBe('RINGING');
    await expectGoesOn(picked, await resumed(picked));
  });

  test('is cut right after its setup goes on', async () => {
    const picked = await pickedUp();
    const cut = await pickUpAt(picked.relay.url, { callSid: picked.call.sid });
    cut.hangUp();
    await cut.closed;
    await expectGoesOn(picked, await resumed(picked));
  });

  test.each([
    ['before anything of it was spoken', 0],
    ['in mid-sentence', 5],
  ])('is cut while the opening is sent, %s, goes on', async (_, spokenWords) => {
    const picked = await pickedUp();
    const cut = await pickUpAt(picked.relay.url, { callSid: picked.call.sid });
    await expect.poll(() => cut.frames.at(0)?.type, { timeout: 30_000 }).toBe('text');
    if (spokenWords) {
      const value = cut.frames.at(0)?.token?.split(' ').slice(0, spokenWords).join(' ');
      cut.send({ type: 'info', name: 'agentSpeaking', value: 'on' });
      cut.send({ type: 'info', name: 'tokensPlayed', value });
    }
    cut.hangUp();
    await cut.closed;
    await expectGoesOn(picked, await resumed(picked));
  });

  test('fails twice goes on with the third', async () => {
    const picked = await pickedUp();
    const second = relayOf((await say.disconnected(picked.call, picked.relay.action)).twiml);
    await expectGoesOn(picked, await resumed({ ...picked, relay: second }));
  });

  test('fails three times is hung up, and was missed', async () => {
    const picked = await pickedUp();
    let { action } = picked.relay;
    for (let failed = 1; failed < 3; failed += 1) {
      const { twiml } = await say.disconnected(picked.call, action);
      expect(relayOf(twiml).url).not.toBe('');
      ({ action } = relayOf(twiml));
    }
    expect((await say.disconnected(picked.call, action)).twiml).toContain('<Hangup/>');
    expect(await statusOf(picked.id)).toBe('MISSED');
  });

  test('fails rings only for some minutes', async () => {
    const picked = await pickedUp();
    await db.call.update({
      where: { conversationId: picked.id },
      data: { dialledAt: new Date(Date.now() - 6 * 60_000) },
    });
    await endAbandonedCalls();
    const { twiml } = await say.disconnected(picked.call, picked.relay.action);
    expect(twiml).toContain('<Hangup/>');
    expect(await statusOf(picked.id)).toBe('MISSED');
  });

  test('could not be opened before the caller hung up, or on a phone that still rings, is not connected', async () => {
    const { id, call, relay } = await pickedUp();
    for (const status of ['completed', 'ringing', 'no-answer']) {
      const fields = { CallSid: call.sid, AccountSid: carrierAccount.accountSid, CallStatus: status };
      expect((await askHook(relay.action, fields)).twiml).toContain('<Hangup/>');
    }
    await say.status(call, 'completed');
    await expectStatus(id, 'MISSED');
    expect((await say.disconnected(call, relay.action)).twiml).toContain('<Hangup/>');
  });
});

describe('A phone service that places a call', () => {
  const placedTo = (phone: string) => service.calls.filter(({ to }) => to === phone);
  const providerIdOf = async (id: string) =>
    (await db.call.findUniqueOrThrow({ where: { conversationId: id } })).providerId;

  test('and is slow to say so has called once, and the call goes on before it does', async () => {
    const family = await aCallableFamily();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.state.trouble = { answersWhen: promise };

    const { id, call, phone } = await connectedCall(service, family);
    phone.speak('My father kept a bakery in Galway.');
    await isStored(id, 'My father kept a bakery in Galway.');
    expect(await providerIdOf(id)).toBe(call.sid);
    resolve();
    await phone.answer();

    phone.hangUp();
    await say.status(call, 'completed');
    expect(placedTo(family.subject.phone)).toHaveLength(1);
    expect(await providerIdOf(id)).toBe(call.sid);
  });

  test('and has too much to do calls once, later', async () => {
    const family = await aCallableFamily();
    service.state.trouble = { status: 429, code: 20429 };
    const ringing = callNow(service, family);
    const dialled = { subjectId: family.subject.id, dialledAt: { not: null } };
    await expect.poll(() => db.call.count({ where: dialled }), { timeout: 15_000 }).toBe(1);
    service.state.trouble = null;

    const { id, call } = await ringing;

    await expect.poll(() => providerIdOf(id), { timeout: 15_000 }).toBe(call.sid);
    expect(placedTo(family.subject.phone)).toHaveLength(1);
  });

  test('and asks twice what to do has one call with one socket', async () => {
    const family = await aCallableFamily();
    const { id, call } = await callNow(service, family);

    const asked = await Promise.all([say.pickedUp(call), say.pickedUp(call)]);
    const sockets = await Promise.allSettled(
      asked.map(({ twiml }) => pickUpAt(relayOf(twiml).url, { callSid: call.sid })),
    );

    const open = sockets.flatMap((socket) => (socket.status === 'fulfilled' ? [socket.value] : []));
    expect(open).toHaveLength(1);
    await open[0]?.answer();
    expect(await messagesOf(id)).toHaveLength(1);
    expect(placedTo(family.subject.phone)).toHaveLength(1);
    open[0]?.hangUp();
    await say.status(call, 'completed');
  });
});
