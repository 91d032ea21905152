import { describe, expect, test } from 'vitest';
import { correct, expectGrounded, misheard, right, whole } from '#tests/support/correcting.ts';
import { succeeded } from '#tests/support/person.ts';
import { cardsOf, told, workDone } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

describe('A story edited by a person, whose words are corrected,', () => {
  /** Told as it was misheard, and then saved by hand with a sentence of the family’s own. */
  async function aTouchedStory() {
    const family = await aFamily();
    const { subject, editor } = family;
    const { said } = await told(subject.id, [misheard]);
    const [{ id, title, body }] = await cardsOf(editor, subject.id);
    const input = {
      id,
      subjectId: subject.id,
      title,
      body: `${body} Nobody in Gallway baked better.`,
      baseRevision: 1,
    };
    succeeded(await editor.gql('SaveCard', { input }));
    return { ...family, id, said: said[0], read: async () => (await editor.gql(whole, { id })).card };
  }
  const decide = `mutation ($id: ID!, $accept: Boolean!) { decideProposal(id: $id, accept: $accept) { __typename } }`;

  test('stays as it is, and the correction is proposed', async () => {
    const { editor, said, read } = await aTouchedStory();
    const before = await read();

    await correct(editor, said, right);
    await workDone();

    const card = await read();
    expect(card).toMatchObject({ body: before.body, title: before.title, place: before.place, revision: 2 });
    expect(card.proposals).toHaveLength(1);
    expect(card.proposals[0].sentences).toEqual([
      {
        replaces: 'We lived in Gallway in the summer of 1952, above the bakery of my uncle Tomas.',
        text: 'We lived in Galway in the summer of 1952, above the bakery of my uncle Tomas.',
      },
      {
        replaces: 'I can still smell the cinnamon on his hands when he came up the stairs in Gallway.',
        text: 'I can still smell the cinnamon on his hands when he came up the stairs in Galway.',
      },
    ]);
    for (const { sources } of card.sentences) {
      for (const { quote, start, end } of sources) expect(quote).toBe(right.slice(start, end));
    }
  });

  test('can take the correction sentence by sentence, and each is decided once', async () => {
    const { editor, said, id, read } = await aTouchedStory();
    await correct(editor, said, right);
    const [proposal] = (await read()).proposals;
    const [first, second] = proposal.sentences;
    const decideOn = `mutation ($id: ID!, $accept: Boolean!, $only: [SeenSentence!]) {
      decideProposal(id: $id, accept: $accept, only: $only) {
        __typename ... on Card { body revision proposals { sentences { text replaces } } } ... on UserError { code path }
      } }`;
    const on = async (accept: boolean, ...only: object[]) =>
      (await editor.gql(decideOn, { id: proposal.id, accept, only })).decideProposal;

    const refusal = { __typename: 'WrongState', code: 'CONFLICT', path: ['sentences'] };
    expect(await on(true, { ...first, text: 'Something else.' })).toEqual(refusal);
    expect(await on(true, { text: first.text })).toEqual(refusal);
    expect(await on(true)).toEqual(refusal);
    expect((await read()).revision).toBe(2);

    const taken = await Promise.all([on(true, first), on(true, first)]);
    expect(taken.map(({ __typename }) => __typename).sort()).toEqual(['Card', 'WrongState']);
    const half = await read();
    expect(half.body).toContain(first.text);
    expect(half.body).toContain(second.replaces);
    expect(half.revision).toBe(3);
    expect(half.proposals[0].sentences).toEqual([second]);

    const left = await on(false, second);
    expect(left).toMatchObject({ __typename: 'Card', revision: 3, proposals: [] });
    expect(left.body).toContain(second.replaces);
    expect(await on(true, second)).toMatchObject({ __typename: 'WrongState' });
    expect((await editor.gql(whole, { id })).card.proposals).toEqual([]);
  });

  test('gets the correction when it is accepted, in place of the old words', async () => {
    const { editor, said, read } = await aTouchedStory();
    await correct(editor, said, right);
    const { proposals } = await read();

    succeeded(await editor.gql(decide, { id: proposals[0].id, accept: true }));

    const card = await read();
    expect(card.body).toBe(`${right.replace('and, um, lit', 'and lit')} Nobody in Gallway baked better.`);
    expect(card.proposals).toEqual([]);
    expect(card.sentences.at(-1)).toMatchObject({ byHand: true, sources: [] });
    expectGrounded(card);
  });

  test('keeps a sentence that was rewritten while the proposal was open', async () => {
    const { subject, editor, said, id, read } = await aTouchedStory();
    await correct(editor, said, right);
    const { proposals, title, body } = await read();
    const mine = body.replace('We lived in Gallway in the summer', 'We lived in old Gallway in the summer');
    const input = { id, subjectId: subject.id, title, body: mine, baseRevision: 2 };
    succeeded(await editor.gql('SaveCard', { input }));

    succeeded(await editor.gql(decide, { id: proposals[0].id, accept: true }));

    const card = await read();
    expect(card.body).toContain('We lived in old Gallway in the summer');
    expect(card.body).toContain('up the stairs in Galway.');
    expect(card.body).not.toContain('We lived in Galway in the summer');
  });

  test('has no proposal any more when the correction is undone or corrected again', async () => {
    const { editor, said, read } = await aTouchedStory();
    await correct(editor, said, right);

    await correct(editor, said, misheard.replaceAll('Gallway', 'Galwey'));
    const again = await read();
    await correct(editor, said, misheard);

    expect(again.proposals).toHaveLength(1);
    expect(JSON.stringify(again.proposals)).toContain('Galwey');
    expect(JSON.stringify(again.proposals)).not.toContain('Galway');
    expect((await read()).proposals).toEqual([]);
  });

  test('keeps the proposal when another word of the same message is corrected', async () => {
    const { editor, said, read } = await aTouchedStory();
    await correct(editor, said, right);
    const [first] = (await read()).proposals;

    await correct(editor, said, right.replace('birch wood', 'beech wood'));
    const { proposals } = await read();
    expect(proposals).toHaveLength(2);
    expect(proposals).toContainEqual(first);
    for (const { id } of proposals) succeeded(await editor.gql(decide, { id, accept: true }));

    const card = await read();
    expect(card.body).toBe(
      `${right.replace('and, um, lit', 'and lit').replace('birch', 'beech')} Nobody in Gallway baked better.`,
    );
    expectGrounded(card);
  });

  test('gets a proposal to remove what was never said, and loses it when that is accepted', async () => {
    const { editor, said, read } = await aTouchedStory();
    const [never = ''] = /I can still smell .*$/.exec(misheard) ?? [];
    await correct(editor, said, misheard.replace(` ${never}`, ''));

    const { proposals, body } = await read();
    expect(body).toContain(never);
    expect(proposals.map(({ sentences }: { sentences: object[] }) => sentences)).toEqual([
      [{ text: '', replaces: never }],
    ]);
    succeeded(await editor.gql(decide, { id: proposals[0].id, accept: true }));
    const card = await read();
    expect(card.body).toBe(body.replace(`${never} `, ''));
    expectGrounded({ sentences: card.sentences.filter(({ byHand }: { byHand: boolean }) => !byHand) });
  });
});
