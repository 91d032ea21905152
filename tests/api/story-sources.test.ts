import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { stories, told } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const opened = `id title body revision sentences { id paragraph text byHand edited sources { id quote } }`;
const saveIt = `mutation ($input: SaveCardInput!) { saveCard(input: $input) {
  __typename ... on Card { ${opened} } ... on UserError { code path message } } }`;

type Sent = { paragraph: number; text: string; sources: string[] };

async function aStory(family?: Family): Promise<{ family: Family; card: Answer; said: string[] }> {
  const own = family ?? (await aFamily());
  const { said } = await told(own.subject.id, [stories.bakery]);
  return { family: own, card: await cardOf(own.editor, own.subject.id), said };
}

async function cardOf(reader: Person, subjectId: string): Promise<Answer> {
  const { subject } = await reader.gql(
    `query ($id: ID!) { subject(id: $id) { cards(first: 1) { edges { node { ${opened} } } } } }`,
    { id: subjectId },
  );
  return subject.cards.edges[0].node;
}

/** The sentences of a card as the input of `saveCard`. */
function sentOf(card: Answer): Sent[] {
  return card.sentences.map(({ paragraph, text, sources }: Answer) => ({
    paragraph,
    text,
    sources: sources.map(({ id }: Answer) => id),
  }));
}

function bodyOf(sentences: readonly Sent[]): string {
  const paragraphs = Map.groupBy(sentences, ({ paragraph }) => paragraph);
  return [...paragraphs.values()].map((own) => own.map(({ text }) => text).join(' ')).join('\n\n');
}

async function save(
  person: Person,
  card: Answer,
  subjectId: string,
  sentences: Sent[],
  also = {},
): Promise<Answer> {
  const { id, title, revision } = card;
  const body = bodyOf(sentences);
  const input = { id, subjectId, title, body, sentences, baseRevision: revision, ...also };
  return (await person.gql(saveIt, { input })).saveCard;
}

