import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { useClock } from '#tests/support/clock.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { textsTo } from '#tests/support/outbox.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { aTalk } from '#tests/support/talk.ts';
import { saidByText, useTextsAtNoon } from '#tests/support/texting.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();
useClock();
useCarriersSignature();
useTextsAtNoon();

const slowly = { timeout: 30_000 };

async function aFamilyWithWord({ codeWord = 'Marigold' as string | null, language = 'en' } = {}) {
  const family = await aFamily();
  await db.subject.update({
    where: { id: family.subject.id },
    data: { codeWord, language, timeZone: 'America/New_York', timeZoneSaid: true },
  });
  return family;
}

const languages = [
  ['en', 'What’s the word?', 'The word is Marigold.', 'My father kept a bakery in Galway.'],
  ['es', '¿Cuál es la palabra clave?', 'La palabra es Marigold.', 'Mi padre tenía una panadería en Sevilla.'],
] as const;

const textedTo = async ({ subject }: Family) => (await textsTo(subject.phone)).map(({ text }) => text);

describe('The code word by text', () => {
  test.each(languages)(
    'is said to the person’s phone when asked for, in %s',
    async (language, ask, said, story) => {
      const family = await aFamilyWithWord({ language });
      const { subject, editor } = family;
      await textFromPhone(subject.phone, story);
      await saidByText(subject.id, 2);
      expect((await textedTo(family)).join(' ')).not.toContain('Marigold');

      await textFromPhone(subject.phone, ask);

      await expect.poll(() => textedTo(family), slowly).toContain(said);
      const [, , request, answer] = await saidByText(subject.id, 4);
      expect(request).toMatchObject({ role: 'user', text: ask, private: false });
      expect(answer).toMatchObject({ role: 'assistant', text: said, private: true, madeBy: 'built-in' });
      const { conversation } = await editor.gql(
        'query ($id: ID!) { conversation(id: $id) { messages(first: 10) { edges { node { text } } } } }',
        { id: request?.conversationId },
      );
      expect(
        conversation.messages.edges.map((edge: { node: { text: string | null } }) => edge.node.text),
      ).toEqual(expect.arrayContaining([ask, null]));
    },
  );

  test('is said to no other phone, nor to one that agreed to no texts', async () => {
    const family = await aFamilyWithWord();
    const { subject, owner } = family;
    const ownersPhone = await withPhone(owner.id);
    const stranger = aPhone();
    for (const phone of [ownersPhone, stranger]) await textFromPhone(phone, 'What’s the word?');
    await textFromPhone(subject.phone, 'STOP');
    await textFromPhone(subject.phone, 'What’s the word?');
    const came = { phone: { in: [ownersPhone, stranger, subject.phone] } };
    await expect
      .poll(() => db.inboundText.count({ where: { ...came, tells: true, toldAt: null } }), slowly)
      .toBe(0);
    expect(await db.inboundText.count({ where: came })).toBe(4);
    expect(await db.message.count({ where: { subjectId: subject.id } })).toBe(0);
    for (const phone of [ownersPhone, stranger, subject.phone]) {
      expect((await textsTo(phone)).map(({ text }) => text).join(' ')).not.toContain('Marigold');
    }
  });

  test('that was not chosen is said to be missing', async () => {
    const family = await aFamilyWithWord({ codeWord: null });
    await textFromPhone(family.subject.phone, 'What’s the word?');
    await expect
      .poll(async () => (await textedTo(family)).join(' '), slowly)
      .toContain('hasn’t chosen a code word yet');
  });
});

describe('The code word in the browser', () => {
  test.each(languages)(
    'is said to the person who asks for it, and to nobody else, in %s',
    async (language, ask, said, story) => {
      const { subject, self, owner, editor } = await aFamilyWithWord({ language });
      const talk = await aTalk(self, subject.id);
      await talk.answered();
      await talk.say(story);
      await talk.send(ask, 'asked-once');
      await talk.send(ask, 'asked-once');
      await talk.answered();

      const mine = await talk.transcript();
      expect(mine.filter(({ text }) => text?.includes('Marigold')).map(({ text }) => text)).toEqual([said]);
      expect(mine.at(-1)).toMatchObject({ text: said, private: true });
      for (const other of [owner, editor]) {
        expect((await talk.transcript(other)).at(-1)).toMatchObject({ text: null, private: true });
      }
      await talk.end();
    },
  );

  test('is not said to a family member, also not with the person beside them', async () => {
    const { subject, self, editor } = await aFamilyWithWord();
    const talk = await aTalk(editor, subject.id, { together: true });
    await talk.answered();
    await talk.say('What’s the word?');
    const asked = await self.gql(`mutation ($input: SayInput!) { say(input: $input) { __typename } }`, {
      input: { conversationId: talk.id, text: 'What’s the word?', clientMessageId: 'beside' },
    });
    expect(asked.say.__typename).toBe('Message');
    await talk.answered();
    const all = await db.message.findMany({ where: { conversationId: talk.id } });
    expect(all.map(({ text }) => text).join(' ')).not.toContain('Marigold');
    await talk.end();
  });
});
