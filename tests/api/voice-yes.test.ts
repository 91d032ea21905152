import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { starting } from '#api/recordings/calls/voice-yes.ts';
import { aCallSound, audibleIn } from '#tests/support/call-sound.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { listen } from '#tests/support/sound.ts';
import { cardsOf, until, workDone, writingOf } from '#tests/support/told.ts';
import { aCallableFamily, beginning, expectStatus, messagesOf } from '#tests/support/twilio/calling.ts';
import { callUs, hungUp } from '#tests/support/twilio/calling-us.ts';
import { relayOf, type ServedRecording } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, pickUpAt, say } from '#tests/support/twilio/phone-service.ts';
import { type Family, giveConsents, useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer(service.env);

const usual = { ...starting };
beforeEach(() => {
  // The machine may be busy; nothing here waits that long.
  starting.mostMs = 15_000;
  service.state.recordingTrouble = null;
});
afterEach(() => Object.assign(starting, usual));

const wordsIn: Record<Language, { ask: RegExp; yes: string; no: string; story: string; plain: string }> = {
  en: {
    ask: /^Thank you\. I’m recording now\. Would you say yes once more, so your yes is kept in your own voice\?$/,
    ...{ yes: 'Yes, I say yes.', no: 'No, I’d rather not.', plain: 'Yes, that’s fine.' },
    story: 'We baked the bread at four in the morning. My father carried it to the harbour.',
  },
  es: {
    ask: /^Gracias\. Ya estoy grabando\. ¿Me dice que sí otra vez, para guardarlo con su propia voz\?$/,
    ...{ yes: 'Sí, le digo que sí.', no: 'No, mejor no.', plain: 'Sí, claro.' },
    story: 'Hacíamos el pan a las cuatro de la mañana. Mi papá lo llevaba al puerto.',
  },
};
const { en } = wordsIn;

const statesIn: Record<Language, { unwell: string; tired: string; crisis: string; refused: string }> = {
  en: {
    ...{ unwell: 'I’m not well.', tired: 'I’m too tired.', crisis: 'I don’t want to live any more.' },
    refused: 'I’m not well. I’d rather not be recorded.',
  },
  es: {
    ...{ unwell: 'No estoy bien.', tired: 'Ya no puedo más.', crisis: 'Ya no quiero vivir.' },
    refused: 'No estoy bien, no quiero que me grabe.',
  },
};
const languages: Language[] = ['en', 'es'];

async function aFamilySpeaking(language: Language): Promise<Family> {
  const family = await aCallableFamily();
  await db.subject.update({ where: { id: family.subject.id }, data: { language } });
  return family;
}

type Talk = Awaited<ReturnType<typeof onThePhone>>;

/** A call that was placed and picked up, which may be the person's second. */
async function onThePhone(family: Family) {
  const { phone: number, id: subjectId } = family.subject;
  const placed = () => service.calls.filter(({ to }) => to === number);
  const before = placed().length;
  const { beginConversation } = await family.editor.gql(beginning, {
    input: { subjectId, channel: 'PHONE' },
  });
  await until(async () => placed().length > before);
  const call = await service.callTo(number);
  const relay = relayOf((await say.pickedUp(call)).twiml);
  const phone = await pickUpAt(relay.url, { callSid: call.sid });
  const opening = await phone.answer();
  return { family, id: beginConversation.id as string, call, relay, phone, opening };
}

/** The person has agreed, and is asked for their yes while they are recorded. */
async function askedByVoice(family: Family, { plain, ask } = en) {
  const talk = await onThePhone(family);
  talk.phone.speak(plain);
  expect(await talk.phone.hearOut()).toMatch(ask);
  const recording = await service.recordingOf(talk.call.sid);
  return { ...talk, recording };
}

const rowOf = (conversationId: string) => db.callRecording.findUnique({ where: { conversationId } });
const asksIn = async (id: string) =>
  (await messagesOf(id)).filter(({ turnKind }) => turnKind === 'CONFIRM_BY_VOICE');
const messageSaying = async (id: string, words: string) =>
  (await messagesOf(id)).find(({ text }) => text === words)?.id;

const withdrawn = ({ subject }: Family) =>
  db.consentEntry.count({ where: { subjectId: subject.id, kind: 'RECORDING', status: 'WITHDRAWN' } });

async function hangUp({ phone, call, id }: Pick<Talk, 'phone' | 'call' | 'id'>) {
  phone.hangUp();
  await say.status(call, 'completed');
  await expectStatus(id, 'COMPLETED');
}

async function expectDeleted({ id, recording }: Awaited<ReturnType<typeof askedByVoice>>) {
  await until(async () => recording.isDeleted);
  await until(async () => ((await rowOf(id))?.removedAt ?? null) !== null);
  expect(await rowOf(id)).toMatchObject({ status: 'NOT_KEPT' });
}

/** A call with a yes by voice that has ended, without its sound. */
async function aCallWithVoiceYes(family: Family) {
  const talk = await askedByVoice(family);
  talk.phone.speak(en.yes);
  await talk.phone.answer();
  await until(async () => (await rowOf(talk.id))?.voiceMessageId !== null);
  await hangUp(talk);
  return talk;
}

/** The phone service delivers the sound of a call that has ended, in which the yes is heard after six seconds. */
async function completeSound(id: string, recording: ServedRecording) {
  const startedAt = new Date();
  await db.callRecording.update({ where: { conversationId: id }, data: { startedAt } });
  for (const [seq, seconds] of [
    [3, 0.1],
    [4, 8],
    [5, 8.2],
  ] as const)
    await db.message.update({
      where: { conversationId_seq: { conversationId: id, seq } },
      data: { createdAt: new Date(startedAt.getTime() + seconds * 1_000) },
    });
  recording.status = 'completed';
  recording.sound.content = aCallSound(15, {
    person: [[6, 7.5]],
    evertold: [
      [0.6, 4],
      [9, 13],
    ],
  });
  await say.recorded(recording, 'completed');
  await until(async () => (await rowOf(id))?.status === 'KEPT', 60_000);
}

/** The reply of another call after its person agreed to be recorded. */
async function replyOfNextCall(family: Family) {
  const talk = await onThePhone(family);
  talk.phone.speak(en.plain);
  const reply = await talk.phone.answer();
  await hangUp(talk);
  return reply;
}

/** The addresses of sounds in the ledger of the consent to recording. */
async function soundsInLedger(reader: Person, id: string): Promise<string[]> {
  const asked =
    'query ($id: ID!) { subject(id: $id) { consentHistory(kind: RECORDING) { status soundUrl } } }';
  const { subject } = await reader.gql(asked, { id });
  return (subject?.consentHistory ?? []).flatMap(
    ({ soundUrl }: { soundUrl: string | null }) => soundUrl ?? [],
  );
}

async function audibleAt(person: Person, url: string) {
  const response = await listen(person, url);
  expect(response.status).toBe(200);
  return audibleIn(new Uint8Array(await response.arrayBuffer()));
}

describe.each(languages)('The yes in the person’s own voice (%s)', (language) => {
  const words = wordsIn[language];

  test('is asked for when the recording runs, and kept beside it with the consent that it is for', async () => {
    const family = await aFamilySpeaking(language);
    const talk = await askedByVoice(family, words);
    expect(await rowOf(talk.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });

    talk.phone.speak(words.yes);
    expect(await talk.phone.answer()).toMatch(/^(?:Thank you|Gracias)\. .*[?.]$/);

    const entry = await db.consentEntry.findFirstOrThrow({
      where: { subjectId: family.subject.id, kind: 'RECORDING' },
      orderBy: { position: 'desc' },
    });
    const messageId = await messageSaying(talk.id, words.plain);
    expect(await rowOf(talk.id)).toMatchObject({
      ...{ status: 'RECORDING', messageId, consentEntryId: entry.id },
      voiceMessageId: await messageSaying(talk.id, words.yes),
    });
    expect(await asksIn(talk.id)).toHaveLength(1);
    expect(await withdrawn(family)).toBe(0);
    talk.phone.hangUp();
  });

  test('is refused: the recording is deleted at the provider, the consent stays, and the talk goes on', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(words.no);
    expect(await talk.phone.answer()).toMatch(/^(?:That’s fine: I’m not recording|Está bien, no grabo)\./);
    await expectDeleted(talk);
    expect(await withdrawn(talk.family)).toBe(0);
    talk.phone.speak(words.story);
    expect(await talk.phone.answer()).not.toMatch(words.ask);
    await workDone();
    expect(await rowOf(talk.id)).toMatchObject({ status: 'NOT_KEPT', voiceMessageId: null });
    talk.phone.hangUp();
  });

  test('is passed over by a story, which is heard and written; the recording goes on', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(words.story);
    const reply = await talk.phone.answer();
    expect(reply).not.toMatch(/record|grab/);
    talk.phone.speak(words.yes);
    expect(await talk.phone.answer()).not.toMatch(words.ask);
    expect(await rowOf(talk.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
    await hangUp(talk);
    await until(async () => (await writingOf(talk.id)) === 'WRITTEN');
    const written = (await cardsOf(talk.family.owner, talk.family.subject.id)).map(({ body }) => body).join();
    expect(written).toContain(language === 'en' ? 'four in the morning' : 'cuatro de la mañana');
  });

  test('tells no story: only what follows it is written', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(`${words.yes} ${words.story}`);
    await talk.phone.answer();
    expect((await rowOf(talk.id))?.voiceMessageId).not.toBeNull();
    await hangUp(talk);
    await until(async () => (await writingOf(talk.id)) === 'WRITTEN');
    const sentences = (await cardsOf(talk.family.owner, talk.family.subject.id)).flatMap(({ sentences }) =>
      sentences.map(({ text }: { text: string }) => text),
    );
    expect(sentences.join(' ')).toContain(language === 'en' ? 'four in the morning' : 'cuatro de la mañana');
    expect(sentences.join(' ')).not.toMatch(/\b(?:yes|sí|digo)\b/i);
  });
});

