import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { notifyByText } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { keepWaitingMedia } from '#api/texts/service/media.ts';
import { tellWaiting } from '#api/texts/service/tell.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aHeic } from '#tests/support/heic.ts';
import { aText, hookWith } from '#tests/support/inbound.ts';
import { aFilm, aPhoto } from '#tests/support/keepsake-files.ts';
import type { Person } from '#tests/support/person.ts';
import { saidByText, useTextsAtNoon } from '#tests/support/texting.ts';
import { aTextService } from '#tests/support/twilio/text-service.ts';
import { aFamily, type Family, server, useOwnServer } from '#tests/support/world.ts';

const service = await aTextService();
useOwnServer(service.env);
useClock();

useTextsAtNoon();

async function aTexter(consents?: string[]): Promise<Family> {
  const family = await aFamily(consents && { consents });
  const { id } = family.subject;
  await db.subject.update({ where: { id }, data: { timeZone: 'America/New_York', timeZoneSaid: true } });
  return family;
}

const jpeg = async (input = {}) => ({ content: await aPhoto(input), contentType: 'image/jpeg' });

/** Sends a text with files; gives its status. */
function send(phone: string, words: string, ...urls: string[]) {
  const media = Object.fromEntries(urls.map((url, at) => [`MediaUrl${at}`, url]));
  return hookWith(aText(phone, words, { NumMedia: String(urls.length), ...media }));
}

/** Resolves once nothing that came with texts to a subject waits any more. */
async function settled(subjectId: string, count = 1) {
  await expect
    .poll(() => db.inboundMedia.count({ where: { text: { subjectId }, settledAt: { not: null } } }), {
      timeout: 20_000,
    })
    .toBe(count);
}

const keepsakesOf = (subjectId: string) => db.media.findMany({ where: { subjectId } });

describe('A photo sent by text', () => {
  test('becomes a keepsake, upright and without its location, and is asked about if it came without words', async () => {
    const { subject, owner, editor, viewer, nobody } = await aTexter();
    await send(subject.phone, '', service.keep(await jpeg()));

    const [question] = await saidByText(subject.id, 1);
    expect(question).toMatchObject({
      role: 'assistant',
      text: 'Thank you for the photo. Who or what is in it?',
    });
    await settled(subject.id);
    const [photo] = await keepsakesOf(subject.id);
    expect(photo).toMatchObject({ kind: 'PHOTO', contentType: 'image/jpeg', width: 480, height: 640 });
    const served = await fetch(`${server().url}/media/${photo?.id}`, {
      headers: { cookie: editor.cookie ?? '' },
    });
    const { exif, orientation } = await sharp(await served.arrayBuffer()).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    const thanked = () => service.textsTo(subject.phone).filter((text) => text === thanks);
    await expect.poll(thanked, { timeout: 15_000 }).toEqual([thanks]);

    await hookWith(aText(subject.phone, 'That is my father in front of his bakery in Galway, in 1952.'));
    await saidByText(subject.id, 3);
    await expect
      .poll(async () => (await db.questionRequest.findFirst({ where: { mediaId: photo?.id } }))?.status)
      .toBe('ANSWERED');

    // Those who read the conversation see what it is about.
    const { id } = await db.conversation.findFirstOrThrow({
      where: { subjectId: subject.id, channel: 'SMS' },
    });
    const shownTo = async (person: Person) => {
      const query = 'query ($id: ID!) { conversation(id: $id) { keepsakesAskedAbout { id media { url } } } }';
      const { conversation } = await person.gql(query, { id });
      return conversation?.keepsakesAskedAbout.map((each: { id: string }) => each.id) ?? null;
    };
    expect(await shownTo(owner)).toEqual([photo?.id]);
    expect(await shownTo(viewer)).toBeNull();
    expect(await shownTo(nobody).catch(() => null)).toBeNull();
    await owner.gql('SetAudience', { input: { keepsakeId: photo?.id, afterDeath: true } });
    expect(await shownTo(editor)).toEqual([]);
  });

  test('from an iPhone, in HEIC, becomes the same keepsake', async () => {
    const { subject, editor } = await aTexter();
    await send(subject.phone, '', service.keep({ content: aHeic(), contentType: 'image/heic' }));
    await settled(subject.id);
    const [photo] = await keepsakesOf(subject.id);
    expect(photo).toMatchObject({ kind: 'PHOTO', contentType: 'image/jpeg', width: 360, height: 480 });
    const served = await fetch(`${server().url}/media/${photo?.id}`, {
      headers: { cookie: editor.cookie ?? '' },
    });
    const { format, exif, orientation } = await sharp(await served.arrayBuffer()).metadata();
    expect([format, exif, orientation]).toEqual(['jpeg', undefined, undefined]);
  });

  test('with words is stored too: the words are answered, and the photo is the next question', async () => {
    const { subject } = await aTexter();
    const words = 'My brother drove the van before he could see over the wheel.';
    await send(subject.phone, words, service.keep(await jpeg()));
    const said = await saidByText(subject.id, 2);
    expect(said.map(({ role }) => role)).toEqual(['user', 'assistant']);
    await settled(subject.id);
    const [photo] = await keepsakesOf(subject.id);
    const question = await db.questionRequest.findFirst({ where: { mediaId: photo?.id } });
    expect(question?.text).toBe('Tell me about the photo you sent.');
    expect(said[1]?.text === thanks).toBe(false);
  });

  test('is thanked for and asked about in Spanish for a book in Spanish', async () => {
    const { subject } = await aTexter();
    await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
    await send(subject.phone, '', service.keep(await jpeg()));

    const [question] = await saidByText(subject.id, 1);
    expect(question?.text).toBe('Gracias por la foto. ¿Quién o qué aparece en ella?');
    await settled(subject.id);
    const next = await db.questionRequest.findFirst({ where: { subjectId: subject.id } });
    expect(next?.text).toBe('Cuénteme de la foto que me envió.');
  });

  test('is fetched from the carrier’s storage without our account’s key', async () => {
    const { subject } = await aTexter();
    const before = service.asked.length;
    // The store of a test is on loopback, where the server would go to no other address than the carrier’s own.
    await send(subject.phone, '', service.keep({ ...(await jpeg()), elsewhere: '' }));
    await settled(subject.id);
    expect(service.asked.slice(before)).toEqual([
      { path: expect.stringContaining('/Media/'), hasKey: true },
      { path: expect.stringContaining('/stored/'), hasKey: false },
    ]);
    expect(await keepsakesOf(subject.id)).toHaveLength(1);
  });

  test('is stored once, even if the carrier repeats it', async () => {
    const { subject } = await aTexter();
    const fields = aText(subject.phone, '', { NumMedia: '1', MediaUrl0: service.keep(await jpeg()) });
    await Promise.all([hookWith(fields), hookWith(fields)]);
    await settled(subject.id);
    await hookWith(fields);
    await tellWaiting();
    expect(await keepsakesOf(subject.id)).toHaveLength(1);
    expect(await saidByText(subject.id, 1)).toHaveLength(1);
  });

  test('in confidence does not become a keepsake', async () => {
    const { subject } = await aTexter();
    const words = 'Keep this between us: that is the man I never told anybody about.';
    await send(subject.phone, words, service.keep(await jpeg()));
    await saidByText(subject.id, 1);
    await settled(subject.id);
    expect(await keepsakesOf(subject.id)).toEqual([]);
  });

  test('waits while nothing is shared with the family, and is stored when it is', async () => {
    const { subject } = await aTexter(['SMS', 'AI_WRITING']);
    await send(subject.phone, 'My father and his van.', service.keep(await jpeg()));
    await saidByText(subject.id, 2);
    await keepWaitingMedia();
    expect(await keepsakesOf(subject.id)).toEqual([]);

    await db.subject.update({ where: { id: subject.id }, data: { sharing: true } });
    later(day);
    await keepWaitingMedia();
    expect(await keepsakesOf(subject.id)).toHaveLength(1);
  });
});

