import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { cardsOf, stories, told } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const restore = `mutation ($id: ID!, $number: Int!) { restoreRevision(cardId: $id, number: $number) {
  ... on Card { title body revision } ... on UserError { __typename code path } } }`;
const stale = `mutation ($input: SaveCardInput!) { saveCard(input: $input) {
  __typename ... on UserError { code path } ... on StaleRevision { card { revision title } } } }`;

async function aCard({ subject, editor }: Family): Promise<Answer> {
  await told(subject.id, [stories.bakery]);
  const [card] = await cardsOf(editor, subject.id);
  return card;
}

function save(person: Person, subjectId: string, input: object): Promise<Answer> {
  return person.gql('SaveCard', { input: { subjectId, title: 'A title', body: 'A sentence.', ...input } });
}

describe('Saving a card', () => {
  test('keeps the sources of unchanged sentences, wherever they have moved', async () => {
    const family = await aFamily();
    const card = await aCard(family);
    const [first, second, third] = card.sentences;
    const body = `${third.text}\n\nMy brother told me so too. ${first.text}`;

    const { saveCard } = await save(family.editor, family.subject.id, { id: card.id, body, baseRevision: 1 });

    expect(saveCard).toMatchObject({
      body,
      revision: 2,
      mark: 'CONFIRMED',
      author: { name: family.editor.name },
    });
    expect(
      saveCard.sentences.map((each: Answer) => [each.paragraph, each.text, each.sources[0]?.quote]),
    ).toEqual([
      [0, third.text, third.sources[0].quote],
      [1, 'My brother told me so too.', undefined],
      [1, first.text, first.sources[0].quote],
    ]);
    expect(saveCard.body).not.toContain(second.text);
    const { card: read } = await family.editor.gql(
      'query ($id: ID!) { card(id: $id) { sentences { byHand } } }',
      card,
    );
    expect(read.sentences.map(({ byHand }: Answer) => byHand)).toEqual([false, true, false]);
  });

  test('based on an older revision saves nothing and returns the current card', async () => {
    const family = await aFamily();
    const { subject, editor, owner } = family;
    const card = await aCard(family);
    succeeded(await save(owner, subject.id, { id: card.id, title: 'Anna’s title', baseRevision: 1 }));

    const input = { id: card.id, subjectId: subject.id, title: 'Ed’s title', body: 'Lost.', baseRevision: 1 };
    const { saveCard } = await editor.gql(stale, { input });

    expect(saveCard).toEqual({
      __typename: 'StaleRevision',
      code: 'CONFLICT',
      path: ['baseRevision'],
      card: { revision: 2, title: 'Anna’s title' },
    });
    expect(await db.cardRevision.count({ where: { cardId: card.id } })).toBe(2);
  });

  test('concurrently lets only one of many saves succeed', async () => {
    const family = await aFamily();
    const card = await aCard(family);

    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((at) =>
        save(at % 2 ? family.editor : family.owner, family.subject.id, {
          id: card.id,
          title: `Title ${at}`,
          baseRevision: 1,
        }),
      ),
    );

    const won = answers.filter(({ saveCard }) => saveCard.revision === 2);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ saveCard }) => saveCard.code === 'CONFLICT')).toHaveLength(5);
    expect((await cardsOf(family.editor, family.subject.id))[0].title).toBe(won[0].saveCard.title);
  });

  test('with a new title alone confirms nothing, and its marks become typographic', async () => {
    const family = await aFamily();
    const card = await aCard(family);
    const input = { id: card.id, title: `Des's "good" shirt`, body: card.body };

    const { saveCard } = await save(family.editor, family.subject.id, input);

    expect(saveCard).toMatchObject({ title: 'Des’s “good” shirt', mark: card.mark, revision: 2 });
    expect(saveCard.mark).not.toBe('CONFIRMED');
  });

  test('without an id creates a draft in the named chapter', async () => {
    const { subject, editor } = await aFamily();

    const { saveCard } = await save(editor, subject.id, {
      ...{ chapterKey: 'love', title: 'The ring', body: 'It was brass.\n\nShe wore it all her life.' },
      ...{ happened: 'summer of 1952', place: 'Duluth', note: 'From her letters' },
    });

    expect(saveCard).toMatchObject({
      ...{ status: 'DRAFT', mark: 'CONFIRMED', revision: 1, happened: '1952-22', place: 'Duluth' },
      ...{
        body: 'It was brass.\n\nShe wore it all her life.',
        author: { __typename: 'User', name: editor.name },
      },
    });
    const { subject: read } = await editor.gql('Biography', { subjectId: subject.id, chapter: 'love' });
    expect(read.chapters[0].cards.map((card: Answer) => card.id)).toEqual([saveCard.id]);
    const { card } = await editor.gql(
      'query ($id: ID!) { card(id: $id) { happenedText revisions { edges { node { note } } } } }',
      saveCard,
    );
    expect(card).toEqual({
      happenedText: 'summer of 1952',
      revisions: { edges: [{ node: { note: 'From her letters' } }] },
    });
  });

  test('changes no field that is missing in the input, and clears those that are null', async () => {
    const family = await aFamily();
    const card = await aCard(family);
    expect(card).toMatchObject({ happened: '1946', place: 'Mill Street' });

    const kept = succeeded(await save(family.editor, family.subject.id, { id: card.id, baseRevision: 1 }));
    const cleared = succeeded(
      await save(family.editor, family.subject.id, {
        id: card.id,
        baseRevision: 2,
        happened: null,
        place: '',
      }),
    );

    expect(kept).toMatchObject({ happened: '1946', place: 'Mill Street' });
    expect(cleared).toMatchObject({ happened: null, place: null });
  });

  test.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(161) }],
    ['title', { title: 'Two\nlines' }],
    ['body', { body: ' \n\n ' }],
    ['body', { body: `${'x'.repeat(40_000)}.` }],
    ['body', { body: 'Nothing\u0000.' }],
    ['body', { body: 'He sang. '.repeat(3_001) }],
    ['happened', { happened: 'long ago' }],
    ['happened', { happened: '1952-13' }],
    ['happened', { happened: 'Y170000002' }],
    ['happened', { happened: '-9999' }],
    ['happened', { happened: '0952-06-01' }],
    ['happened', { happened: '1952/9999' }],
    ['happened', { happened: '{1952,1953}' }],
    ['place', { place: 'x'.repeat(161) }],
    ['note', { note: 'x'.repeat(501) }],
    ['chapterKey', { chapterKey: 'weather' }],
  ])('with a wrong %s is refused, and the error names the field', async (field, input) => {
    const { subject, editor } = await theFamily();

    const { saveCard } = await save(editor, subject.id, input);

    expect(saveCard).toMatchObject({ __typename: 'InvalidInput', code: 'BAD_REQUEST', path: [field] });
    expect(await db.card.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('with a year outside the family’s range is refused, and the error names the valid years', async () => {
    const { subject, editor } = await theFamily();
    const thisYear = new Date().getUTCFullYear();

    const { saveCard } = await save(editor, subject.id, { happened: '-9999' });
    const { saveCard: saved } = await save(editor, subject.id, { happened: `1000/${thisYear + 100}` });

    expect(saveCard.message).toBe(`happened: must lie in the years 1000 to ${thisYear + 100}`);
    expect(saved).toMatchObject({ happened: `1000/${thisYear + 100}` });
  });

  test('with a date that is too long is refused before it is parsed', async () => {
    const { subject, editor } = await theFamily();

    const { saveCard } = await save(editor, subject.id, { happened: 'summer of 1952 '.repeat(7) });

    expect(saveCard.message).toBe('happened: must be at most 100 characters');
  });

  test('accepts the longest title and body', async () => {
    const { subject, editor } = await aFamily();
    const body = `${'Word after word. '.repeat(2352)}The end of it.`;
    expect(body.length).toBeGreaterThan(39_990);

    const { saveCard } = await save(editor, subject.id, { title: 'x'.repeat(160), body });

    expect(saveCard).toMatchObject({ title: 'x'.repeat(160), body });
  });

  test('is allowed only to those who may write, in their own book', async () => {
    const family = await aFamily();
    const { subject, viewer, stranger, admin, nobody } = family;
    const other = await aFamily();
    const card = await aCard(family);

    await expect(save(viewer, subject.id, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(save(admin, subject.id, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(save(nobody, subject.id, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await save(stranger, subject.id, {})).saveCard).toMatchObject({ code: 'NOT_FOUND' });
    const theirs = await save(other.editor, other.subject.id, { id: card.id, baseRevision: 1 });
    expect(theirs.saveCard).toMatchObject({ code: 'NOT_FOUND', path: ['id'] });
  });
});

let shared: Promise<Family> | null = null;

/** One family for refusals that leave nothing behind. */
function theFamily(): Promise<Family> {
  shared ??= aFamily();
  return shared;
}

describe('A card’s revisions', () => {
  test('are all kept, newest first, and any of them can be restored with its sources', async () => {
    const family = await aFamily();
    const { subject, editor } = family;
    const card = await aCard(family);
    succeeded(
      await save(editor, subject.id, { id: card.id, title: 'Mine', body: 'All mine.', baseRevision: 1 }),
    );

    const { restoreRevision } = await editor.gql(restore, { id: card.id, number: 1 });

    expect(restoreRevision).toEqual({ title: card.title, body: card.body, revision: 3 });
    const [now] = await cardsOf(editor, subject.id);
    expect(now.sentences.map(({ sources }: Answer) => sources)).toEqual(
      card.sentences.map(({ sources }: Answer) =>
        sources.map((source: Answer) => expect.objectContaining({ quote: source.quote })),
      ),
    );
    expect(now.revisions.edges.map(({ node }: Answer) => [node.number, node.author.name])).toEqual([
      [3, editor.name],
      [2, editor.name],
      [1, 'built-in'],
    ]);
  });

  test('that do not exist are not found', async () => {
    const family = await aFamily();
    const card = await aCard(family);

    const { restoreRevision } = await family.editor.gql(restore, { id: card.id, number: 7 });

    expect(restoreRevision).toMatchObject({ __typename: 'NotFound', code: 'NOT_FOUND', path: ['number'] });
  });
});

describe('A card’s status', () => {
  test('changes from draft to published and hidden, and never back to draft', async () => {
    const family = await aFamily();
    const { subject, editor, viewer } = family;
    const card = await aCard(family);
    const set = async (status: string) =>
      (await editor.gql('SetCardStatus', { id: card.id, status })).setCardStatus;

    expect(await cardsOf(viewer, subject.id)).toEqual([]);
    expect(await set('PUBLISHED')).toMatchObject({ status: 'PUBLISHED' });
    expect(await cardsOf(viewer, subject.id)).toHaveLength(1);
    expect(await set('DRAFT')).toMatchObject({ code: 'BAD_REQUEST', path: ['status'] });
    expect(await set('HIDDEN')).toMatchObject({ status: 'HIDDEN' });
    expect(await cardsOf(viewer, subject.id)).toEqual([]);
    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
  });

  test('and its confirmation appear in the recent activity', async () => {
    const family = await aFamily();
    const { subject, editor } = family;
    const card = await aCard(family);

    succeeded(await editor.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' }));
    const confirm =
      'mutation ($id: ID!) { confirmCard(id: $id) { ... on Card { mark } ... on UserError { code } } }';
    expect((await editor.gql(confirm, card)).confirmCard).toEqual({ mark: 'CONFIRMED' });

    const lately = await db.activity.findMany({ where: { cardId: card.id }, orderBy: { at: 'asc' } });
    expect(lately.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['story-written', null],
      ['story-published', editor.id],
      ['story-edited', editor.id],
    ]);
    expect(subject.id).toBe(lately[0]?.subjectId);
  });
});