describe.each(languages)('Words of how the person is, in place of a yes by voice (%s)', (language) => {
  const words = wordsIn[language];
  const { unwell, tired, crisis, refused } = statesIn[language];

  test('leave the recording running, and the yes is not asked for again', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(unwell);
    expect(await talk.phone.answer()).not.toMatch(/record|grab/);
    talk.phone.speak(words.story);
    expect(await talk.phone.answer()).not.toMatch(/record|grab/);
    expect(await rowOf(talk.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
    expect(await asksIn(talk.id)).toHaveLength(1);
    expect(await withdrawn(talk.family)).toBe(0);
    await hangUp(talk);
    expect(talk.recording.isDeleted).toBeFalsy();
  });

  test('end the call for today when the person is tired; what was recorded is kept', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(tired);
    expect(await talk.phone.answer()).toMatch(/goodbye|hasta luego/i);
    expect(await rowOf(talk.id)).not.toMatchObject({ status: 'NOT_KEPT' });
    expect(await withdrawn(talk.family)).toBe(0);
    expect(talk.recording.isDeleted).toBeFalsy();
    talk.phone.hangUp();
  });

  test('are heard as a crisis, with a note to the owner, while the recording goes on', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(crisis);
    expect(await talk.phone.answer()).toMatch(/988/);
    expect(await db.wellbeingNote.count({ where: { subjectId: talk.family.subject.id } })).toBe(1);
    expect(await rowOf(talk.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
    expect(talk.recording.isDeleted).toBeFalsy();
    talk.phone.hangUp();
  });

  test('may follow the yes, which is kept', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(`${words.yes} ${unwell}`);
    await talk.phone.answer();
    expect((await rowOf(talk.id))?.voiceMessageId).not.toBeNull();
    talk.phone.hangUp();
  });

  test('end the recording where a refusal stands beside them', async () => {
    const talk = await askedByVoice(await aFamilySpeaking(language), words);
    talk.phone.speak(refused);
    expect(await talk.phone.answer()).toMatch(/^(?:That’s fine: I’m not recording|Está bien, no grabo)\./);
    await expectDeleted(talk);
    expect(await withdrawn(talk.family)).toBe(0);
    talk.phone.hangUp();
  });
});

