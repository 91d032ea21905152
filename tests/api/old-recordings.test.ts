import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { ports } from '#api/adapters/ports.ts';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import { jobs } from '#api/jobs.ts';
import { eraseDeletedKeepsakes } from '#api/keepsakes/service/change.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { closeJobs, enqueue, openJobs, workOnJobs } from '#api/platform/jobs.ts';
import { workOnOldRecording } from '#api/recordings/old/work.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { aCallSound } from '#tests/support/call-sound.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { change } from '#tests/support/keepsakes.ts';
import { contentOf, whenFinished } from '#tests/support/made.ts';
import {
  aTape,
  beginAndWait,
  changeRecording,
  putIntoBook,
  recordingAt,
  waitForStatus,
} from '#tests/support/old-recordings.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aTake, heardIn, listen } from '#tests/support/sound.ts';
import { stories, until, workDone } from '#tests/support/told.ts';
import { useTranscription } from '#tests/support/transcribing.ts';
import {
  aTranscriptionServer,
  spokenFrom,
  transcriptionAnswers,
} from '#tests/support/transcription-server.ts';
import { aFamily, type Family, giveConsents, server, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });
useClock();

let peer: Awaited<ReturnType<typeof aTranscriptionServer>>;
beforeAll(async () => {
  peer = await aTranscriptionServer();
});
afterAll(() => peer.close());

const bakery = stories.bakery;
const secret = 'Keep this between us: my brother Emil ran away to sea that winter.';
const question = 'And what did your father bake on Sundays?';

type FamilyWithTape = Family & { tape: { id: string; media: { url: string } }; conversationId: string };

/** A book with a typed recording of one minute: the bakery from 5 to 30 s, a question, a secret from 40 to 50 s. */
async function aTapeInBook(): Promise<FamilyWithTape> {
  const family = await aFamily();
  const { editor, subject } = family;
  const tape = await aTape(editor, subject.id, { happened: '1987-06' });
  const { conversation } = await putIntoBook(editor, subject.id, tape.id, [
    { startMs: 5_000, endMs: 30_000, text: bakery },
    { startMs: 32_000, endMs: 36_000, text: question, someoneElse: true },
    { startMs: 40_000, endMs: 50_000, text: secret },
    { startMs: 55_000, text: 'He sang while he worked, and we could hear it in the street.' },
  ]);
  await until(
    async () =>
      (await db.conversation.findUniqueOrThrow({ where: { id: conversation.id } })).writing === 'WRITTEN',
    60_000,
  );
  await workDone();
  return { ...family, tape, conversationId: conversation.id };
}

const transcript = `query ($id: ID!) { conversation(id: $id) {
  channel status writing durationSeconds recording { url durationSeconds approximate }
  messages(first: 50) { edges { node { role text private audioStartMs audioEndMs } } }
} }`;

const wordTimes = `query ($id: ID!) { conversation(id: $id) {
  recording { wordsApproximate wordTimes { startsMs } }
} }`;

async function readConversation(reader: Person, id: string) {
  const { conversation } = await reader.gql(transcript, { id });
  return (
    conversation && {
      ...conversation,
      messages: conversation.messages.edges.map(({ node }: { node: object }) => node),
    }
  );
}

async function hears(person: Person, url: string) {
  const response = await listen(person, url);
  if (response.status !== 200) return response.status;
  return heardIn(new Uint8Array(await response.arrayBuffer()));
}

async function soundsOf(subjectId: string): Promise<string[]> {
  const files: string[] = [];
  for await (const key of ports.storage.keys())
    if (key.startsWith(`${subjectId}/recordings/`)) files.push(key);
  return files;
}

const withdraw = (person: Person, subjectId: string, kind: string) =>
  person.gql('WithdrawConsent', { input: { subjectId, kinds: [kind] } });