const thanks = 'Thank you for the photo. Who or what is in it?';

describe('A file sent by text', () => {
  test('is stored as its real type: a film, without its location', async () => {
    const { subject } = await aTexter();
    await send(subject.phone, '', service.keep({ content: aFilm(), contentType: 'image/jpeg' }));
    await settled(subject.id);
    expect(await keepsakesOf(subject.id)).toMatchObject([{ kind: 'VIDEO', contentType: 'video/mp4' }]);
  });

  test.each([
    ['another’s address', async () => 'http://169.254.169.254/latest/meta-data'],
    [
      'an address that redirects into the local network',
      async () => service.keep({ ...(await jpeg()), elsewhere: 'http://127.0.0.1:1/inside' }),
    ],
    [
      'one that is there no more',
      async () => `${service.url}/2010-04-01/Accounts/AC0123/Messages/M/Media/gone`,
    ],
    [
      'a file of another type',
      async () => service.keep({ content: Buffer.from('BEGIN:VCARD'), contentType: 'image/jpeg' }),
    ],
    [
      'one that is too large',
      async () =>
        service.keep({
          content: Buffer.concat([(await jpeg()).content, Buffer.alloc(26 * 1024 * 1024)]),
          contentType: 'image/jpeg',
        }),
    ],
  ])('does not become a keepsake: %s', async (_what, url) => {
    const { subject } = await aTexter();
    await send(subject.phone, 'This is for the book.', await url());
    await saidByText(subject.id, 2);
    await settled(subject.id);
    expect(await keepsakesOf(subject.id)).toEqual([]);
    expect(await db.questionRequest.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});

describe('The confirmation of texts', () => {
  test.each([
    ['en', '+1', 'Our contact card is attached: save it, and your phone shows that Evertold calls.'],
    ['en', '+44', 'Our contact card: CARD Save it, and your phone shows that Evertold calls.'],
    ['es', '+34', 'Nuestra tarjeta de contacto: CARD Guárdela, y su teléfono le mostrará que'],
    ['several', '+34', 'Guarde nuestra tarjeta para ver que llama Evertold. CARD'],
  ] as const)('has the contact card: in %s to %s', async (language, country, words) => {
    const recipient = `${country}${String(Date.now()).slice(-9)}${language.length}`;
    await transaction((tx) =>
      notifyByText(tx, { kind: 'texts-agreed', data: { language }, recipient, dedupeKey: newId() }),
    );
    const taken = () => service.taken.find(({ to }) => to === recipient);
    await expect.poll(taken, { timeout: 30_000 }).toBeDefined();
    const card = `${server().config.publicUrl}/contact.vcf`;
    expect(taken()?.text).toContain(words.replace('CARD', card));
    expect(taken()?.media).toBe(country === '+1' ? card : null);
    expect((await fetch(card.replace(server().config.publicUrl, server().url))).status).toBe(200);
  });
});
