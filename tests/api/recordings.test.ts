import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BufferSource, Input, MP3 } from 'mediabunny';
import { describe, expect, onTestFinished, test } from 'vitest';
import yauzl from 'yauzl';
import { ports } from '#api/adapters/ports.ts';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import { db } from '#api/platform/database/database.ts';
import { erasePieces } from '#api/recordings/jobs.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { accept, invite } from '#tests/support/inviting.ts';
import { contentOf, download, finished, whenFinished } from '#tests/support/made.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aRecordedTalk, bread, publish, type Recorded, sayInto } from '#tests/support/recorded-book.ts';
import { aTake, heardIn, listen, sendSound, sendTake } from '#tests/support/sound.ts';
import { aTalk } from '#tests/support/talk.ts';
import { until, workDone } from '#tests/support/told.ts';
import { useTranscription } from '#tests/support/transcribing.ts';
import {
  aTranscriptionServer,
  spokenFrom,
  transcriptionAnswers,
} from '#tests/support/transcription-server.ts';
import { aFamily, aPerson, giveConsents, useServer } from '#tests/support/world.ts';

useServer();
useClock();

async function recordingOf(reader: Person, id: string) {
  const asked = `query ($id: ID!) { conversation(id: $id) { recording { url durationSeconds approximate loudness } } }`;
  const { conversation } = await reader.gql(asked, { id });
  return conversation?.recording ?? null;
}

async function heardBy(person: Person, url: string) {
  const response = await listen(person, url);
  expect(response.status).toBe(200);
  return heardIn(new Uint8Array(await response.arrayBuffer()));
}

/** The sentence about the bread, as somebody reads it. */
async function sentencesOf(
  reader: Person,
  subjectId: string,
): Promise<{ text: string; soundUrl: string | null }[]> {
  const asked = `query ($id: ID!) { subject(id: $id) { chapters { cards { sentences { text sources { soundUrl } } } } } }`;
  const { subject } = await reader.gql(asked, { id: subjectId });
  type Cards = { cards: { sentences: { text: string; sources: { soundUrl: string | null }[] }[] }[] }[];
  return ((subject?.chapters ?? []) as Cards)
    .flatMap(({ cards }) => cards)
    .flatMap(({ sentences }) => sentences)
    .map(({ text, sources }) => ({ text, soundUrl: sources[0]?.soundUrl ?? null }));
}

async function soundsOf(subjectId: string): Promise<string[]> {
  const files: string[] = [];
  for await (const key of ports.storage.keys())
    if (key.startsWith(`${subjectId}/recordings/`)) files.push(key);
  return files;
}

