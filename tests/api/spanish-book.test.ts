import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { unzipped } from '#tests/support/imports.ts';
import {
  brokenWords,
  contentOf,
  finished,
  pagesOf,
  readPages,
  validEpub,
  whenFinished,
} from '#tests/support/made.ts';
import { succeeded } from '#tests/support/person.ts';
import { aRecordedTalk, publish, type Recorded } from '#tests/support/recorded-book.ts';
import { server, useServer } from '#tests/support/world.ts';

useServer();

/** The labels of a book in each language, by the place where they are. */
const frames = {
  en: {
    book: [
      ...['Alma’s stories', 'Stories told by Alma Rourke', 'Contents', 'summer of 1952', '3 June 1941'],
      ...['One story', 'People', 'Who is who in these stories', 'Page', 'Hear Alma tell this story'],
      ...['Told on', 'rests on words that Alma said', 'Made on', 'Set in Literata'],
    ],
    eBook: ['Alma’s stories', 'Contents', 'People', 'summer of 1952', 'Hear Alma tell this story'],
    export: [
      ...['Alma’s book', 'The book for print', 'The e-book', 'Conversations', 'What is in here', 'Search in'],
      ...['1 place', 'places', 'summer of 1952', 'Family', 'What Alma agreed to', 'yes,', 'Hear “'],
      ...['What the family says', 'Somebody who has left', 'Draft', 'Keepsakes', 'Sharing with family'],
    ],
    conversation: ['All conversations', 'Hear “'],
    readme: ['Everything that Evertold has kept about Alma Rourke', 'Private words are only'],
  },
  es: {
    book: [
      ...['Las historias de Alma', 'Historias contadas por Alma Rourke', 'Índice', 'verano de 1952'],
      ...['3 de junio de 1941', 'Una historia', 'Personas', 'Quién es quién en estas historias', 'Página'],
      ...['Escuche a Alma contar esta historia', 'Contado el', 'se apoya en palabras que dijo Alma'],
      ...['Hecho el', 'Compuesto en Literata'],
    ],
    eBook: ['Las historias de Alma', 'Índice', 'Personas', 'verano de 1952', 'Escuche a Alma contar'],
    export: [
      ...['El libro de Alma', 'El libro para imprimir', 'El libro electrónico', 'Conversaciones'],
      ...['Qué hay aquí', 'Buscar en', '1 lugar', 'lugares', 'verano de 1952', 'Familia'],
      ...['Lo que aceptó Alma', 'sí,', 'Escuchar “', 'Lo que dice la familia', 'Borrador', 'Recuerdos'],
      ...['Alguien que ya no está', 'Compartir con la familia'],
    ],
    conversation: ['Todas las conversaciones', 'Escuchar “'],
    readme: ['Todo lo que Evertold ha guardado de Alma Rourke', 'Lo privado solo está'],
  },
} as const;

