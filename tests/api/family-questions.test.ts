import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aSlowModel } from '#tests/support/slow-model.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

type Listed = {
  id: string;
  status: string;
  tries: number;
  declined: boolean;
  answeredIn: { id: string } | null;
  answerMessageId: string | null;
};

const listing = `query ($subjectId: ID!) { subject(id: $subjectId) { questions(first: 50) { edges { node {
  id status tries declined answeredIn { id } answerMessageId
} } } } }`;

/** A family whose viewer asks these questions, and how each of them stands for somebody. */
async function aFamilyThatAsks(...texts: string[]) {
  const family = await aFamily();
  const { viewer, subject } = family;
  const ids: string[] = [];
  for (const text of texts) {
    ids.push(succeeded(await viewer.gql('AskQuestion', { subjectId: subject.id, text })).id);
  }
  async function question(at = 0, reader: Person = family.owner): Promise<Listed> {
    const { questions } = (await reader.gql(listing, { subjectId: subject.id })).subject;
    return questions.edges.find(({ node }: { node: Listed }) => node.id === ids[at]).node;
  }
  return { ...family, ids, question, talk: () => aTalk(family.self, subject.id) };
}

describe('An asked question of the family', () => {
  test('comes first in the next conversation, before older ones, and is then skipped', async () => {
    const { talk, question } = await aFamilyThatAsks('Where did you go dancing?', 'Where was the shop?');
    const first = await talk();
    expect((await first.last()).text).toContain('dancing');
    await first.end();
    expect(await question()).toMatchObject({ status: 'QUEUED', tries: 1 });

    const second = await talk();
    expect((await second.last()).text).toContain('dancing');
    await second.end();
    expect(await question()).toMatchObject({ status: 'SKIPPED', tries: 2, declined: false });

    const third = await talk();
    expect((await third.last()).text).toContain('shop');
    await third.end();
  });

  test('shows its answer to readers of transcripts, and only its status to others', async () => {
    const { talk, question, viewer } = await aFamilyThatAsks('What colour was the front door?');
    const conversation = await talk();
    const said = await conversation.say('Blue, and it stuck in the wet.');
    await conversation.end();

    expect(await question()).toMatchObject({
      status: 'ANSWERED',
      answeredIn: { id: conversation.id },
      answerMessageId: said.id,
    });
    expect(await question(0, viewer)).toMatchObject({
      status: 'ANSWERED',
      answeredIn: null,
      answerMessageId: null,
    });
  });

  test('is declined without the person’s words, and not asked again', async () => {
    const { talk, question, viewer } = await aFamilyThatAsks('Why did you leave the Church?');
    const conversation = await talk();
    await conversation.say('I would rather not talk about that.');
    await conversation.end();

    expect(await question(0, viewer)).toMatchObject({
      status: 'SKIPPED',
      declined: true,
      answeredIn: null,
      answerMessageId: null,
    });
    const next = await talk();
    expect((await next.last()).text).not.toContain('Church');
    await next.end();
  });

  test('is answered by the last words before the conversation is ended', async () => {
    const model = await aSlowModel();
    const { talk, question } = await aFamilyThatAsks(
      'What colour was the front door?',
      'What was the dog called?',
    );
    const conversation = await talk();
    const said = await conversation.send('Blue, and it stuck in the wet.');
    expect(await question()).toMatchObject({ status: 'ASKED' });
    await conversation.end();

    expect(await question()).toMatchObject({ status: 'ANSWERED', answerMessageId: said.id });
    expect(await question(1)).toMatchObject({ status: 'QUEUED', tries: 0 });

    const other = await talk();
    await other.send('Oh, that’s the door. I’ll tell you next time.');
    await other.end();
    expect(await question(1)).toMatchObject({ status: 'QUEUED', tries: 1 });
    await model.stop();
  });
});

describe('A waiting question of the family', () => {
  test('is answered by words told unasked, and is not asked any more', async () => {
    const { talk, question } = await aFamilyThatAsks(
      'What did you have for breakfast?',
      'What was the name of the ship you came on?',
    );
    const conversation = await talk();
    const said = await conversation.say(
      'Porridge, and more porridge. The ship that we came on was the Conte Grande, and I was sick for nineteen days.',
    );

    expect(await question(1)).toMatchObject({
      status: 'ANSWERED',
      tries: 0,
      answeredIn: { id: conversation.id },
      answerMessageId: said.id,
    });
    expect((await conversation.last()).text).not.toContain('ship you came on');
    await conversation.end();
  });

  test('is answered unasked also after it was skipped, and not by private words', async () => {
    const { talk, question, ids } = await aFamilyThatAsks(
      'What was the name of the ship you came on?',
      'How many sheep did you have?',
    );
    await db.questionRequest.updateMany({
      where: { id: { in: ids } },
      data: { status: 'SKIPPED', tries: 2 },
    });
    const conversation = await talk();
    await conversation.say('Keep that between us: we had four hundred sheep, and sixty of them were stolen.');
    expect(await question(1)).toMatchObject({ status: 'SKIPPED' });
    await conversation.say(
      'The ship that we came on was the Conte Grande, and I was sick for nineteen days.',
    );
    expect(await question()).toMatchObject({ status: 'ANSWERED' });
    await conversation.end();
  });
});
