import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { readBook } from '#api/makings/content/read-book.ts';
import { MakingRequest } from '#api/makings/content/request.ts';
import { makingsExpire, makingsMake } from '#api/makings/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { Stopping } from '#api/platform/jobs.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { viewerOf } from '#tests/support/account.ts';
import { unzipped } from '#tests/support/imports.ts';
import {
  aPublishedBook,
  brokenWords,
  contentOf,
  download,
  finished,
  fontsOf,
  type Page,
  pagesOf,
  readPages,
  validEpub,
  whenFinished,
} from '#tests/support/made.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, succeeded } from '#tests/support/person.ts';
import { zipped } from '#tests/support/small-export.ts';
import { until, workDone } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const never = new AbortController().signal;

const longWords =
  'My grandmother remembered extraordinary conversations with the neighbourhood’s schoolteachers, whose handwriting ' +
  'nobody understood, and whose photographs were hanging everywhere: disappointing, overdecorated, unforgettable.';

/** Adds a told story of several pages, with long words, to the chapter of another one; returns the chapters' titles. */
async function aLongStory(subjectId: string, besideId: string, messageId = ''): Promise<string[]> {
  const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: besideId } });
  const sources = { create: { subjectId, messageId, start: 0, end: 10 } };
  const sentences = Array.from({ length: 8 }, (_, at) => ({
    ...{ subjectId, revision: 1, paragraph: at, position: at, text: longWords, sources },
  }));
  const story = { subjectId, chapterId, title: 'Flour', status: 'PUBLISHED' as const, revision: 1 };
  await db.card.create({ data: { ...story, sentences: { create: sentences } } });
  const told = { subjectId, cards: { some: {} } };
  const chapters = await db.chapter.findMany({ where: told, orderBy: { position: 'asc' } });
  return chapters.map(({ title }) => title);
}

/**
 * Expects of the pages after the contents that each chapter opens on a right-hand page, and that every other page names
 * the teller at its head on the left and the chapter on the right. Blank pages have neither head nor folio.
 */
function expectHeads(
  pages: readonly Page[],
  { bodyFrom, teller, titles }: { bodyFrom: number; teller: string; titles: readonly string[] },
) {
  const opened: string[] = [];
  const heads = new Set<string>();
  for (const [at, { lines, head, foot }] of pages.entries()) {
    const number = bodyFrom + at + 1;
    const side = number % 2 === 0 ? 'left' : 'right';
    if (!lines.trim()) {
      expect([head, foot], `page ${number}`).toEqual([null, null]);
      continue;
    }
    expect(foot, `page ${number}`).toEqual({ text: `${number}`, side });
    if (head === null) {
      expect(side, `page ${number}`).toBe('right');
      opened.push(lines.split('\n')[0] ?? '');
    } else {
      expect(head, `page ${number}`).toEqual({ text: side === 'left' ? teller : opened.at(-1), side });
      heads.add(head.text);
    }
  }
  expect(opened).toEqual(titles);
  expect([...heads]).toEqual([teller, titles[0]]);
}

/** A making that nobody works on yet, and its job: as if all workers were busy. */
async function aQueued({ subject, owner }: Pick<Family, 'subject' | 'owner'>, data: object = {}) {
  const making = {
    subjectId: subject.id,
    requestedById: owner.id,
    kind: 'BOOK_PDF' as const,
    request: {},
    title: 'Alma’s stories',
    fileName: 'Alma’s stories.pdf',
    contentType: 'application/pdf',
  };
  const { id } = await db.making.create({ data: { ...making, ...data } });
  return { id, work: (signal: AbortSignal = never) => makingsMake.run({ makingId: id }, signal) };
}

