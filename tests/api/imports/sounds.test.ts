import { describe, expect, test } from 'vitest';
import type { ExportedBook } from '#api/exports/format.ts';
import { eraseDeletedKeepsakes } from '#api/keepsakes/service/change.ts';
import { db } from '#api/platform/database/database.ts';
import { eraseRecordings } from '#api/recordings/erasing.ts';
import { silenceErasedWords } from '#api/recordings/silencing.ts';
import { bookIn, exportOf, imported, storedKeys, unzipped } from '#tests/support/imports.ts';
import { aTape, putIntoBook, recordingAt } from '#tests/support/old-recordings.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aRecordedTalk, bread, publish, secret } from '#tests/support/recorded-book.ts';
import { exportWith } from '#tests/support/small-export.ts';
import { heardIn, listen } from '#tests/support/sound.ts';
import { until, workDone } from '#tests/support/told.ts';
import { aFamily, aPerson, giveConsents, join, useServer } from '#tests/support/world.ts';

useServer();

async function recordingOf(reader: Person, subjectId: string) {
  const [conversation] = await db.conversation.findMany({ where: { subjectId } });
  const asked = 'query ($id: ID!) { conversation(id: $id) { recording { url durationSeconds loudness } } }';
  return (await reader.gql(asked, { id: conversation?.id })).conversation?.recording ?? null;
}

async function heardBy(person: Person, url: string) {
  const response = await listen(person, url);
  expect(response.status).toBe(200);
  return heardIn(new Uint8Array(await response.arrayBuffer()));
}

const soundsIn = async (subjectId: string) =>
  (await storedKeys()).filter((key) => key.startsWith(`${subjectId}/recordings/`));

/** Where each message of the only conversation is in its sound, in milliseconds. */
const timesIn = ({ conversations: [conversation] }: ExportedBook) =>
  conversation?.messages.flatMap(({ text, sound }) => (sound ? [[text, sound.startMs, sound.endMs]] : []));

/** A recorded conversation, and the book that Alma made elsewhere from her own export of it. */
async function aBroughtVoice() {
  const family = await aRecordedTalk();
  await publish(family);
  const zip = await exportOf(family.self, family.subject.id);
  const alma = await aPerson('Alma Rourke');
  const brought = await imported(alma, zip, { isSelf: true });
  expect(brought).toMatchObject({ status: 'DONE', problem: null, soundsLeft: 0, soundsHeld: 1 });
  const letter = await db.notice.findFirst({ where: { recipient: alma.email, kind: 'book-brought' } });
  expect(letter?.data).toMatchObject({ hasRecordings: true });
  return { family, zip, alma, subjectId: brought.subject.id as string };
}