describe('A yes by voice', () => {
  test('alone leaves no story', async () => {
    const talk = await askedByVoice(await aCallableFamily());
    talk.phone.speak(en.yes);
    await talk.phone.answer();
    await hangUp(talk);
    await until(async () => (await writingOf(talk.id)) === 'WRITTEN');
    expect(await cardsOf(talk.family.owner, talk.family.subject.id)).toEqual([]);
  });

  test('gets its seconds of the recording, which the ledger plays to those who may hear them', async () => {
    const talk = await askedByVoice(await aCallableFamily());
    talk.phone.speak(en.yes);
    await talk.phone.answer();
    await hangUp(talk);
    await completeSound(talk.id, talk.recording);
    const { voiceMessageId } = (await rowOf(talk.id)) ?? {};
    const yes = await db.message.findUniqueOrThrow({ where: { id: voiceMessageId ?? '' } });
    expect(yes).toMatchObject({ text: en.yes, audioStartMs: 6_000, audioEndMs: 7_500 });

    const { owner, self, editor, viewer, stranger, subject } = talk.family;
    const [url = ''] = await soundsInLedger(owner, subject.id);
    const [heard = [0, 0], ...others] = await audibleAt(owner, url);
    expect(others).toEqual([]);
    expect(heard[1] - heard[0]).toBeGreaterThan(1);
    expect(heard[1] - heard[0]).toBeLessThan(2);
    expect(await soundsInLedger(self, subject.id)).toHaveLength(1);
    for (const who of [editor, viewer, stranger]) expect(await soundsInLedger(who, subject.id)).toEqual([]);
    for (const who of [viewer, stranger]) expect((await listen(who, url)).status).toBe(404);
    await db.message.update({ where: { id: yes.id }, data: { private: true } });
    expect(await soundsInLedger(owner, subject.id)).toEqual([]);
    await db.message.update({ where: { id: yes.id }, data: { private: false } });
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['RECORDING'] } }));
    expect(await soundsInLedger(owner, subject.id)).toEqual([]);
    expect((await listen(owner, url)).status).toBe(404);
  });

  test('is asked for in no later call while the consent stands, and again once it was given anew', async () => {
    const family = await aCallableFamily();
    await aCallWithVoiceYes(family);
    expect(await replyOfNextCall(family)).toMatch(/^Thank you\. I’m recording now\. (?!Would you say yes)/);

    const { self, subject } = family;
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['RECORDING'] } }));
    await giveConsents(self, subject.id, ['RECORDING'], subject.phone);
    expect(await replyOfNextCall(family)).toMatch(en.ask);
  });

  test('is asked for again in a later call where the recording was not kept', async () => {
    const family = await aCallableFamily();
    const { recording } = await aCallWithVoiceYes(family);
    recording.status = 'completed';
    await say.recorded(recording, 'absent');
    await workDone();
    expect(await replyOfNextCall(family)).toMatch(en.ask);
  });

  test('of a caller whom nobody confirmed is not taken for the person’s', async () => {
    const family = await aCallableFamily();
    const { fields, relay, phone, opening } = await callUs(family.subject.phone);
    expect(opening).toMatch(/May I record this call\?$/);
    phone.speak(en.plain);
    expect(await phone.answer()).toMatch(en.ask);
    phone.speak(en.yes);
    await phone.answer();
    const { conversationId } = await db.call.findUniqueOrThrow({ where: { providerId: fields.CallSid } });
    await until(async () => (await rowOf(conversationId))?.voiceMessageId !== null);
    phone.hangUp();
    await hungUp(relay.action, fields);
    await completeSound(conversationId, await service.recordingOf(fields.CallSid));
    const { owner, subject } = family;
    expect(await soundsInLedger(owner, subject.id)).toEqual([]);
    expect(await replyOfNextCall(family)).toMatch(en.ask);

    await db.call.update({ where: { conversationId }, data: { confirmedAt: new Date() } });
    expect(await soundsInLedger(owner, subject.id)).toHaveLength(1);
  });

  test('is taken back in its place: the recording is deleted and the consent withdrawn', async () => {
    const talk = await askedByVoice(await aCallableFamily());
    talk.phone.speak('Stop recording this.');
    await talk.phone.answer();
    await expectDeleted(talk);
    expect(await withdrawn(talk.family)).toBe(1);
    talk.phone.speak(en.story);
    expect(await talk.phone.answer()).not.toBe('');
    talk.phone.hangUp();
  });

  test('is taken back later in the call: nothing of it is kept', async () => {
    const talk = await askedByVoice(await aCallableFamily());
    talk.phone.speak(en.yes);
    await talk.phone.answer();
    talk.phone.speak('Stop recording this.');
    await talk.phone.answer();
    await expectDeleted(talk);
    talk.phone.hangUp();
  });

  test('is not asked for again when it was not understood, and the first question follows', async () => {
    const talk = await askedByVoice(await aCallableFamily());
    talk.phone.speak('What was that?');
    expect(await talk.phone.answer()).toMatch(/\?$/);
    talk.phone.speak('Yes.');
    await talk.phone.answer();
    expect(await asksIn(talk.id)).toHaveLength(1);
    expect(await rowOf(talk.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
    talk.phone.hangUp();
  });
});

