import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sentencesOf, wordCount } from '#api/conversations/interviewer/words.ts';
import { answerWaiting, endSilent } from '#api/conversations/jobs.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

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

describe('A crash between what was said and its answer', () => {
  test('leaves a conversation that goes on: the answer is made up for, once', async () => {
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

  test('waits for an answerer that is still alive, and takes over from one that is not', async () => {
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

  test('also before the first words of all', async () => {
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

describe('What is said amid an answer', () => {
  test('stops it: one answer is made for everything that was heard', async () => {
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

describe('Words that are to stay private', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });
  const privates = async (talk: Talk) =>
    (await talk.transcript(family.self)).map((message) => [message.role, message.private]);

  test.each([
    'Keep that between us.',
    'That was off the record.',
    'Please don’t tell anyone what I just said.',
  ])('after the story, “%s”: it, the story, and both answers', async (wish) => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway.');
    await talk.say('My sister had a child before she was married.');

    await talk.say(wish);

    expect(await privates(talk)).toEqual([
      ['assistant', false],
      ['user', false],
      ['assistant', false],
      ['user', true],
      ['assistant', true],
      ['user', true],
      ['assistant', true],
    ]);
    await talk.end();
  });

  test('with the story in them: they and the answer, and the next words are open again', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say(
      'My sister had a child before she was married and the nuns took it away from her in Dublin. Off the record, that is, all of it.',
    );
    await talk.say('My mother washed for the whole street and sang while she did it.');

    const [, first, second, third, fourth] = await privates(talk);
    expect([first, second]).toEqual([
      ['user', true],
      ['assistant', true],
    ]);
    expect([third, fourth]).toEqual([
      ['user', false],
      ['assistant', false],
    ]);
    await talk.end();
  });

  test('announced before the story: the story too', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('What I’m going to tell you now is just between us.');
    await talk.say('My sister had a child before she was married.');

    expect((await privates(talk)).slice(1)).toEqual([
      ['user', true],
      ['assistant', true],
      ['user', true],
      ['assistant', true],
    ]);
    await talk.end();
  });

  test('are withheld from everybody but the subject: owner, editor, viewer, search, the desk', async () => {
    await db.subject.update({ where: { id: family.subject.id }, data: { viewersReadTranscripts: true } });
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My sister Assumpta had a child before she was married.');
    await talk.say('Keep that between us.');

    for (const reader of [family.owner, family.editor, family.viewer, family.admin]) {
      const texts = (await talk.transcript(reader)).slice(1).map((message) => message.text);
      expect(texts).toEqual([null, null, null, null]);
      const { messages } = await reader.gql('WriterMessages', { filter: { conversationId: talk.id } });
      expect(JSON.stringify(messages)).not.toContain('Assumpta');
      const { subject } = await reader.gql('CallLog', { subjectId: family.subject.id, search: 'Assumpta' });
      expect(subject.conversations.edges).toEqual([]);
    }
    expect(JSON.stringify(await talk.transcript(family.self))).toContain('Assumpta');
    await talk.end();
  });

  test('by hand: the family makes them private, only the subject makes them readable again', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('My sister had a child before she was married.');
    const set = (person: Family['owner'], isPrivate: boolean) =>
      person.gql('SetMessagePrivate', { id: said.id, private: isPrivate });

    await expect(set(family.viewer, true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await set(family.stranger, true)).setMessagePrivate).toMatchObject({ __typename: 'NotFound' });
    expect(succeeded(await set(family.editor, true))).toEqual({ id: said.id, private: true });
    expect((await talk.last()).private).toBe(true);

    await expect(set(family.editor, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(set(family.admin, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(succeeded(await set(family.self, false)).private).toBe(false);
    expect((await talk.transcript(family.owner)).map(({ text }) => text)).toContain(said.text);
    await talk.end();
  });

  test('are revealed to an admin for a reason, which the audit log keeps', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('Off the record: I never liked the priest.');
    const reveal = `mutation ($id: ID!, $reason: String!) {
      revealMessage(id: $id, reason: $reason) { ... on RevealedMessage { text } ... on UserError { code path } }
    }`;

    const vague = await family.admin.gql(reveal, { id: said.id, reason: 'because' });
    expect(vague.revealMessage).toEqual({ code: 'BAD_REQUEST', path: ['reason'] });
    await expect(
      family.owner.gql(reveal, { id: said.id, reason: 'I would like to know.' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });

    const { revealMessage } = await family.admin.gql(reveal, {
      id: said.id,
      reason: 'The subject asked us to.',
    });
    expect(revealMessage).toEqual({ text: 'Off the record: I never liked the priest.' });
    const audited = await db.auditEvent.findMany({
      where: { action: 'message.revealed', targetId: said.id },
    });
    expect(audited).toMatchObject([
      { actorId: family.admin.id, detail: { reason: 'The subject asked us to.' } },
    ]);
    await talk.end();
  });
});

describe('The interviewer minds what it hears', () => {
  test('“don’t ask me about that” avoids the theme from then on', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('Please don’t ask me about the war.');

    const { avoidedThemes } = await db.subject.findUniqueOrThrow({ where: { id: family.subject.id } });
    expect(avoidedThemes.join()).toMatch(/war/);
    await talk.end();
  });

  test('“stop” asks once whether for today or for good, and ends', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('Stop.');
    expect((await talk.last()).text).toMatch(/for today, or for good/);
    await talk.say('For today.');

    const { status, endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect([status, endReason]).toEqual(['COMPLETED', 'ASKED_FOR_TODAY']);
    expect((await talk.transcript()).at(-1)?.role).toBe('assistant');
  });

  test('“for good” takes back what it called and texted by', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('Stop.');
    await talk.say('For good.');

    const { subject } = await family.self.gql(
      'query ($id: ID!) { subject(id: $id) { consents { kind status } } }',
      { id: family.subject.id },
    );
    const granted = subject.consents.flatMap((consent: { kind: string; status: string }) =>
      consent.status === 'GRANTED' ? [consent.kind] : [],
    );
    expect(granted.sort()).toEqual(['AI_WRITING', 'RECORDING', 'SHARING']);
    const { endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect(endReason).toBe('ASKED_FOR_GOOD');
  });

  test('words of crisis get a calm answer, and the owner is told at once', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    const said = await talk.say('I don’t want to live any more. I want to end it.');

    expect((await talk.last()).text).toMatch(/help|call|988|emergency/i);
    const notes = await db.wellbeingNote.findMany({ where: { conversationId: talk.id } });
    expect(notes).toMatchObject([{ messageId: said.id, subjectId: family.subject.id }]);
    const notices = await db.notice.findMany({ where: { subjectId: family.subject.id, kind: 'wellbeing' } });
    expect(notices.map((notice) => notice.recipient)).toEqual([family.owner.email]);
    expect(JSON.stringify(notices)).not.toContain('live any more');
    await talk.end();
  });

  test('the family’s question comes first, and is answered by the answer', async () => {
    const family = await aFamily();
    const asked = succeeded(
      await family.viewer.gql('AskQuestion', {
        subjectId: family.subject.id,
        text: 'What did you carry to school for lunch?',
      }),
    );
    const talk = await aTalk(family.self, family.subject.id);
    const status = async () =>
      (await db.questionRequest.findUniqueOrThrow({ where: { id: asked.id } })).status;

    expect((await talk.last()).text).toContain('lunch');
    expect(await status()).toBe('ASKED');
    await talk.say('Two cuts of bread with dripping, wrapped in the newspaper of the day before.');

    expect(await status()).toBe('ANSWERED');
    await talk.end();
  });
});

describe('A long conversation', () => {
  test('keeps to 25 words and one question a turn, closes kindly at its limit, and repeats no question next time', async () => {
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
        asked.push(...sentencesOf(text ?? '').filter((sentence) => sentence.endsWith('?')));
      }
      const { endReason, questionsAsked } = await db.conversation.findUniqueOrThrow({
        where: { id: talk.id },
      });
      expect(endReason).toBe('QUESTION_LIMIT');
      expect(questionsAsked).toBe(12);
      expect(turns.at(-1)?.text).not.toContain('?');
    }
    expect(asked.length).toBeGreaterThan(20);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('closes when its time is over', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say(stories[0] ?? '');
    const startedAt = new Date(Date.now() - 31 * 60_000);
    await db.conversation.update({ where: { id: talk.id }, data: { startedAt } });

    await talk.say(stories[1] ?? '');

    const { endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect(endReason).toBe('TIME_LIMIT');
  });

  test('in the browser ends after half a day of silence, and not before', async () => {
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

describe('A language model', () => {
  let asked: string[] = [];
  let mode: 'answers' | 'fails' = 'answers';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push(body);
      if (mode === 'fails') return response.writeHead(500).end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = (delta: object, reason: string | null = null) =>
        response.write(
          `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
        );
      for (const word of 'That sounds like a busy house. Who got up first to light the fire there?'.split(
        ' ',
      )) {
        chunk({ role: 'assistant', content: `${word} ` });
      }
      chunk({}, 'stop');
      response.end('data: [DONE]\n\n');
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await db.model.create({
      data: {
        name: 'loopback',
        modelName: 'm',
        baseUrl: `http://127.0.0.1:${port}/v1`,
        tasks: ['interview'],
      },
    });
    return async () => {
      await db.model.deleteMany();
      server.closeAllConnections();
      server.close();
    };
  });
  afterEach(() => {
    asked = [];
    mode = 'answers';
  });

  test('finds the words, streamed as they grow and then kept', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await family.owner.watch('ReplyProgress', { conversationId: talk.id });

    await talk.say(stories[0] ?? '');

    const growing: { messageId: string; text: string; done: boolean }[] = [];
    while (!growing.at(-1)?.done) growing.push((await stream.next()).replyProgress);
    const last = await talk.last();
    expect(last.text).toBe('That sounds like a busy house. Who got up first to light the fire there?');
    expect(new Set(growing.map(({ messageId }) => messageId))).toEqual(new Set([last.id]));
    expect(growing.length).toBeGreaterThan(1);
    expect(growing[0]?.text).toBe('That sounds like a busy house.');
    await stream.end();
    await talk.end();
  });

  test('that fails is replaced by the built-in interviewer', async () => {
    mode = 'fails';
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say(stories[0] ?? '');

    expect(asked.length).toBeGreaterThan(0);
    expect((await talk.last()).text).toBeTruthy();
    await talk.end();
  });

  test('gets no words without the consent AI_WRITING', async () => {
    const family = await aFamily({ consents: ['SHARING'] });
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say(stories[0] ?? '');

    expect(asked).toEqual([]);
    await talk.end();
  });

  test('never gets private words, neither when they are said nor later', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('Off the record: my sister Assumpta had a child before she was married.');
    await talk.say(stories[1] ?? '');
    await talk.end();
    const next = await aTalk(family.self, family.subject.id);
    await next.say(stories[2] ?? '');

    expect(asked.length).toBeGreaterThan(0);
    expect(asked.join()).not.toContain('Assumpta');
    await next.end();
  });
});