describe('The sound of a conversation that is imported', () => {
  test('is heard by nobody until the person agrees to recording here, and then as it was', async () => {
    const { family, zip, alma, subjectId } = await aBroughtVoice();
    const viewer = await aPerson('Vi Rourke');
    await giveConsents(alma, subjectId, ['SHARING', 'AI_WRITING']);
    const phone = aPhone();
    const input = { id: subjectId, phone, viewersReadTranscripts: true };
    succeeded(await alma.gql('UpdateSubject', { input }));
    await join(alma, subjectId, viewer, 'VIEWER', 'granddaughter');
    expect(await soundsIn(subjectId)).toHaveLength(1);
    for (const person of [alma, viewer]) expect(await recordingOf(person, subjectId)).toBeNull();
    expect(timesIn(await bookIn(await exportOf(alma, subjectId)))).toEqual([]);

    await giveConsents(alma, subjectId, ['RECORDING'], phone);
    const recording = await recordingOf(viewer, subjectId);
    expect(recording).toMatchObject({ durationSeconds: 60 });
    const { loudness } = await recordingOf(family.self, family.subject.id);
    expect((await recordingOf(alma, subjectId)).loudness).toEqual(loudness);
    expect(await heardBy(alma, recording.url)).toMatchObject({ from: 0 });
    const heard = await heardBy(viewer, recording.url);
    expect([heard.from, heard.to].map((second) => Math.round(second ?? 0))).toEqual([10, 20]);
    const before = timesIn(await bookIn(zip));
    expect(before).toEqual([
      [bread, 10_000, 20_000],
      [secret, 30_000, 40_000],
    ]);
    expect(timesIn(await bookIn(await exportOf(alma, subjectId)))).toEqual(before);

    succeeded(await alma.gql('WithdrawConsent', { input: { subjectId, kinds: ['RECORDING'] } }));
    expect(await recordingOf(viewer, subjectId)).toBeNull();
    await until(async () => (await soundsIn(subjectId)).length === 0);
  });

  test('of a memorial is heard as the person left it, because nobody can be asked', async () => {
    const { family, zip } = await aBroughtVoice();
    const files = [...(await unzipped(zip))].filter(([name]) => name.startsWith('recordings/'));
    const book = await bookIn(zip);
    book.subject.memorial = true;
    const heard = await imported(family.owner, await exportWith(book, files));
    expect(heard).toMatchObject({ status: 'DONE', soundsLeft: 0, soundsHeld: 0 });
    expect(await recordingOf(family.owner, heard.subject.id)).toMatchObject({ durationSeconds: 60 });

    const last = book.consents.find(({ kind }) => kind === 'RECORDING');
    if (last) book.consents.push({ ...last, status: 'WITHDRAWN' });
    const silent = await imported(family.owner, await exportWith(book, files));
    expect(silent).toMatchObject({ status: 'DONE', soundsLeft: 1, soundsHeld: 0 });
    expect(await db.recording.count({ where: { subjectId: silent.subject.id } })).toBe(0);
    expect(await soundsIn(silent.subject.id)).toEqual([]);
  });

  test('is erased with its book before anybody agreed', async () => {
    const { alma, subjectId } = await aBroughtVoice();
    succeeded(await alma.gql('DeleteSubject', { id: subjectId }));
    await eraseRecordings({ subjectId });
    expect(await soundsIn(subjectId)).toEqual([]);
  });

  test('is refused when it is no sound, is missing, or its times are not in it, and nothing is kept', async () => {
    const { zip } = await aBroughtVoice();
    const files = [...(await unzipped(zip))].filter(([name]) => name.startsWith('recordings/'));
    const [[name = '', sound = Buffer.alloc(0)] = []] = files;
    const book = await bookIn(zip);
    const timed = book.conversations[0]?.messages.find((message) => message.sound);
    const before = await storedKeys();
    const refusals: [(changed: ExportedBook) => [string, Buffer][], RegExp][] = [
      [() => [[name, Buffer.from('no sound at all')]], /is no sound that can be read here/],
      [() => [], /is not in the ZIP/],
      // The sound before it was stored already.
      [
        ({ conversations }) => {
          const [first] = conversations;
          const recording = { file: 'recordings/second.weba', durationSeconds: 1 };
          if (first) conversations.push({ ...first, id: 'second', messages: [], recording });
          return [
            [name, sound],
            [recording.file, Buffer.from('no sound at all')],
          ];
        },
        /second\.weba: is no sound that can be read here/,
      ],
      [
        ({ conversations: [first] }) => {
          if (first?.recording) first.recording.file = 'media/../x';
          return [[name, sound]];
        },
        /recording\.file: is no file in recordings/,
      ],
      [
        ({ conversations: [first] }) => {
          const message = first?.messages.find(({ id }) => id === timed?.id);
          if (message?.sound) message.sound.file = 'recordings/another.weba';
          return [[name, sound]];
        },
        /sound\.file: is not of this conversation/,
      ],
      [
        ({ conversations: [first] }) => {
          const message = first?.messages.find(({ id }) => id === timed?.id);
          if (message?.sound) message.sound.endMs = 1;
          return [[name, sound]];
        },
        /sound\.endMs: is before its beginning/,
      ],
    ];
    for (const [change, problem] of refusals) {
      const changed = structuredClone(book);
      const zipped = await exportWith(changed, change(changed));
      const brought = await imported(await aPerson('Gus'), zipped);
      expect(brought).toMatchObject({ status: 'FAILED', subject: null });
      expect(brought.problem).toMatch(problem);
    }
    expect((await storedKeys()).filter((key) => key.includes('/recordings/'))).toEqual(
      before.filter((key) => key.includes('/recordings/')),
    );
  });
});

