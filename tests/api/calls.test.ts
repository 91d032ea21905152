import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { loopbackTelephony } from '#api/adapters/telephony/loopback.ts';
import { noTelephony } from '#api/adapters/telephony/none.ts';
import { endAbandonedCalls, placeDueCalls } from '#api/calls/jobs.ts';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { pauses } from '#api/calls/relay/session.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import type { Progress } from '#api/conversations/events.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { openSettings } from '#api/platform/settings.ts';
import { goAsUsual, later, minute, standAt, useClock } from '#tests/support/clock.ts';
import { aPartner } from '#tests/support/partner.ts';
import type { Person } from '#tests/support/person.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { server } from '#tests/support/server.ts';
import { aSlowModel } from '#tests/support/slow-model.ts';
import { cardsOf, stories, until, writingOf } from '#tests/support/told.ts';
import {
  aCallableFamily,
  beginning,
  connectedCall,
  expectStatus,
  messagesOf,
  callNow as ringNow,
  talkingOn,
} from '#tests/support/twilio/calling.ts';
import { type PlacedCall, relayOf } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, askHook, type Phone, pickUpAt, say } from '#tests/support/twilio/phone-service.ts';
import { aFamily, aSubject, type Family, giveConsents, useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer({ ...service.env, ALLOW_PRIVATE_ADDRESSES: 'yes' });
useClock();
const usual = { ...pauses };
afterEach(() => void Object.assign(pauses, usual));

/** A call in the browser of an admin, to whom a version of an agent prompt speaks. */
async function versionCall() {
  const { admin } = await aFamily();
  const { id: subjectId } = await aSubject(admin, { isSelf: true });
  await giveConsents(admin, subjectId, ['AI_WRITING']);
  // The admin of all these tests can then have another book of their own.
  const isOver = { where: { id: subjectId }, data: { selfUserId: null } };
  onTestFinished(async () => void (await db.subject.update(isOver)));
  const version = { instructions: 'Talk of bread.', firstMessage: 'Shall we talk of bread?', language: 'en' };
  const prompt = { name: `Bread ${newId()}`, versions: { create: { number: 1, ...version } } };
  const { versions } = await db.agentPrompt.create({ data: prompt, include: { versions: true } });
  const versionId = versions[0]?.id ?? '';
  const { conversation, phone } = await talkingOn(admin, subjectId, { versionId });
  await phone.answer();
  return { id: conversation.id, phone, versionId };
}

const callNow = (family: Family) => ringNow(service, family);
const connected = (family: Family) => connectedCall(service, family);

const slowly = { timeout: 30_000 };

/** When the call was last known to have a socket. */
const connectedAt = async (conversationId: string) =>
  (await db.call.findUniqueOrThrow({ where: { conversationId } })).connectedAt?.getTime() ?? 0;

describe('A call', () => {
  test('rings, is picked up, says who calls and for whom, and goes on until somebody hangs up', async () => {
    const family = await aCallableFamily();
    const { id, call, relay, phone, opening } = await connected(family);

    expect(opening).toMatch(/computer, calling for your daughter Anna/);
    expect(relay.attributes).toContain('reportInputDuringAgentSpeech="speech"');
    expect(relay.attributes).toContain('speechTimeout="2500"');
    phone.speak('My father kept a bakery in Galway and we lived above it.');
    expect(await phone.answer()).not.toBe('');
    await expectStatus(id, 'IN_PROGRESS');
    phone.hangUp();
    await say.status(call, 'completed');
    await say.status(call, 'completed');
    await expectStatus(id, 'COMPLETED');
    const { endReason, phone: number } = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect([endReason, number]).toEqual(['HUNG_UP', family.subject.phone]);
    await say.status(call, 'busy');
    await say.status(call, 'ringing');
    await expectStatus(id, 'COMPLETED');
  });

  test('fills the wait for a late model with one “mm”, only if that is set, which is stored nowhere', async () => {
    const model = await aSlowModel();
    onTestFinished(model.stop);
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    Object.assign(pauses, { fillerAfterMs: 0 });
    phone.speak('My father kept a bakery in Galway.');
    const first = await model.asked(0, 20_000);
    first.say('What did the bakery smell of?');
    first.finish();
    expect(await phone.hearOut()).toBe('What did the bakery smell of?');

    openSettings({ ...server().config, callFillers: true });
    onTestFinished(() => openSettings(server().config));
    phone.speak('It smelled of birch wood and rye.');
    const second = await model.asked(1, 20_000);
    expect(await phone.answer()).toBe('Mm.');
    second.say('Who cut the birch wood?');
    second.finish();
    const asked = await phone.answer();
    phone.send({ type: 'info', name: 'tokensPlayed', value: 'Mm.' });
    phone.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(asked).toBe('Who cut the birch wood?');
    phone.send({ type: 'info', name: 'tokensPlayed', value: 'Who cut the birch' });
    phone.send({
      type: 'interrupt',
      utteranceUntilInterrupt: 'Mm. Who cut the birch',
      durationUntilInterruptMs: '900',
    });
    phone.speak('My uncle did.');
    const third = await model.asked(2, 20_000);
    third.say('What was he like?');
    third.finish();
    await expect.poll(async () => (await messagesOf(id)).at(-1)?.text, slowly).toBe('What was he like?');
    const texts = (await messagesOf(id)).map(({ text }) => text);
    expect(texts).toContain('Who cut the birch');
    expect(texts.join(' ')).not.toContain('Mm');
    phone.hangUp();
  });

  test('stores the heard part of an interrupted answer, and the words that interrupted it', async () => {
    const { id, phone, opening } = await connected(await aCallableFamily());
    const heard = opening.split(' ').slice(0, 3).join(' ');

    phone.send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs: '900' });
    phone.speak('Wait, who is this?');
    await phone.answer();

    const texts = (await messagesOf(id)).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual([heard, 'Wait, who is this?']);
    phone.hangUp();
  });

  test('keeps what was being said when somebody hung up, and no guess of a word or two', async () => {
    const family = await aCallableFamily();
    const { id, call, relay, phone } = await connected(family);
    const said = async () =>
      (await messagesOf(id)).filter(({ role }) => role === 'user').map(({ text }) => text);
    phone.keepSpeaking('We had a bakery on');
    phone.speak(stories.bakery);
    await phone.answer();
    phone.keepSpeaking('And my');
    const hungUpAt = Date.now();
    phone.hangUp();
    await expect.poll(() => connectedAt(id), slowly).toBeGreaterThanOrEqual(hungUpAt);
    expect(await said()).toEqual([stories.bakery]);

    const again = relayOf((await say.disconnected(call, relay.action)).twiml);
    const second = await pickUpAt(again.url, { callSid: call.sid });
    await second.answer();
    second.keepSpeaking('And my mother');
    second.keepSpeaking('And my mother carried the bread to');
    second.hangUp();
    await expect.poll(said, slowly).toContain('And my mother carried the bread to…');
    await say.status(call, 'completed');

    await expectStatus(id, 'COMPLETED');
    await until(async () => (await writingOf(id)) === 'WRITTEN');
    const told = (await cardsOf(family.owner, family.subject.id)).map(({ body }) => body).join(' ');
    expect(told).toContain('Mill Street');
    expect(told).not.toContain('bread to');
  });

  test('speaks a model’s answer while it is made, and stops the model when somebody talks over it', async () => {
    const model = await aSlowModel();
    onTestFinished(model.stop);
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    phone.speak('My father kept a bakery in Galway.');
    const first = await model.asked(0, 20_000);
    const sent = phone.frames.length;
    // A sentence is spoken once it is whole, as it may have to be refused until then.
    first.say('That sounds warm. What did ');
    await expect
      .poll(() => phone.frames.slice(sent), slowly)
      .toMatchObject([{ token: 'That sounds warm.', last: false }]);
    first.say('the bakery smell of?');
    // The model has not said that it is over.
    const token = ' What did the bakery smell of?';
    await expect.poll(() => phone.frames.at(-1), slowly).toMatchObject({ token, last: false });
    first.finish();
    expect(await phone.answer()).toBe('That sounds warm. What did the bakery smell of?');

    phone.speak('It smelled of birch wood and rye, and of my father’s pipe.');
    const second = await model.asked(1, 20_000);
    second.say('A pipe of cherry wood. Who ');
    await expect.poll(() => phone.frames.at(-1), slowly).toMatchObject({ token: 'A pipe of cherry wood.' });
    phone.send({ type: 'interrupt', utteranceUntilInterrupt: 'A pipe', durationUntilInterruptMs: '300' });
    phone.speak('And of the sea.');
    const third = await model.asked(2, 20_000);
    expect(second.left()).toBe(true);
    third.say('What did the sea bring?');
    third.finish();
    expect(await phone.answer()).toContain('What did the sea bring?');
    const told = (await messagesOf(id)).map(({ text }) => text);
    expect(told.filter((text) => text.includes('cherry'))).toEqual([]);
    phone.hangUp();
  });

  /** A call that may be recorded; no model words the answer to that. */
  async function recordedCall(): Promise<{ id: string; phone: Phone; versionId?: string }> {
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    return { id, phone };
  }

  /** The answer of a model that somebody is hearing the first sentence of. */
  async function answering(withVersion = false) {
    const model = await aSlowModel();
    onTestFinished(model.stop);
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const { id, phone, versionId = null } = withVersion ? await versionCall() : await recordedCall();
    const told: Progress[] = [];
    bus.listen(topics.reply(id), over.signal, (progress) => told.push(progress as Progress));
    phone.speak('My father kept a bakery in Galway.');
    const request = await model.asked(0, 20_000);
    request.say('That sounds warm. Who ');
    await expect.poll(() => phone.frames.at(-1), slowly).toMatchObject({ token: 'That sounds warm.' });
    phone.send({ type: 'info', name: 'agentSpeaking', value: 'on' });
    return { id, phone, model, request, told, versionId, messageId: told.at(-1)?.messageId ?? '' };
  }

  test('says nothing more of an answer that was cut off, whatever still comes of it', async () => {
    const { id, phone, request, told, messageId } = await answering();
    const heard = 'That sounds warm.';
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = transaction(async (tx) => {
      await takeTurn(tx, id);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const sent = phone.frames.length;
    // What was heard of it can’t be stored yet, so the model goes on.
    phone.send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs: '900' });
    request.say('came in the mornings? And ');
    await expect.poll(() => told.at(-1)?.text, slowly).toContain('mornings');
    held.resolve();
    await holding;
    await expect.poll(async () => (await messagesOf(id)).at(-1)?.text, slowly).toBe(heard);
    const whole = { messageId, text: `${heard} Who came?`, done: true, private: false };
    bus.publish(topics.reply(id), { ...whole, madeBy: 'slow', agentVersionId: null } satisfies Progress);
    await expect.poll(() => told.at(-1)?.text, slowly).toBe(whole.text);
    expect(phone.frames.slice(sent)).toEqual([]);
    phone.hangUp();
  });

  test('answers words that follow at once after another server stored what was heard', async () => {
    const { id, phone, model, messageId } = await answering();
    const { subjectId, lastSeq } = await db.conversation.findUniqueOrThrow({ where: { id } });
    const seq = lastSeq + 1;
    const of = { id: messageId, subjectId, conversationId: id, seq, role: 'assistant' } as const;
    await db.message.create({ data: { ...of, text: 'That sounds warm.' } });
    await db.conversation.update({ where: { id }, data: { lastSeq: seq, awaitingSeq: null } });

    phone.speak('The neighbours came for the bread, every one of them.');

    const second = await model.asked(1, 20_000);
    second.say('What did the neighbours talk about?');
    second.finish();
    expect(await phone.answer()).toContain('What did the neighbours talk about?');
    expect((await messagesOf(id)).slice(-3).map(({ text }) => text)).toEqual([
      'That sounds warm.',
      'The neighbours came for the bread, every one of them.',
      'What did the neighbours talk about?',
    ]);
    phone.hangUp();
  });

  test('keeps which model and which version made an answer that was cut off', async () => {
    const { id, phone, messageId, versionId } = await answering(true);
    expect(versionId).not.toBeNull();
    phone.send({ type: 'interrupt', utteranceUntilInterrupt: 'That sounds warm.' });
    await expect
      .poll(() => db.message.findUnique({ where: { id: messageId } }), slowly)
      .toMatchObject({ text: 'That sounds warm.', madeBy: 'slow', agentVersionId: versionId });
    await db.conversation.update({ where: { id }, data: { status: 'COMPLETED' } });
    phone.hangUp();
  });

  test('takes played tokens as proof of what was heard', async () => {
    const { id, phone, opening } = await connected(await aCallableFamily());
    const heard = opening.split(' ').slice(0, 5).join(' ');

    phone.send({ type: 'info', name: 'tokensPlayed', value: heard });
    phone.send({ type: 'interrupt' });
    phone.speak('Hello?');
    await phone.answer();

    expect((await messagesOf(id))[0]?.text).toBe(heard);
    phone.hangUp();
  });

  test('that loses its socket continues as the same conversation and repeats the last words', async () => {
    const { id, call, relay, phone } = await connected(await aCallableFamily());
    phone.speak('We had a dog called Patch.');
    const last = await phone.answer();
    phone.hangUp();
    await phone.closed;

    const again = relayOf((await say.disconnected(call, relay.action)).twiml);
    const second = await pickUpAt(again.url, { callSid: call.sid });

    expect(await second.answer()).toBe(last);
    second.speak('He was black and white.');
    await second.answer();
    const said = (await messagesOf(id)).filter(({ role }) => role === 'user').map(({ text }) => text);
    expect(said).toEqual(['We had a dog called Patch.', 'He was black and white.']);
    second.hangUp();
  });

  test('that dropped ends if it is not resumed within ten minutes', async () => {
    const { id, phone } = await connected(await aCallableFamily());
    const hungUpAt = new Date();
    phone.hangUp();
    await expect.poll(() => connectedAt(id)).toBeGreaterThanOrEqual(hungUpAt.getTime());
    later(9 * minute);
    await endAbandonedCalls();
    await expectStatus(id, 'IN_PROGRESS');

    later(11 * minute);
    await endAbandonedCalls();

    await expectStatus(id, 'COMPLETED');
    expect((await db.conversation.findUniqueOrThrow({ where: { id } })).endReason).toBe('DROPPED');
  });

  test('goes on for as long as its socket is open', async () => {
    pauses.stillConnectedMs = 20;
    const { id, phone } = await connected(await aCallableFamily());
    later(60 * minute);
    await expect.poll(() => connectedAt(id)).toBeGreaterThan(Date.now() + 50 * minute);

    await endAbandonedCalls();

    await expectStatus(id, 'IN_PROGRESS');
    phone.speak('We had a dog called Patch.');
    expect(await phone.answer()).not.toBe('');
    phone.hangUp();
  });

  test('ends with a goodbye at the book’s time limit', async () => {
    Object.assign(pauses, { goodbyeMs: 0, wordMs: 0 });
    const { id, phone } = await connected(await aCallableFamily());
    const began = (minutesAgo: number) =>
      db.conversation.update({
        where: { id },
        data: { startedAt: new Date(Date.now() - minutesAgo * minute) },
      });
    await began(29);
    phone.speak('My father kept a bakery in Galway and we lived above it.');
    await phone.answer();
    await expectStatus(id, 'IN_PROGRESS');

    await began(31);
    phone.speak('My mother carried the bread to the harbour.');

    expect(await phone.answer()).not.toBe('');
    await phone.closed;
    expect(phone.frames.at(-1)).toMatchObject({ type: 'end' });
    const { status, endReason } = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect([status, endReason]).toEqual(['COMPLETED', 'TIME_LIMIT']);
  });

  test('ends after two hours, also when it was resumed', async () => {
    Object.assign(pauses, { goodbyeMs: 0, wordMs: 0 });
    const { id, call, relay, phone } = await connected(await aCallableFamily());
    phone.hangUp();
    await phone.closed;
    await db.conversation.update({
      where: { id },
      data: { startedAt: new Date(Date.now() - 121 * minute) },
    });

    const again = relayOf((await say.disconnected(call, relay.action)).twiml);
    const second = await pickUpAt(again.url, { callSid: call.sid });
    await second.closed;

    const goodbye = 'That is all the time we have today. Goodbye.';
    expect(second.frames.map(({ token }) => token)).toContain(goodbye);
    expect((await messagesOf(id)).at(-1)?.text).toBe(goodbye);
    const { status, endReason } = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect([status, endReason]).toEqual(['COMPLETED', 'TIME_LIMIT']);
  });

  test('ends with key 0, and repeats with *', async () => {
    const { id, phone, opening } = await connected(await aCallableFamily());

    phone.send({ type: 'dtmf', digit: '*' });
    expect(await phone.answer()).toBe(opening);
    phone.send({ type: 'dtmf', digit: '0' });

    expect(await phone.answer()).toBe('Goodbye, Alma.');
    await expectStatus(id, 'COMPLETED');
  });

  describe('in a silence', () => {
    const gentle = 'Take your time. I’m still here.';
    const leaving = 'I’ll leave it here for today. Thank you, and goodbye.';

    /** A call to somebody whose silences are short. */
    async function quietCall(shorter: Partial<typeof pauses>) {
      const family = await aCallableFamily();
      await db.subject.update({ where: { id: family.subject.id }, data: { patienceMs: 0 } });
      Object.assign(pauses, { silenceMs: 300, endAfterSilenceMs: 3_000, wordMs: 0, goodbyeMs: 0 }, shorter);
      return connected(family);
    }

    test('says one gentle word, then gives time, and ends with a goodbye after a long silence', async () => {
      const { id, phone, opening } = await quietCall({});

      // The phone service reports that it has spoken all of it.
      expect(await phone.hearOut()).toBe(gentle);
      const since = performance.now();
      expect(await phone.hearOut()).toBe(leaving);
      expect(performance.now() - since).toBeGreaterThan(2_500);
      await expectStatus(id, 'COMPLETED');
      expect((await db.conversation.findUniqueOrThrow({ where: { id } })).endReason).toBe('SILENCE');
      expect((await messagesOf(id)).map(({ text }) => text)).toEqual([opening, gentle, leaving]);
    });

    test('gives somebody as much time who asked for a moment', async () => {
      const { id, phone } = await quietCall({ silenceMs: 600 });
      phone.speak('Hold on, somebody’s at the door.');
      const waiting = await phone.hearOut();
      const since = performance.now();
      expect((await messagesOf(id)).at(-1)).toMatchObject({ text: waiting, turnKind: 'WAIT' });

      expect(await phone.hearOut()).toBe(leaving);

      expect(performance.now() - since).toBeGreaterThan(2_500);
      await expectStatus(id, 'COMPLETED');
    });

    test('says the gentle word again after somebody spoke', async () => {
      const { phone } = await quietCall({ endAfterSilenceMs: 60_000 });
      expect(await phone.hearOut()).toBe(gentle);
      phone.speak('My father kept a bakery in Galway.');
      expect(await phone.hearOut()).not.toBe(gentle);
      expect(await phone.hearOut()).toBe(gentle);
      phone.hangUp();
    });

    test('goes on after a cough that cuts an answer off, and ends after one that cuts the goodbye off', async () => {
      const { id, phone } = await quietCall({ silenceMs: 1_000, endAfterSilenceMs: 1_000, goodbyeMs: 500 });
      phone.send({ type: 'interrupt', utteranceUntilInterrupt: 'Hello', durationUntilInterruptMs: '300' });
      expect(await phone.answer()).toBe(gentle);
      phone.send({ type: 'interrupt', utteranceUntilInterrupt: 'Take', durationUntilInterruptMs: '300' });
      expect(await phone.answer()).toBe(leaving);
      phone.send({ type: 'interrupt', utteranceUntilInterrupt: 'I’ll', durationUntilInterruptMs: '300' });
      await phone.closed;
      await expectStatus(id, 'COMPLETED');
    });

    test('says the gentle word when somebody stops amid the digits of a code', async () => {
      const family = await aCallableFamily();
      const { id, call } = await callNow(family);
      await db.call.update({ where: { conversationId: id }, data: { awaits: { for: 'TEXT_CODE' } } });
      await db.subject.update({ where: { id: family.subject.id }, data: { patienceMs: 0 } });
      const phone = await pickUpAt(relayOf((await say.pickedUp(call)).twiml).url, { callSid: call.sid });
      await phone.answer();
      Object.assign(pauses, { silenceMs: 300 });
      for (const digit of ['1', '2', '3']) phone.send({ type: 'dtmf', digit });
      expect(await phone.answer()).toBe(gentle);
      phone.hangUp();
    });
  });

  test.each([
    ['busy', 'MISSED', 'BUSY'],
    ['no-answer', 'MISSED', 'NO_ANSWER'],
    ['failed', 'FAILED', 'NOT_PLACED'],
    ['canceled', 'CANCELLED', 'CANCELLED'],
  ])('that is %s ends as %s, even when that is reported twice', async (status, expected, reason) => {
    const { id, call } = await callNow(await aCallableFamily());

    await Promise.all([say.status(call, status), say.status(call, status)]);

    await expectStatus(id, expected);
    expect((await db.conversation.findUniqueOrThrow({ where: { id } })).endReason).toBe(reason);
    expect((await say.pickedUp(call)).twiml).toMatch(/<Response><Hangup\/><\/Response>/);
  });

  test('that a machine answers leaves a short message and counts as missed', async () => {
    const { id, call } = await callNow(await aCallableFamily());

    const { twiml } = await say.pickedUp(call, 'machine_end_beep');

    expect(twiml).toMatch(/<Say>.*Evertold, a computer.*<\/Say><Hangup\/>/);
    // Our own number, digit by digit.
    expect(twiml).toContain('You can call me back at 2 0 2, 5 5 5, 0 1 0 0. Goodbye.');
    await expectStatus(id, 'MISSED');
  });

  test('that another person answers ends politely, counts as missed, and is not written', async () => {
    const { id, phone } = await connected(await aCallableFamily());

    phone.speak('She’s not home right now.');

    expect(await phone.answer()).toBe('Thank you. I’ll call Alma another time. Goodbye.');
    await expectStatus(id, 'MISSED');
    expect((await db.conversation.findUniqueOrThrow({ where: { id } })).writing).toBeNull();
  });

  test('that somebody else answers with a greeting first ends as politely, and keeps nothing as the person’s words', async () => {
    const family = await aCallableFamily();
    const { id, phone } = await connected(family);
    phone.speak('Hello? Who is this?');
    await phone.answer();
    phone.speak('This is her daughter.');
    await phone.answer();

    phone.speak('I’m sorry, Alma isn’t here.');

    expect(await phone.answer()).toBe('Thank you. I’ll call Alma another time. Goodbye.');
    await expectStatus(id, 'MISSED');
    const ended = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect(ended).toMatchObject({ endReason: 'WRONG_PERSON', writing: null });
    const said = (await messagesOf(id)).filter(({ role }) => role === 'user');
    expect(said).toHaveLength(3);
    for (const { text, reading } of said) {
      const spans = [{ act: 'INSTRUCTS', start: 0, end: text.length }];
      expect(reading).toMatchObject({ spans });
    }
    phone.hangUp();
  });

  test('that somebody else answers with “Yes, hello?” leaves no recording of them', async () => {
    const { id, call, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, hello.');
    await phone.answer();
    const recording = await service.recordingOf(call.sid);
    phone.speak('No, Alma isn’t here.');
    expect(await phone.answer()).toBe('Thank you. I’ll call Alma another time. Goodbye.');
    await expectStatus(id, 'MISSED');
    await expect.poll(() => recording.isDeleted, slowly).toBe(true);
    phone.hangUp();
  });

  test.each([
    ['told something', 'My father kept a bakery in Galway.'],
    ['agreed to be recorded', 'Yes, that’s fine.'],
  ])('whose person has %s goes on, whoever is said not to be there', async (_, before) => {
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak(before);
    await phone.answer();
    phone.speak('She’s not home right now.');
    expect(await phone.answer()).not.toMatch(/another time/);
    await expectStatus(id, 'IN_PROGRESS');
    phone.hangUp();
  });

  test('whose person is fetched waits for them, and asks them whether it may be recorded', async () => {
    const { id, call, phone } = await connected(await aCallableFamily());
    phone.speak('Yes, I’ll get her.');
    expect(await phone.answer()).not.toMatch(/another time|record/);
    phone.speak('Hello, this is Alma.');
    expect(await phone.answer()).toMatch(/Evertold.*record/);
    expect(await db.callRecording.count({ where: { conversationId: id } })).toBe(0);
    phone.speak('Yes, that’s fine.');
    await phone.answer();
    await service.recordingOf(call.sid);
    await expectStatus(id, 'IN_PROGRESS');
    phone.hangUp();
  });

  test('in which the person withdraws calls ends, and no more calls are made', async () => {
    const family = await aCallableFamily();
    const { id, phone } = await connected(family);

    phone.speak('Please don’t call me any more.');
    await phone.answer();

    await expect
      .poll(async () =>
        db.consentEntry.count({
          where: { subjectId: family.subject.id, kind: 'CALLS', status: 'WITHDRAWN' },
        }),
      )
      .toBe(1);
    const { via } = await db.consentEntry.findFirstOrThrow({
      where: { subjectId: family.subject.id, kind: 'CALLS', status: 'WITHDRAWN' },
    });
    expect(via).toBe('VOICE');
    phone.hangUp();
    await family.editor.gql('EndConversation', { id });
    const input = { subjectId: family.subject.id, channel: 'PHONE' };
    const { beginConversation } = await family.editor.gql(beginning, { input });
    expect(beginConversation.__typename).toBe('ConsentMissing');
  });

  test('can be hung up by the family, and cancelled while it rings', async () => {
    const family = await aCallableFamily();
    const ringing = await callNow(family);
    await family.editor.gql('EndConversation', { id: ringing.id });
    await expectStatus(ringing.id, 'CANCELLED');
    await expect.poll(() => ringing.call.status, { timeout: 15_000 }).toBe('completed');

    const other = await aCallableFamily();
    const { id, call, phone } = await connected(other);
    await other.owner.gql('EndConversation', { id });

    await phone.closed;
    await expectStatus(id, 'COMPLETED');
    await expect.poll(() => call.status, { timeout: 15_000 }).toBe('completed');
  });

  test('is dialled once, even if the provider’s response was lost', async () => {
    const family = await aCallableFamily();
    service.state.trouble = 'lost answer';

    const { id, call } = await callNow(family);

    await expect
      .poll(async () => (await db.call.findUnique({ where: { conversationId: id } }))?.providerId, {
        timeout: 30_000,
      })
      .toBe(call.sid);
    expect(service.calls.filter(({ to }) => to === family.subject.phone)).toHaveLength(1);
  });

  test('to an invalid number fails', async () => {
    const family = await aCallableFamily();
    service.state.trouble = { status: 400, code: 21211 };
    const input = { subjectId: family.subject.id, channel: 'PHONE' };
    const { beginConversation } = await family.editor.gql(beginning, { input });

    await expectStatus(beginConversation.id, 'FAILED');
    service.state.trouble = null;
  });
});