describe.each(['en', 'es'] as const)('The labels of a book in the language %s', (language) => {
  let family: Recorded;
  const own = frames[language];
  const foreign = frames[language === 'en' ? 'es' : 'en'];

  function expectWords(text: string, place: keyof typeof own) {
    for (const words of own[place]) expect(text, place).toContain(words);
    for (const words of foreign[place])
      if (!own[place].some((each) => each === words)) expect(text, place).not.toContain(words);
  }

  beforeAll(async () => {
    family = await aRecordedTalk();
    const { subject, owner } = family;
    await publish(family);
    const { cardId } = await db.sentence.findFirstOrThrow({
      where: { subjectId: subject.id, sources: { some: { messageId: family.open.id } } },
    });
    await db.card.update({ where: { id: cardId }, data: { happened: '1952-22' } });
    const { id: personId } = await db.person.create({ data: { subjectId: subject.id, name: 'Clara' } });
    await db.cardPerson.create({ data: { subjectId: subject.id, cardId, personId } });
    await db.subject.update({ where: { id: subject.id }, data: { language, birthDate: '1941-06-03' } });
    await db.remark.create({
      data: { subjectId: subject.id, cardId, text: 'Mmm.', authorId: null, createdAt: new Date() },
    });
    succeeded(
      await owner.gql('SaveCard', {
        input: { subjectId: subject.id, chapterKey: 'love', title: 'Frank', body: 'Frank.' },
      }),
    );
    await db.media.create({
      data: {
        ...{ subjectId: subject.id, storageKey: `${subject.id}/none`, bytes: 1, contentType: 'image/jpeg' },
        title: 'A spoon',
      },
    });
  });

  test('in print', async () => {
    const input = { subjectId: family.subject.id, kind: 'BOOK_PDF', voiceCodes: true };
    const { id, title } = await finished(family.owner, input);
    const pdf = await contentOf(family.owner, id);
    const pages = await pagesOf(pdf);
    expectWords(pages.join(' '), 'book');
    expect(title).toBe(own.book[0]);
  });

  test('in the e-book', async () => {
    const input = { subjectId: family.subject.id, kind: 'BOOK_EPUB', voiceCodes: true };
    const { id } = await finished(family.owner, input);
    const files = await unzipped(await validEpub(await contentOf(family.owner, id)));
    const pages = [...files].filter(([name]) => /\.xhtml$/.test(name));
    expectWords(pages.map(([, content]) => content.toString()).join('\n'), 'eBook');
  });

  test('in an export', async () => {
    const { id } = succeeded(await family.owner.gql('RequestExport', { subjectId: family.subject.id }));
    await whenFinished(id);
    const files = await unzipped(await contentOf(family.owner, id));
    const text = (name: string) => files.get(name)?.toString().replaceAll('&#8220;', '“') ?? '';
    expectWords(text('index.html'), 'export');
    expectWords(text(`conversations/${family.talk.id}.html`), 'conversation');
    expectWords(text('README.txt'), 'readme');
    expect(text('search.js')).toContain(language === 'en' ? '["Story",' : '["Historia",');
  });

  test('where a printed code is opened', async () => {
    const input = { subjectId: family.subject.id, kind: 'BOOK_EPUB', voiceCodes: true };
    const { id } = await finished(family.owner, input);
    const files = await unzipped(await validEpub(await contentOf(family.owner, id)));
    const chapters = [...files].map(([, content]) => content.toString()).join('\n');
    const [, path] = /href="[^"]*(\/listen\/[^"]+)"/.exec(chapters) ?? [];
    expect(path).toMatch(/^\/listen\//);
    const answer = await fetch(`${server().url}${path}/story`);
    expect(await answer.json()).toMatchObject({ name: 'Alma', language });
  });
});

/** Spanish words with their syllables. */
const spanishWords =
  'Re·cuer·do con·ver·sa·cio·nes ex·tra·or·di·na·rias en·tre los tra·ba·ja·do·res del fe·rro·ca·rril, fo·to·gra·fí·as ' +
  'in·ol·vi·da·bles, des·cu·bri·mien·tos a·for·tu·na·dos, her·ma·nos ca·ri·ño·sos, ve·ci·nos des·a·gra·da·bles.';

test('The chapters that every book begins with are printed in its language, and renamed ones as they are', async () => {
  const { subject, owner } = await aRecordedTalk();
  await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
  for (const chapterKey of ['origins', 'love']) {
    const body = Array.from({ length: 6 }, () => spanishWords.replaceAll('·', '')).join('\n\n');
    const input = { subjectId: subject.id, chapterKey, title: chapterKey, body };
    const { id } = succeeded(await owner.gql('SaveCard', { input }));
    succeeded(await owner.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  }
  await db.chapter.updateMany({
    where: { subjectId: subject.id, key: 'love' },
    data: { title: 'Frank and I' },
  });
  const { id } = await finished(owner, { subjectId: subject.id, kind: 'BOOK_PDF' });
  const pdf = await contentOf(owner, id);
  const text = (await pagesOf(pdf)).join(' ');
  expect(text).toContain('Orígenes');
  expect(text).not.toContain('Origins');
  expect(text).toContain('Frank and I');
  // Words are broken between Spanish syllables.
  const broken = brokenWords(await readPages(pdf));
  expect(broken.length).toBeGreaterThan(0);
  const breaks = spanishWords
    .split(/[ ,.]+/)
    .flatMap((word) =>
      [...word.matchAll(/·/g)].map(({ index }) =>
        `${word.slice(0, index)}-${word.slice(index + 1)}`.replaceAll('·', ''),
      ),
    );
  expect(breaks).toEqual(expect.arrayContaining(broken));
});
