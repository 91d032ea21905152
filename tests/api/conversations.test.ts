import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

describe('Beginning a conversation', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });

  test('has the interviewer say the first words', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    const [opening, ...more] = await talk.transcript();

    expect(opening).toMatchObject({ role: 'assistant', private: false });
    expect(opening?.text).toMatch(/computer/i);
    expect(more).toEqual([]);
    await talk.end();
  });

  test('gives the one that is live, also when two begin at the same moment', async () => {
    const begun = await Promise.all([
      aTalk(family.self, family.subject.id),
      aTalk(family.owner, family.subject.id, { together: true }),
      aTalk(family.self, family.subject.id),
    ]);

    expect(new Set(begun.map((talk) => talk.id)).size).toBe(1);
    const again = await aTalk(family.self, family.subject.id);
    expect(again.id).toBe(begun[0]?.id);
    expect(await again.transcript()).toHaveLength(1);
    await again.end();
  });

  test('takes the family at the subject’s side: alone only the subject talks', async () => {
    const input = { subjectId: family.subject.id, channel: 'WEB' };

    const { beginConversation } = await family.editor.gql('BeginConversation', { input });

    expect(beginConversation).toMatchObject({ __typename: 'InvalidInput', path: ['together'] });
  });

  test('says who held it', async () => {
    const talk = await aTalk(family.editor, family.subject.id, { together: true });

    const { conversation } = await family.owner.gql(
      'query ($id: ID!) { conversation(id: $id) { together heldBy { name } messageCount } }',
      { id: talk.id },
    );

    expect(conversation).toEqual({ together: true, heldBy: { name: 'Ed Rourke' }, messageCount: 1 });
    await talk.end();
  });

  test('is for neither viewers nor admins, and for strangers there is nothing to begin', async () => {
    const input = { subjectId: family.subject.id, channel: 'WEB', together: true };

    await expect(family.viewer.gql('BeginConversation', { input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(family.admin.gql('BeginConversation', { input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(family.nobody.gql('BeginConversation', { input })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const { beginConversation } = await family.stranger.gql('BeginConversation', { input });
    expect(beginConversation).toMatchObject({ __typename: 'NotFound' });
  });

  test('on the phone simulates a call, which is picked up at once', async () => {
    const talk = await aTalk(family.self, family.subject.id, { channel: 'PHONE' });

    const { conversation } = await family.self.gql('Transcript', { id: talk.id });

    expect(conversation).toMatchObject({ status: 'IN_PROGRESS', channel: 'PHONE' });
    expect(conversation.messages.edges[0].node.phone).toBe(family.subject.phone);
    await talk.end();
  });

  test('on the phone or by text needs the consent for it', async () => {
    const quiet = await aFamily({ consents: ['SHARING'] });

    for (const [channel, kind] of [
      ['PHONE', 'CALLS'],
      ['SMS', 'SMS'],
    ]) {
      const { beginConversation } = await quiet.self.gql(
        `mutation ($input: BeginConversationInput!) {
          beginConversation(input: $input) { ... on ConsentMissing { code kind } }
        }`,
        { input: { subjectId: quiet.subject.id, channel } },
      );
      expect(beginConversation).toEqual({ code: 'EXPECTATION_FAILED', kind });
    }
  });

  test('is not possible in a memorial', async () => {
    const late = await aFamily();
    succeeded(await late.self.gql('UpdateSubject', { input: { id: late.subject.id, status: 'MEMORIAL' } }));

    const { beginConversation } = await late.self.gql('BeginConversation', {
      input: { subjectId: late.subject.id, channel: 'WEB' },
    });

    expect(beginConversation).toMatchObject({ __typename: 'WrongState', code: 'CONFLICT' });
  });
});

describe('Saying something', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });

  test('is answered once, with at most 25 words', async () => {
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

  test('twice with the same id is said once, one after the other and at the same moment', async () => {
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

  test('by 32 at once gives every one a number of its own', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await Promise.all(Array.from({ length: 32 }, (_, at) => talk.send(`Word ${at} of the story.`)));

    await talk.answered();
    const seqs = (await talk.transcript()).map((message) => message.seq);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    const said = await db.message.count({ where: { conversationId: talk.id, role: 'user' } });
    expect(said).toBe(32);
    await talk.end();
  });

  test('after the end is refused, and leaves no trace of the attempt', async () => {
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

  test('takes 20,000 characters, and no id longer than 64', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    const long = await talk.say('word '.repeat(4_000).trim());
    const { say } = await family.self.gql('Say', {
      input: { conversationId: talk.id, text: 'Yes.', clientMessageId: 'x'.repeat(65) },
    });

    expect(long.text).toHaveLength(19_999);
    expect(say).toMatchObject({ __typename: 'InvalidInput', path: ['clientMessageId'] });
    await talk.end();
  });

  test('is for the subject, and for whoever holds the conversation', async () => {
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

describe('A conversation held together, when nothing is shared', () => {
  test('is read by whoever holds it while it lasts, and by nobody else but the subject', async () => {
    const family = await aFamily({ consents: [] });
    const talk = await aTalk(family.owner, family.subject.id, { together: true });
    await talk.say('We had a dog called Patch.');

    expect((await talk.transcript()).map((message) => message.text)).toContain('We had a dog called Patch.');
    for (const other of [family.editor, family.viewer, family.admin, family.stranger]) {
      expect((await other.gql('Transcript', { id: talk.id })).conversation).toBeNull();
    }
    await talk.end();

    const { conversation } = await family.owner.gql('Transcript', { id: talk.id });
    expect(conversation.messages.edges).toEqual([]);
    const own = await family.self.gql('Transcript', { id: talk.id });
    expect(own.conversation.messages.edges.length).toBeGreaterThan(2);
  });
});

describe('Ending a conversation', () => {
  test('is done once, and sets the writer to work when the subject agreed to it', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway and we lived above it.');

    const first = await talk.end();
    const again = await talk.end();

    expect(first).toMatchObject({ status: 'COMPLETED', endedAt: expect.any(String) });
    expect(again.endedAt).toBe(first.endedAt);
    const { writing, endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect(endReason).toBe('ENDED_BY_HAND');
    expect(['WRITING', 'WRITTEN']).toContain(writing);
  });

  test('writes nothing without that consent, nor when nothing was said', async () => {
    const family = await aFamily({ consents: ['SHARING'] });
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway.');
    await talk.end();
    const silent = await aTalk((await aFamily()).self, undefined);
    await silent.end();

    for (const { id } of [talk, silent]) {
      expect((await db.conversation.findUniqueOrThrow({ where: { id } })).writing).toBeNull();
    }
  });
});

describe('The call log', () => {
  test('is searched by what was said, and is empty for those who may not read', async () => {
    const family = await aFamily();
    const bakery = await aTalk(family.self, family.subject.id);
    await bakery.say('My father kept a bakery in Galway.');
    await bakery.end();
    const boats = await aTalk(family.self, family.subject.id);
    await boats.say('My uncle built boats at the harbour.');
    await boats.end();

    const found = async (person = family.owner, search?: string) => {
      const { subject } = await person.gql('CallLog', { subjectId: family.subject.id, search });
      return subject.conversations.edges.map(({ node }: { node: { id: string } }) => node.id);
    };

    expect(await found()).toEqual([boats.id, bakery.id]);
    expect(await found(family.owner, 'bakery galw')).toEqual([bakery.id]);
    expect(await found(family.owner, 'harbour bakery')).toEqual([]);
    expect(await found(family.owner, '???')).toEqual([]);
    expect(await found(family.viewer)).toEqual([]);
  });
});

describe('A correction', () => {
  test('shows the right words and keeps the first ones', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('We lived in Gallway.');
    const correct = `mutation ($id: ID!, $text: String!) {
      correctMessage(id: $id, text: $text) { __typename ... on Message { text originalText } ... on UserError { path } }
    }`;

    const { correctMessage } = await family.editor.gql(correct, { id: said.id, text: 'We lived in Galway.' });

    expect(correctMessage).toMatchObject({
      text: 'We lived in Galway.',
      originalText: 'We lived in Gallway.',
    });
    const stranger = await family.stranger.gql(correct, { id: said.id, text: 'No.' });
    expect(stranger.correctMessage.__typename).toBe('NotFound');
    const own = (await talk.transcript())[0];
    const refused = await family.editor.gql(correct, { id: own?.id, text: 'No.' });
    expect(refused.correctMessage).toMatchObject({ __typename: 'InvalidInput', path: ['id'] });
    await talk.end();
  });
});