describe('A printed book', () => {
  test('contains the published stories with embedded fonts, contents, headings, people, title and dedication', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery, telling } = await aPublishedBook(family);
    const titles = await aLongStory(subject.id, bakery.id, telling.said[0]);

    const { id, status, pages } = await finished(owner, {
      subjectId: subject.id,
      kind: 'BOOK_PDF',
      title: 'The oven & the organ #pagebreak()',
      dedication: 'For *Vi*, who asked.',
    });

    expect(status).toBe('DONE');
    const pdf = await contentOf(owner, id);
    const texts = await pagesOf(pdf);
    expect(texts).toHaveLength(pages ?? 0);

    const all = texts.join(' ');
    expect(all).toContain('We had a bakery on Mill Street when I was small.');
    expect(all).toContain('my sister Clara played the organ');
    expect(texts.filter((page) => page.includes('The oven & the organ #pagebreak()')).length).toBeGreaterThan(
      2,
    );
    expect(all).toContain('For *Vi*, who asked.');
    const contents = texts.find((page) => page.startsWith('Contents')) ?? '';
    const story = texts.findIndex((page) => page.includes('We had a bakery')) + 1;
    expect(contents).toMatch(new RegExp(`\\b${story}\\b`));
    expect(texts[story - 1]).toContain('1946');
    const read = await readPages(pdf);
    const bodyFrom = texts.indexOf(contents) + 1;
    expectHeads(read.slice(bodyFrom), { bodyFrom, teller: 'Alma', titles: [...titles, 'People'] });
    const broken = brokenWords(read);
    expect(broken.length).toBeGreaterThan(0);
    expect(all).toContain(longWords);
    expect(texts.at(-1)).toMatch(/People.*Frank/);
    expect(all).toContain('Every sentence rests on words that Alma said.');

    const fonts = await fontsOf(pdf);
    expect(new Set(fonts.map(({ name }) => name.split('-')[0]))).toEqual(
      new Set(['Literata', 'AtkinsonHyperlegibleNext']),
    );
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);

    const [page] = (await PDFDocument.load(pdf)).getPages();
    expect(page?.getTrimBox()).toMatchObject({ width: 6 * 72, height: 9 * 72, x: 9, y: 9 });
    expect(page?.getSize()).toEqual({ width: 6.25 * 72, height: 9.25 * 72 });
  });

  test('excludes private, hidden and meanwhile withdrawn content', async () => {
    const family = await aFamily();
    const { owner } = family;
    const { telling, wedding } = await aPublishedBook(family);
    const waiting = await aQueued(family);
    succeeded(await owner.gql('SetMessagePrivate', { id: telling.said[0], private: true }));
    await workDone();

    await waiting.work();

    const all = (await pagesOf(await contentOf(owner, waiting.id))).join(' ');
    expect(all).toContain('Frank');
    expect(all).not.toMatch(/bakery|cinnamon|Olsen/);

    const next = await aQueued(family);
    succeeded(await owner.gql('SetCardStatus', { id: wedding.id, status: 'HIDDEN' }));
    await next.work();
    expect(await db.making.findUnique({ where: { id: next.id } })).toMatchObject({
      status: 'FAILED',
      problem: 'None of these stories is published any more',
    });
  });

  test('is not made for a member who has left, or after sharing was withdrawn', async () => {
    const family = await aFamily();
    const { subject, owner, editor, self } = family;
    await aPublishedBook(family);
    const left = await aQueued(family, { requestedById: editor.id });
    await db.membership.deleteMany({ where: { subjectId: subject.id, userId: editor.id } });
    await left.work();
    expect(await db.making.findUnique({ where: { id: left.id } })).toMatchObject({ status: 'FAILED' });

    const unshared = await aQueued(family);
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['SHARING'] } }));
    await unshared.work();
    expect(await db.making.findUnique({ where: { id: unshared.id } })).toMatchObject({ status: 'FAILED' });
    expect(
      (await owner.ask('MakeFromStories', { input: { subjectId: subject.id, kind: 'BOOK_PDF' } })).data,
    ).toMatchObject({ makeFromStories: { code: 'CONFLICT' } });
  });
});

/** Reads the pages of an e-book by their names: the whole text of each, and that of its elements. */
async function readEpub(epub: Buffer) {
  const files = await unzipped(epub);
  const textOf = (xml: string) =>
    xml.replace(/<[^>]+>/g, ' ').replace(/&#(\d+);/g, (_, sign) => String.fromCharCode(Number(sign)));
  return (name: string) => {
    const page = files.get(`EPUB/${name}.xhtml`)?.toString() ?? '';
    const all = (element: string) =>
      [...page.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, 'gs'))].map(([, inside]) =>
        textOf(inside ?? ''),
      );
    return { page, text: textOf(page), all };
  };
}

