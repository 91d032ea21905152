import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aModel, oneCard } from '#tests/support/model.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { cardsOf, peopleOf, stories, told, until, writingOf } from '#tests/support/told.ts';
import { aFamily, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_WRITER: 'a key' });

/** The titles in each letter about stories that is on its way to somebody. */
async function heardBy({ email }: Person): Promise<string[][]> {
  const notices = await db.notice.findMany({ where: { kind: 'new-story', recipient: email } });
  return Promise.all(
    notices.map(async ({ data }) => {
      const { cardIds } = data as { cardIds: string[] };
      const cards = await db.card.findMany({ where: { id: { in: cardIds } }, orderBy: { createdAt: 'asc' } });
      return cards.map(({ title }) => title);
    }),
  );
}

describe('After a conversation', () => {
  test('the writer makes cards in which every sentence is based on words that were said', async () => {
    const { subject, editor } = await aFamily();

    const telling = await told(subject.id, [stories.bakery, stories.wedding]);

    const cards = await cardsOf(editor, subject.id);
    expect(cards.map((card) => card.status)).toEqual(['DRAFT', 'DRAFT']);
    const sentences = cards.flatMap((card) => card.sentences);
    expect(sentences.length).toBeGreaterThan(5);
    for (const { text, sources } of sentences) {
      expect(sources).toHaveLength(1);
      expect(telling.said).toContain(sources[0].message.id);
      expect(sources[0].quote).toBe(sources[0].message.text.slice(sources[0].start, sources[0].end));
      expect(sources[0].quote).toContain(text.slice(0, 20));
    }
    expect(cards.every((card) => card.author.__typename === 'MachineWriter')).toBe(true);
    const { conversation } = await editor.gql('Transcript', { id: telling.id });
    expect(conversation).toMatchObject({
      writing: 'WRITTEN',
      title: expect.any(String),
      summary: expect.any(String),
    });
    expect(conversation.cards.map((card: Answer) => card.id).sort()).toEqual(
      cards.map((card) => card.id).sort(),
    );
  });

  test('in the browser the writing starts by itself and leaves out what was said in confidence', async () => {
    const { subject, self, editor } = await aFamily();
    const talk = await aTalk(self, subject.id);
    await talk.say(stories.bakery);
    await talk.say(stories.wedding);
    await talk.say('Keep that between us.');

    await talk.end();
    await until(async () => (await writingOf(talk.id)) === 'WRITTEN');

    const cards = await cardsOf(editor, subject.id);
    expect(cards).toHaveLength(1);
    expect(cards[0].body).toContain('bakery');
    const { conversation } = await editor.gql('Transcript', { id: talk.id });
    expect(JSON.stringify([cards, conversation])).not.toMatch(/Frank|Duluth/);
  });

  test('people, places and dates are found and linked to the cards that mention them', async () => {
    const { subject, editor } = await aFamily();

    await told(subject.id, [stories.wedding]);

    const [card] = await cardsOf(editor, subject.id);
    expect(card).toMatchObject({ happened: '1955-22', place: 'Duluth' });
    const { people } = (await editor.gql('FamilyFriends', { subjectId: subject.id })).subject;
    const frank = people.edges.find(({ node }: Answer) => node.name === 'Frank').node;
    expect(frank.cards).toEqual([{ id: card.id, title: card.title }]);
    expect(people.edges.map(({ node }: Answer) => [node.name, node.relationship])).toContainEqual([
      'Clara',
      'sister',
    ]);
  });

  test('people are stored with their relation to the subject, and two with the same name as two', async () => {
    const { subject, editor } = await aFamily();

    await told(subject.id, [
      'My brother Gideon went to sea at fifteen, and his wife Ines never forgave him for it. She kept the lamp lit in the kitchen window until the morning he came back up the road with a parrot.',
      'My cousin Joe built the stairs in that house, and my uncle Joe fell down them the same night. He lay at the bottom and laughed until the whole family stood around him in their nightshirts.',
    ]);
    // A second conversation speaks of one of them again.
    await told(subject.id, [
      'My uncle Joe had a glass eye that he kept in a cup by the bed. My sister found it once in her tea and she screamed so loud that the priest came running across the street.',
    ]);

    const people = (await peopleOf(editor, subject.id)).filter(([, relation]) => relation !== 'sister');
    expect(people.map(([name, relation]) => `${name}: ${relation}`).sort()).toEqual([
      'Gideon: brother',
      'Ines: sister-in-law',
      'Joe: cousin',
      'Joe: uncle',
    ]);
  });

  test('a second version of a story is added to its card instead of making a duplicate', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const [before] = await cardsOf(editor, subject.id);

    await told(subject.id, [stories.bakeryAgain]);

    const cards = await cardsOf(editor, subject.id);
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({ id: before.id, title: before.title, revision: 2 });
    expect(cards[0].body).toContain(before.body);
    expect(cards[0].body).toContain('half of the street came with blankets');
    expect(cards[0].body.split('We had a bakery on Mill Street')).toHaveLength(2);
  });

  test('a card that a person edited gets a proposal and changes when it is accepted', async () => {
    const { subject, editor, viewer } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const [card] = await cardsOf(editor, subject.id);
    const input = {
      id: card.id,
      subjectId: subject.id,
      title: 'Rolls for Mrs. Olsen',
      body: card.body,
      baseRevision: 1,
    };
    succeeded(await editor.gql('SaveCard', { input }));

    await told(subject.id, [stories.bakeryAgain]);

    const [untouched] = await cardsOf(editor, subject.id);
    expect(untouched).toMatchObject({ title: 'Rolls for Mrs. Olsen', body: card.body, revision: 2 });
    const asked = 'query ($id: ID!) { card(id: $id) { proposals { id sentences { paragraph text } } } }';
    const { proposals } = (await editor.gql(asked, { id: card.id })).card;
    expect(proposals).toHaveLength(1);
    expect(proposals[0].sentences[0].text).toContain('One winter the oven broke');
    await editor.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' });
    expect((await viewer.gql(asked, { id: card.id })).card.proposals).toEqual([]);

    const decide = `mutation ($id: ID!) { decideProposal(id: $id, accept: true) {
      __typename ... on Card { body revision sentences { byHand } proposals { id } } ... on UserError { code } } }`;
    const { decideProposal } = await editor.gql(decide, { id: proposals[0].id });
    expect(decideProposal).toMatchObject({ revision: 3, proposals: [] });
    expect(decideProposal.body).toContain('half of the street came with blankets');
    expect(decideProposal.sentences.every(({ byHand }: Answer) => !byHand)).toBe(true);
    const again = await editor.gql(decide, { id: proposals[0].id });
    expect(again.decideProposal).toMatchObject({ __typename: 'WrongState', code: 'CONFLICT' });
  });

  test('a conversation without a story gets a title and no card', async () => {
    const { subject, editor } = await aFamily();

    const { id } = await told(subject.id, ['Not today, thank you.']);

    const { conversation } = await editor.gql('Transcript', { id });
    expect(conversation).toMatchObject({ writing: 'WRITTEN', title: expect.stringMatching(/\w/), cards: [] });
  });

  test('cards are published automatically when the owner has enabled it', async () => {
    const { subject, owner, viewer } = await aFamily();
    succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, publishesAutomatically: true } }));

    await told(subject.id, [stories.bakery]);

    expect((await cardsOf(viewer, subject.id)).map((card) => card.status)).toEqual(['PUBLISHED']);
  });

  test('members are notified of new stories that they may read, at once or not at all, as they chose', async () => {
    const { subject, owner, editor, viewer } = await aFamily();
    await db.membership.updateMany({
      where: { subjectId: subject.id, userId: editor.id },
      data: { storyNotices: 'never' },
    });

    await told(subject.id, [stories.bakery]);

    expect(await heardBy(owner)).toEqual([[expect.stringMatching(/bakery|oven/)]]);
    expect(await heardBy(editor)).toEqual([]);
    expect(await heardBy(viewer)).toEqual([]);

    const [card] = await cardsOf(owner, subject.id);
    succeeded(await owner.gql('SetCardStatus', { id: card.id, status: 'PUBLISHED' }));
    expect(await heardBy(viewer)).toEqual([[card.title]]);
    expect(await heardBy(owner)).toHaveLength(1);
  });
});

