import { describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, aPerson, useServer } from '#tests/support/world.ts';

useServer();

type Event = { cursor: string; node: { id: string; text: string | null; private: boolean } };

async function _take(stream: Watcher, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) events.push((await stream.next()).messageAdded);
  return events;
}

describe('The growing answer', () => {
  test('comes under the id that its message then has', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await family.owner.watch('ReplyProgress', { conversationId: talk.id });

    await talk.say('My father kept a bakery in Galway.');

    const { replyProgress } = await stream.next();
    const last = await talk.last();
    expect(replyProgress).toEqual({ messageId: last.id, text: last.text, done: true });
    await stream.end();
  });

  test('to private words is only for whoever is speaking', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.editor, family.subject.id, { together: true });
    const follow = (person: Person) => person.watch('ReplyProgress', { conversationId: talk.id });
    const [owner, holder, self] = await Promise.all([
      follow(family.owner),
      follow(family.editor),
      follow(family.self),
    ]);

    await talk.say('I never loved him. Don’t write that down.');
    await talk.say('We had a small garden behind the house.');

    const open = (await talk.transcript(family.self)).at(-1);
    expect((await owner.next()).replyProgress.messageId).toBe(open?.id);
    for (const stream of [holder, self]) {
      expect((await stream.next()).replyProgress.messageId).not.toBe(open?.id);
      expect((await stream.next()).replyProgress.messageId).toBe(open?.id);
    }
    await Promise.all([owner, holder, self].map((stream) => stream.end()));
  });

  test('is not there for strangers', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stranger = await aPerson('Sid');

    const stream = await stranger.watch('ReplyProgress', { conversationId: talk.id });

    await expect(stream.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await stream.end();
  });
});

describe('What changes at a subject', () => {
  test('comes in the order in which it happened, however often', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('My father kept a bakery.');
    const own = await family.owner.watch('MessageChanged', {
      filter: { subjectId: family.subject.id, role: 'user' },
    });

    for (let round = 0; round < 7; round++) {
      await family.self.gql('SetMessagePrivate', { id: said.id, private: true });
      await family.self.gql('SetMessagePrivate', { id: said.id, private: false });
    }

    for (let event = 0; event < 14; event++) {
      expect((await own.next()).messageChanged.id).toBe(said.id);
    }
    expect(own.waiting()).toBe(0);
    await own.end();
  });

  test('is told: a conversation that begins and ends, a message that becomes private', async () => {
    const family = await aFamily();
    const { id: subjectId } = family.subject;
    const conversations = await family.owner.watch('ConversationChanged', { subjectId });
    const [changes, desk] = await Promise.all([
      family.editor.watch('MessageChanged', { filter: { subjectId } }),
      family.admin.watch('MessageChanged', {}),
    ]);

    const talk = await aTalk(family.self, subjectId);
    const said = await talk.say('My father kept a bakery.');
    await family.editor.gql('SetMessagePrivate', { id: said.id, private: true });
    await talk.end();

    expect((await conversations.next()).conversationChanged).toMatchObject({
      id: talk.id,
      status: 'IN_PROGRESS',
    });
    expect((await conversations.next()).conversationChanged).toMatchObject({ status: 'COMPLETED' });
    for (const stream of [changes, desk]) {
      const changed = [(await stream.next()).messageChanged, (await stream.next()).messageChanged];
      expect(changed.map((message) => message.id).sort()).toEqual([said.id, (await talk.last()).id].sort());
      expect(changed).toMatchObject([
        { private: true, text: null },
        { private: true, text: null },
      ]);
    }
    await Promise.all([conversations, changes, desk].map((stream) => stream.end()));
  });
});
