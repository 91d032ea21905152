import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { succeeded } from '#tests/support/person.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aTalk } from '#tests/support/talk.ts';
import { workDone } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

describe('Sending a message', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });

  test('gets one answer of at most 25 words', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('My father kept a bakery in Galway and we lived above it.');

    const [, said, answer, ...more] = await talk.transcript();
    expect(said).toMatchObject({
      role: 'user',
      text: 'My father kept a bakery in Galway and we lived above it.',
    });
    expect(answer?.role).toBe('assistant');
    expect(more).toEqual([]);
    await talk.end();
  });

  test('twice with the same id stores it once, in sequence and concurrently', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    const first = await talk.say('The oven was lit at three.', 'one');
    const again = await talk.say('The oven was lit at three.', 'one');
    const both = await Promise.all(
      Array.from({ length: 6 }, () => talk.say('We slept above the oven.', 'two')),
    );

    expect(again.id).toBe(first.id);
    expect(new Set(both.map((message) => message.id)).size).toBe(1);
    const roles = (await talk.transcript()).map((message) => message.role);
    expect(roles).toEqual(['assistant', 'user', 'assistant', 'user', 'assistant']);
    await talk.end();
  });

  test('takes three statements: the sender, the rights with the earlier messages, and the insert', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('We had apple trees.');
    // Another server makes the answer, so that nothing but the saying is seen here.
    const answeringUntil = new Date(Date.now() + 60_000);
    await db.conversation.update({ where: { id: talk.id }, data: { answeringUntil } });
    await workDone();

    const statements = await statementsOf(() => talk.send('And a pear tree.'));

    expect(statements).toEqual(['callers-by-token', 'turn-context', 'say']);
    await db.conversation.update({ where: { id: talk.id }, data: { answeringUntil: null } });
    await talk.say('That was all.');
    await talk.end();
  });

  test('32 times at once gives each message its own number', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await Promise.all(Array.from({ length: 32 }, (_, at) => talk.send(`Word ${at} of the story.`)));

    await talk.answered();
    const seqs = (await talk.transcript()).map((message) => message.seq);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    const said = await db.message.count({ where: { conversationId: talk.id, role: 'user' } });
    expect(said).toBe(32);
    await talk.end();
  });

  test('after the end is refused and stores nothing', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.end();

    const { say } = await family.self.gql(
      `mutation ($input: SayInput!) {
        say(input: $input) { __typename ... on ConversationClosed { code endedAt } }
      }`,
      { input: { conversationId: talk.id, text: 'One more thing.', clientMessageId: 'late' } },
    );

    expect(say).toMatchObject({
      __typename: 'ConversationClosed',
      code: 'CONFLICT',
      endedAt: expect.any(String),
    });
    expect(await db.message.count({ where: { conversationId: talk.id, role: 'user' } })).toBe(0);
  });

  test.each([
    ['nothing at all', '   ', 'text'],
    ['more than 20,000 characters', 'a'.repeat(20_001), 'text'],
    ['control characters', 'One\u0000two', 'text'],
  ])('with %s is refused, and names the field', async (_what, text, field) => {
    const talk = await aTalk(family.self, family.subject.id);
    const input = { conversationId: talk.id, text, clientMessageId: 'x' };

    const { say } = await family.self.gql('Say', { input });

    expect(say).toMatchObject({ __typename: 'InvalidInput', code: 'BAD_REQUEST', path: [field] });
    expect(await talk.transcript()).toHaveLength(1);
  });

  test('keeps line breaks and the marks that languages need, and removes direction overrides', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const text = '\ufeffOne\r\ntwo:\t\u202e\u2067مح\u200cمد\u2069\u202c \u200e(\u200f👩\u200d👧)';

    const said = await talk.say(text);

    expect(said.text).toBe('One\ntwo:\tمح\u200cمد \u200e(\u200f👩\u200d👧)');
    await talk.end();
  });

  test('accepts 20,000 characters, and ids of at most 64', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    const long = await talk.say('word '.repeat(4_000).trim());
    const { say } = await family.self.gql('Say', {
      input: { conversationId: talk.id, text: 'Yes.', clientMessageId: 'x'.repeat(65) },
    });

    expect(long.text).toHaveLength(19_999);
    expect(say).toMatchObject({ __typename: 'InvalidInput', path: ['clientMessageId'] });
    await talk.end();
  });

  test('is allowed to the subject and the holder of the conversation', async () => {
    const talk = await aTalk(family.editor, family.subject.id, { together: true });
    const input = { conversationId: talk.id, text: 'Hello.', clientMessageId: 'a' };

    succeeded(await family.editor.gql('Say', { input }));
    succeeded(await family.self.gql('Say', { input: { ...input, clientMessageId: 'b' } }));
    await expect(family.owner.gql('Say', { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const other of [family.viewer, family.stranger]) {
      expect((await other.gql('Say', { input })).say).toMatchObject({ __typename: 'NotFound' });
    }
    await talk.end();
  });
});