describe('A browser’s recording', () => {
  test('is refused when the consent covers only calls', async () => {
    const { self, subject } = await aFamily({ consents: ['SHARING', 'AI_WRITING'] });
    const { id: subjectId, phone } = subject;
    await db.consentEntry.create({
      data: {
        ...{ subjectId, kind: 'RECORDING', status: 'GRANTED', wordingVersion: 1, via: 'WEB' },
        identity: { create: { subjectId, phone } },
      },
    });
    const talk = await aTalk(self, subject.id);
    const mayRecord = 'query ($id: ID!) { conversation(id: $id) { mayRecord } }';
    expect((await self.gql(mayRecord, { id: talk.id })).conversation.mayRecord).toBe(false);
    const refused = await sendSound(self, talk.id, { take: randomUUID(), piece: 0, content: await aTake(1) });
    expect(refused.status).toBe(412);
    await giveConsents(self, subjectId, ['RECORDING'], phone);
    expect((await self.gql(mayRecord, { id: talk.id })).conversation.mayRecord).toBe(true);
  });

  test('is stored piece by piece, each once, and resumes after a broken connection', async () => {
    const { self, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    const take = randomUUID();
    const content = await aTake(10);
    const [first, second] = [content.subarray(0, 2000), content.subarray(2000)];
    expect(await sendSound(self, talk.id, { take, piece: 0, content: first })).toEqual({
      status: 200,
      next: 1,
    });
    expect(await sendSound(self, talk.id, { take, piece: 0, content: first })).toEqual({
      status: 200,
      next: 1,
    });
    expect(await sendSound(self, talk.id, { take, piece: 2, content: second })).toEqual({
      status: 409,
      next: 1,
    });
    const twice = await Promise.all(
      [1, 2].map(() => sendSound(self, talk.id, { take, piece: 1, content: second })),
    );
    expect(twice).toEqual([
      { status: 200, next: 2 },
      { status: 200, next: 2 },
    ]);
    expect(await soundsOf(subject.id)).toHaveLength(2);
  });

  test('is joined by takes when the conversation ends, also without the end of one', async () => {
    const { self, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    const [one, other] = [randomUUID(), randomUUID()];
    const content = await aTake(10, 1);
    await sendSound(self, talk.id, {
      take: one,
      piece: 0,
      content: content.subarray(0, content.length - 900),
    });
    await sendTake(self, talk.id, { take: other, content: await aTake(5, 2) });
    const said = await sayInto(self, talk, other, bread, [1, 3]);
    expect(await recordingOf(self, talk.id)).toBeNull();
    await talk.end();
    await until(async () => (await recordingOf(self, talk.id)) !== null);
    const recording = await recordingOf(self, talk.id);
    const heard = await heardBy(self, recording.url);
    expect(heard.takes).toEqual([1, 2]);
    expect(recording).toMatchObject({ approximate: true, durationSeconds: Math.round(heard.seconds) });
    expect(heard.seconds).toBeGreaterThan(13);
    expect(heard.seconds).toBeLessThan(15);
    const { audioStartMs, audioEndMs } = await db.message.findUniqueOrThrow({ where: { id: said.id } });
    expect((audioEndMs ?? 0) - (audioStartMs ?? 0)).toBe(2000);
    expect(audioStartMs).toBe(Math.round(heard.seconds * 1000) - 4000);
    // The end of a take may come a little later than the end of the talk; nothing else may.
    const tail = { take: one, piece: 1, content: content.subarray(content.length - 900) };
    expect((await sendSound(self, talk.id, tail)).status).toBe(200);
    await until(async () => (await recordingOf(self, talk.id)).durationSeconds === 15);
    const fresh = { take: randomUUID(), piece: 0, content };
    expect((await sendSound(self, talk.id, fresh)).status).toBe(409);
    later(day);
    await erasePieces();
    expect(await soundsOf(subject.id)).toHaveLength(1);
  });

  test('is refused from others than the participant, without consent, and for other files', async () => {
    const { self, owner, viewer, stranger, nobody, admin, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    const piece = { take: randomUUID(), piece: 0, content: await aTake(1) };
    const statuses = [];
    for (const who of [owner, viewer, stranger, nobody, admin])
      statuses.push((await sendSound(who, talk.id, piece)).status);
    expect(statuses).toEqual([403, 404, 404, 401, 403]);
    expect((await sendSound(self, talk.id, { ...piece, content: Buffer.from('not a sound') })).status).toBe(
      422,
    );
    expect((await sendSound(self, randomUUID(), piece)).status).toBe(404);
    expect((await sendSound(self, talk.id, { ...piece, take: 'x' })).status).toBe(400);
    expect(
      (await sendSound(self, talk.id, { ...piece, content: Buffer.alloc(1024 * 1024 + 1) })).status,
    ).toBe(413);

    const without = await aFamily({ consents: ['SHARING', 'AI_WRITING'] });
    const unrecorded = await aTalk(without.self, without.subject.id);
    expect((await sendSound(without.self, unrecorded.id, piece)).status).toBe(412);
    for (const { id } of [subject, without.subject]) expect(await soundsOf(id)).toEqual([]);
    const asked = 'query ($id: ID!) { conversation(id: $id) { mayRecord } }';
    const may = async (who: Person, id: string) => (await who.gql(asked, { id })).conversation?.mayRecord;
    expect([
      await may(self, talk.id),
      await may(owner, talk.id),
      await may(without.self, unrecorded.id),
    ]).toEqual([true, false, false]);
  });
});

describe('Listening', () => {
  test('plays the seconds of each sentence, also without access to the transcript', async () => {
    const recorded = await aRecordedTalk();
    const { viewer, owner, self, stranger, nobody, subject } = recorded;
    await publish(recorded);
    const sentences = await sentencesOf(viewer, subject.id);
    const sounding = sentences.filter(({ soundUrl }) => soundUrl !== null);
    expect(sounding.length).toBeGreaterThan(0);
    for (const { soundUrl } of sounding) {
      const heard = await heardBy(viewer, soundUrl as string);
      expect(heard.from).toBeGreaterThanOrEqual(9.98);
      expect(heard.to).toBeLessThanOrEqual(20.02);
      expect(heard.seconds).toBeLessThanOrEqual(10.1);
    }
    const url = sounding[0]?.soundUrl as string;
    for (const who of [owner, self]) expect((await listen(who, url)).status).toBe(200);
    for (const who of [stranger, nobody]) expect((await listen(who, url)).status).toBe(404);
    const range = await listen(viewer, url, { range: 'bytes=0-3' });
    expect([range.status, range.headers.get('content-type')]).toEqual([206, 'audio/webm']);
    expect(Buffer.from(await range.arrayBuffer()).toString('hex')).toBe('1a45dfa3');
    const whole = await listen(viewer, url);
    const etag = whole.headers.get('etag') ?? '';
    expect((await listen(viewer, url, { 'if-none-match': etag })).status).toBe(304);
    expect((await listen(viewer, url, { range: 'bytes=9999999-' })).status).toBe(416);
  });

  test('knows when each word was spoken where a transcription service heard the talk', async () => {
    const peer = await aTranscriptionServer();
    onTestFinished(() => peer.close());
    useTranscription(peer);
    const [first, second] = bread.split('. ') as [string, string];
    peer.answerWith(transcriptionAnswers.words([...spokenFrom(1, first), ...spokenFrom(6, second)]));
    const { talk, owner, viewer, open } = await aRecordedTalk();
    await workDone();
    const asked = `query ($id: ID!) { conversation(id: $id) { recording {
      wordsApproximate wordTimes { messageId startsMs }
    } } }`;
    const { wordsApproximate, wordTimes } = (await owner.gql(asked, { id: talk.id })).conversation.recording;
    expect([wordsApproximate, wordTimes.length]).toEqual([false, 1]);
    expect(wordTimes[0].messageId).toBe(open.id);
    expect([wordTimes[0].startsMs[0], wordTimes[0].startsMs[9]]).toEqual([11_000, 16_000]);
    // The words that are private were not sent.
    const heard = await heardIn(peer.asked[0]?.file?.content ?? Buffer.alloc(0));
    expect([peer.asked.length, heard.from, heard.to]).toEqual([1, 10, 20]);
    expect((await viewer.gql(asked, { id: talk.id })).conversation).toBeNull();
  });

  test('is silent for others at private words and outside of messages, and complete for the person', async () => {
    const { talk, owner, viewer, self, stranger, admin, closed } = await aRecordedTalk();
    const { url, loudness } = await recordingOf(owner, talk.id);
    // 110 parts of a minute: a sixth to a third of them are the words that are open.
    const loud = (loudness as number[]).flatMap((each, at) => (each > 0 ? (at / 110) * 60 : []));
    expect(loud.length).toBeGreaterThan(15);
    expect(Math.min(...loud)).toBeGreaterThan(9);
    expect(Math.max(...loud)).toBeLessThan(20);
    expect((await recordingOf(self, talk.id)).loudness).not.toContain(0);
    expect(await heardBy(owner, url)).toEqual({ takes: [1], from: 10, to: 20, seconds: 60 });
    expect(await heardBy(admin, url)).toEqual({ takes: [1], from: 10, to: 20, seconds: 60 });
    expect(await heardBy(self, url)).toEqual({ takes: [1], from: 0, to: 60, seconds: 60 });
    for (const who of [viewer, stranger]) {
      expect(await recordingOf(who, talk.id)).toBeNull();
      expect((await listen(who, url)).status).toBe(404);
    }
    expect((await listen(owner, `/media/${closed.id}?start=0&end=5`)).status).toBe(404);
    succeeded(await self.gql('SetMessagePrivate', { id: closed.id, private: false }));
    expect((await heardBy(owner, url)).to).toBe(40);
  });

  test('excludes words at once when they become private', async () => {
    const recorded = await aRecordedTalk();
    const { talk, owner, viewer, self, subject, open } = recorded;
    await publish(recorded);
    const { url } = await recordingOf(owner, talk.id);
    const [sentence] = (await sentencesOf(viewer, subject.id)).filter(({ soundUrl }) => soundUrl);
    await heardBy(viewer, sentence?.soundUrl as string);
    succeeded(await self.gql('SetMessagePrivate', { id: open.id, private: true }));
    expect((await listen(viewer, sentence?.soundUrl as string)).status).toBe(404);
    expect((await listen(owner, `/media/${open.id}?start=0&end=9`)).status).toBe(404);
    expect((await heardBy(owner, url)).from).toBeNull();
  });

  test('ends with the membership, with sharing, and with the story’s audience', async () => {
    const recorded = await aRecordedTalk();
    const { talk, owner, editor, viewer, self, subject } = recorded;
    await publish(recorded);
    const { url } = await recordingOf(editor, talk.id);
    const [sentence] = (await sentencesOf(viewer, subject.id)).filter(({ soundUrl }) => soundUrl);
    const soundUrl = sentence?.soundUrl as string;
    const { members } = (await owner.gql('FamilyFriends', { subjectId: subject.id })).subject;
    const own = (person: Person) =>
      members.find(({ user }: { user: { id: string } }) => user.id === person.id);
    const { cardId } = await db.sentence.findFirstOrThrow({
      where: { text: sentence?.text ?? '', subjectId: subject.id },
    });
    const audience = await db.audience.create({ data: { subjectId: subject.id, cardId } });
    expect((await listen(viewer, soundUrl)).status).toBe(404);
    await db.audience.delete({ where: { id: audience.id } });
    expect((await listen(viewer, soundUrl)).status).toBe(200);
    for (const who of [editor, viewer]) succeeded(await owner.gql('RemoveMember', { id: own(who).id }));
    expect((await listen(editor, url)).status).toBe(404);
    expect((await listen(viewer, soundUrl)).status).toBe(404);
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['SHARING'] } }));
    expect((await listen(owner, url)).status).toBe(404);
    expect((await listen(owner, soundUrl)).status).toBe(404);
    expect((await listen(self, url)).status).toBe(200);
  });

  test('is refused with a viewer link that was switched off, and goes on for whoever used it before', async () => {
    const recorded = await aRecordedTalk();
    const { talk, owner, subject } = recorded;
    await publish(recorded);
    await db.subject.update({ where: { id: subject.id }, data: { viewersReadTranscripts: true } });
    const { url } = await recordingOf(owner, talk.id);
    const [sentence] = (await sentencesOf(owner, subject.id)).filter(({ soundUrl }) => soundUrl);
    const soundUrl = sentence?.soundUrl as string;
    const link = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses: 2 });
    const [early, late] = [await aPerson('Vera'), await aPerson('Lou')];
    for (const each of [url, soundUrl]) expect((await listen(early, each)).status).toBe(404);
    expect(await accept(early, link.token)).toMatchObject({ role: 'VIEWER' });
    expect(await recordingOf(early, talk.id)).not.toBeNull();
    expect(await heardBy(early, url)).toMatchObject({ from: 10, to: 20 });

    succeeded(await owner.gql('RevokeInvitation', { id: link.invitation.id }));
    expect(await accept(late, link.token)).toMatchObject({ usable: 'REVOKED' });
    expect(await recordingOf(late, talk.id)).toBeNull();
    for (const each of [url, soundUrl, `/media/${recorded.open.id}?start=0&end=9`])
      expect((await listen(late, each)).status).toBe(404);
    for (const each of [url, soundUrl]) expect((await listen(early, each)).status).toBe(200);
    const { id } = await db.membership.findFirstOrThrow({
      where: { subjectId: subject.id, userId: early.id },
    });
    succeeded(await owner.gql('RemoveMember', { id }));
    for (const each of [url, soundUrl]) expect((await listen(early, each)).status).toBe(404);
  });

  test('answers a question to the book with the seconds of the quote', async () => {
    const recorded = await aRecordedTalk();
    const { owner, viewer, subject } = recorded;
    await publish(recorded);
    const asked = `query ($id: ID!, $q: String!) { subject(id: $id) { askBook(question: $q) { quote soundUrl } } }`;
    for (const who of [owner, viewer]) {
      const [answer] = (await who.gql(asked, { id: subject.id, q: 'When did you bake the bread?' })).subject
        .askBook;
      const heard = await heardBy(who, answer.soundUrl);
      expect(heard.from).toBeGreaterThanOrEqual(9.98);
      expect(heard.to).toBeLessThanOrEqual(20.02);
    }
  });
});