describe('The patience of a call', () => {
  const pieces = Array.from(
    { length: 40 },
    (_, at) => `The ${at + 1}. winter we baked bread in the harbour.`,
  );
  const texts = async (id: string, role: 'user' | 'assistant') =>
    (await messagesOf(id)).filter((message) => message.role === role).map(({ text }) => text);
  const isAnswered = async (id: string) => (await messagesOf(id)).at(-1)?.role === 'assistant';

  test('makes one telling of an answer in forty pieces, and answers it once', async () => {
    const family = await aCallableFamily();
    const { id, phone, opening } = await connected(family);

    for (const [at, piece] of pieces.entries()) {
      phone.speak(piece);
      await expect.poll(async () => (await texts(id, 'user')).length, { timeout: 30_000 }).toBe(at + 1);
    }
    await expect.poll(() => isAnswered(id), { timeout: 30_000 }).toBe(true);

    expect(await texts(id, 'user')).toEqual(pieces);
    const [first, answer, ...more] = await texts(id, 'assistant');
    expect([first, more]).toEqual([opening, []]);
    const { frames } = phone;
    // It is spoken before it is stored, and then marked as whole.
    expect(frames.slice(-2)).toMatchObject([
      { token: answer, last: false, preemptible: true },
      { token: '', last: true },
    ]);
    const { lastSeq, questionsAsked } = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect(lastSeq).toBe(42);
    expect(questionsAsked).toBeLessThanOrEqual(2);
    phone.hangUp();
  });

  test('withdraws an answer that somebody talks over at once, and answers all of it after the pause', async () => {
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak('My father kept a bakery in Galway.');
    const early = await phone.answer();
    phone.send({ type: 'interrupt', utteranceUntilInterrupt: early.split(' ')[0] });
    phone.speak('And my mother carried the bread to the harbour.');
    expect(await phone.answer()).not.toBe('');

    expect((await messagesOf(id)).map(({ role }) => role)).toEqual([
      'assistant',
      'user',
      'user',
      'assistant',
    ]);
    expect(await texts(id, 'assistant')).not.toContain(early);
    phone.hangUp();
  });

  test('waits for somebody who is still speaking', async () => {
    const { id, phone } = await connected(await aCallableFamily());
    phone.speak('We walked to the school over the bridge, and');
    await expect.poll(async () => (await texts(id, 'user')).length).toBe(1);
    // Twice as long as the pause after which it would be answered.
    const until = Date.now() + 5_000;
    for (const words = ['my']; Date.now() < until; words.push('brother')) {
      phone.keepSpeaking(words.join(' '));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(await texts(id, 'assistant')).toHaveLength(1);
    phone.speak('my brother carried the books.');
    await phone.answer();
    expect((await messagesOf(id)).map(({ role }) => role)).toEqual([
      'assistant',
      'user',
      'user',
      'assistant',
    ]);
    phone.hangUp();
  });

  test('delays no finished answer', async () => {
    const { id, phone } = await connected(await aCallableFamily());
    const delays: number[] = [];
    for (const piece of pieces.slice(0, 8)) {
      const since = performance.now();
      phone.speak(piece);
      await phone.answer();
      delays.push(performance.now() - since);
    }
    expect((await messagesOf(id)).filter(({ role }) => role === 'assistant')).toHaveLength(9);
    // The median, because other work on the machine delays some.
    expect(delays.toSorted((a, b) => a - b)[delays.length / 2]).toBeLessThanOrEqual(150);
    phone.hangUp();
  });

  test('is how long the phone service waits for the end of an utterance', async () => {
    const family = await aCallableFamily();
    const changing = `mutation ($input: UpdateSubjectInput!) {
      updateSubject(input: $input) { __typename ... on Subject { patienceMs } }
    }`;
    const input = { id: family.subject.id, patienceMs: 5_000 };
    await expect(family.viewer.gql(changing, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await family.stranger.gql(changing, { input })).updateSubject.__typename).toBe('NotFound');
    expect((await family.owner.gql(changing, { input })).updateSubject).toMatchObject({ patienceMs: 5_000 });

    const { relay, phone } = await connected(family);

    expect(relay.attributes).toContain('speechTimeout="5000"');
    expect(relay.attributes).toContain('partialPrompts="true"');
    phone.hangUp();
  });
});

describe('A sample of a voice', () => {
  const sampling = `mutation ($subjectId: ID!, $voice: String!) {
    callWithVoiceSample(subjectId: $subjectId, voice: $voice) {
      __typename ... on UserError { message } ... on Subject { whyNoVoiceSample }
    }
  }`;
  const askSample = async (person: Person, subjectId: string, voice: string) =>
    (await person.gql(sampling, { subjectId, voice })).callWithVoiceSample;

  test('is a call to the family member’s own confirmed phone, which says one sentence in that voice', async () => {
    const { owner, editor, stranger, subject } = await aFamily();
    const voice = 'Joanna-Neural';
    const unconfirmed = 'Confirm your phone in your account settings first: the sample is a call to it';
    expect(await askSample(owner, subject.id, voice)).toMatchObject({ message: unconfirmed });
    const phone = await withPhone(owner.id);
    expect(await askSample(owner, subject.id, 'Lupe-Neural')).toMatchObject({ __typename: 'InvalidInput' });
    await expect(stranger.gql(sampling, { subjectId: subject.id, voice })).resolves.toMatchObject({
      callWithVoiceSample: { __typename: 'NotFound' },
    });
    await db.user.update({
      where: { id: editor.id },
      data: { phoneNumber: aPhone(), phoneNumberVerified: false },
    });
    expect(await askSample(editor, subject.id, voice)).toMatchObject({ message: unconfirmed });

    expect(await askSample(owner, subject.id, voice)).toEqual({
      ...{ __typename: 'Subject', whyNoVoiceSample: null },
    });
    const call = await service.callTo(phone);
    const { twiml } = await say.pickedUp(call);
    expect(twiml).toMatch(
      /<Response><Say voice="Polly.Joanna-Neural" language="en-US">Hello, this is Evertold, a computer.*<\/Say><Hangup\/>/,
    );
    const unsigned = { CallSid: call.sid, AccountSid: 'AC0123' };
    expect((await askHook(call.voiceUrl, unsigned, { signature: '' })).status).toBe(403);
    await say.status(call, 'completed');
    expect(await db.conversation.count({ where: { subjectId: subject.id } })).toBe(0);
    expect(await db.auditEvent.count({ where: { action: 'voice.sampled', actorId: owner.id } })).toBe(1);
  });

  test('speaks the subject’s language, and comes at most five times a day', async () => {
    const { owner, subject } = await aFamily();
    await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
    const phone = await withPhone(owner.id);
    const voice = 'es-US-Chirp3-HD-Aoede';
    for (let n = 0; n < 5; n++) {
      expect(await askSample(owner, subject.id, voice)).toMatchObject({ __typename: 'Subject' });
    }
    expect(await askSample(owner, subject.id, voice)).toMatchObject({ __typename: 'WrongState' });

    const { twiml } = await say.pickedUp(await service.callTo(phone));
    expect(twiml).toContain('<Say voice="Google.es-US-Chirp3-HD-Aoede" language="es-US">Hola, soy Evertold');
  });
});

describe('A call to a subject who speaks Spanish', () => {
  test('is spoken and transcribed in Spanish, also to an answering machine and to somebody else', async () => {
    const family = await aCallableFamily();
    await db.subject.update({ where: { id: family.subject.id }, data: { language: 'es' } });
    const { call } = await callNow(family);
    const { twiml } = await say.pickedUp(call, 'machine_end_beep');
    expect(twiml).toContain(
      '<Say voice="Polly.Lupe-Neural" language="es-US">Hola, soy Evertold, una computadora, con un mensaje para',
    );
    expect(twiml).toContain('Puede llamarme al 2 0 2, 5 5 5, 0 1 0 0. Hasta luego.');

    const other = await aCallableFamily();
    await db.subject.update({ where: { id: other.subject.id }, data: { language: 'es' } });
    const { relay, phone, id } = await connected(other);
    expect(relay.attributes).toContain('language="es-US"');
    phone.speak('No, no está, salió al mercado.');
    expect(await phone.answer()).toMatch(/^Gracias\. Llamaré a .+ en otro momento\. Hasta luego\.$/);
    await expectStatus(id, 'MISSED');
  });
});

describe('The phone service’s webhooks', () => {
  test('refuse requests that are unsigned, signed with another key, foreign or replayed', async () => {
    const { id, call } = await callNow(await aCallableFamily());
    const fields = { CallSid: call.sid, AccountSid: 'AC0123', CallStatus: 'busy' };
    expect((await askHook(call.statusUrl, fields, { signature: '' })).status).toBe(403);
    expect((await askHook(call.statusUrl, fields, { token: 'another token' })).status).toBe(403);
    await say.foreign(call, 'busy');
    await askHook(call.statusUrl, { ...fields, AccountSid: 'AC9' });
    await expectStatus(id, 'RINGING');

    const { url } = relayOf((await say.pickedUp(call)).twiml);
    await expect(pickUpAt(url, { callSid: call.sid, token: null })).rejects.toThrow(/403/);
    await expect(pickUpAt(url, { callSid: call.sid, token: 'another token' })).rejects.toThrow(/403/);
    await expectStatus(id, 'RINGING');
    const phone = await pickUpAt(url, { callSid: call.sid });
    await phone.answer();
    await expect(pickUpAt(url, { callSid: call.sid })).rejects.toThrow(/403/);
    expect((await say.pickedUp(call)).twiml).not.toContain('Relay');
    phone.hangUp();
  });

  test('refuse a socket for another call', async () => {
    const { id, call } = await callNow(await aCallableFamily());
    const { url } = relayOf((await say.pickedUp(call)).twiml);

    const phone = await pickUpAt(url, { callSid: 'CA999' });

    expect(await phone.closed).toBe(1008);
    await expectStatus(id, 'RINGING');
  });

  test('close a socket after ten malformed frames in a row', async () => {
    const { phone } = await connected(await aCallableFamily());
    for (let n = 0; n < 9; n++) phone.send('{');
    phone.speak('Hello there.');
    await phone.answer();
    for (let n = 0; n < 10; n++) phone.send({ type: 'prompt' });
    expect(await phone.closed).toBe(1007);
  });

  test('tell an unknown caller what Evertold is, and nothing else', async () => {
    const address = `${(await import('#tests/support/server.ts')).server().config.publicUrl}/hooks/twilio/voice`;
    const { twiml } = await askHook(address, { CallSid: 'CA5', AccountSid: 'AC0123', From: '+12025550199' });
    expect(twiml).toMatch(/<Say>.*Evertold, a computer.*<\/Say><Hangup\/>/);
  });
});

describe('Where calls are turned off', () => {
  test('nobody is called, no call is tried, each with the reason, and the phone service changes nothing', async () => {
    const family = await aCallableFamily();
    const { id, call } = await callNow(family);
    const { telephony } = ports;
    openPorts({ ...ports, telephony: noTelephony() });
    onTestFinished(() => openPorts({ ...ports, telephony }));
    const { id: subjectId } = family.subject;

    await expect(say.status(call, 'busy')).resolves.toMatchObject({ status: 403 });
    await expectStatus(id, 'RINGING');
    await family.editor.gql('EndConversation', { id });
    const input = { subjectId, channel: 'PHONE' };
    expect((await family.editor.gql(beginning, { input })).beginConversation).toEqual({
      __typename: 'WrongState',
      message: 'Calls are turned off here, so nobody can be called',
    });
    const trying =
      'mutation ($id: ID!) { tryCall(subjectId: $id) { __typename ... on UserError { message } } }';
    expect((await family.editor.gql(trying, { id: subjectId })).tryCall).toEqual({
      __typename: 'WrongState',
      message: 'Calls are turned off here',
    });
    const asked = `query ($id: ID!) { schedulableChannels
      subject(id: $id) { whyNoCall whyNoCalls whyNoTestCall nextCall { at } trustedCaller { number } callVoices { name } } }`;
    const { subject, schedulableChannels } = await family.owner.gql(asked, { id: subjectId });
    expect(subject).toEqual({
      ...{ whyNoCall: 'Calls are turned off here, so nobody can be called' },
      ...{ whyNoCalls: 'Calls are turned off here, so nobody can be called' },
      ...{ whyNoTestCall: 'Calls are turned off here', nextCall: null, trustedCaller: null, callVoices: [] },
    });
    expect(schedulableChannels).not.toContain('PHONE');
    expect(await db.call.count({ where: { subjectId } })).toBe(1);
  });
});

describe('The voice of a call', () => {
  const choose = `mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) {
    __typename ... on Subject { voice } ... on UserError { code } ... on InvalidInput { issues { path } } } }`;
  const chosen = async (person: Person, id: string, voice: string | null) =>
    (await person.gql(choose, { input: { id, voice } })).updateSubject;

  test('is the one that the family chose, else the phone service’s usual one', async () => {
    const family = await aCallableFamily();
    const { owner, subject } = family;
    const asked = 'query ($id: ID!) { subject(id: $id) { voice callVoices { name description } } }';
    const { callVoices, voice } = (await owner.gql(asked, { id: subject.id })).subject;
    expect(voice).toBeNull();
    expect(callVoices).toContainEqual({
      name: 'en-US-Chirp3-HD-Aoede',
      description: expect.stringContaining('a woman'),
    });
    const { relay: usual } = await connected(await aCallableFamily());
    expect(usual.attributes).not.toMatch(/voice=|ttsProvider=/);

    expect(await chosen(owner, subject.id, 'en-US-Chirp3-HD-Aoede')).toMatchObject({
      voice: 'en-US-Chirp3-HD-Aoede',
    });
    const { id, relay } = await connected(family);
    expect(relay.attributes).toContain('voice="en-US-Chirp3-HD-Aoede"');
    expect(relay.attributes).toContain('ttsProvider="Google"');
    await owner.gql('EndConversation', { id });
    expect(await chosen(owner, subject.id, null)).toMatchObject({ voice: null });
  });

  test('is chosen among those that calls can have, by those who manage the book', async () => {
    const { owner, editor, viewer, stranger, subject } = await aFamily();
    expect(await chosen(owner, subject.id, 'Polly.Nobody')).toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: 'voice' }],
    });
    for (const who of [editor, viewer]) {
      await expect(chosen(who, subject.id, 'Joanna-Neural')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await chosen(stranger, subject.id, 'Joanna-Neural')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await chosen(owner, subject.id, 'Joanna-Neural')).toMatchObject({ voice: 'Joanna-Neural' });
    const { telephony } = ports;
    openPorts({ ...ports, telephony: loopbackTelephony() });
    onTestFinished(() => openPorts({ ...ports, telephony }));
    // The browser speaks with its own voice.
    const asked = 'query ($id: ID!) { subject(id: $id) { voice callVoices { name } } }';
    expect((await owner.gql(asked, { id: subject.id })).subject).toEqual({ voice: null, callVoices: [] });
    expect(await chosen(owner, subject.id, 'Joanna-Neural')).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('Call now', () => {
  test('gives the reason when it is refused at night or paused, and finds nobody for strangers', async () => {
    const family = await aCallableFamily();
    const { id: subjectId } = family.subject;
    const input = { subjectId, channel: 'PHONE' };
    const ask = async (person = family.editor) => (await person.gql(beginning, { input })).beginConversation;
    const offset = 23 - new Date().getUTCHours();
    const night = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 12 ? `+${24 - offset}` : `-${offset}`}`;
    await db.subject.update({ where: { id: subjectId }, data: { timeZone: night } });
    expect((await ask()).message).toMatch(/between 9:00 and 18:00 where Alma lives/);
    // Nobody has said where she lives: it must be day everywhere in the country of her phone.
    await db.subject.update({ where: { id: subjectId }, data: { timeZoneSaid: false } });
    standAt(`${new Date().toISOString().slice(0, 10)}T09:00:00Z`);
    expect((await ask()).message).toMatch(
      /We don’t know Alma’s time zone, and it is not between \d+:00 and \d+:00 everywhere/,
    );
    goAsUsual();
    expect((await ask(family.stranger)).__typename).toBe('NotFound');
    await expect(ask(family.viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await db.call.count({ where: { subjectId } })).toBe(0);
  });
});

describe('The schedule', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aCallableFamily();
  });

  /** As if a time of the schedule had come two minutes ago, or would come in some. */
  async function dueNow({ id: subjectId }: Family['subject'], inMinutes = -2) {
    const { timeZone } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
    const there = new Date(Date.now() + inMinutes * 60_000).toLocaleString('sv-SE', { timeZone });
    const [day = '', time = ''] = there.split(' ');
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    await db.callTime.deleteMany({ where: { subjectId } });
    await db.callTime.create({ data: { subjectId, weekday, minute: hour * 60 + minute } });
  }

  /** The ways to miss a call, in the order of its tries. */
  const missing = [
    async (call: PlacedCall) => {
      const phone = await pickUpAt(relayOf((await say.pickedUp(call)).twiml).url, { callSid: call.sid });
      await phone.answer();
      phone.speak('She’s not home right now.');
      await phone.answer();
      phone.hangUp();
      await say.status(call, 'completed');
    },
    async (call: PlacedCall) => void (await say.pickedUp(call, 'machine_end_beep')),
    async (call: PlacedCall) => void (await say.status(call, 'busy')),
  ];

  test('places a due call once, and repeats one that somebody else, a machine or nobody took, up to three tries', async () => {
    const { id: subjectId, phone } = family.subject;
    await dueNow(family.subject);
    await Promise.all([placeDueCalls(), placeDueCalls()]);
    for (let tries = 1; tries <= 3; tries++) {
      await expect
        .poll(() => service.calls.filter(({ to }) => to === phone).length, { timeout: 15_000 })
        .toBe(tries);
      const call = await service.callTo(phone);
      await missing[tries - 1]?.(call);
      const missed = { subjectId, status: 'MISSED' as const };
      await expect.poll(() => db.conversation.count({ where: missed }), { timeout: 15_000 }).toBe(tries);
      await placeDueCalls();
      expect(await db.call.count({ where: { subjectId } })).toBe(tries);
      await db.conversation.updateMany({
        where: { subjectId },
        data: { endedAt: new Date(Date.now() - 46 * 60_000) },
      });
      await placeDueCalls();
    }
    expect(await db.call.count({ where: { subjectId } })).toBe(3);
  });

  /** A missed call that somebody asked for, in a book without times for calls. */
  async function aMissedCallNow() {
    const asking = await aCallableFamily();
    await db.callTime.deleteMany({ where: { subjectId: asking.subject.id } });
    await db.subject.update({ where: { id: asking.subject.id }, data: { scheduledBy: 'SMS' } });
    const { call } = await callNow(asking);
    const { id: subjectId, phone } = asking.subject;
    const tries = () => service.calls.filter(({ to }) => to === phone).length;
    /** The next try comes 45 minutes after the last one, not before. */
    async function again(n: number) {
      await expect
        .poll(() => db.conversation.count({ where: { subjectId, status: 'MISSED' } }), slowly)
        .toBe(n - 1);
      await placeDueCalls();
      expect(await db.call.count({ where: { subjectId } })).toBe(n - 1);
      await ago(subjectId, 46 * minute);
      await placeDueCalls();
      await expect.poll(tries, slowly).toBe(n);
      return service.callTo(phone);
    }
    return { family: asking, subjectId, call, again };
  }

  const ago = (subjectId: string, ms: number) =>
    db.conversation.updateMany({ where: { subjectId }, data: { endedAt: new Date(Date.now() - ms) } });
  const toldOf = (subjectId: string) => db.notice.findMany({ where: { subjectId, kind: 'call-missed' } });

  test('tries a call twice more that somebody asked for and that was missed, then tells the family', async () => {
    const { family: asking, subjectId, call, again } = await aMissedCallNow();
    expect((await say.pickedUp(call, 'machine_end_beep')).twiml).toContain('I will call again another time.');
    await say.status(await again(2), 'no-answer');
    const last = await again(3);
    // No other call is planned, so none is promised.
    expect((await say.pickedUp(last, 'machine_end_beep')).twiml).toContain(
      'I called to talk with Alma. You can call me back at 2 0 2, 5 5 5, 0 1 0 0. Goodbye.',
    );
    await expect.poll(() => db.conversation.count({ where: { subjectId, status: 'MISSED' } })).toBe(3);
    await ago(subjectId, 46 * minute);
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId } })).toBe(3);

    await tellOfMissedCalls();
    expect(await toldOf(subjectId)).toEqual([]);
    await ago(subjectId, 121 * minute);
    await tellOfMissedCalls();
    await tellOfMissedCalls();
    const told = await toldOf(subjectId);
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      [asking.owner.email, asking.editor.email].sort(),
    );
    expect(told[0]?.data).toMatchObject({
      ...{ tries: 3, asked: true },
      time: expect.stringMatching(/^\w+day, /),
      timeInSpanish: expect.stringMatching(/^(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo), \d/),
    });
  });

  test('promises another call to somebody else only when one comes', async () => {
    const { call, again, subjectId } = await aMissedCallNow();
    await say.status(call, 'busy');
    await say.status(await again(2), 'busy');
    const last = await again(3);
    const phone = await pickUpAt(relayOf((await say.pickedUp(last)).twiml).url, { callSid: last.sid });
    await phone.answer();
    phone.speak('She’s not home right now.');
    expect(await phone.answer()).toBe('Thank you, and goodbye.');
    expect(await db.call.count({ where: { subjectId } })).toBe(3);
    phone.hangUp();
  });

  test('neither repeats nor reports a missed call after another one that was taken', async () => {
    const { family: asking, subjectId, call } = await aMissedCallNow();
    await say.status(call, 'busy');
    await expect.poll(() => db.conversation.count({ where: { subjectId, status: 'MISSED' } })).toBe(1);
    const second = await ringNow(service, asking);
    await expect.poll(() => service.calls.filter(({ to }) => to === asking.subject.phone)).toHaveLength(2);
    const newer = await service.callTo(asking.subject.phone);
    const phone = await pickUpAt(relayOf((await say.pickedUp(newer)).twiml).url, { callSid: newer.sid });
    await phone.answer();
    phone.hangUp();
    await say.status(newer, 'completed');
    await expectStatus(second.id, 'COMPLETED');

    await ago(subjectId, 121 * minute);
    await placeDueCalls();
    await tellOfMissedCalls();

    expect(await db.call.count({ where: { subjectId } })).toBe(2);
    expect(await toldOf(subjectId)).toEqual([]);
  });

  test('repeats a missed call that was asked for within the hours, or the next morning, and not in a pause', async () => {
    const { subjectId, call } = await aMissedCallNow();
    await say.status(call, 'busy');
    await expect.poll(() => db.conversation.count({ where: { subjectId, status: 'MISSED' } })).toBe(1);
    // The hours are over at noon, so that only tomorrow morning is left.
    const { timeZone } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
    const there = new Date().toLocaleTimeString('en-GB', { timeZone });
    const [hour = 0, minutes = 0] = there.split(':').map(Number);
    await db.subject.update({
      where: { id: subjectId },
      data: { hoursFrom: 9 * 60, hoursUntil: hour * 60 + minutes + 10 },
    });
    for (const hours of [1, 4, 8, 12]) {
      later(hours * 60 * minute);
      await placeDueCalls();
      expect(await db.call.count({ where: { subjectId } }), `${hours} hours later`).toBe(1);
    }
    later((24 - (hour - 9)) * 60 * minute);
    const pausing = (until: Date | null) =>
      db.subject.update({ where: { id: subjectId }, data: { callsPausedUntil: until } });
    await pausing(new Date(Date.now() + 48 * 60 * minute));
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId } })).toBe(1);
    await pausing(null);
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId } })).toBe(2);
  });

  test('omits skipped calls and pauses, and continues afterwards', async () => {
    const other = await aCallableFamily();
    const { id: subjectId } = other.subject;
    await dueNow(other.subject);
    await db.subject.update({
      where: { id: subjectId },
      data: { callsPausedUntil: new Date(Date.now() + 60_000) },
    });
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId } })).toBe(0);
    const pausing = `mutation ($id: ID!, $until: DateTime) {
      pauseCalls(subjectId: $id, until: $until) { __typename ... on Subject { callsPausedUntil } }
    }`;
    const past = await other.editor.gql(pausing, { id: subjectId, until: '2020-01-01T00:00:00Z' });
    expect(past.pauseCalls.__typename).toBe('InvalidInput');
    const { pauseCalls } = await other.editor.gql(pausing, { id: subjectId, until: null });
    expect(pauseCalls).toMatchObject({ callsPausedUntil: null });
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId } })).toBe(1);
  });

  test('shows when the next call is, and can skip it', async () => {
    const other = await aCallableFamily();
    const { id } = other.subject;
    const read = async () =>
      (await other.owner.gql('query ($id: ID!) { subject(id: $id) { nextCall { at } } }', { id })).subject
        .nextCall?.at;
    const skipping = `mutation ($id: ID!, $skip: Boolean!) {
      skipNextCall(subjectId: $id, skip: $skip) { __typename }
    }`;
    expect((await other.editor.gql(skipping, { id, skip: true })).skipNextCall.__typename).toBe('WrongState');
    await dueNow(other.subject, 5);
    const first = await read();
    await other.editor.gql(skipping, { id, skip: true });
    const second = await read();
    expect(Date.parse(second) - Date.parse(first)).toBe(7 * 24 * 3_600_000);
    const placed = async () => {
      later(6 * minute);
      await placeDueCalls();
      goAsUsual();
      return db.call.count({ where: { subjectId: id } });
    };
    expect(await placed()).toBe(0);
    await other.editor.gql(skipping, { id, skip: false });
    expect(await read()).toBe(first);
    expect(await placed()).toBe(1);
  });
});

describe('A test call', () => {
  test('rings in the user’s browser, with the same frames and one socket per ticket', async () => {
    const family = await aFamily();
    const { conversation, phone, url } = await talkingOn(family.owner, family.subject.id);

    expect(await phone.answer()).toMatch(/computer/);
    phone.speak('My mother sang while she baked.');
    await phone.answer();

    expect(conversation).toMatchObject({ isTry: true, channel: 'PHONE' });
    await expect(pickUpAt(url, { callSid: 'browser', token: null })).rejects.toThrow(/403/);
    const said = (await messagesOf(conversation.id)).filter(({ role }) => role === 'user');
    expect(said.map(({ text }) => text)).toEqual(['My mother sang while she baked.']);
    await family.owner.gql('EndConversation', { id: conversation.id });
    await phone.closed;
  });

  test('whose page is left keeps the last words, even those in the middle, and ends', async () => {
    const family = await aFamily();
    const { conversation, phone } = await talkingOn(family.owner, family.subject.id);
    await phone.answer();
    phone.speak('My mother sang while she baked.');
    await phone.answer();
    phone.keepSpeaking('And my father kept bees');
    phone.hangUp(4001);
    await expectStatus(conversation.id, 'COMPLETED');
    const said = (await messagesOf(conversation.id)).filter(({ role }) => role === 'user');
    expect(said.map(({ text }) => text)).toEqual([
      'My mother sang while she baked.',
      'And my father kept bees…',
    ]);
  });

  test('is for those who may converse, from our own pages, one conversation at a time', async () => {
    const family = await aFamily();
    const trying = 'mutation ($id: ID!) { tryCall(subjectId: $id) { __typename } }';
    const id = family.subject.id;
    await expect(family.viewer.gql(trying, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(family.nobody.gql(trying, { id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await family.stranger.gql(trying, { id })).tryCall.__typename).toBe('NotFound');
    await expect(talkingOn(family.owner, id, { origin: 'https://elsewhere.example' })).rejects.toThrow(/403/);
    expect((await family.editor.gql(trying, { id })).tryCall.__typename).toBe('WrongState');
  });

  test('follows the version that an admin chose for their own book, and nobody else chooses one', async () => {
    const family = await aFamily();
    const { admin, self, subject } = family;
    const own = (await aSubject(admin, { isSelf: true })).id;
    const version = {
      instructions: 'Talk of bread.',
      firstMessage: 'Shall we talk of bread?',
      language: 'en',
    };
    const prompt = { name: `Bread ${newId()}`, versions: { create: { number: 1, ...version } } };
    const { versions } = await db.agentPrompt.create({ data: prompt, include: { versions: true } });
    const versionId = versions[0]?.id ?? '';

    const { conversation, phone } = await talkingOn(admin, own, { versionId });
    expect(await phone.answer()).toContain('Shall we talk of bread?');
    expect(await db.conversation.findUnique({ where: { id: conversation.id } })).toMatchObject({
      agentVersionId: versionId,
    });
    const trying = `mutation ($id: ID!, $versionId: ID) {
      tryCall(subjectId: $id, agentPromptVersionId: $versionId) { __typename ... on UserError { message } } }`;
    const { id: agentPromptId } = await db.agentPrompt.findFirstOrThrow({
      where: { versions: { some: { id: versionId } } },
    });
    const other = await db.agentPromptVersion.create({ data: { agentPromptId, number: 2, ...version } });
    // One that goes on is not continued with another version.
    expect((await admin.gql(trying, { id: own, versionId: other.id })).tryCall.message).toMatch(/going on/);
    expect((await admin.gql(trying, { id: own, versionId })).tryCall.__typename).toBe('TriedCall');
    await admin.gql('EndConversation', { id: conversation.id });
    await phone.closed;

    await expect(family.nobody.gql(trying, { id: own, versionId })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const partner = await aPartner(admin);
    await expect(partner.gql(trying, { id: own, versionId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await self.gql(trying, { id: own, versionId })).tryCall.__typename).toBe('NotFound');
    await expect(self.gql(trying, { id: subject.id, versionId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await admin.gql(trying, { id: own, versionId: newId() })).tryCall.__typename).toBe('NotFound');
    await db.subject.update({ where: { id: own }, data: { language: 'es' } });
    expect((await admin.gql(trying, { id: own, versionId })).tryCall.message).toMatch(/another language/);
    expect(await db.conversation.count({ where: { subjectId: own } })).toBe(1);
  });
});
