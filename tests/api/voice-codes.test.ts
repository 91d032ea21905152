import { BufferSource, Input, MP3 } from 'mediabunny';
import { beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { copySound } from '#api/recordings/sound.ts';
import { hashOfVoiceCode } from '#api/voice-codes/codes.ts';
import { anMp3, framesIn } from '#tests/support/compressed-sound.ts';
import {
  contentOf,
  entryOf,
  finished,
  fontsOf,
  keptPicture,
  pagesOf,
  validEpub,
} from '#tests/support/made.ts';
import { colourAt, readQrCode, renderPages } from '#tests/support/pdf-pictures.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aRecordedTalk, publish, type Recorded } from '#tests/support/recorded-book.ts';
import { server } from '#tests/support/server.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

let family: Recorded;
let cardId: string;
/** The address in the QR code. */
let url: string;

/** What a phone without a session is answered at the address of a code. */
async function listen(part: 'story' | 'sound', { at = url, ...headers }: Record<string, string> = {}) {
  const answer = await fetch(`${server().url}${new URL(at).pathname}/${part}`, { headers });
  return { status: answer.status, answer, content: Buffer.from(await answer.arrayBuffer()) };
}

async function canBeHeard(at = url): Promise<boolean> {
  const [story, sound] = [await listen('story', { at }), await listen('sound', { at })];
  expect(sound.status).toBe(story.status);
  if (story.status === 200) return true;
  // The same words for every reason.
  for (const { status, content } of [story, sound])
    expect({ status, ...JSON.parse(content.toString()) }).toEqual({
      status: 404,
      errors: [{ message: 'This can’t be heard now', extensions: { code: 'NOT_FOUND' } }],
    });
  return false;
}

const make = (person: Person, more: object = {}) =>
  finished(person, { subjectId: family.subject.id, kind: 'BOOK_PDF', voiceCodes: true, ...more });

/** The number of the page with these words, and the whole text. */
async function findPage(pdf: Buffer, words: string): Promise<{ number: number; text: string }> {
  const pages = await pagesOf(pdf);
  const at = pages.findIndex((page) => page.includes(words));
  return { number: at + 1, text: pages[at] ?? '' };
}

async function codeIn(pdf: Buffer, words: string): Promise<string | null> {
  const { number } = await findPage(pdf, words);
  const [picture] = await renderPages(pdf, [number]);
  return picture ? readQrCode(picture) : null;
}

async function updateSubject(person: Person, input: object) {
  const asked = `mutation ($input: UpdateSubjectInput!) {
    updateSubject(input: $input) { __typename ... on Subject { playsVoiceCodes } ... on UserError { code } } }`;
  return (await person.gql(asked, { input: { id: family.subject.id, ...input } })).updateSubject;
}

async function setVoiceCode(person: Person, plays: boolean) {
  const asked = `mutation ($cardId: ID!, $plays: Boolean!) {
    setVoiceCode(cardId: $cardId, plays: $plays) { __typename ... on Card { playsVoiceCode } ... on UserError { code } } }`;
  return (await person.gql(asked, { cardId, plays })).setVoiceCode;
}

beforeAll(async () => {
  family = await aRecordedTalk();
  await publish(family);
  const sentence = await db.sentence.findFirstOrThrow({
    where: { subjectId: family.subject.id, sources: { some: { messageId: family.open.id } } },
  });
  cardId = sentence.cardId;
});

describe('A code in a printed book', () => {
  test('stands beside a story with sound and can be read from the rendered page, with its address in words', async () => {
    const { owner, viewer, subject } = family;
    const offers = 'query ($id: ID!) { subject(id: $id) { offersVoiceCodes } }';
    expect((await owner.gql(offers, subject)).subject.offersVoiceCodes).toBe(true);
    expect((await viewer.gql(offers, subject)).subject.offersVoiceCodes).toBe(false);
    const input = { subjectId: subject.id, kind: 'BOOK_PDF', voiceCodes: true };
    await expect(viewer.gql('MakeFromStories', { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { id } = await make(owner, { cloth: 'plum', title: 'Bread at four' });
    const pdf = await contentOf(owner, id);
    const { number, text } = await findPage(pdf, 'Hear Alma tell this story');
    const [cover, page] = await renderPages(pdf, [1, number]);
    if (!cover || !page) throw new Error('No pages');
    url = readQrCode(page) ?? '';
    expect(url).toMatch(new RegExp(`^${server().config.publicUrl}/listen/([0-9A-Z]{4}-){3}[0-9A-Z]{4}$`));
    expect(text.replaceAll('\u200b', '')).toContain(url.replace(/^https?:\/\//, ''));
    expect(text).toMatch(/this story, (1\d|[5-9]) seconds/);
    // Plum, in the middle of the cover, where there is no letter.
    expect(colourAt(cover, Math.round(cover.width / 2), Math.round(cover.height * 0.7))).toBe('#4a1d33');
    const fonts = await fontsOf(pdf);
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
    expect(new Set(fonts.map(({ name }) => name.split('-')[0]))).toEqual(
      new Set(['Literata', 'AtkinsonHyperlegibleNext']),
    );
  });

  test('is the same in a later printing and after a correction, and is not in a book without codes', async () => {
    const { owner } = family;
    const card = await db.card.findUniqueOrThrow({ where: { id: cardId } });
    const { body } = (await owner.gql('query ($id: ID!) { card(id: $id) { body } }', { id: cardId })).card;
    const input = {
      ...{ id: cardId, subjectId: family.subject.id, title: 'Bread for the harbour' },
      ...{ body: `${body}\n\nWritten by the family.`, baseRevision: card.revision },
    };
    succeeded(await owner.gql('SaveCard', { input }));
    const again = await contentOf(owner, (await make(owner)).id);
    expect(await codeIn(again, 'Hear Alma tell this story')).toBe(url);
    expect(await db.voiceCode.count({ where: { cardId } })).toBe(1);
    const story = JSON.parse((await listen('story')).content.toString());
    expect(story).toMatchObject({ title: 'Bread for the harbour', name: 'Alma', cloth: 'spruce' });
    const epub = await validEpub(await contentOf(owner, (await make(owner, { kind: 'BOOK_EPUB' })).id));
    const chapter = (await entryOf(epub, 'EPUB/chapter-1.xhtml')).toString();
    expect(chapter).toContain(`<a href="${url}">Hear Alma tell this story`);
    const without = await contentOf(owner, (await make(owner, { voiceCodes: false })).id);
    expect((await pagesOf(without)).join(' ')).not.toContain('Hear Alma');
  });

  test('plays the told words to somebody without a session, in ranges, and nothing else', async () => {
    const { answer, content } = await listen('story');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const story = JSON.parse(content.toString());
    expect(Object.keys(story).sort()).toEqual([
      'cloth',
      'language',
      'loudness',
      'name',
      'paragraphs',
      'seconds',
      'title',
    ]);
    expect(story.paragraphs.join(' ')).toMatch(/harbour/);
    expect(story.paragraphs.join(' ')).not.toMatch(/Emil|Written by the family/);
    expect(story.seconds).toBeGreaterThan(5);
    const sound = await listen('sound');
    expect(sound.answer.headers.get('content-type')).toBe('audio/mpeg');
    const source = new BufferSource(new Uint8Array(sound.content));
    const seconds = await new Input({ source, formats: [MP3] }).computeDuration();
    // The bread is told from the tenth to the twentieth second; the secret that follows is not heard.
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(11);
    const part = await listen('sound', { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.content).toEqual(sound.content.subarray(100, 200));
    expect((await listen('sound', { range: 'bytes=99999999-' })).status).toBe(416);
    // However it is typed.
    expect(await canBeHeard(url.replaceAll('-', '').replace(/[^/]+$/, (code) => code.toLowerCase()))).toBe(
      true,
    );
    expect(await canBeHeard(url.replace(/[^/]+$/, 'AAAA-AAAA-AAAA-AAAA'))).toBe(false);
  });

  test('plays an old recording in its own format', async () => {
    const where = { conversationId: family.talk.id };
    const { storageKey, mediaType } = await db.recording.findUniqueOrThrow({ where });
    const copied = await copySound(anMp3(60));
    const key = `${family.subject.id}/recordings/${crypto.randomUUID()}`;
    await ports.storage.put(key, copied.content);
    await db.recording.update({ where, data: { storageKey: key, mediaType: copied.mediaType } });
    const { answer, content } = await listen('sound');
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    const { first, last, heard, seconds } = await framesIn(content);
    // Frames of 26 ms from the tenth to the twentieth second.
    expect(first).toBeGreaterThanOrEqual(Math.floor(10 * 38.28));
    expect(last).toBeLessThanOrEqual(20 * 38.29);
    expect(heard).toBeGreaterThan(5 * 38);
    expect(seconds).toBeGreaterThan(5);
    await db.recording.update({ where, data: { storageKey, mediaType } });
  });

  test('of a printing before the server’s secret changed still plays', async () => {
    const old = 'AB12-CD34-EF56-GH78';
    const data = { cardId, subjectId: family.subject.id, codeHash: hashOfVoiceCode(old) };
    await db.voiceCode.create({ data });
    expect(await canBeHeard(url.replace(/[^/]+$/, old))).toBe(true);
  });

  test('of a story that was merged into another one plays that one, until the story is by itself again', async () => {
    const { owner } = family;
    const subjectId = family.subject.id;
    const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: cardId } });
    const aStory = async (title: string) =>
      (await db.card.create({ data: { subjectId, chapterId, title, status: 'HIDDEN' } })).id;
    const words = { position: 0, paragraph: 0, revision: 1, text: 'The loaves were round.' };
    const [merged, between] = [await aStory('The loaves'), await aStory('The oven')];
    await db.sentence.create({ data: { ...words, subjectId, cardId: merged } });
    const code = 'BB12-CD34-EF56-GH78';
    await db.voiceCode.create({ data: { subjectId, cardId: merged, codeHash: hashOfVoiceCode(code) } });
    const at = url.replace(/[^/]+$/, code);
    expect(await canBeHeard(at)).toBe(false);

    // Merged in two steps.
    await db.cardMerge.create({ data: { subjectId, cardId: merged, intoId: between } });
    expect(await canBeHeard(at)).toBe(false);
    await db.cardMerge.create({ data: { subjectId, cardId: between, intoId: cardId } });
    expect(await canBeHeard(at)).toBe(true);
    expect(JSON.parse((await listen('story', { at })).content.toString())).toEqual(
      JSON.parse((await listen('story')).content.toString()),
    );

    const { editor, viewer } = family;
    const asked = 'query ($id: ID!) { card(id: $id) { playsVoiceCode codePlaysStory { id title } } }';
    const seenBy = async (person: Person, id = merged) => (await person.gql(asked, { id })).card;
    const plays = (playsVoiceCode: boolean) =>
      db.card.update({ where: { id: merged }, data: { playsVoiceCode } });
    for (const person of [owner, editor])
      expect(await seenBy(person)).toMatchObject({ codePlaysStory: { id: cardId } });
    expect(await seenBy(viewer)).toBeNull();
    // No code of it was printed.
    expect(await seenBy(owner, between)).toMatchObject({ codePlaysStory: null });
    await plays(false);
    expect(await canBeHeard(at)).toBe(false);
    expect(await seenBy(owner)).toMatchObject({ playsVoiceCode: false, codePlaysStory: { id: cardId } });
    await plays(true);
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'HIDDEN' }));
    expect(await canBeHeard(at)).toBe(false);
    expect(await seenBy(owner)).toMatchObject({ codePlaysStory: null });
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    expect(await canBeHeard(at)).toBe(true);
    for (const status of ['PUBLISHED', 'HIDDEN']) {
      succeeded(await owner.gql('SetCardStatus', { id: merged, status }));
      expect(await canBeHeard(at)).toBe(false);
    }
    expect(await db.cardMerge.count({ where: { cardId: merged } })).toBe(0);
  });
});

describe('A code is silent', () => {
  test('while its owner has switched off all of them or this one, which nobody else can', async () => {
    const { owner, editor, viewer, nobody, admin, subject } = family;
    const other = await aFamily();
    for (const person of [editor, viewer, admin])
      await expect(setVoiceCode(person, false), person.name).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(setVoiceCode(nobody, false)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await setVoiceCode(other.owner, false)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await updateSubject(other.owner, { playsVoiceCodes: false })).toMatchObject({ code: 'NOT_FOUND' });
    const byEditor = updateSubject(editor, { playsVoiceCodes: false });
    expect(await byEditor.catch(({ code }) => ({ code }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await canBeHeard()).toBe(true);

    expect(await Promise.all([setVoiceCode(owner, false), setVoiceCode(owner, false)])).toEqual([
      { __typename: 'Card', playsVoiceCode: false },
      { __typename: 'Card', playsVoiceCode: false },
    ]);
    expect(await canBeHeard()).toBe(false);
    await setVoiceCode(owner, true);
    expect(await canBeHeard()).toBe(true);
    expect(await updateSubject(owner, { playsVoiceCodes: false })).toMatchObject({ playsVoiceCodes: false });
    expect(await canBeHeard()).toBe(false);
    const offers = 'query ($id: ID!) { subject(id: $id) { offersVoiceCodes } }';
    expect((await owner.gql(offers, subject)).subject.offersVoiceCodes).toBe(false);
    await updateSubject(owner, { playsVoiceCodes: true });
    expect(await canBeHeard()).toBe(true);
  });

  test('while its story is hidden, held back, in a hidden chapter, or the book is deleted', async () => {
    const { owner, subject } = family;
    const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: cardId } });
    const setStatus = (status: string) => owner.gql('SetCardStatus', { id: cardId, status });
    succeeded(await setStatus('HIDDEN'));
    expect(await canBeHeard()).toBe(false);
    succeeded(await setStatus('PUBLISHED'));

    const setAudience = `mutation ($input: SetAudienceInput!) {
      setAudience(input: $input) { __typename ... on UserError { code } } }`;
    for (const target of [{ cardId }, { chapterId }]) {
      await owner.gql(setAudience, { input: { ...target, afterDeath: true } });
      expect(await canBeHeard()).toBe(false);
      await owner.gql(setAudience, { input: { ...target, everyone: true } });
      expect(await canBeHeard()).toBe(true);
    }
    await db.chapter.update({ where: { id: chapterId }, data: { hidden: true } });
    expect(await canBeHeard()).toBe(false);
    await db.chapter.update({ where: { id: chapterId }, data: { hidden: false } });

    succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
    expect(await canBeHeard()).toBe(false);
    succeeded(await owner.gql('RestoreSubject', { id: subject.id }));
    expect(await canBeHeard()).toBe(true);
  });

  test('once its words are private, sharing is withdrawn, or recording is withdrawn', async () => {
    const { owner, self, subject, open } = family;
    succeeded(await owner.gql('SetMessagePrivate', { id: open.id, private: true }));
    expect(await canBeHeard()).toBe(false);
    succeeded(await self.gql('SetMessagePrivate', { id: open.id, private: false }));
    expect(await canBeHeard()).toBe(true);
    await db.subject.update({ where: { id: subject.id }, data: { sharing: false } });
    expect(await canBeHeard()).toBe(false);
    await db.subject.update({ where: { id: subject.id }, data: { sharing: true } });
    expect(await canBeHeard()).toBe(true);
    const input = { subjectId: subject.id, kinds: ['RECORDING'] };
    succeeded(await self.gql('WithdrawConsent', { input }));
    expect(await canBeHeard()).toBe(false);
  });
});

