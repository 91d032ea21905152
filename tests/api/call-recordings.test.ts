import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openAdapters } from '#api/adapters/index.ts';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { keepCallRecording } from '#api/recordings/calls/keeping.ts';
import { starting } from '#api/recordings/calls/voice-yes.ts';
import { timeWords } from '#api/recordings/words/time-words.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { aCallSound, audibleIn } from '#tests/support/call-sound.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { listen } from '#tests/support/sound.ts';
import { until, workDone } from '#tests/support/told.ts';
import { useTranscription } from '#tests/support/transcribing.ts';
import {
  aTranscriptionServer,
  spokenFrom,
  transcriptionAnswers as transcribed,
} from '#tests/support/transcription-server.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { aCallableFamily, expectStatus, messagesOf } from '#tests/support/twilio/calling.ts';
import { callUs, hungUp } from '#tests/support/twilio/calling-us.ts';
import { relayOf, type ServedRecording } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, askHook, type Phone, pickUpAt, say } from '#tests/support/twilio/phone-service.ts';
import { aFamily, type Family, giveConsents, server, useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer(service.env);
useClock();
const transcriber = await aTranscriptionServer();
afterAll(() => transcriber.close());

beforeEach(() => {
  service.state.recordingTrouble = null;
  service.state.downloadTrouble = null;
  // The machine may be busy.
  starting.mostMs = 10_000;
});

const bread = 'We baked the bread at four in the morning. My father carried it to the harbour.';
const secret = 'Keep this between us. My brother Emil ran away to sea that winter.';

type OnPhone = Awaited<ReturnType<typeof onThePhone>>;

/** A call that was placed and picked up. */
async function onThePhone(family: Family) {
  const { beginConversation } = await family.editor.gql(
    `mutation ($input: BeginConversationInput!) {
      beginConversation(input: $input) { __typename ... on Conversation { id } ... on UserError { message } }
    }`,
    { input: { subjectId: family.subject.id, channel: 'PHONE' } },
  );
  const id = beginConversation.id as string;
  const call = await service.callTo(family.subject.phone);
  const relay = relayOf((await say.pickedUp(call)).twiml);
  const phone = await pickUpAt(relay.url, { callSid: call.sid });
  return { ...family, id, call, phone, opening: await phone.answer() };
}

const rowOf = (conversationId: string) => db.callRecording.findUnique({ where: { conversationId } });
const recordingsOf = (callSid: string) => service.recordings.filter(({ call }) => call.sid === callSid);

async function whenStatus(conversationId: string, status: string) {
  await until(async () => (await rowOf(conversationId))?.status === status, 60_000);
}

/** The person agrees, and the provider records. */
async function recorded(talk: OnPhone) {
  talk.phone.speak('Yes, that’s fine.');
  const answer = await talk.phone.answer();
  const recording = await service.recordingOf(talk.call.sid);
  await whenStatus(talk.id, 'RECORDING');
  return { ...talk, recording, answer };
}

async function hangUp({ phone, call, id }: Pick<OnPhone, 'phone' | 'call' | 'id'>) {
  phone.hangUp();
  await say.status(call, 'completed');
  await expectStatus(id, 'COMPLETED');
}

/** Sets when each message was stored, in seconds from the start of the recording. */
async function setTimes(conversationId: string, seconds: Record<number, number>) {
  const startedAt = new Date();
  await db.callRecording.update({ where: { conversationId }, data: { startedAt } });
  for (const [seq, at] of Object.entries(seconds)) {
    await db.message.update({
      where: { conversationId_seq: { conversationId, seq: Number(seq) } },
      data: { createdAt: new Date(startedAt.getTime() + at * 1_000) },
    });
  }
}

/** The first question that the family is shown as Evertold's own. */
async function nextOwnQuestion({ editor, subject }: Family): Promise<string> {
  const asked = 'query ($id: ID!) { subject(id: $id) { ownQuestions { key text } } }';
  const [swapped] = (await editor.gql(asked, { id: subject.id })).subject.ownQuestions;
  await editor.gql(
    'mutation ($id: ID!, $key: String!) { leaveOutQuestion(subjectId: $id, key: $key, forGood: false) { __typename } }',
    { id: subject.id, key: swapped.key },
  );
  const [next] = (await editor.gql(asked, { id: subject.id })).subject.ownQuestions;
  expect(next.key).not.toBe(swapped.key);
  return next.text;
}

/** Half a minute: we speak from 0.6 to 4 s and from 21 to 24 s, the person from 6 to 18 s. */
const halfAMinute = () =>
  aCallSound(30, {
    person: [[6, 18]],
    evertold: [
      [0.6, 4],
      [21, 24],
    ],
  });

/** A finished call about the bread, with its sound at the provider, which has not reported it yet. */
async function aFinishedCall(options: Parameters<typeof aFamily>[0] = {}) {
  const talk = await recorded(await onThePhone(await aCallableFamily(options)));
  talk.phone.speak(bread);
  await talk.phone.answer();
  await hangUp(talk);
  await setTimes(talk.id, { 3: 0.1, 4: 20, 5: 20.4 });
  talk.recording.status = 'completed';
  talk.recording.sound.content = halfAMinute();
  return talk;
}

async function aKeptCall() {
  const talk = await aFinishedCall();
  await say.recorded(talk.recording, 'completed');
  await whenStatus(talk.id, 'KEPT');
  await until(async () => talk.recording.isDeleted);
  await workDone();
  return talk;
}

async function soundOf(reader: Person, id: string) {
  const asked =
    'query ($id: ID!) { conversation(id: $id) { recording { url durationSeconds approximate loudness } } }';
  return (await reader.gql(asked, { id })).conversation?.recording ?? null;
}

async function audibleAt(person: Person, url: string) {
  const response = await listen(person, url);
  expect(response.status).toBe(200);
  return audibleIn(new Uint8Array(await response.arrayBuffer()));
}

async function filesOf(subjectId: string): Promise<string[]> {
  const files: string[] = [];
  for await (const key of ports.storage.keys())
    if (key.startsWith(`${subjectId}/recordings/`)) files.push(key);
  return files;
}

async function sentencesOf(reader: Person, subjectId: string): Promise<string[]> {
  const asked = `query ($id: ID!) { subject(id: $id) { chapters { cards { sentences { sources { soundUrl } } } } } }`;
  const { subject } = await reader.gql(asked, { id: subjectId });
  return [...JSON.stringify(subject ?? {}).matchAll(/"soundUrl":"([^"]+)"/g)].map(([, url = '']) => url);
}

const withdraw = ({ self, subject }: Family) =>
  self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['RECORDING'] } });

