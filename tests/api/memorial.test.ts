import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { holdingSubject } from '#tests/support/held-subject.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const saying = `mutation ($input: SayInput!) { say(input: $input) { __typename } }`;
const beginning = `mutation ($input: BeginConversationInput!) { beginConversation(input: $input) { __typename } }`;
const remembering = (id: string) => ['UpdateSubject', { input: { id, status: 'MEMORIAL' } }] as const;
const deleting = (id: string) => ['DeleteSubject', { id }] as const;

describe('A book that is kept in memory from now on', () => {
  test('has the conversation ended that was on', async () => {
    const { owner, subject } = await aFamily();
    const talk = await aTalk(owner, subject.id, { together: true });
    await talk.say('My father was a baker on Mill Street.');
    succeeded(await owner.gql(...remembering(subject.id)));

    const ended = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect(ended).toMatchObject({
      status: 'COMPLETED',
      endReason: 'ENDED_BY_HAND',
      writing: expect.any(String),
    });
    expect((await owner.gql('SubjectHome', { id: subject.id })).subject.liveConversation).toBeNull();
  });

  test('has none begun that waited for it', async () => {
    const { owner, editor, subject } = await aFamily();
    const held = await holdingSubject(subject.id);
    const remembered = await held.queue(() => owner.gql(...remembering(subject.id)));
    const input = { subjectId: subject.id, channel: 'WEB', together: true };
    const begun = await held.queue(() => editor.gql(beginning, { input }));
    await held.letGo();
    succeeded(await remembered.answer);
    expect(await begun.answer).toEqual({ beginConversation: { __typename: 'WrongState' } });
    expect(await db.conversation.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});

describe('Words that change the book, said as it is', () => {
  test.each([
    { as: 'kept in memory', closing: remembering },
    { as: 'deleted', closing: deleting },
  ])('$as, neither stand in the way of that nor are kept', async ({ closing }) => {
    const { owner, editor, subject } = await aFamily();
    const [document, variables] = closing(subject.id);
    const talk = await aTalk(editor, subject.id, { together: true });
    const held = await holdingSubject(subject.id);
    const closed = await held.queue(() => owner.gql(document, variables));
    const input = { conversationId: talk.id, text: 'Please stop calling me.', clientMessageId: 'stop' };
    const said = await held.queue(() => editor.gql(saying, { input }));
    await held.letGo();
    succeeded(await closed.answer);
    expect(await said.answer).toEqual({ say: { __typename: 'ConversationClosed' } });
  });
});
