import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { eraseDeletedKeepsakes } from '#api/keepsakes/service/change.ts';
import { drawPlaceholders } from '#api/keepsakes/service/placeholders.ts';
import { expireUploads } from '#api/keepsakes/service/uploads.ts';
import { db } from '#api/platform/database/database.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { aBook } from '#tests/support/book.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aPhonesRecording } from '#tests/support/compressed-sound.ts';
import { bookIn, exportOf } from '#tests/support/imports.ts';
import { aFilm, aPhoto, aRecording } from '#tests/support/keepsake-files.ts';
import {
  aKeepsake,
  askToSend,
  breakOff,
  change,
  keepsakesOf,
  receivedOf,
  sendPiece,
  sent,
  tusRequest,
} from '#tests/support/keepsakes.ts';
import { contentOf, download } from '#tests/support/made.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, type Person, type Refused, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { cardsOf, until } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();
useClock();

/** The code of a refusal, in the answer or instead of one. */
async function codeOf(answer: Promise<{ code?: string }>): Promise<string | undefined> {
  return answer.then(
    ({ code }) => code,
    ({ code }: Refused) => code,
  );
}

/** What the storage keeps of a subject. */
async function filesOf(subjectId: string): Promise<string[]> {
  const files: string[] = [];
  for await (const key of ports.storage.keys()) if (key.startsWith(`${subjectId}/`)) files.push(key);
  return files;
}

async function removed(owner: Person, subjectId: string, member: Person) {
  const { members } = (await owner.gql('FamilyFriends', { subjectId })).subject;
  const own = members.find(({ user }: { user: { id: string } }) => user.id === member.id);
  succeeded(await owner.gql('RemoveMember', { id: own.id }));
}

