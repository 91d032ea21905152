import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { ExportedBook } from '#api/exports/format.ts';
import { exportsMake } from '#api/exports/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { twoSiblings } from '#tests/support/book.ts';
import { holding } from '#tests/support/holding.ts';
import { unzipped } from '#tests/support/imports.ts';
import { aQueuedExport } from '#tests/support/large-export.ts';
import { aPublishedBook, contentOf, download, validEpub, whenFinished } from '#tests/support/made.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { until } from '#tests/support/told.ts';
import { aFamily, type Family, server, useServer } from '#tests/support/world.ts';

useServer();

const never = new AbortController().signal;

async function exported(person: Person, subjectId: string) {
  const { id } = succeeded(await person.gql('RequestExport', { subjectId }));
  const row = await whenFinished(id);
  expect(row).toMatchObject({ status: 'DONE', problem: null });
  return { id, files: await unzipped(await contentOf(person, id)) };
}

function dataOf(files: Map<string, Buffer>) {
  return JSON.parse(files.get('evertold.json')?.toString() ?? 'null');
}

describe('An export', () => {
  const secret = 'He stepped on my foot twice';
  const content = Buffer.from('a picture of an oven');
  let family: Family;
  let mediaId: string;
  let bakeryId: string;
  const remarkedAt = new Date('2026-11-06T12:00:00Z');
  let ofOwner: Awaited<ReturnType<typeof exported>>;
  let ofSelf: Awaited<ReturnType<typeof exported>>;
  beforeAll(async () => {
    family = await aFamily();
    const { subject, owner, self } = family;
    const { telling, bakery, wedding } = await aPublishedBook(family);
    const changed = `${wedding.body} We all danced.`;
    const edited = { id: wedding.id, subjectId: subject.id, title: wedding.title, body: changed };
    succeeded(await owner.gql('SaveCard', { input: { ...edited, baseRevision: 1 } }));
    await db.privateTheme.create({
      data: { messageId: telling.said[1] ?? '', subjectId: subject.id, theme: 'a broken dance' },
    });
    const storageKey = `${subject.id}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, content);
    const media = await db.media.create({
      data: {
        ...{ subjectId: subject.id, cardId: bakery.id, storageKey, bytes: content.length },
        ...{ contentType: 'image/jpeg', caption: 'The <oven>' },
      },
    });
    mediaId = media.id;
    succeeded(await self.gql('SetMessagePrivate', { id: telling.said[1], private: true }));
    await twoSiblings(subject.id);
    const at = { subjectId: subject.id, cardId: bakery.id };
    await db.remark.createMany({
      data: [
        { ...at, authorId: family.viewer.id, text: 'I ate the <rolls>.', createdAt: remarkedAt },
        { ...at, text: '', createdAt: remarkedAt, deletedAt: remarkedAt },
      ],
    });
    await db.heart.create({ data: { ...at, userId: family.editor.id } });
    bakeryId = bakery.id;
    ofOwner = await exported(owner, subject.id);
    ofSelf = await exported(self, subject.id);
  });

  test('contains everything in a documented format: stories, messages, media, ledger, book', async () => {
    const { subject } = family;
    const { files } = ofSelf;

    const data = dataOf(files);
    expect(ExportedBook.safeParse(data).error).toBeUndefined();
    expect(JSON.parse(files.get('evertold.schema.json')?.toString() ?? '')).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: expect.arrayContaining(['cards', 'conversations', 'consents']),
    });
    const where = { subjectId: subject.id };
    expect(data.cards).toHaveLength(await db.card.count({ where }));
    expect(data.conversations.flatMap((each: { messages: [] }) => each.messages)).toHaveLength(
      await db.message.count({ where }),
    );
    expect(data.consents).toHaveLength(await db.consentEntry.count({ where }));
    expect(data.people).toHaveLength(await db.person.count({ where }));
    const ids = data.people.map(({ id }: { id: string }) => id);
    expect(data.relations).toEqual([
      { kind: 'SIBLING', fromId: expect.any(String), toId: expect.any(String) },
    ]);
    expect(ids).toEqual(expect.arrayContaining([data.relations[0].fromId, data.relations[0].toId]));
    expect(data.chapters).toHaveLength(await db.chapter.count({ where }));
    const messages = new Map(
      data.conversations.flatMap((each: { messages: { id: string; text: string }[] }) =>
        each.messages.map(({ id, text }) => [id, text] as const),
      ),
    );
    for (const { sentences } of data.cards)
      for (const { text, sources } of sentences)
        for (const { messageId, start, end } of sources)
          expect(String(messages.get(messageId)).slice(start, end).slice(0, 10), text).toBe(
            text.slice(0, 10),
          );
    expect(data.cards.find(({ id }: { id: string }) => id === bakeryId)).toMatchObject({
      remarks: [{ text: 'I ate the <rolls>.', author: 'Vi Rourke', createdAt: '2026-11-06T12:00:00.000Z' }],
      hearts: ['Ed Rourke'],
    });
    expect(files.get(`media/${mediaId}.jpg`)).toEqual(content);
    expect(files.get('book.pdf')?.subarray(0, 5).toString()).toBe('%PDF-');
    await validEpub(files.get('book.epub') ?? Buffer.alloc(0));
    expect(files.get('README.txt')?.toString()).not.toContain('Not in here');

    const index = files.get('index.html')?.toString() ?? '';
    expect(index).toContain('We had a bakery on Mill Street when I was small.');
    expect(index).toContain('The &#60;oven&#62;');
    expect(index).toContain('I ate the &#60;rolls&#62;.');
    // It asks for nothing outside of the file.
    expect(index).not.toMatch(/(src|href)="(https?:|\/)/);
    expect(files.get('search.js')?.toString()).toContain('warm rolls');
    for (const { id } of data.conversations) expect(files.has(`conversations/${id}.html`)).toBe(true);
  });

  test('contains private words only for the person, and sentences based on them for no one', async () => {
    const everywhere = (files: Map<string, Buffer>) =>
      [...files]
        .filter(([name]) => !name.startsWith('book.'))
        .map(([, content]) => content.toString())
        .join('\n');
    expect(everywhere(ofOwner.files)).not.toContain(secret);
    expect(everywhere(ofSelf.files)).toContain(secret);
    const hidden = dataOf(ofOwner.files)
      .conversations.flatMap((each: { messages: object[] }) => each.messages)
      .filter((message: { private: boolean }) => message.private);
    expect(hidden).toMatchObject([{ text: null, firstText: null }]);
    expect(everywhere(ofOwner.files)).not.toContain('a broken dance');
    expect(everywhere(ofSelf.files)).toContain('"privateTheme":"a broken dance"');
    for (const { files } of [ofOwner, ofSelf]) {
      const { cards } = dataOf(files);
      const [wedding] = cards.filter(({ revision }: { revision: number }) => revision === 2);
      expect(wedding.earlier).toMatchObject([{ number: 1, byMachine: true, sentences: [] }]);
      expect(JSON.stringify(cards)).not.toContain(secret);
    }
    expect(
      dataOf(ofSelf.files)
        .cards.flatMap((card: { sentences: { text: string }[] }) => card.sentences)
        .map(({ text }: { text: string }) => text)
        .join(' '),
    ).not.toContain(secret);
    // Its file is the person’s own.
    expect((await download(family.owner, ofSelf.id)).status).toBe(404);
  });

  test('is available only to owners and the person of that family', async () => {
    const { subject, owner, editor, viewer, admin, stranger, nobody } = await aFamily();
    const ask = (person: Person) => person.gql('RequestExport', { subjectId: subject.id });

    for (const person of [editor, viewer, admin])
      await expect(ask(person), person.name).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(ask(nobody)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await ask(stranger)).requestExport).toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask(await aPartner(owner))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await db.making.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('runs one at a time besides a book, and its single letter names no file', async () => {
    const { subject, owner } = await aFamily();
    const ask = async () => (await owner.gql('RequestExport', { subjectId: subject.id })).requestExport;

    // No export is finished before all three were requested: each reads the stories' sentences.
    const held = await holding(server(), 'sentence');
    const answers = await Promise.all([ask(), ask(), ask()]);
    await held.letGo();

    expect(answers.map(({ code }) => code ?? 'OK').sort()).toEqual(['CONFLICT', 'CONFLICT', 'OK']);
    const { id } = answers.find((answer) => answer.id);
    await whenFinished(id);
    await exportsMake.run({ exportId: id }, never);
    const letters = await db.notice.findMany({ where: { subjectId: subject.id, kind: 'export-ready' } });
    expect(letters).toMatchObject([{ recipient: owner.email }]);
    expect(JSON.stringify(letters[0]?.data)).not.toContain(id);
    expect(
      await db.auditEvent.count({ where: { subjectId: subject.id, action: 'subject.export-requested' } }),
    ).toBe(1);
  });

  test('can be followed and cancelled by its requester', async () => {
    const family = await aFamily();
    const { owner, self } = family;
    const id = await aQueuedExport(family);
    const changed = 'subscription ($id: ID!) { exportChanged(id: $id) { id status progress } }';
    const cancel =
      'mutation ($id: ID!) { cancelExport(id: $id) { ... on Export { status } ... on UserError { code } } }';
    await expect((await self.watch(changed, { id })).next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const watcher = await owner.watch(changed, { id });
    expect((await watcher.next()).exportChanged).toMatchObject({ status: 'QUEUED' });

    expect((await self.gql(cancel, { id })).cancelExport).toMatchObject({ code: 'NOT_FOUND' });
    expect((await owner.gql(cancel, { id })).cancelExport).toMatchObject({ status: 'CANCELLED' });
    expect((await watcher.next()).exportChanged).toMatchObject({ status: 'CANCELLED' });
    await watcher.ended;
    await exportsMake.run({ exportId: id }, never);
    expect((await download(owner, id)).status).toBe(404);
  });
});

/** Ends the process that typesets the next book, as its limits of time and memory do. */
async function endTypesetting(): Promise<void> {
  await until(async () => {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      const parent = (await read('stat')).split(') ')[1]?.split(' ')[1];
      if (parent !== String(process.pid) || !(await read('cmdline')).includes('making-process')) continue;
      process.kill(Number(pid), 'SIGKILL');
      return true;
    }
    return false;
  }, 60_000);
}

test('An export says which book is not in it because it could not be made in one piece', async () => {
  const family = await aFamily();
  const { subject, owner } = family;
  await aPublishedBook(family);

  const [{ id, files }] = await Promise.all([exported(owner, subject.id), endTypesetting()]);

  expect([...files.keys()].filter((name) => name.startsWith('book.'))).toEqual(['book.epub']);
  expect(files.get('README.txt')?.toString()).toContain('Not in here: book.pdf.');
  expect(files.get('index.html')?.toString()).toContain('Not in here: book.pdf.');
  const shown = `query ($id: ID!) { subject(id: $id) { exports { id booksLeftOut } } }`;
  expect((await owner.ask(shown, { id: subject.id })).data.subject.exports).toEqual([
    { id, booksLeftOut: ['BOOK_PDF'] },
  ]);
});