describe('A story saved with the sources of its sentences', () => {
  test('keeps the source of an edited sentence and marks it as edited until its original words are restored', async () => {
    const { family, card } = await aStory();
    const { editor, subject } = family;
    const sent = sentOf(card);
    const [first] = sent as [Sent];
    const words = first.text.replace(/\.$/, ', and all of us helped.');
    const changed = [
      { ...first, text: words },
      ...sent.slice(1),
      { paragraph: 9, text: 'So it was.', sources: [] },
    ];

    const saved = await save(editor, card, subject.id, changed);

    expect(saved.sentences[0]).toMatchObject({ text: words, byHand: false, edited: true });
    expect(saved.sentences[0].sources[0].quote).toBe(card.sentences[0].sources[0].quote);
    expect(saved.sentences.at(-1)).toMatchObject({
      text: 'So it was.',
      byHand: true,
      edited: false,
      sources: [],
    });
    expect(saved.sentences.filter(({ edited }: Answer) => edited)).toHaveLength(1);
    const restored = [{ ...(sentOf(saved)[0] as Sent), text: first.text }, ...sentOf(saved).slice(1)];
    const back = await save(editor, saved, subject.id, restored);
    expect(back.sentences[0]).toMatchObject({ text: first.text, byHand: false, edited: false });
  });

  test('keeps the mark of an edited sentence when only the body is saved, and in a restored revision', async () => {
    const { family, card } = await aStory();
    const { editor, subject } = family;
    const sent = sentOf(card);
    const changed = sent.with(0, { ...(sent[0] as Sent), text: `Truly, ${sent[0]?.text}` });
    const saved = await save(editor, card, subject.id, changed);

    const again = await save(editor, saved, subject.id, [], {
      body: `${saved.body}\n\nSo it was.`,
      sentences: null,
    });
    const restore = `mutation ($id: ID!, $number: Int!) { restoreRevision(cardId: $id, number: $number) {
      ... on Card { ${opened} } } }`;
    const { restoreRevision } = await editor.gql(restore, { id: card.id, number: 2 });
    const { restoreRevision: first } = await editor.gql(restore, { id: card.id, number: 1 });

    for (const each of [again, restoreRevision])
      expect(each.sentences.map(({ edited }: Answer) => edited).slice(0, 2)).toEqual([true, false]);
    expect(first.sentences.some(({ edited }: Answer) => edited)).toBe(false);
  });

  test('accepts sources of an earlier revision, which an old draft has', async () => {
    const { family, card } = await aStory();
    const { editor, subject } = family;
    const bare = await save(editor, card, subject.id, [{ paragraph: 0, text: 'All gone.', sources: [] }]);

    const saved = await save(editor, bare, subject.id, sentOf(card));

    expect(saved.sentences.map(({ byHand }: Answer) => byHand)).toEqual(card.sentences.map(() => false));
    expect(saved.sentences.some(({ edited }: Answer) => edited)).toBe(false);
  });

  test('drops a source from words that have nothing in common with it', async () => {
    const { family, card } = await aStory();
    const { editor, subject } = family;
    const { sources } = sentOf(card)[0] as Sent;

    const saved = await save(editor, card, subject.id, [
      { paragraph: 0, text: 'Uncle Bertil sold two boats.', sources },
    ]);

    expect(saved.sentences).toMatchObject([{ byHand: true, edited: false, sources: [] }]);
  });

  test('is refused when it names a source of another story or family, or one that does not exist', async () => {
    const { family, card } = await aStory();
    const { editor, subject } = family;
    const other = await aStory();
    const sent = sentOf(card);
    const another = await save(editor, {}, subject.id, [{ paragraph: 0, text: 'The ring.', sources: [] }], {
      title: 'The ring',
    });
    const theirs = (sentOf(other.card)[0] as Sent).sources;

    for (const [into, sources] of [
      [card, theirs],
      [card, ['00000000-0000-7000-8000-000000000000']],
      [card, ['not an id']],
      [another, (sent[0] as Sent).sources],
      [{ title: 'New' }, (sent[0] as Sent).sources],
    ] as [Answer, string[]][]) {
      const sentences = [
        { paragraph: 0, text: 'It was so.', sources: [] },
        { ...(sent[0] as Sent), sources },
      ];
      expect(await save(editor, into, subject.id, sentences)).toMatchObject({
        __typename: 'InvalidInput',
        code: 'BAD_REQUEST',
        path: ['sentences', '1', 'sources'],
        message: 'sentences.1.sources: must be sources of this story',
      });
    }
    expect(await db.cardRevision.count({ where: { cardId: { in: [card.id, another.id] } } })).toBe(2);
  });

  test.each([
    ['other words than the body', { body: 'Something else.' }, 'must say the same as the body'],
    ['no sentence', { sentences: [] }, 'must say the same as the body'],
    ['an empty sentence', { sentences: [{ paragraph: 0, text: ' ', sources: [] }] }, 'must not be empty'],
    [
      'too long a sentence',
      { sentences: [{ paragraph: 0, text: 'x'.repeat(40_001), sources: [] }] },
      'must be at most 40000 characters',
    ],
    [
      'too many sentences',
      { sentences: Array.from({ length: 3_001 }, () => ({ paragraph: 0, text: 'So.', sources: [] })) },
      'must be at most 3000',
    ],
    [
      'too many sources',
      { sentences: [{ paragraph: 0, text: 'So.', sources: Array.from({ length: 201 }, () => 'x') }] },
      'must be at most 200',
    ],
  ])('is refused with %s', async (_what, also, message) => {
    shared ??= aFamily();
    const { editor, subject } = await shared;

    const answer = await save(
      editor,
      { title: 'New' },
      subject.id,
      [{ paragraph: 0, text: 'So.', sources: [] }],
      also,
    );

    expect(answer).toMatchObject({ __typename: 'InvalidInput', code: 'BAD_REQUEST' });
    expect(answer.message).toContain(message);
    expect(await db.card.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('is refused to viewers, strangers and the signed-out, like any other save', async () => {
    const { family, card } = await aStory();
    const { viewer, stranger, nobody, subject } = family;

    await expect(save(viewer, card, subject.id, sentOf(card))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(save(nobody, card, subject.id, sentOf(card))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await save(stranger, card, subject.id, sentOf(card))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('hides words that became private while they were edited, and edited words that repeat them', async () => {
    const { family, card, said } = await aStory();
    const { editor, self, subject } = family;
    const sent = sentOf(card);
    const changed = sent.with(0, {
      ...(sent[0] as Sent),
      text: `${sent[0]?.text.replace(/\.$/, '')}, as we children all remember it.`,
    });
    succeeded(await self.gql('SetMessagePrivate', { id: said[0], private: true }));

    const answer = await save(editor, card, subject.id, [
      ...changed,
      { paragraph: 9, text: 'The rest is ours.', sources: [] },
    ]);

    expect(answer.body).toBe('The rest is ours.');
    const hidden = await db.sentence.findMany({
      where: { cardId: card.id, revision: answer.revision, hidden: true },
    });
    expect(hidden.map(({ text }) => text)).toEqual(changed.map(({ text }) => text));
  });
});

let shared: Promise<Family> | null = null;
