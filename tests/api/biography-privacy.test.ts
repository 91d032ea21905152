import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Answer, succeeded } from '#tests/support/person.ts';
import { cardsOf, stories, told, until } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const everything = `query ($id: ID!) { card(id: $id) { title body happened place status people { name }
  sentences { text } proposals { sentences { text } } revisions { edges { node { title body } } } } }`;

describe('A message that becomes private', () => {
  test('hides its sentences in every revision at once', async () => {
    const { subject, self, editor } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    await told(subject.id, [stories.bakeryAgain]);
    const [card] = await cardsOf(editor, subject.id);
    const input = {
      id: card.id,
      subjectId: subject.id,
      title: card.title,
      body: `${card.body} So it was.`,
      baseRevision: 2,
    };
    succeeded(await editor.gql('SaveCard', { input }));

    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));

    for (const reader of [editor, self]) {
      const { card: left } = await reader.gql(everything, card);
      expect(left.body).toContain('blankets');
      expect(JSON.stringify(left.revisions)).not.toContain('cinnamon');
      expect(left.body).not.toContain('cinnamon');
      expect(left.revisions.edges.map(({ node }: Answer) => node.body.includes('blankets'))).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  test('leaves no title, summary, date, place or person that could reveal its words', async () => {
    const { subject, editor } = await aFamily();
    const { id, said } = await told(subject.id, [stories.bakery, stories.wedding]);
    const cards = await cardsOf(editor, subject.id);
    const wedding = cards.find((card) => card.body.includes('Frank'));
    const words = /Frank|Clara|Duluth|wedding|church|hill|dance/i;

    succeeded(await editor.gql('SetMessagePrivate', { id: said[1], private: true }));

    const { card } = await editor.gql(everything, wedding);
    expect(card).toMatchObject({
      body: '',
      sentences: [],
      status: 'HIDDEN',
      happened: null,
      place: null,
      people: [],
    });
    expect(JSON.stringify(card)).not.toMatch(words);
    const home = await editor.gql('FamilyFriends', { subjectId: subject.id });
    expect(JSON.stringify(home.subject.people)).not.toMatch(words);
    const places = await editor.gql('query ($id: ID!) { subject(id: $id) { places { name } } }', subject);
    expect(places.subject.places).toEqual([{ name: 'Mill Street' }]);
    const { conversation } = await editor.gql('Transcript', { id });
    expect(JSON.stringify(conversation)).not.toMatch(words);
    const runs = await db.writerRun.findMany({ where: { subjectId: subject.id } });
    expect(JSON.stringify(runs)).not.toMatch(words);
  });

  test('makes its conversation get a new title from the words that are still readable', async () => {
    const { subject, editor } = await aFamily();
    const { id, said } = await told(subject.id, [stories.bakery, stories.wedding]);

    succeeded(await editor.gql('SetMessagePrivate', { id: said[1], private: true }));
    const titled = async () => (await db.conversation.findUniqueOrThrow({ where: { id } })).title;
    await until(async () => (await titled()) !== null);

    expect(await titled()).toMatch(/bakery|oven/i);
    expect(await cardsOf(editor, subject.id)).toHaveLength(2);
  });

  test('leaves a card that has other sentences under its chapter’s name until it has a new title', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    await told(subject.id, [stories.bakeryAgain]);
    const [card] = await cardsOf(editor, subject.id);

    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));
    const { chapter } = await db.card.findUniqueOrThrow({
      where: { id: card.id },
      include: { chapter: true },
    });
    const title = async () => (await editor.gql(everything, card)).card.title;
    await until(async () => (await title()) !== chapter.title);

    const revisions = await db.cardRevision.findMany({ where: { cardId: card.id } });
    expect(revisions.map((revision) => revision.title).sort()).toEqual([chapter.title, await title()].sort());
  });

  test('is also removed from proposals', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const [card] = await cardsOf(editor, subject.id);
    const input = { id: card.id, subjectId: subject.id, title: card.title, body: card.body, baseRevision: 1 };
    succeeded(await editor.gql('SaveCard', { input }));
    const { said } = await told(subject.id, [stories.bakeryAgain]);
    expect((await editor.gql(everything, card)).card.proposals).toHaveLength(1);
    const proposal = await db.proposal.findFirstOrThrow({ where: { cardId: card.id } });

    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));

    expect((await editor.gql(everything, card)).card.proposals).toEqual([]);
    const decide =
      'mutation ($id: ID!) { decideProposal(id: $id, accept: true) { ... on UserError { code } } }';
    expect((await editor.gql(decide, proposal)).decideProposal).toEqual({ code: 'CONFLICT' });
    expect(JSON.stringify(await db.proposal.findMany())).not.toContain('blankets');
  });

  test('stays hidden when somebody saves a page that still showed it, or restores an old revision', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const { said } = await told(subject.id, [stories.bakeryAgain]);
    const [card] = await cardsOf(editor, subject.id);
    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));

    const body = `${card.body} Half of the street came with blankets and coal, just think.`;
    const input = { id: card.id, subjectId: subject.id, title: 'The oven', body, baseRevision: 2 };
    const saved = succeeded(await editor.gql('SaveCard', { input }));
    const restore =
      'mutation ($id: ID!) { restoreRevision(cardId: $id, number: 2) { ... on Card { body } } }';
    const restored = succeeded(await editor.gql(restore, card));

    expect(saved.body).toContain('cinnamon');
    expect(saved.body).not.toContain('blankets');
    expect(restored.body).toContain('cinnamon');
    expect(restored.body).not.toContain('blankets');
  });

  test('is not revealed by a concurrent save', async () => {
    const { subject, editor, owner } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    const [card] = await cardsOf(editor, subject.id);
    const input = { id: card.id, subjectId: subject.id, title: 'Ours', body: `${card.body} So it was.` };

    await Promise.all([
      ...[1, 2, 3].map(() => owner.gql('SaveCard', { input })),
      editor.gql('SetMessagePrivate', { id: said[0], private: true }),
      ...[1, 2, 3].map(() => owner.gql('SaveCard', { input })),
    ]);

    expect(JSON.stringify((await owner.gql(everything, card)).card)).not.toContain('cinnamon');
    expect(
      await db.sentence.count({ where: { cardId: card.id, hidden: false, sources: { some: {} } } }),
    ).toBe(0);
  });

  test('brings its sentences back as a draft when it is made readable again', async () => {
    const { subject, self, editor } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    const [before] = await cardsOf(editor, subject.id);
    succeeded(await editor.gql('SetCardStatus', { id: before.id, status: 'PUBLISHED' }));
    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));
    expect((await editor.gql(everything, before)).card.status).toBe('HIDDEN');

    succeeded(await self.gql('SetMessagePrivate', { id: said[0], private: false }));

    const { card } = await editor.gql(everything, before);
    expect(card).toMatchObject({ body: before.body, status: 'DRAFT' });
  });
});
