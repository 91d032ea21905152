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
  test('has the id that its message will have', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await family.owner.watch('ReplyProgress', { conversationId: talk.id });

    await talk.say('My father kept a bakery in Galway.');

    const { replyProgress } = await stream.next();
    const last = await talk.last();
    expect(replyProgress).toEqual({ messageId: last.id, text: last.text, done: true });
    await stream.end();
  });

  test('to private words is delivered only to the speaker', async () => {
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

  test('does not exist for strangers', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stranger = await aPerson('Sid');

    const stream = await stranger.watch('ReplyProgress', { conversationId: talk.id });

    await expect(stream.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await stream.end();
  });
});

describe('The stream of a subject’s changes', () => {
  test('delivers changes in the order in which they happened, including repeated ones', async () => {
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

  test('delivers that a conversation begins and ends, and that a message becomes private', async () => {
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

    // An event shows the conversation as it is when the event is delivered.
    expect((await conversations.next()).conversationChanged).toMatchObject({
      id: talk.id,
      status: 'IN_PROGRESS',
    });
    await talk.end();
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

describe('A follower who reconnects', () => {
  const conversations = `subscription ($subjectId: ID!, $awaySeconds: Int) {
    conversationChanged(subjectId: $subjectId, awaySeconds: $awaySeconds) { id status }
  }`;
  const messages = `subscription ($filter: MessageFilter, $awaySeconds: Int) {
    messageChanged(filter: $filter, awaySeconds: $awaySeconds) { id private text }
  }`;

  test('gets what changed during the disconnection in its current state, and all later changes', async () => {
    const family = await aFamily();
    const { id: subjectId } = family.subject;
    const cut = await family.owner.watch(conversations, { subjectId });
    await cut.end();
    const missed = await aTalk(family.self, subjectId);
    const said = await missed.say('My father kept a bakery.');
    await family.self.gql('SetMessagePrivate', { id: said.id, private: true });
    await missed.end();

    const back = await family.owner.watch(conversations, { subjectId, awaySeconds: 30 });
    const changes = await family.owner.watch(messages, { filter: { subjectId }, awaySeconds: 30 });
    const next = await aTalk(family.self, subjectId);

    // It began, it ended, its story was written: told each time with its state of now.
    const begun = { id: next.id, status: 'IN_PROGRESS' };
    let heard = (await back.next()).conversationChanged;
    expect(heard).toEqual({ id: missed.id, status: 'COMPLETED' });
    while (heard.id === missed.id) {
      expect(heard.status).toBe('COMPLETED');
      heard = (await back.next()).conversationChanged;
    }
    expect(heard).toEqual(begun);
    expect((await changes.next()).messageChanged).toMatchObject({ private: true, text: null });
    await Promise.all([back, changes].map((stream) => stream.end()));
  });

  test('gets an error for a subject that they may not see, and for a time out of range', async () => {
    const family = await aFamily();
    const { id: subjectId } = family.subject;
    await aTalk(family.self, subjectId);
    const stranger = await aPerson('Sid');

    const refused = await stranger.watch(conversations, { subjectId, awaySeconds: 60 });
    const impossible = await family.owner.watch(conversations, { subjectId, awaySeconds: -1 });
    const forgotten = await family.owner.watch(conversations, { subjectId, awaySeconds: 31 * 24 * 3600 });

    await expect(refused.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(impossible.next()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(forgotten.next()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('changes are kept for 30 days'),
    });
    await Promise.all([refused, impossible, forgotten].map((stream) => stream.end()));
  });
});
