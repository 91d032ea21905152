import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { followTogether } from '#api/platform/events/log-tail.ts';
import { aTalk } from '#tests/support/talk.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

type Event = { cursor: string; node: { id: string; text: string | null; private: boolean } };

async function take(stream: Watcher, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) events.push((await stream.next()).messageAdded);
  return events;
}

describe('The live stream of messages', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });

  test('delivers new messages and answers in order, and no earlier ones', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('Before anybody watched.');
    const stream = await family.owner.watch('MessageAdded', { filter: { subjectId: family.subject.id } });

    await talk.say('My mother sang in the choir.');

    const [said, answer] = await take(stream, 2);
    expect(said?.node.text).toBe('My mother sang in the choir.');
    expect(answer?.node.id).toBe((await talk.last()).id);
    await stream.end();
    await talk.end();
  });

  test('has no gaps or duplicates with four writers when it is dropped and resumed after its cursor', async () => {
    const families = [family, ...(await Promise.all([aFamily(), aFamily(), aFamily()]))];
    // However many of the words are answered one by one: nobody comes to the end of a talk.
    await db.subject.updateMany({ data: { maxQuestions: 60 } });
    const talks = await Promise.all(families.map((each) => aTalk(each.self, each.subject.id)));
    let stream = await family.admin.watch('MessageAdded', { filter: { role: 'user' } });
    const perWriter = 12;

    const writing = Promise.all(
      talks.map(async (talk, writer) => {
        for (let at = 0; at < perWriter; at++) await talk.send(`writer ${writer}, word ${at}`);
      }),
    );
    const seen: Event[] = [];
    while (seen.length < talks.length * perWriter) {
      seen.push(...(await take(stream, 4)));
      // Dropped in the midst of it; the rest comes after the last cursor.
      await stream.end();
      stream = await family.admin.watch('MessageAdded', {
        filter: { role: 'user' },
        after: seen.at(-1)?.cursor,
      });
    }
    await writing;

    const texts = seen.map((event) => event.node.text);
    expect(new Set(texts).size).toBe(talks.length * perWriter);
    talks.forEach((_talk, writer) => {
      const own = texts.filter((text) => text?.startsWith(`writer ${writer},`));
      expect(own).toEqual(Array.from({ length: perWriter }, (_, at) => `writer ${writer}, word ${at}`));
    });
    expect(stream.waiting()).toBe(0);
    await stream.end();
    for (const talk of talks) {
      await talk.answered();
      await talk.end();
    }
  }, 120_000);

  test('continues where a list ended', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('The first thing.');
    const filter = { conversationId: talk.id };
    const { messages } = await family.owner.gql('WriterMessages', { filter, first: 2 });
    await talk.say('The second thing.');

    const stream = await family.owner.watch('MessageAdded', { filter, after: messages.pageInfo.startCursor });

    expect((await take(stream, 1))[0]?.node.text).toBe('The second thing.');
    await talk.say('The third thing.');
    const texts = (await take(stream, 3)).map((event) => event.node.text);
    expect(texts[1]).toBe('The third thing.');
    const early = await family.owner.watch('MessageAdded', { filter, after: messages.pageInfo.endCursor });
    const ids = (await take(early, 5)).map((event) => event.node.id);
    const transcript = await talk.transcript();
    expect(ids).toEqual(transcript.slice(-5).map((message) => message.id));
    await early.end();
    await stream.end();
    await talk.end();
  });

  test('respects its filter', async () => {
    const other = await aFamily();
    const talk = await aTalk(family.self, family.subject.id, { channel: 'PHONE' });
    const elsewhere = await aTalk(other.self, other.subject.id);
    const streams = await Promise.all(
      [
        { role: 'assistant' },
        { phone: family.subject.phone.slice(0, -1) },
        { conversationId: talk.id, role: 'user' },
        { subjectId: other.subject.id, dateTo: '2001-01-01T00:00:00Z' },
      ].map((filter) => family.admin.watch('MessageAdded', { filter })),
    );

    await elsewhere.say('Somewhere else.');
    await talk.say('Over here.');

    const [assistant, phone, conversation, never] = streams as [Watcher, Watcher, Watcher, Watcher];
    const answers = [(await elsewhere.last()).id, (await talk.last()).id];
    expect((await take(assistant, 2)).map((event) => event.node.id)).toEqual(answers);
    expect((await take(phone, 1))[0]?.node.text).toBe('Over here.');
    expect((await take(conversation, 1))[0]?.node.text).toBe('Over here.');
    expect(never.waiting()).toBe(0);
    await Promise.all(streams.map((stream) => stream.end()));
    await talk.end();
    await elsewhere.end();
  });

  test('delivers a private message to all followers, but its words only to the subject', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const filter = { subjectId: family.subject.id };
    const [owner, self, admin] = await Promise.all([
      family.owner.watch('MessageAdded', { filter }),
      family.self.watch('MessageAdded', { filter }),
      family.admin.watch('MessageAdded', { filter }),
    ]);

    await talk.say('Off the record: I never liked the priest.');

    for (const stream of [owner, admin]) {
      const events = await take(stream, 2);
      expect(events.map(({ node }) => [node.private, node.text])).toEqual([
        [true, null],
        [true, null],
      ]);
    }
    expect((await take(self, 2))[0]?.node.text).toBe('Off the record: I never liked the priest.');
    await Promise.all([owner, self, admin].map((stream) => stream.end()));
    await talk.end();
  });

  test('does not begin for a client that has disconnected', { timeout: 10_000 }, async () => {
    const read = async () => ({ entries: [], full: false, unsettled: false });
    await followTogether('left', read, null, AbortSignal.abort(), () => {});
  });

  test('is refused without access to the transcripts', async () => {
    const filter = { subjectId: family.subject.id };
    const refusal = async (person: Family['owner'], variables: object) => {
      const stream = await person.watch('MessageAdded', variables);
      const error = await stream.next().catch((reason) => reason);
      await stream.end();
      return error.code ?? error.extensions?.code;
    };

    expect(await refusal(family.viewer, { filter })).toBe('FORBIDDEN');
    expect(await refusal(family.stranger, { filter })).toBe('NOT_FOUND');
    expect(await refusal(family.nobody, { filter })).toBe('UNAUTHORIZED');
    expect(await refusal(family.owner, {})).toBe('FORBIDDEN');
    expect(await refusal(family.owner, { filter, after: 'nonsense' })).toBe('BAD_REQUEST');
  });
});