describe('No yes by voice is asked for', () => {
  test('where the phone service refuses to record', async () => {
    service.state.recordingTrouble = { status: 400, code: 21220 };
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak(en.plain);
    expect(await talk.phone.answer()).not.toMatch(en.ask);
    talk.phone.speak(en.story);
    await talk.phone.answer();
    expect(await asksIn(talk.id)).toEqual([]);
    talk.phone.hangUp();
  });

  test('where it is slow, unless its report comes first', async () => {
    const slow = Promise.withResolvers<void>();
    service.state.recordingTrouble = { answersWhen: slow.promise };
    const reported = await onThePhone(await aCallableFamily());
    reported.phone.speak(en.plain);
    await say.recorded(await service.recordingOf(reported.call.sid), 'in-progress');
    expect(await reported.phone.answer()).toMatch(en.ask);
    reported.phone.hangUp();

    starting.mostMs = 300;
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak(en.plain);
    expect(await talk.phone.answer()).toMatch(/^Thank you\. I’m recording now\. (?!Would you say yes)/);
    slow.resolve();
    await until(async () => (await rowOf(talk.id))?.status === 'RECORDING');
    talk.phone.speak(en.story);
    expect(await talk.phone.answer()).not.toMatch(en.ask);
    expect(await asksIn(talk.id)).toEqual([]);
    expect(await rowOf(talk.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
    talk.phone.hangUp();
  });

  test('where the story began with the yes to the recording, or while the recording was begun', async () => {
    const atOnce = await onThePhone(await aCallableFamily());
    atOnce.phone.speak(`Yes. ${en.story}`);
    expect(await atOnce.phone.answer()).not.toMatch(en.ask);
    atOnce.phone.hangUp();

    const slow = Promise.withResolvers<void>();
    service.state.recordingTrouble = { answersWhen: slow.promise };
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak(en.plain);
    await service.recordingOf(talk.call.sid);
    talk.phone.speak(en.story);
    await until(async () => (await messageSaying(talk.id, en.story)) !== undefined);
    slow.resolve();
    expect(await talk.phone.answer()).not.toMatch(en.ask);
    expect(await asksIn(talk.id)).toEqual([]);
    talk.phone.hangUp();
  });

  test('where the person takes the yes back while the recording is begun; it is deleted', async () => {
    const slow = Promise.withResolvers<void>();
    service.state.recordingTrouble = { answersWhen: slow.promise };
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak(en.plain);
    const recording = await service.recordingOf(talk.call.sid);
    talk.phone.speak('No, better not.');
    await until(async () => (await rowOf(talk.id))?.status === 'NOT_KEPT');
    slow.resolve();
    expect(await talk.phone.answer()).toMatch(/^That’s fine: I’m not recording\./);
    await expectDeleted({ ...talk, recording });
    talk.phone.hangUp();
  });
});

describe('Amid the request for a yes by voice', () => {
  test('the person may talk over it: their yes counts, and so does a story', async () => {
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak(en.plain);
    await talk.phone.answer();
    const cut = { type: 'interrupt', durationUntilInterruptMs: '3000' };
    talk.phone.send({ ...cut, utteranceUntilInterrupt: 'Thank you. I’m recording now. Would you say yes' });
    talk.phone.speak('Yes!');
    expect(await talk.phone.answer()).toMatch(/^Thank you\. /);
    expect((await rowOf(talk.id))?.voiceMessageId).toBe(await messageSaying(talk.id, 'Yes!'));
    talk.phone.hangUp();

    const other = await onThePhone(await aCallableFamily());
    other.phone.speak(en.plain);
    await other.phone.answer();
    other.phone.send({ ...cut, utteranceUntilInterrupt: 'Thank you. I’m recording now.' });
    other.phone.speak(en.story);
    expect(await other.phone.answer()).not.toMatch(en.ask);
    const [, , asked, story] = await messagesOf(other.id);
    expect([asked?.text, story?.text]).toEqual(['Thank you. I’m recording now.', en.story]);
    expect(await rowOf(other.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
    other.phone.hangUp();
  });

  test.each(['when it is spoken', 'before it is made'])(
    'the line may be cut %s: the call goes on, and it is asked for once',
    async (moment) => {
      const slow = Promise.withResolvers<void>();
      const isMade = moment === 'when it is spoken';
      if (!isMade) service.state.recordingTrouble = { answersWhen: slow.promise };
      const talk = await onThePhone(await aCallableFamily());
      talk.phone.speak(en.plain);
      if (isMade) await talk.phone.answer();
      else await service.recordingOf(talk.call.sid);
      talk.phone.hangUp();
      await talk.phone.closed;
      const again = relayOf((await say.disconnected(talk.call, talk.relay.action)).twiml);
      const phone = await pickUpAt(again.url, { callSid: talk.call.sid });
      slow.resolve();
      expect(await phone.answer()).toMatch(en.ask);
      phone.speak(en.yes);
      expect(await phone.answer()).toMatch(/^Thank you\. /);
      expect(await asksIn(talk.id)).toHaveLength(1);
      expect((await rowOf(talk.id))?.voiceMessageId).toBe(await messageSaying(talk.id, en.yes));
      await hangUp({ ...talk, phone });
    },
  );

  test('a no that the cut line left unfinished ends the recording, a yes is not kept', async () => {
    const refusing = await askedByVoice(await aCallableFamily());
    refusing.phone.keepSpeaking('No, I don’t want');
    refusing.phone.hangUp();
    await expectDeleted(refusing);

    const agreeing = await askedByVoice(await aCallableFamily());
    agreeing.phone.keepSpeaking('Yes, of course, yes');
    agreeing.phone.hangUp();
    await until(async () => (await messageSaying(agreeing.id, 'Yes, of course, yes…')) !== undefined);
    expect(await rowOf(agreeing.id)).toMatchObject({ status: 'RECORDING', voiceMessageId: null });
  });
});