describe('A model that writes', () => {
  test('is called with its key and named as the author', async () => {
    const { subject, editor } = await aFamily();
    const { asked } = await aModel(() =>
      oneCard('Birch wood at three in the morning', [
        { text: 'We had a bakery on Mill Street when I was small.' },
        { text: 'My father Tomas got up at three every morning and lit the big oven with birch wood.' },
      ]),
    );

    const { id } = await told(subject.id, [stories.bakery]);

    expect(asked[0]).toMatchObject({ model: 'quill-1', authorization: 'Bearer a key' });
    const [card] = await cardsOf(editor, subject.id);
    expect(card.author).toEqual({ __typename: 'MachineWriter', name: 'Quill' });
    expect(card.sentences).toHaveLength(2);
    const run = await db.writerRun.findFirstOrThrow({ where: { conversationId: id } });
    expect(run).toMatchObject({ writer: 'Quill', ok: true, inputTokens: 100, outputTokens: 50 });
  });

  test('can’t get invented sentences into the book; refused ones are kept for the playground', async () => {
    const { subject, editor } = await aFamily();
    await aModel(() =>
      oneCard('Birch wood at three in the morning', [
        { text: 'We had a bakery on Mill Street when I was small.' },
        { text: 'My father Tomas got up at three every morning and lit the big oven with birch wood.' },
        {
          text: 'My uncle Harald drowned in the lake in 1951.',
          quote: 'My father Tomas got up at three every morning',
        },
      ]),
    );

    const { id } = await told(subject.id, [stories.bakery]);

    const cards = await cardsOf(editor, subject.id);
    expect(JSON.stringify(cards)).not.toContain('Harald');
    const run = await db.writerRun.findFirstOrThrow({ where: { conversationId: id } });
    expect(JSON.stringify(run.refusals)).toContain('Harald');
    const { conversation } = await editor.gql(
      'query ($id: ID!) { conversation(id: $id) { refusedSentences writtenSentences } }',
      { id },
    );
    expect(conversation).toEqual({ refusedSentences: 1, writtenSentences: 2 });
  });
});