describe('An e-book', () => {
  test('passes epubcheck and escapes the family’s text', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery } = await aPublishedBook(family);
    succeeded(
      await owner.gql('SaveCard', {
        input: {
          id: bakery.id,
          subjectId: subject.id,
          title: 'Rolls & <b>bread</b>',
          body: `${bakery.body}\n\n<script>alert("1")</script> & more.`,
          baseRevision: bakery.revision,
        },
      }),
    );
    const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const storageKey = `${subject.id}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, picture);
    await db.media.create({
      data: {
        ...{ subjectId: subject.id, cardId: bakery.id, storageKey, bytes: picture.length },
        ...{ contentType: 'image/png', caption: 'Mrs. "Olsen" & co' },
      },
    });

    const { id, status } = await finished(owner, {
      subjectId: subject.id,
      kind: 'BOOK_EPUB',
      title: 'Warm & <i>bread</i>',
      dedication: 'For <Vi>',
    });

    expect(status).toBe('DONE');
    const epub = await contentOf(owner, id);
    await validEpub(epub);
    const read = await readEpub(epub);
    expect(read('title').text).toContain('Warm & <i>bread</i>');
    expect(read('title').text).toContain('For <Vi>');
    // Each story is in the contents, and each person is named with the stories they are in.
    const chapters = [...read('nav').page.matchAll(/href="(chapter-\d+)\.xhtml"/g)].map(([, name]) =>
      read(name ?? ''),
    );
    const titles = chapters.flatMap(({ all }) => all('h2'));
    expect(titles).toContain('Rolls & <b>bread</b>');
    for (const title of titles) expect(read('nav').all('a')).toContain(title);
    const people = read('people');
    expect(people.all('h2')).toContain('Frank');
    expect(people.all('a').length).toBeGreaterThan(0);
    for (const link of people.all('a')) expect(titles).toContain(link);
    const words = chapters.map(({ text }) => text).join(' ');
    expect(words).toContain('We had a bakery on Mill Street when I was small.');
    expect(words).toContain('my sister Clara played the organ');
    expect(words).toContain('<script>alert("1")</script> & more.');
    expect(chapters.flatMap(({ all }) => all('figcaption'))).toEqual(['Mrs. "Olsen" & co']);
    // Broken, it is found to be so: with a tag that isn't closed, and cut off.
    const files = [...(await unzipped(epub))].map(([name, content]): [string, Buffer] =>
      name === 'EPUB/chapter-1.xhtml'
        ? [name, Buffer.from(content.toString().replace('</h1>', ''))]
        : [name, content],
    );
    expect(files.map(([name]) => name)).toContain('EPUB/chapter-1.xhtml');
    await expect(validEpub(await zipped(files, false))).rejects.toThrow(/chapter-1\.xhtml/);
    await expect(validEpub(epub.subarray(0, epub.length - 400))).rejects.toThrow('Not an EPUB');
  });
});

describe('A quote card', () => {
  test('is a picture of the chosen sentence', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery } = await aPublishedBook(family);
    const { card } = await owner.gql('query ($id: ID!) { card(id: $id) { sentences { id text } } }', bakery);

    const { id, contentType } = await finished(owner, {
      ...{
        subjectId: subject.id,
        kind: 'QUOTE_CARD',
        cardIds: [bakery.id],
        sentenceId: card.sentences[1].id,
      },
    });

    expect(contentType).toBe('image/png');
    const picture = sharp(await contentOf(owner, id));
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1080, height: 1080 });
    // It shows letters: the cloth alone would be of one colour.
    const { channels } = await picture.stats();
    expect(channels[0]?.stdev).toBeGreaterThan(5);
  });

  test('needs exactly one story and told words', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery } = await aPublishedBook(family);
    const input = { subjectId: subject.id, kind: 'QUOTE_CARD' };

    expect((await owner.gql('MakeFromStories', { input })).makeFromStories).toMatchObject({
      code: 'BAD_REQUEST',
    });
    const other = await finished(owner, { ...input, cardIds: [bakery.id], sentenceId: crypto.randomUUID() });
    expect(other).toMatchObject({ status: 'FAILED', problem: expect.stringContaining('published story') });
  });
});

describe('What is made', () => {
  test('can be requested only by writers of the subject, not by viewers, strangers, keys or admins', async () => {
    const family = await aFamily();
    const other = await aFamily();
    const { subject, owner, viewer, stranger, nobody, admin } = family;
    const { bakery } = await aPublishedBook(family);
    const input = { subjectId: subject.id, kind: 'BOOK_PDF' };

    await expect(viewer.gql('MakeFromStories', { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(admin.gql('MakeFromStories', { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(nobody.gql('MakeFromStories', { input })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const person of [stranger, other.owner])
      expect((await person.gql('MakeFromStories', { input })).makeFromStories).toMatchObject({
        code: 'NOT_FOUND',
      });
    const partner = await aPartner(owner, {});
    await expect(partner.gql('MakeFromStories', { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const foreign = { subjectId: other.subject.id, kind: 'BOOK_PDF', cardIds: [bakery.id] };
    expect((await other.owner.gql('MakeFromStories', { input: foreign })).makeFromStories).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await db.making.count({ where: { subjectId: { in: [subject.id, other.subject.id] } } })).toBe(0);
  });

  test('is refused without a published story, and with too long texts', async () => {
    const { subject, owner } = await aFamily();
    const make = async (more: object) =>
      (await owner.gql('MakeFromStories', { input: { subjectId: subject.id, kind: 'BOOK_PDF', ...more } }))
        .makeFromStories;

    expect(await make({})).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('published') });
    expect(await make({ title: 'x'.repeat(121) })).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await make({ dedication: 'x'.repeat(501) })).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('is limited to one at a time per member, also with concurrent requests', async () => {
    const family = await aFamily();
    const { subject, owner, editor } = family;
    await aPublishedBook(family);
    const make = async (person: typeof owner) =>
      (await person.gql('MakeFromStories', { input: { subjectId: subject.id, kind: 'BOOK_EPUB' } }))
        .makeFromStories;

    const answers = await Promise.all([make(owner), make(owner), make(owner), make(editor)]);

    const codes = answers.map(({ code }) => code ?? 'OK').sort();
    expect(codes).toEqual(['CONFLICT', 'CONFLICT', 'OK', 'OK']);
    for (const { id } of answers) if (id) expect(await whenFinished(id)).toMatchObject({ status: 'DONE' });
  });

  test('can be followed live until it is finished, only by its requester', async () => {
    const family = await aFamily();
    const { subject, owner, editor } = family;
    await aPublishedBook(family);
    const { id } = await aQueued(family);
    await expect((await editor.watch('MakingChanged', { id })).next()).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const watcher = await owner.watch('MakingChanged', { id });
    expect((await watcher.next()).makingChanged).toMatchObject({ id, status: 'QUEUED', url: null });
    const { work } = { work: () => makingsMake.run({ makingId: id }, never) };
    const working = work();
    const seen: Answer[] = [];
    do seen.push((await watcher.next(60_000)).makingChanged);
    while (seen.at(-1).status !== 'DONE');
    await working;

    expect(seen.map(({ progress }) => progress)).toEqual(
      seen.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
    expect(seen.at(-1)).toMatchObject({ progress: 100, url: `/media/${id}` });
    await watcher.ended;
    const history = 'query ($id: ID!) { subject(id: $id) { makings { id status fileName } } }';
    expect((await owner.gql(history, subject)).subject.makings).toMatchObject([{ id, status: 'DONE' }]);
    expect((await editor.gql(history, subject)).subject.makings).toEqual([]);
  });

  test('can be canceled by its requester while it waits and while it is made', async () => {
    const family = await aFamily();
    const { owner, editor } = family;
    await aPublishedBook(family);
    const cancel =
      'mutation ($id: ID!) { cancelMaking(id: $id) { __typename ... on Making { status } ... on UserError { code } } }';
    const waiting = await aQueued(family);
    expect((await editor.gql(cancel, waiting)).cancelMaking).toMatchObject({ code: 'NOT_FOUND' });
    expect((await owner.gql(cancel, waiting)).cancelMaking).toMatchObject({ status: 'CANCELLED' });
    await waiting.work();
    expect(await db.making.findUnique({ where: { id: waiting.id } })).toMatchObject({ status: 'CANCELLED' });

    const making = await aQueued(family);
    const working = making.work();
    await until(async () => (await db.making.findUnique({ where: { id: making.id } }))?.progress === 60);
    expect((await owner.gql(cancel, making)).cancelMaking).toMatchObject({ status: 'CANCELLED' });
    await working;
    expect(await db.making.findUnique({ where: { id: making.id } })).toMatchObject({
      status: 'CANCELLED',
      storageKey: null,
    });
    expect((await owner.gql(cancel, making)).cancelMaking).toMatchObject({ status: 'CANCELLED' });
    expect((await download(owner, making.id)).status).toBe(404);
  });

  test('is completed after its process was stopped in the middle', async () => {
    const family = await aFamily();
    const { owner } = family;
    await aPublishedBook(family);
    const making = await aQueued(family);
    const ending = new AbortController();
    const working = making.work(ending.signal);
    await until(async () => (await db.making.findUnique({ where: { id: making.id } }))?.progress === 60);
    ending.abort(new Stopping());
    await expect(working).rejects.toBeInstanceOf(Stopping);
    expect(await db.making.findUnique({ where: { id: making.id } })).toMatchObject({ status: 'WORKING' });

    await making.work();

    expect(await db.making.findUnique({ where: { id: making.id } })).toMatchObject({
      status: 'DONE',
      tries: 2,
    });
    expect((await download(owner, making.id)).status).toBe(200);
  });
});

describe('The address of a made file', () => {
  test('serves ranges and a file name, only to its requester', async () => {
    const family = await aFamily();
    const { subject, owner, editor, viewer, self, admin, stranger, nobody } = family;
    await aPublishedBook(family);
    const { id } = await finished(owner, { subjectId: subject.id, kind: 'BOOK_EPUB', title: 'Bäckerei “A”' });

    const whole = await download(owner, id);
    expect(whole.headers.get('content-type')).toBe('application/epub+zip');
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Backerei A.epub"; filename*=UTF-8''B%C3%A4ckerei%20A.epub`,
    );
    const part = await download(owner, id, { range: 'bytes=0-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PK\u0003\u0004']);
    for (const person of [editor, viewer, self, admin, stranger, nobody])
      expect((await download(person, id)).status, person.name).toBe(404);
    const { secret } = await aPartner(owner, {});
    const authorization = `Bearer ${secret}`;
    expect((await download(nobody, id, { authorization })).status).toBe(404);
  });

  test('ends with the membership, with sharing, when words become private, and after 7 days', async () => {
    const family = await aFamily();
    const { subject, owner, editor, self } = family;
    const { telling } = await aPublishedBook(family);
    const input = { subjectId: subject.id, kind: 'BOOK_EPUB' };
    const [ofEditor, ofOwner] = [await finished(editor, input), await finished(owner, input)];
    expect((await download(editor, ofEditor.id)).status).toBe(200);

    await db.membership.updateMany({
      where: { subjectId: subject.id, userId: editor.id },
      data: { role: 'VIEWER' },
    });
    expect((await download(editor, ofEditor.id)).status).toBe(404);

    await db.subject.update({ where: { id: subject.id }, data: { sharing: false } });
    expect((await download(owner, ofOwner.id)).status).toBe(404);
    await db.subject.update({ where: { id: subject.id }, data: { sharing: true } });
    expect((await download(owner, ofOwner.id)).status).toBe(200);

    const old = await finished(owner, { ...input, title: 'Old' });
    const files = async () => {
      const keys: string[] = [];
      for await (const key of ports.storage.keys())
        if (key.startsWith(`${subject.id}/makings/`)) keys.push(key);
      return keys.length;
    };
    expect(await files()).toBe(3);
    expect(old.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    await db.making.update({ where: { id: old.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await download(owner, old.id)).status).toBe(404);

    succeeded(await self.gql('SetMessagePrivate', { id: telling.said[1], private: true }));
    expect((await download(owner, ofOwner.id)).status).toBe(404);
    expect(await db.making.findUnique({ where: { id: ofOwner.id } })).toMatchObject({ status: 'EXPIRED' });

    await makingsExpire.run({}, never);
    expect(await files()).toBe(0);
    expect(await db.making.count({ where: { subjectId: subject.id, status: 'EXPIRED' } })).toBe(3);
  });
});