describe('A recording that is typed along', () => {
  test('becomes a conversation with times and sound, and stories from the person’s words only', async () => {
    const { owner, viewer, subject, tape, conversationId } = await aTapeInBook();
    const conversation = await readConversation(owner, conversationId);
    expect(conversation).toMatchObject({
      ...{ channel: 'RECORDING', status: 'COMPLETED', writing: 'WRITTEN', durationSeconds: 60 },
      recording: { durationSeconds: 60, approximate: true },
    });
    expect(conversation.messages).toMatchObject([
      { role: 'user', text: bakery, audioStartMs: 5_000, audioEndMs: 30_000 },
      { role: 'assistant', text: question, audioStartMs: 32_000, audioEndMs: 36_000 },
      { role: 'user', text: null, private: true },
      { role: 'user', audioStartMs: 55_000, audioEndMs: 60_000 },
    ]);
    const told = `query ($id: ID!) { subject(id: $id) { chapters { cards { sentences { text sources { soundUrl } } } } } }`;
    const { chapters } = (await owner.gql(told, { id: subject.id })).subject;
    const sentences = chapters.flatMap((chapter: { cards: { sentences: object[] }[] }) =>
      chapter.cards.flatMap((card) => card.sentences),
    ) as { text: string; sources: { soundUrl: string | null }[] }[];
    const texts = sentences.map(({ text }) => text).join(' ');
    expect(texts).toContain('Mill Street');
    expect(texts).not.toMatch(/Sundays|Emil/);
    const heard = await hears(owner, sentences[0]?.sources[0]?.soundUrl ?? '');
    expect(heard).toMatchObject({ from: expect.any(Number) });
    const { oldRecording } = await recordingAt(owner, subject.id, tape.id);
    expect(oldRecording).toMatchObject({
      status: 'IN_BOOK',
      lines: [],
      conversation: { id: conversationId },
    });
    expect((await recordingAt(viewer, subject.id, tape.id)).oldRecording).toBeNull();
    expect(await readConversation(viewer, conversationId)).toBeNull();
  });

  test('is silent at its private words for everybody but the person, also as a keepsake and in an export', async () => {
    const { owner, self, subject, tape, conversationId } = await aTapeInBook();
    const { recording } = await readConversation(owner, conversationId);
    const whole = { from: 0, to: 60, seconds: 60 };
    expect(await hears(self, recording.url)).toMatchObject(whole);
    expect(await hears(self, tape.media.url)).toMatchObject(whole);
    const silentAt = async (content: Buffer) => {
      const at = (second: number) => content.includes(Buffer.from([0xf8, takeOf(content), ...index(second)]));
      return { before: at(20), private: at(45), after: at(57) };
    };
    const silent = { before: true, private: false, after: true };
    const fetchSound = async (url: string) => Buffer.from(await (await listen(owner, url)).arrayBuffer());
    expect(await silentAt(await fetchSound(recording.url))).toEqual(silent);
    expect(await silentAt(await fetchSound(tape.media.url))).toEqual(silent);
    const { id } = succeeded(await owner.gql('RequestExport', { subjectId: subject.id }));
    await whenFinished(id);
    const zip = await yauzl.fromBufferPromise(await contentOf(owner, id), { lazyEntries: true });
    const found: string[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!/^(media|recordings)\//.test(entry.fileName)) continue;
      found.push(entry.fileName.split('/')[0] ?? '');
      expect(await silentAt(await buffer(await zip.openReadStreamPromise(entry)))).toEqual(silent);
    }
    expect(found.sort()).toEqual(['media', 'recordings']);
  });

  test('is put into the book once by concurrent requests, and a copy of its file is refused', async () => {
    const { owner, editor, subject } = await aFamily();
    const content = await aTake(20, 77);
    const tape = await aTape(editor, subject.id, { content });
    const copy = await aTape(owner, subject.id, { content });
    const { version } = await beginAndWait(editor, subject.id, tape.id);
    await beginAndWait(owner, subject.id, copy.id);
    const lines = [{ startMs: 0, text: bakery, someoneElse: false }];
    for (const keepsakeId of [tape.id, copy.id])
      succeeded({
        saved: await changeRecording(editor, 'saveOldRecording', { keepsakeId, version, lines }),
      });
    const put = (who: Person, keepsakeId: string) =>
      changeRecording(who, 'putOldRecordingIntoBook', { keepsakeId });
    const answers = await Promise.all([put(editor, tape.id), put(owner, tape.id), put(owner, copy.id)]);
    expect(
      answers
        .slice(0, 2)
        .map(({ __typename: name }) => name)
        .sort(),
    ).toEqual(['Keepsake', 'WrongState']);
    await waitForStatus(owner, subject.id, tape.id, ['IN_BOOK', 'DRAFT']);
    await workDone();
    const rows = await db.oldRecording.findMany({ where: { subjectId: subject.id } });
    expect(rows.map(({ status }) => status).sort()).toEqual(['DRAFT', 'IN_BOOK']);
    expect(await db.conversation.count({ where: { subjectId: subject.id, channel: 'RECORDING' } })).toBe(1);
    const mediaInBook = rows.find(({ status }) => status === 'IN_BOOK')?.mediaId ?? '';
    for (const name of ['putOldRecordingIntoBook', 'discardOldRecording'])
      expect(await changeRecording(owner, name, { keepsakeId: mediaInBook })).toMatchObject({
        code: 'CONFLICT',
      });
    const again = { keepsakeId: mediaInBook, transcribe: false };
    expect(await changeRecording(owner, 'beginOldRecording', again)).toMatchObject({ code: 'CONFLICT' });
  });

  test('has a draft that cannot be overwritten by somebody who has not seen the newest lines', async () => {
    const { owner, editor, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(editor, subject.id);
    const { version } = await beginAndWait(editor, subject.id, keepsakeId);
    const lines = (text: string) => [{ startMs: 1_000, text, someoneElse: false }];
    const save = (who: Person, from: number, text: string) =>
      changeRecording(who, 'saveOldRecording', { keepsakeId, version: from, lines: lines(text) });
    expect(await save(editor, version, 'We had')).toMatchObject({ oldRecording: { version: version + 1 } });
    expect(await save(owner, version, 'Something else')).toMatchObject({ code: 'CONFLICT' });
    const { oldRecording } = await recordingAt(owner, subject.id, keepsakeId);
    expect(oldRecording).toMatchObject({ status: 'DRAFT', lines: [{ startMs: 1_000, text: 'We had' }] });
    expect(await changeRecording(owner, 'discardOldRecording', { keepsakeId })).toMatchObject({
      oldRecording: null,
    });
    await until(async () => (await soundsOf(subject.id)).length === 0);
    expect(await db.media.count({ where: { id: keepsakeId } })).toBe(1);
  });

  test.each([
    ['a line that is too long', [{ startMs: 0, text: 'a'.repeat(20_001), someoneElse: false }]],
    ['lines in the wrong order', [2, 1].map((at) => ({ startMs: at, text: 'So.', someoneElse: false }))],
    ['a time before the beginning', [{ startMs: -1, text: 'So.', someoneElse: false }]],
    [
      'too many words',
      Array.from({ length: 8 }, (_, at) => ({ startMs: at, text: 'a'.repeat(19_000), someoneElse: false })),
    ],
    [
      'too many lines',
      Array.from({ length: 2_001 }, (_, at) => ({ startMs: at, text: 'a', someoneElse: false })),
    ],
  ])('refuses %s', async (_what, lines) => {
    const { editor, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(editor, subject.id);
    const { version } = await beginAndWait(editor, subject.id, keepsakeId);
    const answer = await changeRecording(editor, 'saveOldRecording', { keepsakeId, version, lines });
    expect(answer).toMatchObject({ __typename: 'InvalidInput', code: 'BAD_REQUEST' });
  });

  test('cannot be put into the book without words of the person', async () => {
    const { editor, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(editor, subject.id);
    const { version } = await beginAndWait(editor, subject.id, keepsakeId);
    const lines = [
      { startMs: 0, text: question, someoneElse: true },
      { startMs: 9_000, text: '  ', someoneElse: false },
    ];
    succeeded({ saved: await changeRecording(editor, 'saveOldRecording', { keepsakeId, version, lines }) });
    expect(await changeRecording(editor, 'putOldRecordingIntoBook', { keepsakeId })).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

const packet = (second: number) => second * 50;
const index = (second: number) => [packet(second) >> 8, packet(second) & 255];
/** The number of the take in a sound, which is the second byte of its first packet. */
function takeOf(content: Buffer): number {
  const at = content.indexOf(Buffer.from([7, 7, 7, 7, 7, 7, 7, 7]));
  return content[at - 3] ?? 0;
}

describe('An old recording', () => {
  test.each([
    ['RECORDING', 'hasn’t agreed to keep old recordings', ['AI_WRITING', 'SHARING']],
    ['AI_WRITING', 'hasn’t agreed to have stories written', ['RECORDING', 'SHARING']],
  ])('cannot be put into the book without the consent %s, and says why', async (_kind, reason, consents) => {
    const { owner, self, subject } = await aFamily({ consents });
    const { id: keepsakeId } = await aTape(owner, subject.id);
    for (const who of [owner, self]) {
      const { whyNotInBook } = await recordingAt(who, subject.id, keepsakeId);
      expect(whyNotInBook).toContain(reason);
      expect(
        await changeRecording(who, 'beginOldRecording', { keepsakeId, transcribe: false }),
      ).toMatchObject({ __typename: 'ConsentMissing', code: 'EXPECTATION_FAILED' });
    }
  });

  test('cannot be put into the book if the consent to recording does not name old recordings yet', async () => {
    const { owner, self, subject } = await aFamily({ consents: ['SHARING', 'AI_WRITING'] });
    const { id: keepsakeId } = await aTape(owner, subject.id);
    await db.consentEntry.create({
      data: {
        ...{ subjectId: subject.id, kind: 'RECORDING', status: 'GRANTED', wordingVersion: 2, via: 'WEB' },
        identity: { create: { subjectId: subject.id, phone: subject.phone } },
      },
    });
    expect((await recordingAt(owner, subject.id, keepsakeId)).whyNotInBook).toContain('old recordings');
    await giveConsents(self, subject.id, ['RECORDING'], subject.phone);
    expect((await recordingAt(owner, subject.id, keepsakeId)).whyNotInBook).toBeNull();
  });

  test('cannot be put into the book if it is a FLAC or only some may hear it', async () => {
    const { owner, editor, subject } = await aFamily();
    const begin = (keepsakeId: string) =>
      changeRecording(owner, 'beginOldRecording', { keepsakeId, transcribe: false });
    const flac = await aTape(owner, subject.id, {
      content: Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(5_000)]),
    });
    expect(await begin(flac.id)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('FLAC'),
    });
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const membership = await db.membership.findFirstOrThrow({
      where: { subjectId: subject.id, userId: editor.id },
      select: { id: true },
    });
    await db.audience.create({
      data: {
        ...{ subjectId: subject.id, mediaId: keepsakeId },
        members: { create: { subjectId: subject.id, membershipId: membership.id } },
      },
    });
    expect(await begin(keepsakeId)).toMatchObject({ code: 'CONFLICT' });
    expect((await recordingAt(owner, subject.id, keepsakeId)).whyNotInBook).toContain('Only some');
  });

  test('cannot be transcribed where no service is configured', async () => {
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    expect(await recordingAt(owner, subject.id, keepsakeId)).toMatchObject({
      mayBeTranscribed: false,
      whyNotInBook: null,
    });
    expect(await changeRecording(owner, 'beginOldRecording', { keepsakeId, transcribe: true })).toMatchObject(
      {
        code: 'CONFLICT',
      },
    );
  });

  test('cannot be changed by viewers or by anybody outside of the family', async () => {
    const family = await aFamily();
    const { editor, viewer, stranger, nobody, subject } = family;
    const { id: keepsakeId } = await aTape(editor, subject.id);
    const { version } = await beginAndWait(editor, subject.id, keepsakeId);
    const other = await aFamily();
    for (const who of [viewer, stranger, nobody, other.owner]) {
      for (const [name, input] of [
        ['beginOldRecording', { keepsakeId, transcribe: false }],
        ['saveOldRecording', { keepsakeId, version, lines: [] }],
        ['putOldRecordingIntoBook', { keepsakeId }],
        ['discardOldRecording', { keepsakeId }],
      ] as const) {
        const answer = await changeRecording(who, name, input).catch(() => null);
        expect(answer?.code ?? 'REFUSED').toMatch(/^(NOT_FOUND|REFUSED)$/);
      }
    }
    expect((await recordingAt(editor, subject.id, keepsakeId)).oldRecording).toMatchObject({
      status: 'DRAFT',
      version,
    });
  });
});

describe('A recording that is transcribed', () => {
  const spoken = [
    { start: 2, end: 9.5, text: ' We had a bakery on Mill Street when I was small.' },
    { start: 9.5, end: 20, text: ' My father Tomas got up at three every morning and lit the big oven.' },
    { start: 26, end: 40, text: ' In 1946 he let me carry the warm rolls to the neighbours before school.' },
  ];

  test('is checked by the family, with the times that the service measured', async () => {
    useTranscription(peer);
    peer.answerWith(transcriptionAnswers.verbose(spoken));
    const { owner, editor, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(editor, subject.id);
    const draft = await beginAndWait(editor, subject.id, keepsakeId, { transcribe: true });
    expect(draft).toMatchObject({ status: 'DRAFT', transcribes: true, transcribedSeconds: 60 });
    expect(draft.lines).toEqual([
      { startMs: 2_000, endMs: 20_000, someoneElse: false, text: expect.stringContaining('big oven.') },
      { startMs: 26_000, endMs: 40_000, someoneElse: false, text: expect.stringContaining('1946') },
    ]);
    const [asked] = peer.asked;
    expect(asked).toMatchObject({
      path: '/v1/audio/transcriptions',
      authorization: 'Bearer a key',
      fields: { model: 'large-v3', response_format: 'verbose_json', language: 'en' },
      file: { name: 'recording.webm', type: 'audio/webm' },
    });
    expect((await heardIn(asked?.file?.content ?? Buffer.alloc(0))).seconds).toBe(60);
    succeeded({ put: await changeRecording(owner, 'putOldRecordingIntoBook', { keepsakeId }) });
    const { conversation } = await waitForStatus(owner, subject.id, keepsakeId, ['IN_BOOK']);
    const read = await readConversation(owner, conversation.id);
    expect(read.recording).toMatchObject({ approximate: false });
    expect(read.messages).toHaveLength(2);
  });

  test('is not sent to the service under a consent that names none, and can be typed', async () => {
    useTranscription(peer);
    const { owner, self, subject } = await aFamily({ consents: ['RECORDING', 'SHARING'] });
    const known = peer.asked.length;
    const before = { kind: 'AI_WRITING', status: 'GRANTED', wordingVersion: 1, via: 'WEB' } as const;
    await db.consentEntry.create({ data: { ...before, subjectId: subject.id } });
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const asked =
      'query ($id: ID!) { subject(id: $id) { keepsakes(first: 1) { edges { node { whyNotTranscribed } } } } }';
    const whyNot = async () =>
      (await owner.gql(asked, { id: subject.id })).subject.keepsakes.edges[0].node.whyNotTranscribed;
    expect(await whyNot()).toContain('hasn’t agreed that a transcription service gets recordings');
    expect(await recordingAt(owner, subject.id, keepsakeId)).toMatchObject({
      mayBeTranscribed: false,
      whyNotInBook: null,
    });
    const begin = (transcribe: boolean) =>
      changeRecording(owner, 'beginOldRecording', { keepsakeId, transcribe });
    expect(await begin(true)).toMatchObject({ __typename: 'ConsentMissing' });
    await beginAndWait(owner, subject.id, keepsakeId);
    expect(await begin(true)).toMatchObject({ __typename: 'ConsentMissing' });
    // As if it had been begun before the wording changed.
    await db.oldRecording.updateMany({
      where: { mediaId: keepsakeId },
      data: { status: 'TRANSCRIBING', transcribes: true },
    });
    const { id } = await db.oldRecording.findFirstOrThrow({ where: { mediaId: keepsakeId } });
    await transaction((tx) => enqueue(tx, workOnOldRecording, { id }, { subjectId: subject.id }));
    await waitForStatus(owner, subject.id, keepsakeId, ['FAILED']);
    expect(peer.asked.length).toBe(known);

    await giveConsents(self, subject.id, ['AI_WRITING'], subject.phone);
    expect(await whyNot()).toBeNull();
    peer.answerWith(transcriptionAnswers.verbose(spoken));
    expect(await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true })).toMatchObject({
      status: 'DRAFT',
      lines: [{ startMs: 2_000 }, { startMs: 26_000 }],
    });
  });

  test('goes into the book without a check when only the person speaks', async () => {
    useTranscription(peer);
    const words = spoken.map(({ text, start, end }) => ({
      ...{ text, start, end },
      words: spokenFrom(start, text.trim()),
    }));
    peer.answerWith(transcriptionAnswers.verbose(words));
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const input = { keepsakeId, transcribe: true, addItself: true };
    succeeded({ begun: await changeRecording(owner, 'beginOldRecording', input) });
    const { conversation } = await waitForStatus(owner, subject.id, keepsakeId, ['IN_BOOK']);
    const { recording } = (await owner.gql(wordTimes, { id: conversation.id })).conversation;
    expect(recording.wordsApproximate).toBe(false);
    expect(recording.wordTimes[1].startsMs.slice(0, 3)).toEqual([26_000, 26_500, 27_000]);
    await until(async () => (await db.card.count({ where: { subjectId: subject.id } })) > 0);
  });

  test('is requested without times when the service refuses them, and the times are estimated', async () => {
    useTranscription(peer);
    const refused = transcriptionAnswers.status(400);
    peer.answerWith(refused, refused, transcriptionAnswers.text(bakery));
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const draft = await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true });
    expect(draft.lines.map(({ text }: { text: string }) => text).join(' ')).toBe(bakery);
    expect(draft.lines.at(-1).endMs).toBeLessThanOrEqual(60_000);
    const formats = peer.asked.map(({ fields }) => fields.response_format);
    expect(formats).toEqual(['verbose_json', 'verbose_json', 'json']);
  });

  test('is tried again after an error and after an incomplete answer', async () => {
    useTranscription(peer);
    peer.answerWith(
      transcriptionAnswers.status(500),
      transcriptionAnswers.malformed,
      transcriptionAnswers.verbose(spoken),
    );
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const draft = await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true });
    expect(draft.status).toBe('DRAFT');
    expect(peer.asked).toHaveLength(3);
  });

  test('fails when the service refuses it, and can then be typed by the family', async () => {
    useTranscription(peer);
    peer.answerWith(transcriptionAnswers.status(401));
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const failed = await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true });
    expect(failed).toMatchObject({ status: 'FAILED', problem: expect.stringContaining('type along') });
    expect(await beginAndWait(owner, subject.id, keepsakeId)).toMatchObject({
      status: 'DRAFT',
      transcribes: false,
    });
  });

  test('fails when no words are found in it', async () => {
    useTranscription(peer);
    peer.answerWith(transcriptionAnswers.text(''));
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const failed = await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true });
    expect(failed).toMatchObject({ status: 'FAILED', problem: expect.stringContaining('No words') });
  });

  test('is not sent to a private address unless that is allowed', async () => {
    useTranscription(peer, { allowPrivateAddresses: false });
    peer.answerWith(transcriptionAnswers.verbose(spoken));
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    const failed = await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true });
    expect(failed.status).toBe('FAILED');
    expect(peer.asked).toHaveLength(0);
  });

  test('is sent in parts of at most ten minutes, and its lines have times in the whole recording', async () => {
    useTranscription(peer);
    peer.answerWith(
      transcriptionAnswers.verbose([{ start: 1, end: 3, text: 'We baked the bread at four.' }]),
    );
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id, { seconds: 700 });
    const draft = await beginAndWait(owner, subject.id, keepsakeId, { transcribe: true });
    expect(peer.asked).toHaveLength(2);
    const [first, second] = await Promise.all(
      peer.asked.map(({ file }) => heardIn(file?.content ?? Buffer.alloc(0))),
    );
    expect(first?.seconds).toBeLessThanOrEqual(600.1);
    expect((first?.seconds ?? 0) + (second?.seconds ?? 0)).toBeCloseTo(700, 0);
    expect(draft.lines).toHaveLength(2);
    expect(draft.lines[1].startMs).toBeGreaterThan(560_000);
  });

  test('does not enter the book when it is discarded before the service answers', async () => {
    useTranscription(peer);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    peer.answerWith(async (response, request) => {
      await answered;
      await transcriptionAnswers.verbose(spoken)(response, request);
    });
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id);
    succeeded({
      begun: await changeRecording(owner, 'beginOldRecording', {
        keepsakeId,
        transcribe: true,
        addItself: true,
      }),
    });
    await vi.waitFor(() => expect(peer.asked).toHaveLength(1), { timeout: 30_000 });
    const lines = { keepsakeId, version: 0, lines: [] };
    expect(await changeRecording(owner, 'saveOldRecording', lines)).toMatchObject({ code: 'CONFLICT' });
    succeeded({ gone: await changeRecording(owner, 'discardOldRecording', { keepsakeId }) });
    answer();
    await workDone();
    expect(await db.conversation.count({ where: { subjectId: subject.id, channel: 'RECORDING' } })).toBe(0);
    expect(await soundsOf(subject.id)).toEqual([]);
  });
});

