import { describe, expect, test } from 'vitest';
import { correct, expectGrounded, whole } from '#tests/support/correcting.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { cardsOf, stories, told, workDone } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

/** What the subject would rather not have said. */
const delicate =
  ' He stepped on my foot twice and then he asked me whether I would let him try a third time.';
const without = stories.wedding.replace(delicate, '');

/** A story that Alma told, and that nobody has touched. */
async function aStory(words: string) {
  const family = await aFamily();
  const { said } = await told(family.subject.id, [words]);
  const [{ id, title, body }] = await cardsOf(family.editor, family.subject.id);
  const read = async () => (await family.editor.gql(whole, { id })).card;
  return { ...family, said: said[0] as string, id, title, body: body as string, read };
}

async function setPrivate(by: Person, id: string, isPrivate: boolean) {
  succeeded(await by.gql('SetMessagePrivate', { id, private: isPrivate }));
  await workDone();
}

describe('Words of a transcript', () => {
  test.each([
    ['taken out', ''],
    ['only heard as a sound', ' Mm, uh.'],
  ])(
    'that were %s stay out of the book when another word is corrected, and return when they are restored',
    async (_how, instead) => {
      const { editor, said, body, read } = await aStory(stories.wedding);
      const corrected = stories.wedding.replace(delicate, instead);
      await correct(editor, said, corrected);
      await correct(editor, said, corrected.replace('Duluth', 'Dulutt'));

      const card = await read();
      expect(card.body).toBe(body.replace(delicate, '').replace('Duluth', 'Dulutt'));
      expectGrounded(card);

      await correct(editor, said, stories.wedding);
      expect((await read()).body).toBe(body);
    },
  );

  test('that were taken out stay out of the book after they were private meanwhile', async () => {
    const { self, editor, said, body, read } = await aStory(stories.wedding);
    await correct(editor, said, without);
    const { revision } = await read();

    await setPrivate(self, said, true);
    await setPrivate(self, said, false);

    const card = await read();
    expect(card).toMatchObject({ body: body.replace(delicate, ''), revision });
    expectGrounded(card);
  });

  test('that were taken out while private are in no revision that becomes readable again', async () => {
    const { self, subject, editor, said, id, read } = await aStory(stories.bakery);
    await told(subject.id, [stories.bakeryAgain]);
    succeeded(await editor.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
    const { body } = await read();
    const cinnamon = / I can still smell the cinnamon .* stairs\./;
    expect(body).toMatch(cinnamon);
    await setPrivate(self, said, true);
    await correct(self, said, stories.bakery.replace(cinnamon, ''));

    await setPrivate(self, said, false);

    const card = await read();
    expect(card).toMatchObject({ status: 'PUBLISHED', body: body.replace(cinnamon, '') });
    expect(JSON.stringify([card.sentences.map(({ text }: Answer) => text), card.revisions])).not.toContain(
      'cinnamon',
    );
    expectGrounded(card);
  });

  test('that were put back return with what becomes readable again', async () => {
    const { self, said, body, read } = await aStory(stories.wedding);
    await correct(self, said, without);
    await setPrivate(self, said, true);
    await correct(self, said, stories.wedding);

    await setPrivate(self, said, false);

    expect((await read()).body).toBe(body);
  });

  test('that were taken out stay out of a story edited since, while the rest of it returns', async () => {
    const { self, subject, editor, said, id, title, read } = await aStory(stories.wedding);
    await correct(editor, said, without);
    const before = await read();
    const body = `${before.body} What a dancer he was!`;
    const input = { id, subjectId: subject.id, title, body, baseRevision: before.revision };
    succeeded(await editor.gql('SaveCard', { input }));
    await correct(editor, said, without.replace('Duluth', 'Dulutt'));

    await setPrivate(self, said, true);
    await setPrivate(self, said, false);

    const card = await read();
    expect(card.body).toBe(body);
    expect(card.sentences.map(({ byHand }: Answer) => byHand)).toContain(true);
  });
});
