import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toldBefore } from '#api/conversations/engine/told.ts';
import { db } from '#api/platform/database/database.ts';
import { anInterviewingModel } from '#tests/support/model.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
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

  test('the family’s question is answered by one word, and not by a wish to wait', async () => {
    const { family, question } = await aQuestion('What colour was the front door?');
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('Hold on a moment, there’s somebody at the door.');
    expect(await question()).toMatchObject({ status: 'ASKED', tries: 1 });
    await talk.say('Blue.');

    expect(await question()).toMatchObject({ status: 'ANSWERED', conversationId: talk.id });
    await talk.end();
    expect(await question()).toMatchObject({ status: 'ANSWERED' });
  });

  test('the family’s question that was not answered comes first once more, and is then left', async () => {
    const { family, question } = await aQuestion('Where did you go dancing?');
    for (const [tries, after] of [
      [1, 'QUEUED'],
      [2, 'SKIPPED'],
    ]) {
      const talk = await aTalk(family.self, family.subject.id);
      expect((await talk.last()).text).toContain('dancing');
      expect(await question()).toMatchObject({ status: 'ASKED', tries });

      await talk.end();
      expect(await question()).toMatchObject({ status: after, tries });
    }
    const talk = await aTalk(family.self, family.subject.id);
    expect((await talk.last()).text).not.toContain('dancing');
    await talk.end();
  });
});

async function aQuestion(text: string) {
  const family = await aFamily();
  const { id } = succeeded(await family.viewer.gql('AskQuestion', { subjectId: family.subject.id, text }));
  return { family, question: () => db.questionRequest.findUniqueOrThrow({ where: { id } }) };
}

test('After thousands of questions, the interviewer knows the latest, and that each of the bank was asked', async () => {
  const family = await aFamily();
  const talk = await aTalk(family.self, family.subject.id);
  await db.$executeRaw`
    insert into message (id, subject_id, conversation_id, seq, role, text, question_key, created_at)
    select gen_random_uuid(), ${family.subject.id}::uuid, ${talk.id}::uuid, 100 + n, 'assistant', 'Question ' || n || '?',
      case when n <= 2 then 'long-ago-' || n end, now() - interval '1 year' + n * interval '1 minute'
    from generate_series(1, 2500) as n`;
  const conversation = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });

  const { askedTexts, doneKeys } = await toldBefore(conversation, null);

  expect(doneKeys).toEqual(expect.arrayContaining(['long-ago-1', 'long-ago-2']));
  // The talk's own opening is the latest.
  expect([askedTexts.length, askedTexts[0], askedTexts.at(-2)]).toEqual([
    1_000,
    'Question 1502?',
    'Question 2500?',
  ]);
  await talk.end();
});

describe('A language model', () => {
  let mode: 'answers' | 'fails' = 'answers';
  let asked: string[] = [];
  beforeAll(async () => {
    const model = await anInterviewingModel(() =>
      mode === 'fails' ? null : 'That sounds like a busy house. Who got up first to light the fire there?',
    );
    asked = model.asked;
    return model.stop;
  });
  afterEach(() => {
    asked.length = 0;
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
    expect((await talk.last()).text).toMatch(/^(?!.*busy house).*\?$/);
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
