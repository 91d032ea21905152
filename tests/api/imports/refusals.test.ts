import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportedBook } from '#api/exports/format.ts';
import { importsMake } from '#api/imports/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { aQueuedImport, askToSendExport, storedKeys } from '#tests/support/imports.ts';
import { aPhoto } from '#tests/support/keepsake-files.ts';
import { sendPiece, tusRequest } from '#tests/support/keepsakes.ts';
import type { Person } from '#tests/support/person.ts';
import { aSmallBook, exportWith, firstOf, zipped } from '#tests/support/small-export.ts';
import { aPerson, useServer } from '#tests/support/world.ts';

useServer();

const never = new AbortController().signal;

let person: Person;
beforeAll(async () => {
  person = await aPerson('Anna');
});

const card = (book: ExportedBook) => firstOf(book.cards);
const sentence = (book: ExportedBook) => firstOf(card(book).sentences);
const source = (book: ExportedBook) => firstOf(sentence(book).sources);
const talk = (book: ExportedBook) => firstOf(book.conversations);
const said = (book: ExportedBook) => talk(book).messages.at(-1) ?? firstOf([]);
const photo = (file: string | null) => ({
  ...{ id: 'f1', file, contentType: 'image/jpeg', bytes: 1, kind: 'PHOTO' as const, title: null },
  ...{ caption: null, happened: null, cardId: null, personIds: [], addedBy: null },
  ...{ createdAt: '2026-01-02T03:04:05.000Z', audience: null },
});

/** Imports a ZIP and returns why it failed. Nothing of it may remain but the upload, which can be tried again. */
async function problemOf(zip: Buffer): Promise<string | null> {
  const id = await aQueuedImport(person, zip);
  const before = await storedKeys();
  await importsMake.run({ importId: id }, never);
  const { status, problem } = await db.bookImport.findUniqueOrThrow({ where: { id } });
  expect(status).toBe('FAILED');
  expect(await db.importRow.count({ where: { importId: id } })).toBe(0);
  expect(await db.membership.count({ where: { userId: person.id } })).toBe(0);
  expect(await storedKeys()).toEqual(before);
  return problem;
}

const written = {
  ...{ author: null, byMachine: true, note: null, conversationId: null },
  createdAt: '2026-01-02T03:04:05.000Z',
};
/** An earlier version of the only story. */
const version = (book: ExportedBook, change: object = {}) =>
  Object.assign(card(book), {
    earlier: [
      {
        ...{ ...written, number: 1, title: 'The shop', happened: null, place: null },
        ...{ sentences: [sentence(book)], ...change },
      },
    ],
  });
/** What is proposed to the only story. */
const proposal = (book: ExportedBook, change: object = {}) => {
  const { paragraph, text, sources } = sentence(book);
  const { createdAt, conversationId } = written;
  const sentences = [{ paragraph, text, sources }];
  Object.assign(card(book), { proposals: [{ createdAt, conversationId, sentences, ...change }] });
};

/** Somebody who was merged into the first person of the book. */
const merge = (book: ExportedBook, change: object = {}) =>
  Object.assign(book, {
    merges: [
      {
        ...{ id: 'p7', personId: 'p1', name: 'Tom', relationship: null, aliases: [], living: null },
        ...{ born: null, died: null, found: false, mentions: [], cardIds: [], mediaIds: [] },
        ...{ addedMediaIds: [], relatives: [], decisions: [], createdAt: '2026-01-02T03:04:05.000Z' },
        ...change,
      },
    ],
  });

const settings = {
  ...{ patienceMs: 2_500, maxMinutes: 30, maxQuestions: 12, scheduledBy: 'PHONE', callTimes: [] },
  ...{ hoursFrom: '09:00', hoursUntil: '18:00' },
  ...{ viewersReadTranscripts: false, viewersSeeLivingDates: false, publishesAutomatically: false },
};