describe('An editor', () => {
  test('can have codes printed once the person has agreed to the wording that names them', async () => {
    const { owner, editor, self, subject } = await aRecordedTalk();
    await publish({ owner, subject });
    const offers = async (person: Person) =>
      (await person.gql('query ($id: ID!) { subject(id: $id) { offersVoiceCodes } }', subject)).subject
        .offersVoiceCodes;
    const made = { subjectId: subject.id, kind: 'BOOK_PDF', voiceCodes: true };
    const agreedTo = (wordingVersion: number) =>
      db.consentEntry.create({
        data: { subjectId: subject.id, kind: 'SHARING', status: 'GRANTED', wordingVersion, via: 'WEB' },
      });

    // The first wording didn't name them: with it, they are for the owners and the person to decide.
    await agreedTo(1);
    expect([await offers(editor), await offers(owner), await offers(self)]).toEqual([false, true, true]);
    const refused = editor.gql('MakeFromStories', { input: made });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await agreedTo(2);
    expect(await offers(editor)).toBe(true);
    const { id } = await finished(editor, made);
    expect(await codeIn(await contentOf(editor, id), 'Hear Alma tell this story')).toContain('/listen/');
  });
});

describe('A cover', () => {
  test('is refused with another family’s picture or an unknown cloth', async () => {
    const { owner, subject } = family;
    const other = await aFamily();
    const foreign = await keptPicture(other.subject.id);
    const ask = async (more: object) =>
      (await owner.gql('MakeFromStories', { input: { subjectId: subject.id, kind: 'BOOK_PDF', ...more } }))
        .makeFromStories;
    for (const coverId of [foreign, 'x', crypto.randomUUID()])
      expect(await ask({ coverId })).toMatchObject({ code: 'NOT_FOUND', path: ['input', 'coverId'] });
    expect(await ask({ cloth: 'gold' })).toMatchObject({ code: 'BAD_REQUEST', path: ['cloth'] });
  });
});