describe('An export', () => {
  async function soundIn(person: Person, subjectId: string, conversationId: string) {
    const { id } = succeeded(await person.gql('RequestExport', { subjectId }));
    await whenFinished(id);
    const opened = await yauzl.fromBufferPromise(await contentOf(person, id), { lazyEntries: true });
    for await (const entry of opened.eachEntry()) {
      if (entry.fileName !== `recordings/${conversationId}.weba`) continue;
      return heardIn(await buffer(await opened.openReadStreamPromise(entry)));
    }
    return null;
  }

  test('contains the audio that its requester may hear', async () => {
    const { owner, self, subject, talk } = await aRecordedTalk();
    expect(await soundIn(owner, subject.id, talk.id)).toMatchObject({ from: 10, to: 20, seconds: 60 });
    expect(await soundIn(self, subject.id, talk.id)).toMatchObject({ from: 0, to: 60, seconds: 60 });
    const { id } = await db.making.findFirstOrThrow({ where: { requestedById: self.id } });
    expect((await download(self, id)).status).toBe(200);
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['RECORDING'] } }));
    expect((await download(self, id)).status).toBe(404);
  });
});

describe('Audio is erased', () => {
  test('when the consent to recording is withdrawn, and is silent at once', async () => {
    const recorded = await aRecordedTalk();
    const { talk, self, owner, subject, open } = recorded;
    const { url } = await recordingOf(owner, talk.id);
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['RECORDING'] } }));
    for (const who of [owner, self]) {
      expect((await listen(who, url)).status).toBe(404);
      expect(await recordingOf(who, talk.id)).toBeNull();
    }
    for (const { soundUrl } of await sentencesOf(owner, subject.id)) expect(soundUrl).toBeNull();
    await until(async () => (await soundsOf(subject.id)).length === 0);
    await until(async () => (await db.recording.count({ where: { subjectId: subject.id } })) === 0);
    expect((await db.message.findUniqueOrThrow({ where: { id: open.id } })).audioStartMs).toBeNull();
    // The words stay, and a later talk is recorded again once it is agreed to again.
    expect(await db.message.count({ where: { conversationId: talk.id } })).toBeGreaterThan(0);
    await giveConsents(self, subject.id, ['RECORDING'], subject.phone);
    const next = await aTalk(self, subject.id);
    const piece = { take: randomUUID(), piece: 0, content: await aTake(1) };
    expect((await sendSound(self, next.id, piece)).status).toBe(200);
  });

  test('while it is being recorded, and no further piece is stored', async () => {
    const { self, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    const take = randomUUID();
    const content = await aTake(2);
    await sendSound(self, talk.id, { take, piece: 0, content });
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['RECORDING'] } }));
    expect((await sendSound(self, talk.id, { take, piece: 1, content })).status).toBe(412);
    await until(async () => (await soundsOf(subject.id)).length === 0);
  });

  test('together with erased words, permanently and for everyone', async () => {
    const { talk, closed } = await aRecordedTalk();
    await db.message.update({ where: { id: closed.id }, data: { deletedAt: new Date() } });
    later(31 * day);
    await eraseDeletedWords();
    await until(
      async () => (await db.message.findUniqueOrThrow({ where: { id: closed.id } })).audioStartMs === null,
    );
    const recording = await db.recording.findUniqueOrThrow({ where: { conversationId: talk.id } });
    const chunks: Buffer[] = [];
    for await (const chunk of await ports.storage.open(recording.storageKey as string))
      chunks.push(chunk as Buffer);
    const input = Buffer.concat(chunks);
    // Of the seconds from 30 to 40 no packet is left in the file.
    for (let at = 1502; at < 1998; at += 1) {
      expect(input.includes(Buffer.from([0xf8, 1, at >> 8, at & 255, 7]))).toBe(false);
    }
    expect((await heardIn(input)).seconds).toBe(60);
  });

  test('together with the subject', async () => {
    const { owner, subject } = await aRecordedTalk();
    succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
    later(31 * day);
    await eraseDeleted();
    expect(await soundsOf(subject.id)).toEqual([]);
    expect(await db.recordingTake.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});

describe('A piece of the voice', () => {
  /** The sentences of a book by whether their words are open. */
  async function sentenceIdsOf({ subject, open, closed }: Recorded) {
    const idsOf = async ({ id: messageId }: { id: string }) =>
      (
        await db.sentence.findMany({
          where: { subjectId: subject.id, sources: { some: { messageId } } },
          orderBy: { position: 'asc' },
        })
      ).map(({ id }) => id);
    return { open: await idsOf(open), closed: await idsOf(closed) };
  }
  const make = async (person: Person, subjectId: string, sentenceIds: string[]) =>
    (await person.gql('MakeFromStories', { input: { subjectId, kind: 'HIGHLIGHT', sentenceIds } }))
      .makeFromStories;
  const hasVoice = async (person: Person, id: string) =>
    (await person.gql('query ($id: ID!) { subject(id: $id) { hasVoice } }', { id })).subject.hasVoice;

  test('is an MP3 of the seconds of the chosen sentences, for its requester alone, until recording is withdrawn', async () => {
    const recorded = await aRecordedTalk();
    const { owner, editor, viewer, self, subject } = recorded;
    const { id: subjectId } = subject;
    expect(await hasVoice(owner, subjectId)).toBe(false);
    await publish(recorded);
    expect([
      await hasVoice(owner, subjectId),
      await hasVoice(editor, subjectId),
      await hasVoice(viewer, subjectId),
    ]).toEqual([true, true, false]);
    const { open } = await sentenceIdsOf(recorded);
    const made = await finished(editor, { subjectId, kind: 'HIGHLIGHT', sentenceIds: open });
    expect(made).toMatchObject({
      ...{ status: 'DONE', title: 'Alma’s voice', contentType: 'audio/mpeg', madeOfSaid: true },
      fileName: 'Alma’s voice.mp3',
    });
    const input = new Input({
      source: new BufferSource(new Uint8Array(await contentOf(editor, made.id))),
      formats: [MP3],
    });
    const seconds = await input.computeDuration();
    // The bread is told from the tenth to the twentieth second of a minute.
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(13);
    expect((await download(owner, made.id)).status).toBe(404);

    succeeded(await self.gql('WithdrawConsent', { input: { subjectId, kinds: ['RECORDING'] } }));
    expect((await db.making.findUniqueOrThrow({ where: { id: made.id } })).status).toBe('EXPIRED');
    expect((await download(editor, made.id)).status).toBe(404);
    expect(await hasVoice(owner, subjectId)).toBe(false);
    expect(await make(editor, subjectId, open)).toMatchObject({
      ...{ code: 'CONFLICT', message: 'There is no recording of these sentences' },
    });
  });

  test('is refused of private words, of another book, of none, of too many, and to those who don’t write the book', async () => {
    const recorded = await aRecordedTalk();
    await publish(recorded);
    const { owner, self, viewer, subject } = recorded;
    const { open, closed } = await sentenceIdsOf(recorded);
    const missing = { code: 'NOT_FOUND', path: ['input', 'sentenceIds'] };
    for (const id of closed) expect(await make(self, subject.id, [...open, id])).toMatchObject(missing);
    // A sentence that is named twice doesn't count for one that is missing.
    for (const id of closed)
      expect(await make(self, subject.id, [...open, ...open, id])).toMatchObject(missing);
    const other = await aFamily();
    expect(await make(other.owner, other.subject.id, open)).toMatchObject(missing);
    expect(await make(owner, subject.id, ['x'])).toMatchObject(missing);
    for (const ids of [[], Array.from({ length: 51 }, () => open[0] ?? '')]) {
      expect(await make(owner, subject.id, ids)).toMatchObject({
        code: 'BAD_REQUEST',
        path: ['sentenceIds'],
      });
    }
    await expect(make(viewer, subject.id, open)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await db.making.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});