/** Expects that neither we nor the provider have a recording. */
async function expectNothingKept({ id, subject, call }: Pick<OnPhone, 'id' | 'subject' | 'call'>) {
  await whenStatus(id, 'NOT_KEPT');
  await until(async () => ((await rowOf(id))?.removedAt ?? null) !== null);
  expect(recordingsOf(call.sid).every(({ isDeleted }) => isDeleted)).toBe(true);
  await until(async () => (await filesOf(subject.id)).length === 0);
  expect(await db.recording.count({ where: { conversationId: id } })).toBe(0);
}

describe('A call is recorded', () => {
  test('asks the question that the family was shown, once recording is settled', async () => {
    for (const words of ['Yes, that’s fine.', 'No, thank you.']) {
      const family = await aCallableFamily();
      const next = await nextOwnQuestion(family);
      const talk = await onThePhone(family);
      talk.phone.speak(words);
      const reply = await talk.phone.answer();
      // While it is recorded, the yes is asked for once more.
      if (words.startsWith('Yes')) talk.phone.speak(words);
      expect(words.startsWith('Yes') ? await talk.phone.answer() : reply).toContain(next);
      await hangUp(talk);
    }
  });

  test('in two channels once the person says yes, and the person is told so', async () => {
    const talk = await onThePhone(await aCallableFamily());
    expect(talk.opening).toMatch(/computer, calling for your daughter Anna Rourke\. May I record our call\?/);
    expect(recordingsOf(talk.call.sid)).toEqual([]);

    const { recording, answer, id } = await recorded(talk);

    expect(answer).toMatch(/^Thank you\. I’m recording now\..*\?$/);
    const asked = Object.fromEntries(recording.asked);
    expect(asked).toMatchObject({ RecordingChannels: 'dual', RecordingTrack: 'both', Trim: 'do-not-trim' });
    expect(recording.asked.getAll('RecordingStatusCallbackEvent')).toEqual([
      'in-progress',
      'completed',
      'absent',
    ]);
    const { text } = await db.message.findUniqueOrThrow({
      where: { id: (await rowOf(id))?.messageId ?? '' },
    });
    expect(text).toBe('Yes, that’s fine.');
    talk.phone.speak('Yes, I went to school in Cork.');
    await talk.phone.answer();
    expect(recordingsOf(talk.call.sid)).toHaveLength(1);
    talk.phone.hangUp();
  });

  test.each([
    ['No, I’d rather not.', /^That’s fine: I’m not recording\./],
    ['No, don’t record me.', /^That’s fine: I’m not recording\./],
    [bread, /./],
  ])('not after %s, and the consent stays', async (words, answered) => {
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak(words);
    expect(await talk.phone.answer()).toMatch(answered);
    talk.phone.speak('Yes, and the dog slept in the kitchen.');
    await talk.phone.answer();
    await workDone();

    expect(recordingsOf(talk.call.sid)).toEqual([]);
    expect(await rowOf(talk.id)).toBeNull();
    const consents = await db.consentEntry.findMany({
      where: { subjectId: talk.subject.id, kind: 'RECORDING', status: 'WITHDRAWN' },
    });
    expect(consents).toEqual([]);
    talk.phone.hangUp();
  });

  test('not when the line was cut while they said yes, as it may have gone on', async () => {
    const { id, phone } = await onThePhone(await aCallableFamily());
    phone.keepSpeaking('Yes you can record');
    phone.hangUp();
    await until(async () => (await messagesOf(id)).some(({ text }) => text === 'Yes you can record…'));
    await workDone();
    expect(await rowOf(id)).toBeNull();
  });

  test('never without the consent for the phone, and the opening does not ask', async () => {
    const family = await aCallableFamily({ consents: ['CALLS', 'SHARING', 'AI_WRITING'] });
    const other = '+12025550177';
    await db.consentEntry.create({
      data: {
        ...{ subjectId: family.subject.id, kind: 'RECORDING', status: 'GRANTED', wordingVersion: 2 },
        via: 'WEB',
        identity: { create: { subjectId: family.subject.id, phone: other } },
      },
    });
    const talk = await onThePhone(family);
    expect(talk.opening).not.toMatch(/record/);
    talk.phone.speak('Yes, that’s fine.');
    await talk.phone.answer();
    await workDone();
    expect(recordingsOf(talk.call.sid)).toEqual([]);
    talk.phone.hangUp();
  });

  test('only once when the response to our request is lost', async () => {
    service.state.recordingTrouble = 'lost answer';
    const { call, phone } = await recorded(await onThePhone(await aCallableFamily()));
    expect(recordingsOf(call.sid)).toHaveLength(1);
    phone.hangUp();
  });

  test('not when the provider says that it has ended, and the conversation goes on', async () => {
    service.state.recordingTrouble = { status: 400, code: 21220 };
    const talk = await onThePhone(await aCallableFamily());
    talk.phone.speak('Yes.');
    await talk.phone.answer();
    await whenStatus(talk.id, 'NOT_KEPT');
    talk.phone.speak(bread);
    expect(await talk.phone.answer()).not.toBe('');
    talk.phone.hangUp();
  });

  test('when it is inbound from the person’s own phone and they say yes', async () => {
    const family = await aFamily();
    const { fields, relay, phone, opening } = await callUs(family.subject.phone);
    expect(opening).toMatch(/May I record this call\?$/);
    phone.speak('Of course.');
    expect(await phone.answer()).toMatch(/^Thank you\. I’m recording now\./);
    const recording = await service.recordingOf(fields.CallSid);
    const { conversationId: id } = await db.call.findUniqueOrThrow({ where: { providerId: fields.CallSid } });
    await whenStatus(id, 'RECORDING');
    phone.speak(bread);
    await phone.answer();
    await hungUp(relay.action, fields);
    await setTimes(id, { 3: 0.1, 4: 20, 5: 20.4 });
    recording.status = 'completed';
    recording.sound.content = halfAMinute();
    await say.recorded(recording, 'completed');
    await whenStatus(id, 'KEPT');

    // It was somebody else: their voice is erased.
    const confirm = `mutation ($id: ID!) { confirmCaller(id: $id, isSubject: false) { __typename } }`;
    await family.owner.gql(confirm, { id });
    await until(async () => (await filesOf(family.subject.id)).length === 0);
    // The files are removed before their rows.
    await until(async () => (await db.recording.count({ where: { conversationId: id } })) === 0);
  });
});