describe('A file is refused, and nothing of it remains,', () => {
  test.each<[string, (book: ExportedBook) => unknown, string]>([
    ['when it is of another format', (book) => ({ ...book, format: 'x' }), 'evertold.json, format: is not'],
    [
      'when it is of an unknown version',
      (book) => ({ ...book, version: 2 }),
      'evertold.json, version: is not 1',
    ],
    ['with a field that nobody knows', (book) => ({ ...book, more: 1 }), 'evertold.json: Unrecognized key'],
    [
      'with a field of the wrong type',
      (book) => Object.assign(said(book), { text: 7 }),
      'conversations[0].messages[1].text: Invalid input',
    ],
    [
      'with a text that is too long',
      (book) => Object.assign(said(book), { text: 'a'.repeat(20_001) }),
      'conversations[0].messages[1].text: Too big',
    ],
    [
      'with a character that can’t be stored',
      (book) => Object.assign(card(book), { title: 'a\0b' }),
      'cards[0].title: must be well-formed',
    ],
    [
      'with half of a character',
      (book) => Object.assign(card(book), { title: 'a\ud800b' }),
      'cards[0].title: must be well-formed',
    ],
    [
      'without a message that is not private',
      (book) => Object.assign(said(book), { text: null }),
      'messages[1].text: is missing',
    ],
    [
      'with a story of no chapter',
      (book) => Object.assign(card(book), { chapterId: 'c9' }),
      'cards[0].chapterId: names nothing',
    ],
    [
      'with nobody in a story',
      (book) => Object.assign(card(book), { personIds: ['p9'] }),
      'cards[0].personIds[0]: names nobody',
    ],
    [
      'with somebody twice in a story',
      (book) => Object.assign(card(book), { personIds: ['p1', 'p1'] }),
      'personIds[1]: names somebody twice',
    ],
    [
      'with a picture of another story',
      (book) => Object.assign(card(book), { mediaIds: ['f1'] }),
      'cards[0].mediaIds[0]: names no picture',
    ],
    [
      'with a source in no message',
      (book) => Object.assign(source(book), { messageId: 'm9' }),
      'sources[0].messageId: names no message',
    ],
    [
      'with a source outside of its message',
      (book) => Object.assign(source(book), { end: 999 }),
      'sources[0].end: is outside',
    ],
    [
      'with a source that ends before it begins',
      (book) => Object.assign(source(book), { start: 5, end: 4 }),
      'sources[0].end: is outside',
    ],
    [
      'with a version that is not earlier',
      (book) => version(book, { number: 2 }),
      'cards[0].earlier[0].number: is not that of an earlier version',
    ],
    [
      'with two versions of one number',
      (book) => {
        version(book);
        card(book).earlier?.push(firstOf(card(book).earlier ?? []));
      },
      'cards[0].earlier[1].number: is not that of an earlier version',
    ],
    [
      'with a version at no date',
      (book) => version(book, { happened: 'one day' }),
      'cards[0].earlier[0].happened: is not a date',
    ],
    [
      'with a version of a conversation that is not there',
      (book) => version(book, { conversationId: 't9' }),
      'cards[0].earlier[0].conversationId: names nothing',
    ],
    [
      'with a sentence of a version that has no text',
      (book) => version(book, { sentences: [{ paragraph: 0, sources: [] }] }),
      'cards[0].earlier[0].sentences[0].text: Invalid input',
    ],
    [
      'with words of a version in no message',
      (book) =>
        version(book, {
          sentences: [{ paragraph: 0, text: 'x', sources: [{ messageId: 'm9', start: 0, end: 1 }] }],
        }),
      'cards[0].earlier[0].sentences[0].sources[0].messageId: names no message',
    ],
    [
      'with more sentences in earlier versions than there may be',
      (book) => version(book, { sentences: Array.from({ length: 30_001 }, () => 7) }),
      'earlierSentences: has more than 30000 rows',
    ],
    [
      'with a story as it is now of a conversation that is not there',
      (book) => Object.assign(card(book), { written: { ...written, conversationId: 't9' } }),
      'cards[0].written.conversationId: names nothing',
    ],
    [
      'with a proposal that rests on no message',
      (book) =>
        proposal(book, {
          sentences: [{ paragraph: 0, text: 'x', sources: [{ messageId: 'm9', start: 0, end: 1 }] }],
        }),
      'cards[0].proposals[0].sentences[0].sources[0].messageId: names no message',
    ],
    [
      'with a proposal of a conversation that is not there',
      (book) => proposal(book, { conversationId: 't9' }),
      'cards[0].proposals[0].conversationId: names nothing',
    ],
    [
      'with more proposals than there may be',
      (book) => Object.assign(card(book), { proposals: Array.from({ length: 5_001 }, () => 7) }),
      'proposals: has more than 5000 rows',
    ],
    [
      'with words that name nobody',
      (book) => Object.assign(said(book), { mentions: [{ personId: 'p9', start: 0, end: 2 }] }),
      'messages[1].mentions[0].personId: names nobody',
    ],
    [
      'with words that name no place',
      (book) => Object.assign(said(book), { mentions: [{ placeId: 'l9', start: 0, end: 2 }] }),
      'messages[1].mentions[0].placeId: names nothing',
    ],
    [
      'with words that name two',
      (book) =>
        Object.assign(said(book), { mentions: [{ personId: 'p1', placeId: 'l1', start: 0, end: 2 }] }),
      'messages[1].mentions[0]: is not of one person, place or date',
    ],
    [
      'with words outside of their message that name somebody',
      (book) => Object.assign(said(book), { mentions: [{ personId: 'p1', start: 0, end: 999 }] }),
      'messages[1].mentions[0].end: is outside',
    ],
    [
      'with a question about a keepsake that is not there',
      (book) => Object.assign(firstOf(book.questions), { mediaId: 'f9' }),
      'questions[0].mediaId: names nothing',
    ],
    [
      'with a question in a conversation that is not there',
      (book) => Object.assign(firstOf(book.questions), { conversationId: 't9' }),
      'questions[0].conversationId: names nothing',
    ],
    [
      'with a question that no message answered',
      (book) => Object.assign(firstOf(book.questions), { answerId: 'm9' }),
      'questions[0].answerId: names no message',
    ],
    [
      'with a recording of the voice in a conversation that is none of an old recording',
      (book) => book.media.push({ ...photo(null), contentType: 'audio/mpeg', conversationId: 't1' }),
      'media[0].conversationId: names no conversation of an old recording',
    ],
    [
      'with the words of a photo',
      (book) => book.media.push({ ...photo(null), conversationId: 't1' }),
      'media[0].conversationId: is not of a sound',
    ],
    [
      'with a question left out twice',
      (book) => {
        const left = { key: 'first-home', forGood: true, at: written.createdAt };
        book.subject.leftOutQuestions = [left, left];
      },
      'subject.leftOutQuestions[1].key: is the key of another',
    ],
    [
      'with more questions put first than there may be',
      (book) => Object.assign(book.subject, { nextQuestions: Array.from({ length: 5_001 }, () => 7) }),
      'subject.nextQuestions: has more than 5000',
    ],
    [
      'with two messages of one id',
      (book) => Object.assign(said(book), { id: 'm1' }),
      'messages[1].id: is the id of another',
    ],
    [
      'with two messages of one number',
      (book) => Object.assign(said(book), { seq: 1 }),
      'messages[1].seq: is the number of another',
    ],
    [
      'with two stories of one id',
      (book) => book.cards.push(card(book)),
      'cards[1].id: is the id of another',
    ],
    [
      'with two chapters of one key',
      (book) => Object.assign(firstOf(book.chapters), { key: 'work-of-the-file' }),
      'chapters[1].key: is the key of another',
    ],
    [
      'with a merge into nobody',
      (book) => merge(book, { personId: 'p9' }),
      'merges[0].personId: names nobody',
    ],
    [
      'with somebody who was merged and is still there',
      (book) => merge(book, { id: 'p2' }),
      'merges[0].id: is the id of somebody',
    ],
    [
      'with a merge of words that name nobody',
      (book) => merge(book, { mentions: [{ messageId: 'm2', start: 0, end: 2 }] }),
      'merges[0].mentions[0]: is no mention',
    ],
    [
      'with a merge of somebody found in no words',
      (book) => merge(book, { found: true }),
      'merges[0].mentions: names nobody',
    ],
    [
      'with a merge that names a story of no book',
      (book) => merge(book, { cardIds: ['k9'] }),
      'merges[0].cardIds[0]: names nothing',
    ],
    [
      'with a merge that names a keepsake of no book',
      (book) => merge(book, { addedMediaIds: ['f9'] }),
      'merges[0].addedMediaIds[0]: names nothing',
    ],
    [
      'with a merge that names a relative of no book',
      (book) => merge(book, { relatives: [{ personId: 'p9', kind: 'CHILD', isAdded: true }] }),
      'merges[0].relatives[0].personId: names nobody',
    ],
    [
      'with a merge that kept nobody of the book',
      (book) => merge(book, { keptId: 'p9' }),
      'merges[0].keptId: names nobody',
    ],
    [
      'with a merge that gave too many names',
      (book) => merge(book, { addedAliases: Array.from({ length: 201 }, () => 'Tom') }),
      'merges[0].addedAliases: has more than 200 rows',
    ],
    [
      'with a merge that decides about a story of no book',
      (book) => merge(book, { decisions: [{ cardId: 'k9', isIn: true, before: null, after: true }] }),
      'merges[0].decisions[0].cardId: names nothing',
    ],
    [
      'with a merge of too much',
      (book) => merge(book, { cardIds: Array.from({ length: 60_001 }, () => 'k1') }),
      'mergedRows: has more than 60000 rows',
    ],
    [
      'with a relation of nobody',
      (book) => Object.assign(firstOf(book.relations ?? []), { toId: 'p9' }),
      'relations[0].toId: names nobody',
    ],
    [
      'with a relation to oneself',
      (book) => Object.assign(firstOf(book.relations ?? []), { toId: 'p1' }),
      'relations[0]: is not of two',
    ],
    [
      'with a date that is none',
      (book) => Object.assign(card(book), { happened: 'one day' }),
      'cards[0].happened: is not a date',
    ],
    [
      'with a language that nobody speaks here',
      (book) => Object.assign(book.subject, { language: 'xx' }),
      'subject.language: must be one of',
    ],
    [
      'with a time zone that is none',
      (book) => Object.assign(book.subject, { timeZone: 'Moon' }),
      'subject.timeZone: is not',
    ],
    [
      'with a channel that nobody knows',
      (book) => Object.assign(talk(book), { channel: 'MAIL' }),
      'conversations[0].channel: Invalid option',
    ],
    [
      'with a keepsake that is not in the ZIP',
      (book) => book.media.push(photo('media/f1.jpg')),
      'media/f1.jpg: is not in the ZIP',
    ],
    [
      'with a keepsake elsewhere in the ZIP',
      (book) => book.media.push(photo('index.html')),
      'media[0].file: is no file in media/',
    ],
    [
      'with more stories than a book has',
      (book) => {
        book.cards = Array.from({ length: 5_001 }, () => card(book));
      },
      'cards: has more than 5000',
    ],
    [
      'with more sources than a book has',
      (book) => {
        const sources = Array.from({ length: 1_000 }, () => source(book));
        card(book).sentences = Array.from({ length: 61 }, () => ({ ...sentence(book), sources }));
      },
      'sources: has more than 60000 rows',
    ],
    [
      'with more sources than a sentence has',
      (book) => {
        sentence(book).sources = Array.from({ length: 1_001 }, () => source(book));
      },
      'cards[0].sentences[0].sources: has more than 1000 rows',
    ],
    [
      'with more messages than a book has, before any of them is checked',
      (book) => ({
        ...book,
        conversations: Array.from({ length: 51 }, () => ({
          messages: Array.from({ length: 1_000 }, () => 7),
        })),
      }),
      'messages: has more than 50000 rows',
    ],
    [
      'with more people in a story than there may be',
      (book) => Object.assign(card(book), { personIds: Array.from({ length: 201 }, () => 7) }),
      'cards[0].personIds: has more than 200 rows',
    ],
    [
      'with more readers than there may be',
      (book) =>
        Object.assign(firstOf(book.chapters), {
          audience: { opensOn: null, afterDeath: false, names: Array.from({ length: 1_001 }, () => 7) },
        }),
      'chapters[0].audience.names: has more than 1000 rows',
    ],
    [
      'with somebody to read words that are not private',
      (book) =>
        Object.assign(firstOf(firstOf(book.conversations).messages), {
          saidAudience: { opensOn: '2031-05-01', afterDeath: false, names: [] },
        }),
      'messages[0].saidAudience: is not of private words of the subject',
    ],
    [
      'with more readers of private words than there may be',
      (book) =>
        Object.assign(firstOf(firstOf(book.conversations).messages), {
          saidAudience: { opensOn: null, afterDeath: false, names: Array.from({ length: 1_001 }, () => 7) },
        }),
      'messages[0].saidAudience.names: has more than 1000 rows',
    ],
    [
      'with more themes than there may be',
      (book) => Object.assign(book.subject, { avoidedThemes: Array.from({ length: 1_001 }, () => 'war') }),
      'subject.avoidedThemes: has more than 1000',
    ],
    [
      'with a setting that nobody may choose',
      (book) => Object.assign(book.subject, { settings: { ...settings, patienceMs: 3 } }),
      'subject.settings.patienceMs: must be one of',
    ],
    [
      'with calls at night',
      (book) => Object.assign(book.subject, { settings: { ...settings, hoursUntil: '23:00' } }),
      'subject.settings.hoursUntil: must be from 08:00 to 21:00',
    ],
    [
      'with hours that end before they begin',
      (book) => Object.assign(book.subject, { settings: { ...settings, hoursFrom: '20:30' } }),
      'subject.settings.hoursUntil: must be at least an hour',
    ],
    [
      'with more hearts than there may be',
      (book) => Object.assign(card(book), { hearts: Array.from({ length: 20_001 }, () => 7) }),
      'hearts: has more than 20000 rows',
    ],
    [
      'with many wrong rows, at the first',
      (book) => ({ ...book, questions: Array.from({ length: 5_000 }, () => ({})) }),
      'evertold.json, questions[0].id: ',
    ],
    [
      'with more values than are parsed',
      (book) => ({ ...book, more: Array.from({ length: 8_000_001 }, () => 0) }),
      'evertold.json: has more than 8000000 values',
    ],
  ])('%s', async (_how, change, problem) => {
    const book = aSmallBook();
    const changed = change(book);
    const isAnother = typeof changed === 'object' && changed !== null && 'conversations' in changed;
    expect(await problemOf(await exportWith(isAnother ? changed : book, [], false))).toContain(problem);
  });

  test('in a few words, on one line, whatever it names', async () => {
    const problem = await problemOf(
      await exportWith({ ...aSmallBook(), [`a\n\u202e${'b'.repeat(2_000)}`]: 1 }),
    );
    expect(problem).toContain('evertold.json: Unrecognized key');
    expect(problem?.length).toBe(300);
    expect(problem).not.toMatch(/\p{C}/u);
  });

  test('when a file of a keepsake is not what it says, broken or too large', async () => {
    const book = aSmallBook();
    book.media.push(photo('media/f1.jpg'));
    const withFile = (content: Buffer) => exportWith(book, [['media/f1.jpg', content]], false);
    expect(await problemOf(await withFile(Buffer.from('#!/bin/sh\n'.repeat(50))))).toContain(
      'media/f1.jpg: Photos',
    );
    const whole = await aPhoto({ noise: true });
    expect(await problemOf(await withFile(whole.subarray(0, 300)))).toContain('media/f1.jpg: This photo');
    const large = Buffer.concat([whole, Buffer.alloc(26 * 1024 * 1024)]);
    expect(await problemOf(await withFile(large))).toContain('media/f1.jpg: A photo may have 25 MB at most');
  });

  test('when the ZIP is broken, a bomb, or no export', async () => {
    const book = JSON.stringify(aSmallBook());
    const good = await exportWith(aSmallBook());
    expect(await problemOf(good.subarray(0, good.length - 30))).toContain('The ZIP is broken');
    const broken = Buffer.from(good);
    broken.fill(0, 60, 90);
    expect(await problemOf(broken)).toContain('The ZIP is broken');
    expect(await problemOf(await zipped([['index.html', Buffer.from('x')]]))).toContain(
      'evertold.json: is not in the ZIP',
    );
    expect(await problemOf(await zipped([['evertold.json', Buffer.from('{')]]))).toContain(
      'evertold.json: is not JSON',
    );
    const twice = Buffer.from(book);
    expect(
      await problemOf(
        await zipped([
          ['evertold.json', twice],
          ['evertold.json', twice],
        ]),
      ),
    ).toContain('is in the ZIP twice');
    const spaces = Buffer.alloc(30 * 1024 * 1024, ' ');
    expect(await problemOf(await zipped([['evertold.json', spaces]]))).toContain('is packed more tightly');
    expect(
      await problemOf(await zipped([['evertold.json', Buffer.alloc(97 * 1024 * 1024, ' ')]], false)),
    ).toContain('is larger than 96 MB');
    const many = Buffer.from(good);
    for (const at of [8, 10]) many.writeUInt16LE(50_000, many.length - 22 + at);
    expect(await problemOf(many)).toContain('more than 40000 files');
    const long = await zipped([
      [`media/${'x'.repeat(1_001)}`, Buffer.from('x')],
      ['evertold.json', twice],
    ]);
    expect(await problemOf(long)).toContain('has too long a name');
  });

  test('with its first piece when it is no ZIP, and before it when it is too large', async () => {
    expect((await askToSendExport(person, 32_000_000_001)).status).toBe(413);
    expect((await askToSendExport(person, 0)).status).toBe(422);
    const content = Buffer.alloc(5_000, 'x');
    const path = (await askToSendExport(person, content.length)).headers.get('location') ?? '';
    const answer = await sendPiece(person, path, 0, content);
    expect([answer.status, await answer.text()]).toEqual([422, 'This is not a ZIP file']);
    expect((await tusRequest(person, 'HEAD', path)).status).toBe(404);
  });
});