describe('A server that restarts while it transcribes', () => {
  test('continues with the part that was not answered, and puts everything into the book once', async () => {
    useTranscription(peer);
    const { owner, subject } = await aFamily();
    const { id: keepsakeId } = await aTape(owner, subject.id, { seconds: 700 });
    const spoken = transcriptionAnswers.verbose([{ start: 1, end: 40, text: bakery }]);
    // The second part is not answered before the server stops.
    peer.answerWith(spoken, () => {}, spoken);
    const input = { keepsakeId, transcribe: true, addItself: true };
    succeeded({ begun: await changeRecording(owner, 'beginOldRecording', input) });
    await vi.waitFor(() => expect(peer.asked).toHaveLength(2), { timeout: 30_000 });
    await closeJobs();
    const before = await db.oldRecording.findUniqueOrThrow({ where: { mediaId: keepsakeId } });
    expect(before).toMatchObject({ status: 'TRANSCRIBING', tries: 0 });
    expect(before.transcribedMs).toBeGreaterThan(560_000);
    await openJobs(server().databaseUrl, jobs, { work: true });
    await workOnJobs(jobs);
    const { conversation } = await waitForStatus(owner, subject.id, keepsakeId, ['IN_BOOK']);
    expect(peer.asked).toHaveLength(3);
    expect((await readConversation(owner, conversation.id)).messages).toHaveLength(2);
    expect(await db.conversation.count({ where: { subjectId: subject.id, channel: 'RECORDING' } })).toBe(1);
  });
});

