import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { importsMake } from '#api/imports/jobs.ts';
import { storeRows } from '#api/imports/service/rows.ts';
import { expireImports } from '#api/imports/service/work.ts';
import { expireUploads } from '#api/keepsakes/service/uploads.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { Stopping } from '#api/platform/jobs.ts';
import { booksOf } from '#tests/support/book.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aHeic } from '#tests/support/heic.ts';
import { holding } from '#tests/support/holding.ts';
import {
  aQueuedImport,
  askToImport,
  askToSendExport,
  cancelImport,
  finishedImport,
  imported,
  importsOf,
  sentExport,
  storedKeys,
} from '#tests/support/imports.ts';
import { aFilm, aPhoto, aRecording } from '#tests/support/keepsake-files.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aSmallBook, exportWith, firstOf } from '#tests/support/small-export.ts';
import { until, workDone } from '#tests/support/told.ts';
import { aPerson, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer();
useClock();

const never = new AbortController().signal;
const run = (importId: string) => importsMake.run({ importId }, never);

let anna: Person;
beforeEach(async () => {
  anna = await aPerson('Anna Rourke');
});

/** Locks a table until it is let go, or the test has ended. */
async function heldTable(table: string) {
  const held = await holding(server(), table);
  onTestFinished(() => held.letGo().catch(() => {}));
  return held;
}

const ownBooks = ({ id }: Person) => db.membership.count({ where: { userId: id } });

/** Imports a book and returns the id of its subject. */
async function subjectOf(book: object, files: [string, Buffer][] = [], isSelf = false): Promise<string> {
  const { subject, problem } = await imported(anna, await exportWith(book, files, false), { isSelf });
  if (!subject) throw new Error(problem);
  return subject.id;
}

describe('A brought book', () => {
  test('appears at once for its owner, with one letter and one entry of the log', async () => {
    const subjectId = await subjectOf(aSmallBook());

    const subject = await db.subject.findUniqueOrThrow({
      where: { id: subjectId },
      include: { members: true },
    });
    expect(subject).toMatchObject({
      fullName: 'Alma Rourke',
      status: 'DRAFT',
      phone: null,
      selfUserId: null,
    });
    expect(subject.members).toMatchObject([{ userId: anna.id, role: 'OWNER' }]);
    expect(await db.chapter.count({ where: { subjectId } })).toBe(14);
    const [notice, ...more] = await db.notice.findMany({ where: { subjectId } });
    expect([notice?.kind, notice?.recipient, more.length]).toEqual(['book-brought', anna.email, 0]);
    expect(await db.auditEvent.findMany({ where: { subjectId } })).toMatchObject([
      { action: 'subject.brought', actorId: anna.id },
    ]);
    expect(await db.importRow.count()).toBe(0);
    expect((await storedKeys()).filter((key) => key.startsWith('books/'))).toEqual([]);
  });

  test('has no consent here: what was agreed to elsewhere is history', async () => {
    const book = aSmallBook();
    for (const kind of ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING'] as const)
      book.consents.push({ ...firstOf(book.consents), kind, wording: `I agree to ${kind}.` });
    const subjectId = await subjectOf(book);

    expect(await db.consentEntry.count({ where: { subjectId } })).toBe(0);
    expect(await db.subject.findUnique({ where: { id: subjectId } })).toMatchObject({ sharing: false });
    const { subject } = await anna.gql(
      `query ($id: ID!) { subject(id: $id) { abilities consents { kind }
        consentHistory { kind brought status at via by phone wording { text } } } }`,
      { id: subjectId },
    );
    expect(subject.abilities).not.toContain('READ_TRANSCRIPTS');
    expect(subject.consents).toEqual([]);
    expect(subject.consentHistory).toHaveLength(5);
    expect(subject.consentHistory.at(-1)).toMatchObject({
      ...{ kind: 'SHARING', brought: true, status: 'GRANTED', by: null, phone: null },
      wording: { text: 'I share.' },
    });
    // What rests on the words waits for the person's consent, too.
    const { subject: read } = await anna.gql('Biography', { subjectId });
    expect(read.chapters.flatMap(({ cards }: { cards: object[] }) => cards)).toEqual([]);
  });

  test('of a memorial stays shared as the person left it, because nobody can be asked', async () => {
    const book = aSmallBook();
    book.subject.memorial = true;
    const shared = await subjectOf(book);
    book.consents.push({ ...firstOf(book.consents), status: 'WITHDRAWN' });
    const closed = await subjectOf(book);

    const sharing = async (id: string) => (await db.subject.findUniqueOrThrow({ where: { id } })).sharing;
    expect([await sharing(shared), await sharing(closed)]).toEqual([true, false]);
    expect(await db.subject.count({ where: { id: { in: [shared, closed] }, status: 'MEMORIAL' } })).toBe(2);
  });

  test('keeps private words private, and hides sentences that rest on them', async () => {
    const book = aSmallBook();
    for (const message of firstOf(book.conversations).messages) message.private = true;
    const subjectId = await subjectOf(book);

    expect(await db.message.count({ where: { subjectId, private: true } })).toBe(2);
    expect(await db.sentence.findMany({ where: { subjectId } })).toMatchObject([{ hidden: true }]);
  });

  test('is read by nobody else where the file names members, or says nothing', async () => {
    const book = aSmallBook();
    const audience = { opensOn: null, afterDeath: false, names: ['Gus'] };
    book.chapters = book.chapters.map((chapter, at) => ({ ...chapter, audience: at ? undefined : audience }));
    firstOf(book.cards).audience = { opensOn: '2031-05-01', afterDeath: false, names: [] };
    const { subject, onlyForOwner } = await imported(anna, await exportWith(book));

    expect(onlyForOwner).toBe(2);
    const audiences = await db.audience.findMany({
      where: { subjectId: subject.id },
      include: { members: true, card: true },
    });
    expect(audiences).toHaveLength(3);
    for (const { members, afterDeath } of audiences) expect([members, afterDeath]).toEqual([[], false]);
    expect(audiences.find(({ card }) => card)?.opensAt?.toISOString()).toBe('2031-05-01T04:00:00.000Z');
    expect(audiences.filter(({ opensAt }) => opensAt === null)).toHaveLength(2);
  });

  test('keeps private words until their day, and words for members to the person', async () => {
    const book = aSmallBook();
    const [told] = firstOf(book.conversations).messages.filter(({ role }) => role === 'user');
    if (!told) throw new Error('There are no told words');
    const add = (seq: number, saidAudience: object) =>
      firstOf(book.conversations).messages.push({
        ...{ ...told, id: `m${seq}`, seq, private: true, text: `Words ${seq}` },
        saidAudience: { opensOn: null, afterDeath: false, names: [], ...saidAudience },
      });
    add(3, { names: ['Gus'] });
    add(4, { opensOn: '2031-05-01', names: ['Gus'] });
    add(5, { afterDeath: true });
    const subjectId = await subjectOf(book);

    expect(await db.message.count({ where: { subjectId, private: true } })).toBe(3);
    const kept = await db.saidAudience.findMany({
      where: { subjectId },
      orderBy: { message: { seq: 'asc' } },
      include: { members: true, message: { select: { text: true } } },
    });
    const nobody = { members: [], pending: false };
    expect(kept).toMatchObject([
      {
        ...nobody,
        message: { text: 'Words 4' },
        opensAt: new Date('2031-05-01T04:00:00Z'),
        afterDeath: false,
      },
      { ...nobody, message: { text: 'Words 5' }, opensAt: null, afterDeath: true },
    ]);
  });

  test('comes without recordings; the names of members stay', async () => {
    const book = aSmallBook();
    const media = {
      contentType: 'audio/mpeg',
      bytes: 1,
      title: null,
      caption: null,
      happened: null,
    } as const;
    const rest = { cardId: null, personIds: [], addedBy: 'Gus', createdAt: book.exportedAt, audience: null };
    book.media = [
      { ...media, ...rest, id: 'f1', file: 'media/f1.mp3', kind: 'RECORDING', ofVoice: true },
      { ...media, ...rest, id: 'f2', file: 'media/f2.mp3', kind: 'RECORDING' },
      { ...media, ...rest, id: 'f3', file: 'media/f3.mp3', kind: 'RECORDING', ofVoice: false },
      { ...media, ...rest, id: 'f4', file: null, kind: 'PHOTO', contentType: 'image/jpeg' },
      { ...media, ...rest, id: 'f5', file: 'media/f5.mp4', kind: 'VIDEO', contentType: 'video/mp4' },
      { ...media, ...rest, id: 'f6', file: 'media/f6.jpg', kind: 'PHOTO', contentType: 'image/jpeg' },
      { ...media, ...rest, id: 'f7', file: 'media/f7.heic', kind: 'PHOTO', contentType: 'image/heic' },
    ];
    firstOf(book.conversations).recording = { file: 'recordings/t1.mp3', durationSeconds: 3 };
    const files: [string, Buffer][] = [
      ...(['f1', 'f2', 'f3'].map((id) => [`media/${id}.mp3`, aRecording()]) as [string, Buffer][]),
      ['media/f5.mp4', aFilm()],
      ['media/f6.jpg', await aPhoto()],
      ['media/f7.heic', aHeic()],
      ['recordings/t1.mp3', aRecording()],
    ];
    const brought = await imported(anna, await exportWith(book, files, false));

    expect(brought).toMatchObject({ status: 'DONE', soundsLeft: 3, filesMissing: 1 });
    const { id: subjectId } = brought.subject;
    const kept = await db.media.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
    expect(kept.map(({ kind, contentType, addedByName }) => [kind, contentType, addedByName])).toEqual([
      ['RECORDING', 'audio/mpeg', 'Gus'],
      ['VIDEO', 'video/mp4', 'Gus'],
      ['PHOTO', 'image/jpeg', 'Gus'],
      ['PHOTO', 'image/jpeg', 'Gus'],
    ]);
    expect(await db.recording.count({ where: { subjectId } })).toBe(0);
    expect((await storedKeys()).filter((key) => key.startsWith(subjectId))).toHaveLength(4);
    // The place where a film was made is not kept, as of one that is added here.
    const film = kept.find(({ kind }) => kind === 'VIDEO');
    const chunks = await (await ports.storage.open(film?.storageKey ?? '')).toArray();
    expect(Buffer.concat(chunks).toString('latin1')).not.toContain('+41.6362');
    expect(await db.questionRequest.findMany({ where: { subjectId } })).toMatchObject([
      { askedByName: 'Anna', askedById: null },
    ]);
  });

  test('has whatever the other Evertold allowed: questions put first, many themes, the facts as they are here', async () => {
    const book = aSmallBook();
    const themes = Array.from({ length: 1_000 }, (_, at) => `theme ${at}`);
    Object.assign(book.subject, {
      avoidedThemes: themes,
      birthDate: ' 1938 ',
      timeZone: ' America/New_York ',
    });
    firstOf(book.questions).position = -3;
    const subjectId = await subjectOf(book);
    const subject = await db.subject.findUnique({ where: { id: subjectId }, include: { questions: true } });
    expect(subject).toMatchObject({ avoidedThemes: themes, birthDate: '1938', timeZone: 'America/New_York' });
    expect(subject?.questions).toMatchObject([{ position: -3 }]);
  });

  test('of an earlier export keeps pictures of stories that are not in it, for the owner alone', async () => {
    const book = aSmallBook();
    book.subject.photoId = 'f9';
    const rest = { title: null, caption: null, happened: null, personIds: [], addedBy: null, audience: null };
    const photo = {
      id: 'f1',
      file: 'media/f1.jpg',
      contentType: 'image/jpeg',
      bytes: 1,
      kind: 'PHOTO',
    } as const;
    book.media = [{ ...photo, ...rest, cardId: 'k9', createdAt: book.exportedAt }];
    const subjectId = await subjectOf(book, [['media/f1.jpg', await aPhoto()]]);
    const where = { subjectId };
    expect(await db.media.findMany({ where, include: { audience: true } })).toMatchObject([
      { cardId: null, audience: { opensAt: null, afterDeath: false } },
    ]);
    expect(await db.subject.findUnique({ where: { id: subjectId } })).toMatchObject({ photoId: null });
  });

  test('starts no writing and no calls, tells webhooks of no row, and is in no figure of the day', async () => {
    const book = aSmallBook();
    const now = new Date().toISOString();
    for (const message of firstOf(book.conversations).messages) message.createdAt = now;
    Object.assign(firstOf(book.conversations), { startedAt: now, endedAt: null, status: 'IN_PROGRESS' });
    const events = ['message.created', 'conversation.completed', 'card.published', 'keepsake.created'];
    const hook = { url: 'https://hooks.evertold.test/', secret: Buffer.from('x'), allSubjects: true };
    await db.webhook.create({
      data: { id: newId(), userId: anna.id, ...hook, events: [...events, 'consent.changed', 'export.ready'] },
    });
    const admin = await theAdmin();
    const figures = '{ desk { conversationsToday liveConversations callsPerDay { calls } } }';
    const before = await admin.gql(figures);
    const subjectId = await subjectOf(book);
    await workDone();

    expect(await admin.gql(figures)).toEqual(before);
    expect(await db.webhookDelivery.count({ where: { subjectId } })).toBe(0);
    const [conversation] = await db.conversation.findMany({ where: { subjectId } });
    expect(conversation).toMatchObject({ status: 'COMPLETED', brought: true, writing: null });
    expect(await db.writerRun.count({ where: { subjectId } })).toBe(0);
    expect(await db.activity.count({ where: { subjectId } })).toBe(0);
    expect(await db.wellbeingNote.count({ where: { subjectId } })).toBe(0);
    // Whoever follows the messages of all books is told of those that come after their position.
    const { rows } = await pool.query(`select from message where subject_id = $1 and xid > '0'`, [subjectId]);
    expect(rows).toHaveLength(0);
    const { allConversations } = await admin.gql(
      `query ($id: ID!) { allConversations(first: 5, filter: { subjectId: $id }) { edges { node { id } } } }`,
      { id: subjectId },
    );
    expect(allConversations.edges).toEqual([]);
  });

  test('has its messages in the number of their day, as in the list behind it', async () => {
    const book = aSmallBook();
    const now = new Date().toISOString();
    for (const message of firstOf(book.conversations).messages) message.createdAt = now;
    const subjectId = await subjectOf(book);
    const admin = await theAdmin();
    const { messagesPerDay } = (await admin.gql('{ desk { messagesPerDay { day count } } }')).desk;
    const { count } = messagesPerDay.find((each: Answer) => each.day === now.slice(0, 10));
    const from = new Date(now.slice(0, 10));
    const { messages } = await admin.gql(
      `query ($from: DateTime, $to: DateTime) { messages(first: 100, filter: { dateFrom: $from, dateTo: $to }) {
        pageInfo { hasNextPage } edges { node { subject { id } } } } }`,
      { from, to: new Date(from.getTime() + day) },
    );
    expect(messages.pageInfo.hasNextPage).toBe(false);
    expect(messages.edges.map(({ node }: Answer) => node.subject.id)).toContain(subjectId);
    expect(messages.edges).toHaveLength(count);
  });
});

describe('Until a book is there', () => {
  test('nobody sees any of it, not even the team', async () => {
    const book = aSmallBook();
    const name = `Alma ${newId()}`;
    book.subject.fullName = name;
    const id = await aQueuedImport(anna, await exportWith(book));
    const held = await heldTable('brought_consent');
    const running = run(id);
    await held.waitedFor();
    const admin = await theAdmin();
    const search =
      'query ($name: String!) { allSubjects(first: 5, search: $name) { edges { node { id } } } }';
    const { allSubjects } = await admin.gql(search, { name });
    expect(allSubjects.edges).toEqual([]);
    expect(await db.importRow.count({ where: { importId: id } })).toBeGreaterThan(20);
    expect(await db.subject.count({ where: { fullName: name } })).toBe(0);
    expect(await importsOf(anna)).toMatchObject([{ id, status: 'WORKING', subject: null }]);
    expect(await importsOf(admin)).toEqual([]);
    await held.letGo();
    await running;
    expect(await importsOf(anna)).toMatchObject([{ id, status: 'DONE', subject: { fullName: name } }]);
    expect((await admin.gql(search, { name })).allSubjects.edges).toHaveLength(1);
  });

  test('a cancelled import stops, and the job erases what is there of it', async () => {
    const book = aSmallBook();
    const id = await aQueuedImport(anna, await exportWith(book));
    const held = await heldTable('import_row');
    const running = run(id);
    await held.waitedFor();
    expect(await cancelImport(anna, id)).toMatchObject({ status: 'CANCELLED' });
    expect(await cancelImport(anna, id)).toMatchObject({ status: 'CANCELLED' });
    await held.letGo();
    await running;
    await workDone();

    expect(await db.importRow.count({ where: { importId: id } })).toBe(0);
    expect(await db.upload.count({ where: { id } })).toBe(0);
    expect(await ownBooks(anna)).toBe(0);
    expect((await storedKeys()).filter((key) => key.includes(id))).toEqual([]);
  });

  test('a worker that takes over after a kill begins anew, and the killed one changes nothing', async () => {
    const book = aSmallBook();
    const id = await aQueuedImport(anna, await exportWith(book));
    // As a killed worker leaves it: rows, and the file of a keepsake.
    const storageKey = `${newId()}/${newId()}`;
    await ports.storage.put(storageKey, Buffer.from('a picture'));
    await db.bookImport.update({ where: { id }, data: { status: 'WORKING', attempt: 1 } });
    const left = { importId: id, attempt: 1 };
    await storeRows(left, 0, [{ kind: 'media', data: { id: newId(), storage_key: storageKey } }]);
    await run(id);

    expect(await db.bookImport.findUnique({ where: { id } })).toMatchObject({ status: 'DONE', attempt: 2 });
    expect(await ports.storage.size(storageKey)).toBeNull();
    expect(await ownBooks(anna)).toBe(1);
    await expect(storeRows(left, 1, [{ kind: 'chapter', data: {} }])).rejects.toThrow();
    const before = await db.bookImport.findUniqueOrThrow({ where: { id } });
    await run(id);
    expect(await db.bookImport.findUniqueOrThrow({ where: { id } })).toEqual(before);
    expect(await ownBooks(anna)).toBe(1);
    expect(await db.notice.count({ where: { recipient: anna.email, kind: 'book-brought' } })).toBe(1);
  });

  test('the last attempt whose process is killed ends the import, and another request begins anew', async () => {
    const id = await aQueuedImport(anna, await exportWith(aSmallBook()));
    await db.bookImport.update({ where: { id }, data: { status: 'WORKING', attempt: 3 } });
    await storeRows({ importId: id, attempt: 3 }, 0, [{ kind: 'chapter', data: {} }]);
    await run(id);

    const problem = 'Something went wrong on our side. Nothing was kept. Try again later.';
    expect(await importsOf(anna)).toMatchObject([{ id, status: 'FAILED', problem }]);
    expect(await db.importRow.count({ where: { importId: id } })).toBe(0);
    succeeded({ asked: await askToImport(anna, { uploadId: id }) });
    expect(await finishedImport(anna, id)).toMatchObject({ status: 'DONE' });
    expect(await db.bookImport.findUnique({ where: { id } })).toMatchObject({ attempt: 4 });
  });

  test('an attempt that ends with its process is not counted', async () => {
    const id = await aQueuedImport(anna, await exportWith(aSmallBook()));
    await db.bookImport.update({ where: { id }, data: { status: 'WORKING', attempt: 2 } });
    const ending = AbortSignal.abort(new Stopping());
    await expect(importsMake.run({ importId: id }, ending)).rejects.toThrow();
    expect(await db.bookImport.findUnique({ where: { id } })).toMatchObject({ status: 'QUEUED', attempt: 3 });
    await run(id);
    expect(await importsOf(anna)).toMatchObject([{ id, status: 'DONE' }]);
  });

  test('a file that an earlier attempt stored meanwhile is erased at the end', async () => {
    const id = await aQueuedImport(anna, await exportWith(aSmallBook()));
    await db.bookImport.update({ where: { id }, data: { status: 'WORKING', attempt: 1 } });
    const storageKey = `${newId()}/${newId()}`;
    const left = { kind: 'media', data: { id: newId(), storage_key: storageKey } } as const;
    await storeRows({ importId: id, attempt: 1 }, 0, [left]);
    const held = await heldTable('brought_consent');
    const running = run(id);
    await held.waitedFor();
    await ports.storage.put(storageKey, Buffer.from('a picture'));
    await held.letGo();
    await running;
    expect(await importsOf(anna)).toMatchObject([{ id, status: 'DONE' }]);
    expect(await ports.storage.size(storageKey)).toBeNull();
  });

  test('a lost import is given up after a while, and one of a deleted account is erased', async () => {
    const lost = await aQueuedImport(anna, await exportWith(aSmallBook()));
    const other = await aPerson('Gus');
    const orphan = await aQueuedImport(other, await exportWith(aSmallBook()));
    await db.user.delete({ where: { id: other.id } });
    later(13 * 3_600_000);
    await expireImports();

    expect(await importsOf(anna)).toMatchObject(
      [{ id: lost, status: 'FAILED', problem: /It took too long/ }].map(
        ({ problem: _problem, ...row }) => row,
      ),
    );
    expect(await db.bookImport.count({ where: { id: orphan } })).toBe(0);
    expect(await db.upload.count({ where: { id: orphan } })).toBe(0);
    later(2 * day);
    await expireUploads();
    expect(await db.upload.count({ where: { id: lost } })).toBe(0);
    expect(await askToImport(anna, { uploadId: lost })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('A book is brought', () => {
  test('once by the same request, and one at a time by each account', async () => {
    const zip = await exportWith(aSmallBook());
    const [first, second] = [await sentExport(anna, zip), await sentExport(anna, zip)];
    const held = await heldTable('import_row');
    const answers = await Promise.all([
      askToImport(anna, { uploadId: first }),
      askToImport(anna, { uploadId: first }),
    ]);
    expect(answers.map(({ id }) => id)).toEqual([first, first]);
    expect(await askToImport(anna, { uploadId: second })).toMatchObject({ code: 'CONFLICT' });
    await held.letGo();
    await finishedImport(anna, first);
    expect(await ownBooks(anna)).toBe(1);

    const [one, two] = [await sentExport(anna, zip), second];
    const barred = await heldTable('import_row');
    const both = await Promise.all([one, two].map((uploadId) => askToImport(anna, { uploadId })));
    await barred.letGo();
    expect(both.map(({ code }) => code ?? 'OK').sort()).toEqual(['CONFLICT', 'OK']);
    await finishedImport(anna, both.find(({ id }) => id)?.id);
    expect(await ownBooks(anna)).toBe(2);
  });

  test('by the account that sent the file alone', async () => {
    const zip = await exportWith(aSmallBook());
    const uploadId = await sentExport(anna, zip);
    const other = await aPerson('Gus');
    expect(await askToImport(other, { uploadId })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await askToImport(other, { uploadId: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    succeeded({ asked: await askToImport(anna, { uploadId }) });
    expect(await askToImport(other, { uploadId })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await cancelImport(other, uploadId)).toMatchObject({ code: 'NOT_FOUND' });
    await finishedImport(anna, uploadId);
    expect(await importsOf(other)).toEqual([]);
    expect(await cancelImport(anna, uploadId)).toMatchObject({ code: 'CONFLICT' });
  });

  test('by nobody without a confirmed address, and by no partner’s program', async () => {
    const zip = await exportWith(aSmallBook());
    const uploadId = await sentExport(anna, zip);
    await db.user.update({ where: { id: anna.id }, data: { emailVerified: false } });
    const refused = await askToSendExport(anna, 100);
    expect([refused.status, await refused.text()]).toEqual([409, 'Confirm your email address first']);
    expect(await askToImport(anna, { uploadId })).toMatchObject({ code: 'CONFLICT' });
    await db.user.update({ where: { id: anna.id }, data: { emailVerified: true } });
    const partner = await aPartner(anna);
    await expect(askToImport(partner, { uploadId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('only whole, and only with room for one more book: before the upload and when it is there', async () => {
    const zip = await exportWith(aSmallBook());
    const begun = await askToSendExport(anna, zip.length);
    const half = begun.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await askToImport(anna, { uploadId: half })).toMatchObject({
      message: 'The file has not been received whole',
    });

    const id = await aQueuedImport(anna, zip);
    await booksOf(anna, 25);
    const full = await askToSendExport(anna, 100);
    expect([full.status, await full.text()]).toEqual([422, 'You can own at most 25 books']);
    await run(id);
    expect(await importsOf(anna)).toMatchObject([
      { status: 'FAILED', problem: 'You can own at most 25 books' },
    ]);
    expect(await ownBooks(anna)).toBe(25);
    expect(await askToImport(anna, { uploadId: id })).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });

    await db.membership.deleteMany({ where: { userId: anna.id } });
    expect(await askToImport(anna, { uploadId: id })).toMatchObject({ id, problem: null });
    expect(await finishedImport(anna, id)).toMatchObject({ status: 'DONE' });
  });

  test('about oneself when the same file is tried again without a word of it', async () => {
    const id = await aQueuedImport(anna, await exportWith(aSmallBook()), { isSelf: true });
    await db.bookImport.update({ where: { id }, data: { status: 'FAILED', attempt: 1 } });
    succeeded({ asked: await askToImport(anna, { uploadId: id }) });
    const { subject } = await finishedImport(anna, id);
    expect(await db.subject.findUnique({ where: { id: subject.id } })).toMatchObject({ selfUserId: anna.id });
  });

  test('from files of more than 2 GB, and of no more than 32 GB together', async () => {
    expect((await askToSendExport(anna, 30_000_000_000)).status).toBe(201);
    const refused = await askToSendExport(anna, 2_000_000_001);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      'The exports that are sent at a time may have 32 GB together',
    ]);
    expect((await askToSendExport(anna, 2_000_000_000)).status).toBe(201);
  });

  test('from two files at a time: those of failed imports make way for another', async () => {
    const [first] = [
      await sentExport(anna, await exportWith(aSmallBook())),
      await askToSendExport(anna, 100),
    ];
    const refused = await askToSendExport(anna, 100);
    expect([refused.status, await refused.text()]).toEqual([422, 'At most 2 exports are sent at a time']);
    expect((await askToSendExport(await aPerson('Gus'), 100)).status).toBe(201);

    await db.bookImport.create({ data: { id: first, userId: anna.id, status: 'FAILED' } });
    expect((await askToSendExport(anna, 100)).status).toBe(201);
    await until(async () => (await db.upload.count({ where: { id: first } })) === 0);
    expect(await db.bookImport.findUnique({ where: { id: first } })).toMatchObject({ status: 'CANCELLED' });
    expect((await askToSendExport(anna, 100)).status).toBe(422);
  });

  test('about oneself once', async () => {
    const zip = await exportWith(aSmallBook());
    const { subject } = await imported(anna, zip, { isSelf: true });
    expect(await db.subject.findUnique({ where: { id: subject.id } })).toMatchObject({ selfUserId: anna.id });
    const uploadId = await sentExport(anna, zip);
    expect(await askToImport(anna, { uploadId, isSelf: true })).toMatchObject({ code: 'CONFLICT' });
    await until(async () => (await ownBooks(anna)) === 1);
  });
});
