import { describe, expect, test } from 'vitest';
import { isOpenPrompt } from '#api/conversations/interviewer/forms/open-prompts.ts';
import { sentencesOf, wordCount } from '#api/conversations/interviewer/words.ts';
import { answerWaiting, endSilent } from '#api/conversations/jobs.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const stories = [
  'My father kept a bakery in Galway and we lived above it, the five of us in two rooms.',
  'My mother washed for the whole street and sang while she did it, mostly hymns.',
  'We walked to the school over the bridge, my brother Tom and I, in all weathers.',
  'The teacher was Mr Kelly and he had a wooden leg and a laugh you could hear in the yard.',
  'On Saturdays we went to the harbour and watched the boats come in with the herring.',
  'At fifteen I began in the shirt factory, sewing collars, and my hands were sore for a year.',
  'I met Des at the dance in the parish hall. He could not dance at all.',
  'We married in the spring and took the train to Dublin, which was the whole honeymoon.',
];

/** Says something a crash kept from being answered: kept, and nobody at work on it. */
async function leaveWaiting(talk: Talk, text: string) {
  await pool.query(
    `with next as (
       update conversation set last_seq = last_seq + 1, awaiting_seq = last_seq + 1 where id = $1 returning *
     )
     insert into message (id, subject_id, conversation_id, seq, role, text, client_message_id)
     select gen_random_uuid(), subject_id, id, last_seq, 'user', $2, gen_random_uuid()::text from next`,
    [talk.id, text],
  );
}

describe('A crash between a message and its answer', () => {
  test('leaves a conversation that continues, and the answer is made once', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await leaveWaiting(talk, 'My father kept a bakery in Galway.');

    await Promise.all([answerWaiting(), answerWaiting()]);

    await talk.answered();
    expect((await talk.transcript()).map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);
    await talk.say('It smelled of bread in every room.');
    expect(await talk.transcript()).toHaveLength(5);
    await talk.end();
  });

  test('leaves the answer to a running process, and takes over from a dead one', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await leaveWaiting(talk, 'My father kept a bakery in Galway.');
    const lease = (until: string) =>
      pool.query(`update conversation set answering_until = clock_timestamp() + $2::interval where id = $1`, [
        talk.id,
        until,
      ]);

    await lease('1 hour');
    await answerWaiting();
    expect(await talk.transcript()).toHaveLength(2);

    await lease('-1 second');
    await answerWaiting();
    expect(await talk.transcript()).toHaveLength(3);
    await talk.end();
  });

  test('of the answering server lets the server that received the message answer it', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const { rows } = await pool.query<{ until: Date }>(
      `update conversation set answering_until = clock_timestamp() + interval '3 seconds' where id = $1
       returning answering_until as until`,
      [talk.id],
    );

    await talk.say('My father kept a bakery in Galway.');

    const { createdAt } = await talk.last();
    expect(await talk.transcript()).toHaveLength(3);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(rows[0]?.until.getTime() ?? Number.NaN);
    await talk.end();
  });

  test('before the first words of a conversation is recovered too', async () => {
    const family = await aFamily();
    const { id } = await db.conversation.create({
      data: {
        subjectId: family.subject.id,
        channel: 'WEB',
        heldById: family.self.id,
        startedAt: new Date(),
        awaitingSeq: 0,
      },
    });

    await answerWaiting();

    const talk = await aTalk(family.self, family.subject.id);
    expect(talk.id).toBe(id);
    expect(await talk.transcript()).toHaveLength(1);
    await talk.end();
  });
});

describe('A message during an answer', () => {
  test('stops it, and one answer is made for all messages', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await Promise.all(
      ['We had a dog.', 'He was called Patch.', 'He slept by the oven.'].map((text) => talk.send(text)),
    );
    await talk.answered();

    const roles = (await talk.transcript()).map(({ role }) => role);
    expect(roles.filter((role) => role === 'user')).toHaveLength(3);
    expect(roles.at(-1)).toBe('assistant');
    // No answer came after words that were not there yet when it was kept.
    expect(roles.join(' ')).not.toContain('assistant assistant');
    await talk.end();
  });
});

describe('A long conversation', () => {
  test('has at most 25 words and one question per turn, closes kindly at its limit, and repeats no question next time', async () => {
    const family = await aFamily();
    const asked: string[] = [];
    for (let round = 0; round < 3; round++) {
      const talk = await aTalk(family.self, family.subject.id);
      for (let turn = 0; ; turn++) {
        const { status } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
        if (status === 'COMPLETED') break;
        expect(turn).toBeLessThan(40);
        await talk.say(`${stories[(turn + round) % stories.length]}`);
      }
      const turns = (await talk.transcript()).filter(({ role }) => role === 'assistant');
      for (const { text } of turns) {
        expect(wordCount(text ?? ''), text ?? '').toBeLessThanOrEqual(25);
        expect(text?.match(/\?/g)?.length ?? 0, text ?? '').toBeLessThanOrEqual(1);
      }
      const questions = turns.flatMap(({ text }) =>
        sentencesOf(text ?? '').filter((one) => one.endsWith('?')),
      );
      expect(new Set(questions).size).toBe(questions.length);
      // “What happened then?” may be asked again in another conversation.
      asked.push(...questions.filter((question) => !isOpenPrompt(question)));
      const { endReason, questionsAsked } = await db.conversation.findUniqueOrThrow({
        where: { id: talk.id },
      });
      expect(endReason).toBe('QUESTION_LIMIT');
      expect(questionsAsked).toBe(12);
      expect(turns.at(-1)?.text).not.toContain('?');
    }
    expect(asked.length).toBeGreaterThan(15);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('closes at its time limit', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say(stories[0] ?? '');
    const startedAt = new Date(Date.now() - 31 * 60_000);
    await db.conversation.update({ where: { id: talk.id }, data: { startedAt } });

    await talk.say(stories[1] ?? '');

    const { endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect(endReason).toBe('TIME_LIMIT');
  });

  test('in the browser ends after half a day of silence and not earlier', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say(stories[0] ?? '');
    const silentFor = (hours: number) => {
      const then = new Date(Date.now() - hours * 3_600_000);
      return db.conversation.update({ where: { id: talk.id }, data: { startedAt: then, lastHeardAt: then } });
    };

    await silentFor(11.9);
    await endSilent();
    expect((await db.conversation.findUniqueOrThrow({ where: { id: talk.id } })).status).toBe('IN_PROGRESS');

    await silentFor(12.1);
    await endSilent();
    const { status, endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect([status, endReason]).toEqual(['COMPLETED', 'SILENCE']);
  });
});