describe('The sound of an old recording', () => {
  test('is removed with the keepsake, and restored with it', async () => {
    const { owner, editor, subject, tape, conversationId } = await aTapeInBook();
    const { recording } = await readConversation(owner, conversationId);
    succeeded({ deleted: await change(editor, 'deleteKeepsake', { id: tape.id }) });
    expect(await hears(owner, recording.url)).toBe(404);
    expect((await readConversation(owner, conversationId)).recording).toBeNull();
    await until(async () => (await soundsOf(subject.id)).length === 0);
    expect((await readConversation(owner, conversationId)).messages).toHaveLength(4);
    succeeded({ back: await change(editor, 'restoreKeepsake', { id: tape.id }) });
    await until(async () => (await readConversation(owner, conversationId)).recording !== null, 60_000);
    const content = Buffer.from(await (await listen(owner, tape.media.url)).arrayBuffer());
    expect(content.includes(Buffer.from([0xf8, takeOf(content), ...index(45)]))).toBe(false);
  });

  test('is removed from the conversation and the keepsakes when the consent to recording is withdrawn', async () => {
    const { owner, self, editor, subject, tape, conversationId } = await aTapeInBook();
    const draft = await aTape(editor, subject.id);
    await beginAndWait(editor, subject.id, draft.id);
    const { recording } = await readConversation(owner, conversationId);
    succeeded(await withdraw(self, subject.id, 'RECORDING'));
    for (const url of [recording.url, tape.media.url]) expect(await hears(owner, url)).toBe(404);
    await until(async () => (await soundsOf(subject.id)).length === 0);
    expect((await readConversation(owner, conversationId)).messages[0].text).toBe(bakery);
    expect(await change(owner, 'restoreKeepsake', { id: tape.id })).toMatchObject({ code: 'CONFLICT' });
    expect(await changeRecording(editor, 'putOldRecordingIntoBook', { keepsakeId: draft.id })).toMatchObject({
      __typename: 'ConsentMissing',
    });
    expect(
      await db.oldRecording.count({ where: { subjectId: subject.id, status: { not: 'IN_BOOK' } } }),
    ).toBe(0);
    later(31 * day);
    await eraseDeletedKeepsakes();
    expect(await db.media.count({ where: { id: tape.id } })).toBe(0);
  });

  test('becomes silent where words are erased, in the recording and in the keepsake’s file', async () => {
    const { self, subject, tape, conversationId } = await aTapeInBook();
    const message = await db.message.findFirstOrThrow({ where: { conversationId, seq: 3 } });
    await db.message.update({ where: { id: message.id }, data: { deletedAt: new Date() } });
    later(31 * day);
    await eraseDeletedWords();
    await until(
      async () => (await db.message.findUniqueOrThrow({ where: { id: message.id } })).audioStartMs === null,
    );
    const content = Buffer.from(await (await listen(self, tape.media.url)).arrayBuffer());
    expect(content.includes(Buffer.from([0xf8, takeOf(content), ...index(45)]))).toBe(false);
    expect(content.includes(Buffer.from([0xf8, takeOf(content), ...index(20)]))).toBe(true);
    expect(await soundsOf(subject.id)).toHaveLength(1);
  });

  test('is removed with the book', async () => {
    const { owner, subject } = await aTapeInBook();
    const draft = await aTape(owner, subject.id);
    await beginAndWait(owner, subject.id, draft.id);
    succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
    later(31 * day);
    await eraseDeleted();
    expect(await soundsOf(subject.id)).toEqual([]);
    expect(await db.oldRecording.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});

describe('The file of an old recording', () => {
  test('is encoded if it is a WAV, and refused before anybody types if it is broken', async () => {
    const { owner, subject } = await aFamily();
    const content = aCallSound(10, { person: [[1, 8]], evertold: [] });
    const wav = await aTape(owner, subject.id, { content });
    expect(await beginAndWait(owner, subject.id, wav.id)).toMatchObject({
      status: 'DRAFT',
      durationSeconds: 10,
    });
    const broken = await aTape(owner, subject.id, {
      content: Buffer.concat([Buffer.from('ID3'), Buffer.alloc(9_000, 1)]),
    });
    expect(await beginAndWait(owner, subject.id, broken.id)).toMatchObject({
      status: 'FAILED',
      problem: expect.stringContaining('save it as MP3'),
    });
  });
});