describe('The recording of a call', () => {
  test('is fetched, stored with the seconds of its messages, and deleted at the provider', async () => {
    const { id, owner, self, subject, recording } = await aKeptCall();

    expect(recording.downloads).toBe(1);
    expect(await filesOf(subject.id)).toHaveLength(1);
    const sound = await soundOf(owner, id);
    expect(sound).toMatchObject({ durationSeconds: 30, approximate: false });
    const messages = await db.message.findMany({ where: { conversationId: id }, orderBy: { seq: 'asc' } });
    expect(messages.map(({ audioStartMs, audioEndMs }) => [audioStartMs, audioEndMs])).toEqual([
      [null, null],
      [null, null],
      [600, 4_000],
      [6_000, 18_000],
      [21_000, 24_000],
    ]);
    const all = [
      [0.6, 4],
      [6, 18],
      [21, 24],
    ];
    for (const who of [self, owner]) expect(await audibleAt(who, sound.url)).toEqual(all);
  });

  test('plays the seconds of each sentence of the book, for those who may read it', async () => {
    const { id, owner, viewer, editor, self, stranger, nobody, subject } = await aKeptCall();
    for (const card of await db.card.findMany({ where: { subjectId: subject.id } }))
      succeeded(await owner.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' }));
    const [url = '', ...others] = await sentencesOf(viewer, subject.id);
    expect(url).not.toBe('');
    for (const each of [url, ...others]) {
      const heard = await audibleAt(viewer, each);
      expect(heard.length).toBe(1);
      expect(heard[0]?.[1]).toBeLessThanOrEqual(12.1);
    }
    const whole = (await soundOf(owner, id)).url;
    expect(await soundOf(viewer, id)).toBeNull();
    for (const who of [stranger, nobody, viewer]) expect((await listen(who, whole)).status).toBe(404);
    for (const who of [stranger, nobody]) expect((await listen(who, url)).status).toBe(404);
    const { members } = (await owner.gql('FamilyFriends', { subjectId: subject.id })).subject;
    for (const who of [viewer, editor]) {
      const own = members.find(({ user }: { user: { id: string } }) => user.id === who.id);
      succeeded(await owner.gql('RemoveMember', { id: own.id }));
    }
    expect((await listen(viewer, url)).status).toBe(404);
    expect((await listen(editor, whole)).status).toBe(404);
    succeeded(await withdraw({ self, subject } as Family));
    for (const who of [owner, self])
      for (const address of [url, whole]) expect((await listen(who, address)).status).toBe(404);
    await until(async () => (await filesOf(subject.id)).length === 0);
  });

  test('is silent for others where the words are private or not in the transcript', async () => {
    const talk = await recorded(await onThePhone(await aCallableFamily()));
    const { phone, id, owner, self } = talk;
    await db.subject.update({ where: { id: talk.subject.id }, data: { codeWord: 'marigold' } });
    phone.speak(secret);
    await phone.answer();
    phone.speak('What’s the word?');
    expect(await phone.answer()).toMatch(/marigold/i);
    await hangUp(talk);
    // Messages 4 and 5 are the secret and its answer, 6 and 7 the code word.
    await setTimes(id, { 3: 0.1, 4: 10, 5: 10.2, 6: 20, 7: 20.2 });
    talk.recording.status = 'completed';
    talk.recording.sound.content = aCallSound(30, {
      person: [
        [6, 9],
        [16, 19],
      ],
      evertold: [
        [1, 4],
        [11, 14],
        [21, 24],
      ],
    });
    await say.recorded(talk.recording, 'completed');
    await whenStatus(id, 'KEPT');

    const heard = await audibleAt(owner, (await soundOf(owner, id)).url);
    expect(heard.filter(([, to]) => to > 4.1 && to < 15)).toEqual([]);
    expect(heard.filter(([from]) => from > 19.5)).toEqual([]);
    expect((await audibleAt(self, (await soundOf(self, id)).url)).length).toBe(5);
  });

  test('is marked as approximate where no speech is found in its channels', async () => {
    const talk = await aFinishedCall();
    talk.recording.sound.content = aCallSound(30, { person: [], evertold: [] });
    await say.recorded(talk.recording, 'completed');
    await whenStatus(talk.id, 'KEPT');
    expect(await soundOf(talk.owner, talk.id)).toMatchObject({ approximate: true });
  });

  test('can be heard only by the person when its start is not known', async () => {
    const talk = await aFinishedCall();
    const { id, owner, self } = talk;
    await db.callRecording.update({ where: { conversationId: id }, data: { startedAt: null } });
    await say.recorded(talk.recording, 'completed');
    await whenStatus(id, 'KEPT');
    const { url, approximate } = await soundOf(owner, id);
    expect(approximate).toBe(true);
    expect(await audibleAt(owner, url)).toEqual([]);
    expect((await audibleAt(self, url)).length).toBe(3);
  });

  test('is fetched when the call ends if the report comes before, and only once for repeated reports', async () => {
    const talk = await recorded(await onThePhone(await aCallableFamily()));
    talk.phone.speak(bread);
    await talk.phone.answer();
    talk.recording.status = 'completed';
    talk.recording.sound.content = halfAMinute();
    await say.recorded(talk.recording, 'completed');
    expect((await rowOf(talk.id))?.status).toBe('READY');
    await hangUp(talk);
    await whenStatus(talk.id, 'KEPT');
    await workDone();
    for (const status of ['completed', 'in-progress', 'absent', 'failed', 'completed', 'unheard of'])
      expect((await say.recorded(talk.recording, status)).status).toBe(200);
    await keepCallRecording.run({ conversationId: talk.id }, new AbortController().signal);
    await workDone();

    expect((await rowOf(talk.id))?.status).toBe('KEPT');
    expect(talk.recording.downloads).toBe(1);
    expect(await filesOf(talk.subject.id)).toHaveLength(1);
  });

  test('is fetched again after the provider failed, and refused when it is not the announced sound', async () => {
    const talk = await aFinishedCall();
    const run = () => keepCallRecording.run({ conversationId: talk.id }, new AbortController().signal);
    const good = talk.recording.sound;
    await db.callRecording.update({
      where: { conversationId: talk.id },
      data: { status: 'READY', durationSeconds: 30 },
    });
    service.state.downloadTrouble = 503;
    await expect(run()).rejects.toThrow(/503/);
    service.state.downloadTrouble = null;
    const wrong: ServedRecording['sound'][] = [
      { ...good, mediaType: 'text/html' },
      { ...good, content: Buffer.from('<html>'.repeat(100)) },
      { ...good, content: good.content.subarray(0, 100_000) },
      { ...good, content: aCallSound(10, { person: [], evertold: [] }) },
      { ...good, content: Buffer.alloc(0) },
    ];
    for (const sound of wrong) {
      talk.recording.sound = sound;
      await expect(run()).rejects.toThrow();
    }
    expect(await filesOf(talk.subject.id)).toEqual([]);
    expect((await rowOf(talk.id))?.status).toBe('READY');
    talk.recording.sound = good;
    await run();
    expect((await rowOf(talk.id))?.status).toBe('KEPT');
    expect(await filesOf(talk.subject.id)).toHaveLength(1);
  });

  test('is not changed by reports that are unsigned, or about another account, call or recording', async () => {
    const talk = await aFinishedCall();
    const other = await recorded(await onThePhone(await aCallableFamily()));
    const { recording } = talk;
    const before = await rowOf(talk.id);
    const fields = {
      ...{ AccountSid: carrierAccount.accountSid, CallSid: talk.call.sid, RecordingSid: recording.sid },
      ...{ RecordingStatus: 'completed', RecordingDuration: '30' },
    };
    const address = recording.asked.get('RecordingStatusCallback') ?? '';
    expect((await say.recorded(recording, 'completed', { token: 'another token' })).status).toBe(403);
    expect((await askHook(address, fields, { signature: '' })).status).toBe(403);
    for (const wrong of [
      { AccountSid: 'AC999' },
      { CallSid: 'CA999' },
      { CallSid: other.call.sid },
      { RecordingSid: other.recording.sid },
      { RecordingSid: '../x' },
    ])
      expect((await askHook(address, { ...fields, ...wrong })).status).toBe(200);
    const elsewhere = address.replace(talk.id, other.id);
    await askHook(elsewhere, fields);
    await askHook(address.replace(/\?.*/, ''), fields);
    await workDone();

    expect(await rowOf(talk.id)).toEqual(before);
    expect((await rowOf(other.id))?.status).toBe('RECORDING');
    expect(recording.downloads).toBe(0);
    other.phone.hangUp();
  });
});

describe('The words of a call', () => {
  /** Configures a transcription service, which gives these answers. */
  function transcribe(...answers: Parameters<typeof transcriber.answerWith>) {
    useTranscription(transcriber);
    transcriber.answerWith(...answers);
  }

  const never = new AbortController().signal;
  const timeAgain = (conversationId: string) => timeWords.run({ conversationId }, never);

  const spoken =
    'query ($id: ID!) { conversation(id: $id) { recording { wordsApproximate wordTimes { startsMs } } } }';
  const timesOf = async (reader: Person, id: string) =>
    (await reader.gql(spoken, { id })).conversation.recording;
  const estimated = { wordsApproximate: true, wordTimes: [] };

  /** The first of the bread, whose sound begins at 6 s, is spoken from 7 s on, the second sentence from 12 s on. */
  const inTheirTime = [
    ...spokenFrom(1, 'um we baked the bread at for in the morning'),
    ...spokenFrom(6, 'My father carried it to harbour'),
  ];

  test('light up when they are spoken, as a transcription service heard them in the person’s channel', async () => {
    transcribe(transcribed.words(inTheirTime));
    const { id, owner, viewer, subject } = await aKeptCall();

    const [asked, ...others] = transcriber.asked;
    expect(others).toEqual([]);
    expect(asked?.fields).toMatchObject({ language: 'en', 'timestamp_granularities[]': 'segment,word' });
    // We speak until the fourth second and from the twenty-first on: only the person is sent.
    expect(await audibleIn(asked?.file?.content ?? Buffer.alloc(0))).toEqual([[0, 12]]);
    const { wordsApproximate, wordTimes } = await timesOf(owner, id);
    expect(wordsApproximate).toBe(false);
    const seconds = (wordTimes[0].startsMs as number[]).map((ms) => ms / 1_000);
    // “Um” is left out; “four” was misheard and has its own time; “the” before “harbour” was missed.
    expect(seconds.slice(0, 14)).toEqual([7.5, 8, 8.5, 9, 9.5, 10, 10.5, 11, 11.5, 12, 12.5, 13, 13.5, 14]);
    expect(seconds[14]).toBeGreaterThan(14);
    expect(seconds[14]).toBeLessThanOrEqual(14.5);
    expect(seconds[15]).toBe(14.5);
    expect(await db.message.findFirst({ where: { conversationId: id, seq: 4 } })).toMatchObject({
      ...{ text: bread, correctedText: null, audioStartMs: 6_000, audioEndMs: 18_000 },
    });

    // A sentence of the book plays its own seconds: the first from 7.5 to 12 s, the second from there on.
    for (const card of await db.card.findMany({ where: { subjectId: subject.id } }))
      succeeded(await owner.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' }));
    const lengths: number[] = [];
    for (const url of await sentencesOf(viewer, subject.id))
      lengths.push(...(await audibleAt(viewer, url)).map(([from, to]) => to - from));
    expect(lengths.some((length) => Math.abs(length - 4.6) < 0.15)).toBe(true);

    await timeAgain(id);
    expect(transcriber.asked).toHaveLength(1);

    // Where the family corrects the transcript, the words that stay keep their times.
    const { id: messageId } = await db.message.findFirstOrThrow({ where: { conversationId: id, seq: 4 } });
    const correct =
      'mutation ($id: ID!, $text: String!) { correctMessage(id: $id, text: $text) { __typename } }';
    const text = bread.replace('four in the morning', 'four thirty');
    succeeded(await owner.gql(correct, { id: messageId, text }));
    const [{ startsMs }] = (await timesOf(owner, id)).wordTimes;
    expect(startsMs).toHaveLength(14);
    expect([startsMs[4], startsMs[7]]).toEqual([9_500, 12_000]);
  });

  test('are estimated, and marked so, where the service refuses, gives no times, or hears something else', async () => {
    for (const answer of [
      transcribed.status(401),
      transcribed.text(bread),
      transcribed.words(spokenFrom(1, 'thank you for watching this channel')),
    ]) {
      transcribe(answer);
      const { id, owner } = await aKeptCall();
      expect(await timesOf(owner, id)).toEqual(estimated);
      expect(transcriber.asked).toHaveLength(1);
    }
  });

  test('are asked for again after the service failed', async () => {
    transcribe(transcribed.status(503), transcribed.malformed, transcribed.words(inTheirTime));
    const talk = await aFinishedCall();
    await say.recorded(talk.recording, 'completed');
    await whenStatus(talk.id, 'KEPT');
    await until(async () => transcriber.asked.length > 0);
    expect(await timesOf(talk.owner, talk.id)).toEqual(estimated);
    await timeAgain(talk.id).catch(() => null);
    await timeAgain(talk.id);
    expect(await timesOf(talk.owner, talk.id)).toMatchObject({ wordsApproximate: false });
  });

  test('are not sent where no service is set up, or under a wording that does not name calls', async () => {
    const unsent = await aKeptCall();
    expect(await timesOf(unsent.owner, unsent.id)).toEqual(estimated);

    transcribe(transcribed.words(inTheirTime));
    const talk = await aFinishedCall();
    const before = { kind: 'AI_WRITING', status: 'GRANTED', wordingVersion: 2, via: 'WEB' } as const;
    await db.consentEntry.create({ data: { ...before, subjectId: talk.subject.id } });
    await say.recorded(talk.recording, 'completed');
    await whenStatus(talk.id, 'KEPT');
    await workDone();
    expect(transcriber.asked).toEqual([]);
    expect(await timesOf(talk.owner, talk.id)).toEqual(estimated);
  });

  test('are sent without those that are private, and hidden when they become private', async () => {
    transcribe(transcribed.words(inTheirTime));
    const talk = await recorded(await onThePhone(await aCallableFamily()));
    talk.phone.speak(bread);
    await talk.phone.answer();
    talk.phone.speak(secret);
    await talk.phone.answer();
    await hangUp(talk);
    await setTimes(talk.id, { 3: 0.1, 4: 18.2, 5: 18.4, 6: 27, 7: 27.2 });
    talk.recording.status = 'completed';
    const person: [number, number][] = [
      [6, 18],
      [21, 26],
    ];
    talk.recording.sound.content = aCallSound(30, { person, evertold: [[1, 4]] });
    await say.recorded(talk.recording, 'completed');
    await whenStatus(talk.id, 'KEPT');
    await until(async () => !(await timesOf(talk.owner, talk.id)).wordsApproximate);
    expect(await audibleIn(transcriber.asked[0]?.file?.content ?? Buffer.alloc(0))).toEqual([[0, 12]]);

    const { id } = await db.message.findFirstOrThrow({ where: { conversationId: talk.id, seq: 4 } });
    succeeded(await talk.self.gql('SetMessagePrivate', { id, private: true }));
    expect((await timesOf(talk.owner, talk.id)).wordTimes).toEqual([]);
    expect((await timesOf(talk.self, talk.id)).wordTimes).toHaveLength(1);
  });

  test('get no times when the consent is withdrawn meanwhile, and lose them with the recording', async () => {
    const kinds = ['AI_WRITING'];
    const wordsOf = (conversationId: string) =>
      db.message.count({ where: { conversationId, NOT: { wordStartsMs: { isEmpty: true } } } });
    const talk = await aFinishedCall();
    transcribe(async (response, request) => {
      succeeded(await talk.self.gql('WithdrawConsent', { input: { subjectId: talk.subject.id, kinds } }));
      await transcribed.words(inTheirTime)(response, request);
    });
    await say.recorded(talk.recording, 'completed');
    await until(async () => transcriber.asked.length > 0);
    await workDone();
    expect(await timesOf(talk.owner, talk.id)).toEqual(estimated);
    expect(await wordsOf(talk.id)).toBe(0);

    transcribe(transcribed.words(inTheirTime));
    const timed = await aKeptCall();
    expect(await wordsOf(timed.id)).toBe(1);
    succeeded(await withdraw(timed));
    await until(async () => (await db.recording.count({ where: { conversationId: timed.id } })) === 0);
    expect(await wordsOf(timed.id)).toBe(0);
    await timeAgain(timed.id);
    expect(transcriber.asked).toHaveLength(1);
  });
});

describe('Nothing of a call’s sound is kept', () => {
  test('when recording is withdrawn in mid-call: it stops at once, and the conversation goes on', async () => {
    const talk = await recorded(await onThePhone(await aCallableFamily()));
    talk.phone.speak('Stop recording this.');
    await talk.phone.answer();
    await until(async () => talk.recording.isDeleted);
    await expectNothingKept(talk);
    talk.phone.speak(bread);
    expect(await talk.phone.answer()).not.toBe('');
    await hangUp(talk);
    await say.recorded(talk.recording, 'completed', { seconds: 30 });
    await workDone();
    await expectNothingKept(talk);
  });

  test('when recording is withdrawn after the call, before it was fetched', async () => {
    const talk = await aFinishedCall();
    succeeded(await withdraw(talk));
    await say.recorded(talk.recording, 'completed');
    await expectNothingKept(talk);
    expect(talk.recording.downloads).toBe(0);
  });

  test('when recording is withdrawn for this phone and agreed to for another', async () => {
    const talk = await aFinishedCall();
    const phone = '+12025550178';
    await db.subject.update({ where: { id: talk.subject.id }, data: { phone } });
    await giveConsents(talk.self, talk.subject.id, ['RECORDING'], phone);
    await db.consentEntry.create({
      data: {
        ...{ subjectId: talk.subject.id, kind: 'RECORDING', status: 'WITHDRAWN', wordingVersion: 2 },
        via: 'WEB',
        identity: { create: { subjectId: talk.subject.id, phone: talk.subject.phone } },
      },
    });
    await say.recorded(talk.recording, 'completed');
    await expectNothingKept(talk);
    expect(talk.recording.downloads).toBe(0);
  });

  test('when recording is withdrawn where calls are turned off since', async () => {
    const talk = await aFinishedCall();
    const before = ports;
    onTestFinished(() => openPorts(before));
    openAdapters({ ...server().config, telephony: { kind: 'none' } });

    succeeded(await withdraw(talk));

    await expectNothingKept(talk);
    expect(recordingsOf(talk.call.sid)).toHaveLength(1);
  });

  test('when recording is withdrawn while it is fetched', async () => {
    const talk = await aFinishedCall();
    const { put } = ports.storage;
    ports.storage.put = async (key, content) => {
      const stored = await put.call(ports.storage, key, content);
      if (key.includes('/recordings/')) succeeded(await withdraw(talk));
      return stored;
    };
    try {
      await say.recorded(talk.recording, 'completed');
      await expectNothingKept(talk);
    } finally {
      ports.storage.put = put;
    }
  });

  test('when the provider has no recording, or reports that it failed', async () => {
    for (const status of ['absent', 'failed']) {
      const talk = await recorded(await onThePhone(await aCallableFamily()));
      await hangUp(talk);
      talk.recording.status = 'completed';
      await say.recorded(talk.recording, status);
      await expectNothingKept(talk);
    }
  });

  test('when the book is erased: the provider’s copy is deleted first', async () => {
    const talk = await aFinishedCall();
    succeeded(await talk.owner.gql('DeleteSubject', { id: talk.subject.id }));
    later(31 * day);
    await eraseDeleted();
    expect(talk.recording.isDeleted).toBe(true);
    expect(await rowOf(talk.id)).toBeNull();
  });
});

test('A call on the browser’s phone is not recorded by the provider', async () => {
  const family = await aFamily();
  const { tryCall } = await family.self.gql(
    `mutation ($id: ID!) {
      tryCall(subjectId: $id) { ... on TriedCall { socketPath conversation { id } } ... on UserError { message } }
    }`,
    { id: family.subject.id },
  );
  const { config } = server();
  const phone: Phone = await pickUpAt(config.publicUrl.replace(/^http/, 'ws') + tryCall.socketPath, {
    callSid: 'browser',
    token: null,
    origin: config.publicUrl,
  });
  expect(await phone.answer()).not.toMatch(/record/);
  phone.speak('Yes.');
  await phone.answer();
  expect(await rowOf(tryCall.conversation.id)).toBeNull();
  phone.hangUp();
});
