import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { aFamily, type Family, server, useServer } from '#tests/support/world.ts';

useServer();

/** A slow writer: what it wrote is seen by nobody until it commits, long after others that began later. */
class SlowWriter {
  readonly #client = new pg.Client({ connectionString: server().databaseUrl });

  async write(subjectId: string, text: string) {
    await this.#client.connect();
    await this.#client.query('begin');
    const { id } = await db.conversation.create({
      data: { subjectId, channel: 'PHONE', status: 'COMPLETED', startedAt: new Date(), endedAt: new Date() },
    });
    await this.#client.query(
      `insert into message (id, subject_id, conversation_id, seq, role, text)
       values (gen_random_uuid(), $1, $2, 1, 'user', $3)`,
      [subjectId, id, text],
    );
  }

  commit = () => this.#client.query('commit');
  end = () => this.#client.end();
}

describe('A message that is committed late', () => {
  let family: Family;
  let talk: Talk;
  let slow: SlowWriter;
  beforeEach(async () => {
    family = await aFamily();
    talk = await aTalk(family.self, family.subject.id);
    slow = new SlowWriter();
    await slow.write(family.subject.id, 'Written first, committed late.');
  });
  afterEach(async () => {
    await slow.end();
    await talk.end();
  });

  test('is not skipped by a stream that has already delivered newer ones', async () => {
    const stream = await family.owner.watch('MessageAdded', {
      filter: { role: 'user', subjectId: family.subject.id },
    });

    await talk.say('Said meanwhile.');
    await slow.commit();

    const texts = [await next(stream), await next(stream)];
    expect(texts.map(({ text }) => text)).toEqual(['Written first, committed late.', 'Said meanwhile.']);
    expect(stream.waiting()).toBe(0);
    await stream.end();
  });

  test('is delivered after the cursor of a list that could not include it; listed messages are not repeated', async () => {
    await talk.say('Said meanwhile.');
    const filter = { subjectId: family.subject.id };
    const { messages } = await family.owner.gql('WriterMessages', { filter, first: 10 });
    expect(messages.edges[1].node.text).toBe('Said meanwhile.');
    const stream = await family.owner.watch('MessageAdded', { filter, after: messages.pageInfo.startCursor });

    await slow.commit();
    const late = await next(stream);
    await talk.say('Said afterwards.');

    expect(late.text).toBe('Written first, committed late.');
    expect((await next(stream)).text).toBe('Said afterwards.');
    await stream.end();
    // Dropped right after the late one: what the list had shown still doesn't come again.
    const again = await family.owner.watch('MessageAdded', { filter, after: late.cursor });
    expect((await next(again)).text).toBe('Said afterwards.');
    await again.end();
  });

  test('is delivered to a new follower, but messages committed before are not', async () => {
    await talk.say('Committed before anybody followed.');
    const stream = await family.owner.watch('MessageAdded', { filter: { subjectId: family.subject.id } });

    await slow.commit();

    expect((await next(stream)).text).toBe('Written first, committed late.');
    await talk.say('Said afterwards.');
    expect((await next(stream)).text).toBe('Said afterwards.');
    await stream.end();
  });

  async function next(stream: {
    next: () => Promise<{ messageAdded: { cursor: string; node: { text: string } } }>;
  }) {
    const { cursor, node } = (await stream.next()).messageAdded;
    return { cursor, text: node.text };
  }
});