describe('The pictures of a book', () => {
  async function picturesIn(subjectId: string, cardId: string, count: number, content?: Buffer) {
    await db.media.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        ...{ subjectId, cardId, storageKey: `${subjectId}/${crypto.randomUUID()}`, bytes: 1 },
        ...{ contentType: 'image/jpeg', caption: `Picture ${at}`, createdAt: new Date(1_000 * at) },
      })),
    });
    if (!content) return;
    for (const { storageKey } of await db.media.findMany({ where: { cardId } }))
      await ports.storage.put(storageKey, content);
  }

  test('are spread over all stories where there is no room for all, and the others are counted', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery, wedding } = await aPublishedBook(family);
    await picturesIn(subject.id, bakery.id, 130);
    await picturesIn(subject.id, wedding.id, 3);

    const access = await subjectAccessAt(await viewerOf(owner.cookie ?? ''), subject.id);
    const read = await readBook(access, MakingRequest.parse({}));

    const cards = read?.book.chapters.flatMap((chapter) => chapter.cards) ?? [];
    const printed = (id: string) => cards.find((card) => card.id === id)?.pictures ?? [];
    expect([printed(bakery.id).length, printed(wedding.id).length, read?.leftOut]).toEqual([97, 3, 33]);
    expect(printed(bakery.id)[0]).toMatchObject({ caption: 'Picture 0' });
    expect(printed(bakery.id).map(({ caption }) => caption)).not.toContain('Picture 97');
  });

  test('are counted on what was made where they can’t be printed', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery } = await aPublishedBook(family);
    await picturesIn(subject.id, bakery.id, 2, Buffer.from('no picture'));

    const { id } = await finished(owner, { subjectId: subject.id, kind: 'BOOK_EPUB' });

    const shown = `query ($id: ID!) { subject(id: $id) { makings { id status picturesLeftOut } } }`;
    expect((await owner.ask(shown, { id: subject.id })).data.subject.makings).toEqual([
      { id, status: 'DONE', picturesLeftOut: 2 },
    ]);
  });
});