describe('An upload', () => {
  test('resumes after the connection breaks at 30% and results in the same photo', async () => {
    const { subject, editor } = await aFamily();
    const photo = await aPhoto({ width: 1200, height: 900, noise: true });
    const begun = await askToSend(editor, subject.id, photo.length);
    expect(begun.status).toBe(201);
    const path = begun.headers.get('location') ?? '';
    const third = Math.floor(photo.length * 0.3);

    await breakOff(editor, path, { offset: 0, body: photo, after: third });
    await until(async () => (await receivedOf(editor, path)) > 0);
    const received = await receivedOf(editor, path);
    expect(received).toBeLessThanOrEqual(third);
    const uploadId = path.split('/').at(-1);
    const early = await change(editor, 'addKeepsake', { subjectId: subject.id, uploadId });
    expect(early).toMatchObject({ code: 'CONFLICT', message: 'The file has not been received whole' });

    expect((await sendPiece(editor, path, received, photo.subarray(received))).status).toBe(204);
    const keepsake = await change(editor, 'addKeepsake', { subjectId: subject.id, uploadId });
    const { data } = await sharp(await contentOf(editor, keepsake.id))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const whole = await sharp(photo).autoOrient().raw().toBuffer();
    const difference =
      data.reduce((sum, value, at) => sum + Math.abs(value - (whole[at] ?? 0)), 0) / data.length;
    expect(difference).toBeLessThan(8);
    await until(async () => (await filesOf(subject.id)).length === 1);
  });

  test('of a phone’s recorder is a recording, although it begins as a film does', async () => {
    const { subject, editor } = await aFamily();
    const content = await aPhonesRecording(3);
    expect(content.toString('latin1', 4, 12)).toBe('ftypisom');
    const { id } = await aKeepsake(editor, subject.id, { content });
    const { kind, contentType, bytes } = await db.media.findUniqueOrThrow({ where: { id } });
    expect({ kind, contentType, bytes }).toEqual({
      ...{ kind: 'RECORDING', contentType: 'audio/mp4' },
      bytes: content.length,
    });
    const film = await aKeepsake(editor, subject.id, { content: aFilm() });
    expect(film).toMatchObject({ kind: 'VIDEO' });
  });

  test('is refused with its first piece and erased when its type is unsupported', async () => {
    const { subject, editor } = await aFamily();
    const files = {
      'a program': Buffer.from('#!/bin/sh\necho hello\n'.repeat(300)),
      'a page': Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(5_000)}`),
      'a drawing with code': Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(5_000)}</svg>`,
      ),
    };
    for (const [name, content] of Object.entries(files)) {
      const begun = await askToSend(editor, subject.id, content.length);
      const path = begun.headers.get('location') ?? '';
      const answer = await sendPiece(editor, path, 0, content);
      expect(answer.status, name).toBe(422);
      expect(await answer.text(), name).toMatch(/Photos \(JPEG, HEIC/);
      expect((await tusRequest(editor, 'HEAD', path)).status, name).toBe(404);
    }
    expect(await filesOf(subject.id)).toEqual([]);
    expect(await db.upload.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('is refused when it exceeds the maximum of its sort', async () => {
    const { subject, editor } = await aFamily();
    const MB = 1024 * 1024;
    expect((await askToSend(editor, subject.id, 500 * MB + 1)).status).toBe(413);
    for (const [head, bytes, told] of [
      [await aPhoto(), 25 * MB + 1, 'A photo may have 25 MB at most'],
      [aRecording(), 200 * MB + 1, 'A recording may have 200 MB at most'],
      [Buffer.from(`%PDF-1.7\n${' '.repeat(5_000)}`), 50 * MB + 1, 'A document may have 50 MB at most'],
    ] as const) {
      const path = (await askToSend(editor, subject.id, bytes)).headers.get('location') ?? '';
      const padded = Buffer.concat([head, Buffer.alloc(4_096)]);
      const answer = await sendPiece(editor, path, 0, padded);
      expect([answer.status, await answer.text()]).toEqual([422, told]);
    }
    const path = (await askToSend(editor, subject.id, 100)).headers.get('location') ?? '';
    expect((await sendPiece(editor, path, 0, await aPhoto())).status).toBe(413);
    expect((await askToSend(editor, subject.id, 0)).status).toBe(400);
  });

  test('is refused when the subject’s storage is full or a member has too many uploads', async () => {
    const { subject, editor } = await aFamily();
    const data = { subjectId: subject.id, contentType: 'video/mp4', bytes: 2_000_000_000 };
    await db.media.createMany({
      data: Array.from({ length: 10 }, (_, at) => ({ ...data, storageKey: `${subject.id}/film${at}` })),
    });
    expect((await askToSend(editor, subject.id, 400 * 1024 * 1024)).status).toBe(201);
    expect((await askToSend(editor, subject.id, 500 * 1024 * 1024)).status).toBe(201);
    await db.media.create({ data: { ...data, storageKey: `${subject.id}/film10` } });
    const full = await askToSend(editor, subject.id, 1_000);
    expect([full.status, await full.text()]).toEqual([
      422,
      'The keepsakes of a book may have 20 GB together',
    ]);

    const other = await aFamily();
    await db.upload.createMany({
      data: Array.from({ length: 50 }, () => ({
        ...{ id: crypto.randomUUID(), subjectId: other.subject.id, userId: other.editor.id, bytes: 10 },
      })),
    });
    expect((await askToSend(other.editor, other.subject.id, 1_000)).status).toBe(422);
  });

  test('is written by one request at a time, at its current offset', async () => {
    const { subject, editor } = await aFamily();
    const photo = await aPhoto();
    const path = (await askToSend(editor, subject.id, photo.length)).headers.get('location') ?? '';
    const answers = await Promise.all([1, 2].map(() => sendPiece(editor, path, 0, photo)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await receivedOf(editor, path)).toBe(photo.length);
    expect((await sendPiece(editor, path, 3, photo.subarray(3))).status).toBe(409);
  });

  test('is erased with its pieces after a day when it is incomplete', async () => {
    const { subject, editor } = await aFamily();
    const photo = await aPhoto();
    const path = (await askToSend(editor, subject.id, photo.length)).headers.get('location') ?? '';
    await sendPiece(editor, path, 0, photo.subarray(0, 5_000));
    await expireUploads();
    expect(await receivedOf(editor, path)).toBe(Math.min(5_000, photo.length));
    later(1.1 * day);
    await expireUploads();
    expect((await tusRequest(editor, 'HEAD', path)).status).toBe(404);
    expect(await filesOf(subject.id)).toEqual([]);
  });
});

describe('A keepsake', () => {
  test('of a photo is upright and without location and camera data in every size', async () => {
    const { subject, editor, viewer, owner } = await aFamily();
    const photo = await aPhoto({ width: 1600, height: 900, noise: true });
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('New Bedford');

    const keepsake = await aKeepsake(editor, subject.id, { content: photo });

    expect(keepsake).toMatchObject({
      kind: 'PHOTO',
      media: { contentType: 'image/jpeg', width: 900, height: 1600 },
    });
    const stored = `${subject.id}/${keepsake.id}`;
    for (const content of [
      await contentOf(viewer, keepsake.id),
      await contentOf(owner, `${keepsake.id}?width=480`),
      Buffer.concat(await (await ports.storage.open(stored)).toArray()),
    ]) {
      const { exif, orientation, width = 0, height = 0 } = await sharp(content).metadata();
      expect([exif, orientation]).toEqual([undefined, undefined]);
      expect(height).toBeGreaterThan(width);
    }
    expect(await filesOf(subject.id)).toEqual([stored]);
  });

  test('of a video has no location, and videos and recordings are served in ranges', async () => {
    const family = await aFamily();
    const { subject, editor, viewer } = family;
    const film = aFilm();
    expect(film.toString('latin1')).toContain('41.6362');
    const { id, kind, media } = await aKeepsake(editor, subject.id, { content: film });
    expect([kind, media.contentType]).toEqual(['VIDEO', 'video/mp4']);
    const served = await contentOf(viewer, id);
    expect(served.length).toBe(film.length);
    expect(served.toString('latin1')).toContain('+00.0000-000.0000+000.000/');
    expect(served.toString('latin1')).not.toMatch(/loci|Bedford/);

    const recording = await aKeepsake(editor, subject.id, { content: aRecording() });
    expect(recording).toMatchObject({ kind: 'RECORDING', media: { contentType: 'audio/mpeg' } });
    const book = await aBook(family);
    await change(editor, 'saveKeepsake', {
      id: recording.id,
      title: 'The lullaby',
      cardId: book.publishedId,
    });
    const ofStory = `query ($id: ID!) { card(id: $id) { pictures { id } keepsakes { id title } } }`;
    expect((await viewer.gql(ofStory, { id: book.publishedId })).card).toEqual({
      pictures: [],
      keepsakes: [{ id: recording.id, title: 'The lullaby' }],
    });
    const part = await download(viewer, recording.id, { range: 'bytes=0-2' });
    expect([part.status, await part.text()]).toEqual([206, 'ID3']);
  });

  test('from a broken file is refused each time', async () => {
    const { subject, editor } = await aFamily();
    const broken = (await aPhoto({ noise: true })).subarray(0, 6_000);
    const uploadId = await sent(editor, subject.id, broken);
    for (let times = 0; times < 2; times++) {
      const answer = await change(editor, 'addKeepsake', { subjectId: subject.id, uploadId });
      expect(answer).toMatchObject({
        code: 'UNPROCESSABLE_ENTITY',
        message: expect.stringContaining('broken'),
      });
    }
    expect(await keepsakesOf(editor, subject.id)).toEqual([]);
  });

  test('is added once, also by repeated and concurrent requests', async () => {
    const { subject, editor, owner } = await aFamily();
    const uploadId = await sent(editor, subject.id, await aPhoto());
    const input = { subjectId: subject.id, uploadId, title: 'Two girls on a pier' };

    const both = await Promise.all([1, 2].map(() => change(editor, 'addKeepsake', input)));
    const again = await change(editor, 'addKeepsake', input);

    expect([...both, again].map(({ id }) => id)).toEqual([uploadId, uploadId, uploadId]);
    expect(await keepsakesOf(owner, subject.id)).toHaveLength(1);
    expect(await db.questionRequest.count({ where: { subjectId: subject.id } })).toBe(1);
    expect(await codeOf(change(owner, 'addKeepsake', input))).toBe('NOT_FOUND');
  });

  test('that was hidden from its sender or deleted is not shown when they add it again', async () => {
    const { subject, editor, owner } = await aFamily();
    const uploadId = await sent(editor, subject.id, await aPhoto());
    const input = { subjectId: subject.id, uploadId, title: 'Two girls on a pier' };
    await change(editor, 'addKeepsake', input);
    const audience = { keepsakeId: uploadId, until: '2090-01-01' };
    succeeded(await owner.gql('SetAudience', { input: audience }));
    await change(owner, 'saveKeepsake', { id: uploadId, title: 'Where Clara drowned' });

    const again = await change(editor, 'addKeepsake', input);

    expect(again).toMatchObject({ code: 'NOT_FOUND' });
    expect(JSON.stringify(again)).not.toContain('Clara');
    succeeded(await owner.gql('SetAudience', { input: { keepsakeId: uploadId, everyone: true } }));
    expect(await change(editor, 'addKeepsake', input)).toMatchObject({ id: uploadId });
    succeeded({ it: await change(owner, 'deleteKeepsake', { id: uploadId }) });
    expect(await codeOf(change(editor, 'addKeepsake', input))).toBe('NOT_FOUND');
  });

  test('has a placeholder of a few pixels, also a photo stored before there were placeholders', async () => {
    const { subject, editor, viewer, stranger } = await aFamily();
    const { id } = await aKeepsake(editor, subject.id, { title: 'The pier' });
    const drawn = async () => (await db.media.findUniqueOrThrow({ where: { id } })).placeholder;
    await until(async () => (await drawn()) !== null);

    const reading = `query ($id: ID!) { subject(id: $id) {
      keepsakes(first: 5) { edges { node { media { placeholder } } } } } }`;
    const { subject: read } = await viewer.gql(reading, { id: subject.id });
    const [data = '', content = ''] = read.keepsakes.edges[0].node.media.placeholder.split(',');
    expect(data).toBe('data:image/webp;base64');
    const placeholder = Buffer.from(content, 'base64');
    expect(await sharp(placeholder).metadata()).toMatchObject({ format: 'webp', width: 16 });
    expect(placeholder.length).toBeLessThan(400);
    expect((await stranger.gql(reading, { id: subject.id })).subject).toBeNull();

    const broken = await db.media.create({
      data: { subjectId: subject.id, contentType: 'image/jpeg', bytes: 9, storageKey: `${subject.id}/none` },
    });
    await db.media.update({ where: { id }, data: { placeholder: null } });
    await until(async () => {
      // Pictures that other tests send are drawn first.
      await drawPlaceholders(new AbortController().signal).catch(() => undefined);
      return (await drawn()) !== null;
    });
    await until(async () => {
      await drawPlaceholders(new AbortController().signal).catch(() => undefined);
      return (await db.media.findUniqueOrThrow({ where: { id: broken.id } })).placeholder === '';
    });
  });

  test('shows a viewer only the people in it whom they may see in the stories', async () => {
    const family = await aFamily();
    const { subject, editor, owner, viewer } = family;
    const book = await aBook(family);
    const names = ['Ada', 'Bea', 'Cleo'];
    const people = await db.person.createManyAndReturn({
      data: names.map((name) => ({ subjectId: subject.id, name, found: name !== 'Cleo' })),
    });
    const personIds = people.map(({ id }) => id);
    await db.cardPerson.createMany({
      data: [book.publishedId, book.draftId].map((cardId, at) => ({
        ...{ subjectId: subject.id, cardId, personId: personIds[at] ?? '' },
      })),
    });
    for (const title of ['The pier', 'The oven']) {
      const { id } = await aKeepsake(editor, subject.id, { title });
      await change(owner, 'saveKeepsake', { id, personIds });
    }

    const reading = `query ($id: ID!) { subject(id: $id) {
      keepsakes(first: 5) { edges { node { people { name } } } } } }`;
    const namesFor = async (reader: Person) => {
      const { subject: read } = await reader.gql(reading, { id: subject.id });
      return read.keepsakes.edges.map(({ node }: Answer) => node.people.map(({ name }: Answer) => name));
    };

    expect(await namesFor(editor)).toEqual([names, names]);
    expect(await namesFor(viewer)).toEqual([
      ['Ada', 'Cleo'],
      ['Ada', 'Cleo'],
    ]);
  });

  test('has a title, a description, a partial date, people and a story', async () => {
    const family = await aFamily();
    const { subject, editor, owner, viewer } = family;
    const book = await aBook(family);
    const person = await db.person.create({ data: { subjectId: subject.id, name: 'Lourdes Pires' } });
    const { id } = await aKeepsake(editor, subject.id, { title: 'Two girls' });

    const saved = await change(owner, 'saveKeepsake', {
      ...{ id, kind: 'LETTER', title: 'From Des', description: 'Two pages.', happened: '1963-03' },
      ...{ cardId: book.publishedId, personIds: [person.id, person.id] },
    });
    expect(saved).toMatchObject({
      ...{ kind: 'LETTER', title: 'From Des', description: 'Two pages.', happenedText: 'March 1963' },
      ...{ card: { id: book.publishedId }, people: [{ name: 'Lourdes Pires' }], addedBy: 'Ed Rourke' },
    });
    const pictures = `query ($id: ID!) { card(id: $id) { pictures { id caption } } }`;
    expect((await viewer.gql(pictures, { id: book.publishedId })).card.pictures).toEqual([
      { id, caption: 'Two pages.' },
    ]);
    expect(
      await change(owner, 'saveKeepsake', { id, title: '', description: null, personIds: [] }),
    ).toMatchObject({
      ...{ kind: 'LETTER', title: null, description: null, people: [], happened: '1963-03' },
    });

    const theirs = await aFamily();
    const others = await aBook(theirs);
    const stranger = await db.person.create({ data: { subjectId: theirs.subject.id, name: 'Ines' } });
    for (const [wrong, code] of [
      [{ title: 'x'.repeat(161) }, 'BAD_REQUEST'],
      [{ description: 'x'.repeat(2_001) }, 'BAD_REQUEST'],
      [{ happened: 'last summer' }, 'BAD_REQUEST'],
      [{ kind: 'RECORDING' }, 'BAD_REQUEST'],
      [{ cardId: others.publishedId }, 'NOT_FOUND'],
      [{ personIds: [stranger.id] }, 'NOT_FOUND'],
    ] as const) {
      expect(await codeOf(change(owner, 'saveKeepsake', { id, ...wrong })), JSON.stringify(wrong)).toBe(code);
    }
  });

  test('can be added, changed and seen only with the needed rights', async () => {
    const { subject, editor, owner, self, viewer, stranger, admin, nobody } = await aFamily();
    const { id } = await aKeepsake(self, subject.id, { title: 'The harbour' });
    const uploadId = await sent(editor, subject.id, await aPhoto());
    const input = { subjectId: subject.id, uploadId };

    for (const [who, status, code] of [
      [viewer, 403, 'FORBIDDEN'],
      [admin, 403, 'FORBIDDEN'],
      [stranger, 404, 'NOT_FOUND'],
      [nobody, 401, 'UNAUTHORIZED'],
    ] as const) {
      expect((await askToSend(who, subject.id, 100)).status, who.name).toBe(status);
      expect([404, 401]).toContain((await tusRequest(who, 'HEAD', `/media/upload/${uploadId}`)).status);
      expect(await codeOf(change(who, 'addKeepsake', input)), who.name).toBe(code);
      expect(await codeOf(change(who, 'saveKeepsake', { id, title: 'Mine' })), who.name).toBe(code);
      expect(await codeOf(change(who, 'deleteKeepsake', { id })), who.name).toBe(code);
      expect(await codeOf(change(who, 'restoreKeepsake', { id })), who.name).toBe(code);
    }
    for (const who of [owner, editor, self, viewer, admin]) {
      expect(
        (await keepsakesOf(who, subject.id)).map(({ title }) => title),
        who.name,
      ).toEqual(['The harbour']);
      expect((await download(who, id)).status, who.name).toBe(200);
    }
    expect((await stranger.gql('Keepsakes', { subjectId: subject.id })).subject).toBeNull();
    for (const who of [stranger, nobody]) expect((await download(who, id)).status).toBe(404);

    // Whose place ended sees nothing more of it, nor goes on sending.
    await removed(owner, subject.id, viewer);
    await removed(owner, subject.id, editor);
    for (const who of [viewer, editor]) {
      expect((await download(who, id)).status).toBe(404);
      expect((await who.gql('Keepsakes', { subjectId: subject.id })).subject).toBeNull();
    }
    expect((await tusRequest(editor, 'HEAD', `/media/upload/${uploadId}`)).status).toBe(404);
    expect(await codeOf(change(editor, 'addKeepsake', input))).toBe('NOT_FOUND');
  });

  test('of a draft is visible only to writers', async () => {
    const family = await aFamily();
    const { subject, editor, viewer } = family;
    const book = await aBook(family);
    const { id } = await aKeepsake(editor, subject.id, { cardId: book.draftId });

    expect(await keepsakesOf(editor, subject.id)).toMatchObject([{ id, card: { id: book.draftId } }]);
    expect(await keepsakesOf(viewer, subject.id)).toEqual([]);
    expect((await download(viewer, id)).status).toBe(404);
    const lately = async (person: Person) =>
      (await person.gql('query ($id: ID!) { subject(id: $id) { activity { kind } } }', { id: subject.id }))
        .subject.activity;
    expect(await lately(editor)).toContainEqual({ kind: 'keepsake-added' });
    expect(await lately(viewer)).not.toContainEqual({ kind: 'keepsake-added' });
    succeeded(await editor.gql('SetCardStatus', { id: book.draftId, status: 'PUBLISHED' }));
    expect(await keepsakesOf(viewer, subject.id)).toHaveLength(1);
    expect(await lately(viewer)).toContainEqual({ kind: 'keepsake-added' });
  });

  test('is hidden when deleted, and can be restored for 30 days', async () => {
    const family = await aFamily();
    const { subject, owner, editor, viewer } = family;
    const book = await aBook(family);
    const { id } = await aKeepsake(editor, subject.id, { title: 'The pier', cardId: book.publishedId });

    expect(await change(owner, 'deleteKeepsake', { id })).toMatchObject({ id });
    for (const who of [owner, viewer]) {
      expect(await keepsakesOf(who, subject.id)).toEqual([]);
      expect((await download(who, id)).status).toBe(404);
    }
    const pictures = `query ($id: ID!) { card(id: $id) { pictures { id } } }`;
    expect((await owner.gql(pictures, { id: book.publishedId })).card.pictures).toEqual([]);
    expect(await codeOf(change(owner, 'saveKeepsake', { id, title: 'x' }))).toBe('NOT_FOUND');
    expect(await db.questionRequest.count({ where: { subjectId: subject.id } })).toBe(0);

    later(29 * day);
    await eraseDeletedKeepsakes();
    expect(await change(owner, 'restoreKeepsake', { id })).toMatchObject({ title: 'The pier' });
    expect(await keepsakesOf(viewer, subject.id)).toMatchObject([{ card: { id: book.publishedId } }]);
    expect(await db.questionRequest.count({ where: { subjectId: subject.id } })).toBe(1);

    await change(owner, 'deleteKeepsake', { id });
    later(60 * day);
    expect(await codeOf(change(owner, 'restoreKeepsake', { id }))).toBe('NOT_FOUND');
    await eraseDeletedKeepsakes();
    expect(await filesOf(subject.id)).toEqual([]);
    expect(await db.media.count({ where: { id } })).toBe(0);
  });

  test('is erased with its subject, as are its open uploads', async () => {
    const { subject, owner, editor } = await aFamily();
    await aKeepsake(editor, subject.id);
    const photo = await aPhoto();
    const path = (await askToSend(editor, subject.id, photo.length)).headers.get('location') ?? '';
    await sendPiece(editor, path, 0, photo.subarray(0, 3_000));
    expect((await filesOf(subject.id)).length).toBe(2);
    succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
    expect((await tusRequest(editor, 'HEAD', path)).status).toBe(404);

    later(31 * day);
    await eraseDeleted();
    expect(await filesOf(subject.id)).toEqual([]);
    expect(await db.upload.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('is listed in pages with stable cursors', async () => {
    const { subject, editor, viewer } = await aFamily();
    const photo = await aPhoto({ width: 20, height: 20 });
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.unshift((await aKeepsake(editor, subject.id, { content: photo })).id);
    }
    const page = async (variables: object) =>
      (await viewer.gql('Keepsakes', { subjectId: subject.id, ...variables })).subject.keepsakes;
    const first = await page({ first: 2 });
    expect(first.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(ids.slice(0, 2));
    const newest = await aKeepsake(editor, subject.id, { content: photo });
    const next = await page({ first: 2, after: first.pageInfo.endCursor });
    expect(next.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(ids.slice(2));
    expect((await page({ first: 1 })).edges[0].node.id).toBe(newest.id);
    await expect(page({ first: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('can be read and added by keys with the scope', async () => {
    const { subject, owner } = await aFamily();
    const writes = await aPartner(owner, { scopes: ['subjects:read', 'keepsakes:write', 'biography:read'] });
    const reads = await aPartner(owner, { scopes: ['subjects:read', 'keepsakes:read', 'biography:read'] });
    const headers = { authorization: `Bearer ${writes.secret}` };
    const photo = await aPhoto();

    const path = (await askToSend(writes, subject.id, photo.length, headers)).headers.get('location') ?? '';
    expect((await sendPiece(writes, path, 0, photo, headers)).status).toBe(204);
    const adding =
      'mutation ($input: AddKeepsakeInput!) { addKeepsake(input: $input) { ... on Keepsake { id } } }';
    const input = { subjectId: subject.id, uploadId: path.split('/').at(-1) };
    const { addKeepsake } = await writes.gql(adding, { input });
    expect((await keepsakesOf(reads, subject.id)).map(({ id }) => id)).toEqual([addKeepsake.id]);

    const reading = { authorization: `Bearer ${reads.secret}` };
    expect((await askToSend(reads, subject.id, 100, reading)).status).toBe(403);
    expect(await codeOf(reads.gql(adding, { input }))).toBe('FORBIDDEN');
    expect((await askToSend(reads, subject.id, 100, { authorization: 'Bearer evt_wrong' })).status).toBe(401);
    const other = { origin: 'https://elsewhere.example' };
    expect((await askToSend(owner, subject.id, 100, other)).status).toBe(403);
  });
});

async function aPersonOf(subjectId: string, person: { name: string; found?: boolean }): Promise<string> {
  const { id } = await db.person.create({ data: { subjectId, found: false, ...person } });
  return id;
}

const LIGHTHOUSE =
  'That lighthouse stood at the end of our street, and my father Tomas painted it white every spring with two of his brothers. In 1946 he let me carry the paint up the stairs, and Mrs. Olsen always gave us bread with honey when we came down again in the evening.';

const OTHER =
  'I was born in a small house above the bakery, and my grandmother Rosa came every Sunday with a basket of eggs. In 1938 we moved to the mill at Ferndale, where my uncle Peter kept four horses and taught me to ride before I was six years old.';

/** A book in which a photo of a lighthouse was asked about, and the answer was written down as a story. */
async function aToldPhoto({ publishes, said = [LIGHTHOUSE] }: { publishes: boolean; said?: string[] }) {
  const family = await aFamily();
  const { subject, self, editor } = family;
  await db.subject.update({ where: { id: subject.id }, data: { publishesAutomatically: publishes } });
  const { id } = await aKeepsake(editor, subject.id, { title: 'The lighthouse' });
  const talk = await aTalk(self, subject.id);
  for (const words of said) await talk.say(words);
  await talk.end();
  await talk.written();
  const [card] = await cardsOf(self, subject.id);
  return { ...family, mediaId: id, talk, card };
}

const picturesOf = async (reader: Person, id: string): Promise<Answer[]> =>
  (await reader.gql('query ($id: ID!) { card(id: $id) { pictures { id } } }', { id })).card.pictures;

describe('The story that answers a question about a keepsake', () => {
  test('shows the keepsake as soon as it is published, to viewers and in the export', async () => {
    const { subject, owner, viewer, mediaId, card } = await aToldPhoto({ publishes: true });
    expect(card).toMatchObject({ status: 'PUBLISHED' });
    expect(await picturesOf(viewer, card.id)).toEqual([{ id: mediaId }]);
    expect(await keepsakesOf(viewer, subject.id)).toMatchObject([{ id: mediaId, card: { id: card.id } }]);
    const book = await bookIn(await exportOf(owner, subject.id));
    expect(book.cards.map(({ mediaIds }) => mediaIds)).toEqual([[mediaId]]);
  });

  test('shows it only once the family publishes a draft, and not again after the family took it out', async () => {
    const { subject, owner, editor, viewer, mediaId, card } = await aToldPhoto({ publishes: false });
    expect(card).toMatchObject({ status: 'DRAFT' });
    expect(await picturesOf(editor, card.id)).toEqual([]);
    expect(await keepsakesOf(viewer, subject.id)).toMatchObject([{ id: mediaId, card: null }]);

    const publish = (status: string) => owner.gql('SetCardStatus', { id: card.id, status });
    succeeded(await publish('PUBLISHED'));
    expect(await picturesOf(viewer, card.id)).toEqual([{ id: mediaId }]);

    await change(editor, 'saveKeepsake', { id: mediaId, cardId: null });
    succeeded(await publish('HIDDEN'));
    succeeded(await publish('PUBLISHED'));
    expect(await picturesOf(viewer, card.id)).toEqual([]);
  });

  test.each([
    ['the first words only agree', ['Yes, I do.', LIGHTHOUSE]],
    ['the first words only point at it', ['That’s our lighthouse.', LIGHTHOUSE]],
    ['it is told in reply to a follow-up question', ['Oh, the lighthouse!', LIGHTHOUSE]],
    ['it is told after a moment to think', ['Hm, let me think.', LIGHTHOUSE]],
  ])('shows it when %s', async (_how, said) => {
    const { viewer, mediaId, card } = await aToldPhoto({ publishes: true, said });
    expect(await picturesOf(viewer, card.id)).toEqual([{ id: mediaId }]);
  });

  test.each([
    ['the person says no', ['No.', OTHER]],
    ['the person doesn’t know it', ['I don’t know what that is.', OTHER]],
    ['the person would rather not', ['I’d rather not talk about that.', OTHER]],
    ['the answer was deleted', [LIGHTHOUSE, 'Delete that, please.', OTHER]],
    [
      'the person says yes and opens another subject',
      ['Yes, I do.', `Anyway, what I wanted to tell you is that ${OTHER}`],
    ],
  ])('is not another story, told when %s', async (_how, said) => {
    const { viewer, card } = await aToldPhoto({ publishes: true, said });
    expect(await picturesOf(viewer, card.id)).toEqual([]);
  });

  test('leaves it where it is when it belongs to another story', async () => {
    const told = await aToldPhoto({ publishes: false });
    const { publishedId } = await aBook(told);
    await change(told.editor, 'saveKeepsake', { id: told.mediaId, cardId: publishedId });
    succeeded(await told.owner.gql('SetCardStatus', { id: told.card.id, status: 'PUBLISHED' }));
    expect(await picturesOf(told.viewer, publishedId)).toEqual([{ id: told.mediaId }]);
  });

  test('does not withhold it from those who may not read the story', async () => {
    const { subject, owner, viewer, mediaId, card } = await aToldPhoto({ publishes: false });
    const setting = 'mutation ($input: SetAudienceInput!) { setAudience(input: $input) { __typename } }';
    await owner.gql(setting, { input: { cardId: card.id, afterDeath: true } });
    succeeded(await owner.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' }));
    expect(await picturesOf(owner, card.id)).toEqual([]);
    expect(await keepsakesOf(viewer, subject.id)).toMatchObject([{ id: mediaId, card: null }]);
  });
});

describe('The interviewer', () => {
  test('asks once about a keepsake of a family member, in the words of its description', async () => {
    const { subject, self, owner } = await aFamily();
    await aKeepsake(owner, subject.id);
    const { id } = await aKeepsake(owner, subject.id, { title: 'Two girls' });
    await change(owner, 'saveKeepsake', { id, title: 'Two girls on a pier.' });

    const first = await aTalk(self, subject.id);
    expect((await first.last()).text).toContain(
      'There is a photo your daughter Anna added: Two girls on a pier. Tell me about it.',
    );
    await first.end();

    const second = await aTalk(self, subject.id);
    expect((await second.last()).text).not.toContain('pier');
    await second.end();
    expect(await db.questionRequest.findMany({ where: { subjectId: subject.id } })).toMatchObject([
      { mediaId: id, status: 'SKIPPED', tries: 1 },
    ]);
  });

  test('stores the answer, and continues when the person declines', async () => {
    const { subject, self, editor } = await aFamily();
    for (const title of ['The lighthouse', 'Our first car']) await aKeepsake(editor, subject.id, { title });
    const talk = await aTalk(self, subject.id);
    expect((await talk.last()).text).toContain('your son Ed added: The lighthouse.');
    await talk.say(
      'That lighthouse stood at the end of our street, and my father painted it white every spring with two of his brothers.',
    );
    for (const words of [
      'We climbed it in the evenings and watched the boats come home to the harbour with the fish.',
      'The keeper was an old man called Manuel, who gave us dried figs and told us of the whaling ships.',
      'In the winter of the big storm the lamp went out, and my uncle rowed across to light it again.',
    ]) {
      if ((await talk.last()).text?.includes('car')) break;
      await talk.say(words);
    }
    expect((await talk.last()).text).toContain('your son Ed added: Our first car. Tell me about it.');
    await talk.say('I would rather not talk about that.');
    expect((await talk.last()).text).not.toContain('car');
    await talk.end();

    const questions = await db.questionRequest.findMany({
      where: { subjectId: subject.id },
      orderBy: { id: 'asc' },
    });
    expect(questions.map(({ status, declined }) => [status, declined])).toEqual([
      ['ANSWERED', false],
      ['SKIPPED', true],
    ]);
  });

  test('asks about a photo without a description by the people in it', async () => {
    const { subject, self, owner, viewer } = await aFamily();
    const named = await aPersonOf(subject.id, { name: 'Clara' });
    const found = await aPersonOf(subject.id, { name: 'Tomas', found: true });
    const { id } = await aKeepsake(owner, subject.id, { personIds: [named, found] });
    const questions = async () =>
      (
        await viewer.gql(
          'query ($id: ID!) { subject(id: $id) { questions(first: 9) { edges { node { text } } } } }',
          {
            id: subject.id,
          },
        )
      ).subject.questions.edges.map(({ node }: Answer) => node.text);
    // Tomas was found in a transcript, which a viewer may not read.
    expect(await questions()).toEqual(['Tell me about this photo: Clara.']);
    const input = { id: named, subjectId: subject.id, name: 'Clare' };
    succeeded(await owner.gql('SavePerson', { input }));
    expect(await questions()).toEqual(['Tell me about this photo: Clare.']);

    const talk = await aTalk(self, subject.id);
    expect((await talk.last()).text).toContain(
      'There is a photo your daughter Anna added: Clare and Tomas. Tell me about it.',
    );
    await talk.end();
    await change(owner, 'saveKeepsake', { id, personIds: [] });
    expect(await db.questionRequest.findMany({ where: { mediaId: id } })).toMatchObject([
      { status: 'SKIPPED' },
    ]);
  });

  test('asks nothing about keepsakes that the person added, or that are undescribed or deleted', async () => {
    const { subject, self, editor } = await aFamily();
    await aKeepsake(self, subject.id, { title: 'My own boat' });
    await aKeepsake(editor, subject.id);
    const { id } = await aKeepsake(editor, subject.id, { description: 'Her headset' });
    await change(editor, 'deleteKeepsake', { id });

    const talk = await aTalk(self, subject.id);
    expect((await talk.last()).text).not.toMatch(/boat|photo|headset/i);
    await talk.end();
    expect(await db.questionRequest.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});
