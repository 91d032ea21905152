import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { ExportedBook } from '#api/exports/format.ts';
import { db } from '#api/platform/database/database.ts';
import { contentOf, finished, pagesOf, validEpub, whenFinished } from '#tests/support/made.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { stories, told } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const opened = 'id title revision status sentences { paragraph text byHand quoted sources { id } }';

async function readCard(reader: Person, id: string): Promise<Answer> {
  return (await reader.gql(`query ($id: ID!) { card(id: $id) { ${opened} } }`, { id })).card;
}

/** Saves the story with each sentence in a paragraph of its own; the chosen ones are quotations. */
async function saveQuoted({ editor, subject }: Family, card: Answer, quoted: (at: number) => boolean | null) {
  const sentences = card.sentences.map(({ text, sources }: Answer, paragraph: number) => ({
    ...{ paragraph, text, sources: sources.map(({ id }: Answer) => id), quoted: quoted(paragraph) },
  }));
  const body = sentences.map(({ text }: Answer) => text).join('\n\n');
  const input = { id: card.id, subjectId: subject.id, title: card.title, body, sentences };
  const saving = `mutation ($input: SaveCardInput!) { saveCard(input: $input) { __typename ... on Card { ${opened} } } }`;
  return succeeded(await editor.gql(saving, { input: { ...input, baseRevision: card.revision } }));
}

const quotesOf = ({ sentences }: Answer) => sentences.map(({ quoted }: Answer) => quoted);

async function aStory(): Promise<{ family: Family; card: Answer }> {
  const family = await aFamily();
  await told(family.subject.id, [stories.bakery]);
  const { id } = await db.card.findFirstOrThrow({ where: { subjectId: family.subject.id } });
  return { family, card: await readCard(family.editor, id) };
}

describe('A quotation in a story', () => {
  test('keeps its sources, and stays one when the body is saved alone, in a new revision and restored', async () => {
    const { family, card } = await aStory();
    const { editor, subject } = family;
    const second = [...card.sentences].map((_, at) => at === 1);

    const saved = await saveQuoted(family, card, (at) => at === 1);
    expect(quotesOf(saved)).toEqual(second);
    expect(saved.sentences.map(({ byHand }: Answer) => byHand)).toEqual(second.map(() => false));

    const again = await saveQuoted(family, saved, () => null);
    expect(quotesOf(again)).toEqual(second);
    const body = again.sentences.map(({ text }: Answer) => text).join('\n\n');
    const input = { id: card.id, subjectId: subject.id, title: 'Rolls', body: `${body}\n\nSo it was.` };
    succeeded(await editor.gql('SaveCard', { input: { ...input, baseRevision: 3 } }));
    expect(quotesOf(await readCard(editor, card.id))).toEqual([...second, false]);

    expect(quotesOf(await saveQuoted(family, await readCard(editor, card.id), () => false))).not.toContain(
      true,
    );
    const restore = `mutation ($id: ID!) { restoreRevision(cardId: $id, number: 2) { ... on Card { ${opened} } } }`;
    expect(quotesOf((await editor.gql(restore, card)).restoreRevision)).toEqual(second);
  });

  test('is one in a draft', async () => {
    const { editor, subject } = await aFamily();
    const text = [
      { paragraph: 0, text: 'He said:', sources: [], quoted: false },
      { paragraph: 1, text: 'Come in', sources: [], quoted: true },
    ];
    const saving = 'mutation ($input: SaveStoryDraftInput!) { saveStoryDraft(input: $input) { __typename } }';
    await editor.gql(saving, { input: { subjectId: subject.id, text } });
    const reading = `query ($id: ID!) { storyDraft(subjectId: $id) { text { paragraph text sources quoted } } }`;
    expect((await editor.gql(reading, subject)).storyDraft.text).toEqual(text);
  });

  test('is one in the e-book and in the export, and its words are in the printed book', async () => {
    const { family, card } = await aStory();
    const { owner, subject } = family;
    await saveQuoted(family, card, (at) => at === 0);
    succeeded(await owner.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' }));
    const [{ text }] = card.sentences;

    const pdf = await finished(owner, { subjectId: subject.id, kind: 'BOOK_PDF' });
    expect(pdf).toMatchObject({ status: 'DONE' });
    expect((await pagesOf(await contentOf(owner, pdf.id))).join(' ')).toContain(text);

    const epub = await finished(owner, { subjectId: subject.id, kind: 'BOOK_EPUB' });
    const pages = [...(await unzipped(await validEpub(await contentOf(owner, epub.id)))).values()]
      .map(String)
      .join('');
    expect(pages).toContain(`<blockquote><p>${text}</p></blockquote>`);

    const { id } = succeeded(await owner.gql('RequestExport', { subjectId: subject.id }));
    expect(await whenFinished(id)).toMatchObject({ status: 'DONE' });
    const files = await unzipped(await contentOf(owner, id));
    const { chapters, cards } = ExportedBook.parse(JSON.parse(String(files.get('evertold.json'))));
    expect(chapters).not.toEqual([]);
    expect(cards[0]?.sentences.map(({ quoted }) => quoted)).toEqual([
      true,
      ...card.sentences.slice(1).map(() => undefined),
    ]);
    expect(String(files.get('index.html'))).toContain(`<blockquote><p>${text}</p></blockquote>`);
  });
});

/** The entries of a ZIP by their names. */
async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const found = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of found.eachEntry())
    entries.set(entry.fileName, await buffer(await found.openReadStreamPromise(entry)));
  return entries;
}