const kept =
  'query ($id: ID!) { subject(id: $id) { keepsakes(first: 9) { edges { node { id title media { url } } } } } }';

async function keepsakesOf(reader: Person, subjectId: string) {
  const { subject } = await reader.gql(kept, { id: subjectId });
  return subject.keepsakes.edges.map(({ node }: { node: object }) => node);
}

/** A cassette of a minute whose words are in the book: bread at 5 to 20 s, a secret from 40 s. */
async function aTapeInBook() {
  const family = await aFamily();
  const { owner, self, subject } = family;
  const tape = await aTape(owner, subject.id, { title: 'The cassette' });
  await putIntoBook(owner, subject.id, tape.id, [
    { startMs: 5_000, endMs: 20_000, text: bread },
    { startMs: 40_000, text: secret },
  ]);
  await workDone();
  const told = await db.message.findFirstOrThrow({ where: { subjectId: subject.id, text: secret } });
  if (!told.private) succeeded(await self.gql('SetMessagePrivate', { id: told.id, private: true }));
  await workDone();
  return family;
}

describe('A keepsake with the person’s voice whose words are in the book', () => {
  test('waits with its conversation until the person agrees here, and its private words stay silent', async () => {
    const family = await aTapeInBook();
    const zip = await exportOf(family.self, family.subject.id);
    const before = await bookIn(zip);
    const [conversation] = before.conversations;
    expect(before.media).toMatchObject([{ ofVoice: true, conversationId: conversation?.id }]);
    const alma = await aPerson('Alma Rourke');
    const brought = await imported(alma, zip, { isSelf: true });
    expect(brought).toMatchObject({ status: 'DONE', problem: null, soundsLeft: 0, soundsHeld: 1 });
    const subjectId: string = brought.subject.id;

    expect(await keepsakesOf(alma, subjectId)).toEqual([]);
    const [media] = await db.media.findMany({ where: { subjectId } });
    const id = media?.id ?? '';
    expect((await listen(alma, `/media/${id}`)).status).toBe(404);
    const restore =
      'mutation ($id: ID!) { restoreKeepsake(id: $id) { __typename ... on UserError { code } } }';
    expect((await alma.gql(restore, { id })).restoreKeepsake).toMatchObject({ code: 'NOT_FOUND' });
    await db.media.update({ where: { id }, data: { deletedAt: new Date(0) } });
    await eraseDeletedKeepsakes();
    expect(await db.media.count({ where: { id } })).toBe(1);

    await giveConsents(alma, subjectId, ['SHARING', 'AI_WRITING']);
    const phone = aPhone();
    const input = { id: subjectId, phone, viewersReadTranscripts: true };
    succeeded(await alma.gql('UpdateSubject', { input }));
    const viewer = await aPerson('Vi Rourke');
    await join(alma, subjectId, viewer, 'VIEWER', 'granddaughter');
    await giveConsents(alma, subjectId, ['RECORDING'], phone);
    const [cassette] = await keepsakesOf(viewer, subjectId);
    expect(cassette).toMatchObject({ id, title: 'The cassette' });
    expect((await recordingAt(alma, subjectId, id)).oldRecording).toMatchObject({
      status: 'IN_BOOK',
      conversation: { id: expect.any(String) },
    });
    const heard = await heardBy(viewer, cassette.media.url);
    expect([heard.from, Math.round(heard.to ?? 0)]).toEqual([0, 39]);
    const after = await bookIn(await exportOf(alma, subjectId));
    expect(after.media).toMatchObject([{ ofVoice: true, conversationId: after.conversations[0]?.id }]);

    succeeded(await alma.gql('WithdrawConsent', { input: { subjectId, kinds: ['RECORDING'] } }));
    expect(await keepsakesOf(alma, subjectId)).toEqual([]);
  });

  test('of a memorial is heard as the person left it; without their last word it stays behind', async () => {
    const family = await aTapeInBook();
    const zip = await exportOf(family.self, family.subject.id);
    const files = [...(await unzipped(zip))].filter(([name]) => /^(recordings|media)\//.test(name));
    const book = await bookIn(zip);
    book.subject.memorial = true;
    const heard = await imported(family.owner, await exportWith(book, files));
    expect(heard).toMatchObject({ status: 'DONE', soundsLeft: 0, soundsHeld: 0 });
    expect(await keepsakesOf(family.owner, heard.subject.id)).toMatchObject([{ title: 'The cassette' }]);

    const last = book.consents.find(({ kind }) => kind === 'RECORDING');
    if (last) book.consents.push({ ...last, status: 'WITHDRAWN' });
    const silent = await imported(family.owner, await exportWith(book, files));
    expect(silent).toMatchObject({ status: 'DONE', soundsLeft: 2, soundsHeld: 0 });
    expect(await keepsakesOf(family.owner, silent.subject.id)).toEqual([]);
  });

  test('stays behind without the sound of its conversation where something in it is private', async () => {
    const family = await aTapeInBook();
    const { owner } = family;
    const zip = await exportOf(family.self, family.subject.id);
    const all = [...(await unzipped(zip))];
    const media = all.filter(([name]) => name.startsWith('media/'));
    const book = await bookIn(zip);
    /** The book with its cassette, as if its conversation had no sound. */
    async function withoutSound(change: (message: { text: string | null; private: boolean }) => object) {
      const changed = structuredClone(book);
      for (const conversation of changed.conversations) {
        conversation.recording = null;
        conversation.messages = conversation.messages.map(({ sound: _, ...message }) => ({
          ...message,
          ...change(message),
        }));
      }
      return imported(owner, await exportWith(changed, media));
    }
    const closed = await withoutSound(() => ({}));
    expect(closed).toMatchObject({ status: 'DONE', problem: null, soundsLeft: 1, soundsHeld: 0 });
    expect(await db.media.count({ where: { subjectId: closed.subject.id } })).toBe(0);
    const deletedAt = book.exportedAt;
    const deleted = await withoutSound(({ private: isClosed }) => ({
      ...{ private: false, ...(isClosed && { deletedAt }) },
    }));
    expect(deleted).toMatchObject({ status: 'DONE', soundsLeft: 1, soundsHeld: 0 });

    const empty = all
      .filter(([name]) => /^(recordings|media)\//.test(name))
      .map(([name, content]): [string, Buffer] => [
        name,
        name.startsWith('recordings/') ? Buffer.alloc(0) : content,
      ]);
    const silent = await imported(owner, await exportWith(book, empty));
    expect(silent).toMatchObject({ status: 'DONE', problem: null, soundsLeft: 1, soundsHeld: 0 });
    expect(await db.media.count({ where: { subjectId: silent.subject.id } })).toBe(0);

    const open = await withoutSound(() => ({ private: false }));
    expect(open).toMatchObject({ status: 'DONE', soundsLeft: 0, soundsHeld: 1 });
  });

  test('is heard by the person alone once words of it are private whose place in it nobody knows', async () => {
    const family = await aTapeInBook();
    const { owner, self, subject } = family;
    const [cassette] = await keepsakesOf(owner, subject.id);
    expect((await listen(owner, cassette.media.url)).status).toBe(200);
    await db.message.updateMany({
      where: { subjectId: subject.id },
      data: { audioStartMs: null, audioEndMs: null, wordStartsMs: [] },
    });
    expect((await listen(owner, cassette.media.url)).status).toBe(404);
    expect((await listen(self, cassette.media.url)).status).toBe(200);
  });

  test('of which words are erased before anybody agreed has them no more', async () => {
    const family = await aTapeInBook();
    const alma = await aPerson('Alma Rourke');
    const zip = await exportOf(family.self, family.subject.id);
    const { subject } = await imported(alma, zip, { isSelf: true });
    const where = { subjectId: subject.id as string };
    const told = await db.message.findFirstOrThrow({ where: { ...where, text: secret } });
    const keys = async () => (await storedKeys()).filter((key) => key.startsWith(`${subject.id}/`));
    const before = await keys();
    await silenceErasedWords.run({ messageId: told.id }, new AbortController().signal);

    const [media] = await db.media.findMany({ where });
    const [recording] = await db.recording.findMany({ where });
    expect(recording?.storageKey).toBeNull();
    const after = await keys();
    expect(after.sort()).toEqual([media?.storageKey, recording?.heldKey].sort());
    expect(after.filter((key) => before.includes(key))).toEqual([]);
  });
});
