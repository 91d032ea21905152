import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toldBefore } from '#api/conversations/engine/told.ts';
import { db } from '#api/platform/database/database.ts';
import { correct, expectGrounded, misheard, right, whole } from '#tests/support/correcting.ts';
import { ask } from '#tests/support/migrating.ts';
import { aModel, anInterviewingModel, oneCard } from '#tests/support/model.ts';
import type { Answer } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import {
  aTelling,
  cardsOf,
  queueWriting,
  stories,
  told,
  until,
  workDone,
  writingOf,
} from '#tests/support/told.ts';
import { aFamily, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_WRITER: 'a key' });

describe('Words corrected while the writer works', () => {
  test('are written as corrected, because the writer starts again', async () => {
    const { subject, editor } = await aFamily();
    const { id: conversationId, said } = await aTelling(subject.id, [misheard]);
    const { asked } = await aModel(async (request) => {
      const town = JSON.stringify(request).includes('Gallway') ? 'Gallway' : 'Galway';
      if (town === 'Gallway') await correct(editor, said[0], right);
      return oneCard(`The oven in ${town}`, [
        {
          text: `We lived in ${town} in the summer of 1952, above the bakery of my uncle Tomas.`,
        },
      ]);
    });

    await queueWriting(conversationId);
    await until(async () => (await writingOf(conversationId)) === 'WRITTEN');

    expect(asked.length).toBeGreaterThan(1);
    const [{ id }] = await cardsOf(editor, subject.id);
    const { card } = await editor.gql(whole, { id });
    expect(card.body).toContain('Galway');
    expect(JSON.stringify(card.revisions)).not.toContain('Gallway');
    expectGrounded(card);
  });
});

describe('Text that a language model wrote from misheard words', () => {
  test('is corrected in the titles too, and in a sentence that the model worded itself', async () => {
    const { subject, editor } = await aFamily();
    await aModel((request) => {
      const town = JSON.stringify(request).includes('Gallway') ? 'Gallway' : 'Galway';
      const quote = `We lived in ${town} in the summer of 1952, above the bakery of my uncle Tomas.`;
      return oneCard(`The bakery in ${town}`, [
        { text: `We lived in ${town} in the summer of 1952.`, quote },
      ]);
    });
    const { id: conversationId, said } = await told(subject.id, [misheard]);
    const [{ id }] = await cardsOf(editor, subject.id);
    const before = (await editor.gql(whole, { id })).card;
    expect(before).toMatchObject({ title: 'The bakery in Gallway' });

    await correct(editor, said[0], right);
    await workDone();

    const { card } = await editor.gql(whole, { id });
    expect(card).toMatchObject({
      title: 'The bakery in Galway',
      body: before.body.replaceAll('Gallway', 'Galway'),
    });
    const { conversation } = await editor.gql('Transcript', { id: conversationId });
    expect(conversation).toMatchObject({
      title: 'The bakery in Galway',
      summary: 'Alma told of the bakery in galway.',
    });
  });
});

describe('Words corrected during the conversation', () => {
  test('are known to the interviewer from then on, in later conversations too', async () => {
    const { subject, self, editor } = await aFamily();
    const model = await anInterviewingModel(() => 'What did the street sound like?');
    const talk = await aTalk(self, subject.id);
    const said = await talk.say('We lived in Gallway, and my mother sang.');
    await correct(editor, said.id, 'We lived in Galway, and my mother sang.');
    model.asked.length = 0;

    await talk.say('And there was a harbour, too.');

    const asked = model.asked.join();
    await model.stop();
    expect(asked).toContain('We lived in Galway, and my mother sang.');
    expect(asked).not.toContain('Gallway');
    await talk.end();
    const { id } = await aTalk(self, subject.id);
    const later = await db.conversation.findUniqueOrThrow({ where: { id } });
    expect((await toldBefore(later, null)).earlierWords).toEqual([
      'And there was a harbour, too.',
      'We lived in Galway, and my mother sang.',
    ]);
  });
});

/** As a start does it: over a connection of its own, for which the migration has helpers. */
async function moveSpans() {
  const sql = readFileSync('prisma/migrations/20261123051500_spans_of_shown_words/migration.sql', 'utf8');
  await ask(server().adminUrl, sql);
}

describe('Words corrected before corrections changed the book', () => {
  test('are the words into which sources point from then on', async () => {
    const { subject, editor } = await aFamily();
    const heard = `🎻 ${misheard}`;
    const { said } = await told(subject.id, [heard]);
    const shown = heard.replace('in Gallway in', 'in 🎻 Galway in');
    await db.message.update({ where: { id: said[0] }, data: { correctedText: shown } });
    const [{ id }] = await cardsOf(editor, subject.id);
    const quotes = async () => {
      const { card } = await editor.gql(whole, { id });
      return card.sentences.map(({ sources }: Answer) => sources[0].quote);
    };
    const mentions = () => db.mention.findMany({ where: { messageId: said[0], NOT: { personId: null } } });
    expect((await quotes())[2]).not.toMatch(/^I can still/);

    await moveSpans();

    expect(await quotes()).toEqual([
      expect.stringMatching(
        /We lived in 🎻 Galway in the summer of 1952, above the bakery of my uncle Tomas\.$/,
      ),
      'He got up at three every morning and, um, lit the big oven with birch wood.',
      'I can still smell the cinnamon on his hands when he came up the stairs in Gallway.',
    ]);
    expect((await mentions()).map(({ start, end }) => shown.slice(start, end))).toContain('Tomas');
  });

  test('are the words into which proposals and notes point from then on, each at its new position', async () => {
    const { subject, editor } = await aFamily();
    const { id: conversationId, said } = await told(subject.id, [misheard, stories.wedding]);
    const shown = misheard.replace('in Gallway in', 'in 🎻 Galway in');
    await db.message.update({ where: { id: said[0] }, data: { correctedText: shown } });
    const [{ id: cardId }] = await cardsOf(editor, subject.id);
    const at = (within: string, words: string, messageId = said[0]) => {
      const start = within.indexOf(words);
      return { messageId, start, end: start + words.length };
    };
    const smell = 'I can still smell the cinnamon on his hands';
    const noted = (text: string) => ({ text: smell, sources: [at(text, smell), at(text, 'We lived in')] });
    const danced = { text: 'Frank', sources: [at(stories.wedding, 'Frank', said[1])] };
    const contradiction = (text: string) => ({
      ...{ kind: 'CONTRADICTION', about: 'oven', question: 'When?' },
      ...{ left: { ...noted(text), edtf: '1952', cardId: null }, right: { ...danced, edtf: '1955', cardId } },
    });
    const gap = { kind: 'GAP', fromYear: 1952, toYear: 1980, question: 'What then?' };
    const { id } = await db.proposal.create({
      data: {
        ...{ subjectId: subject.id, cardId, conversationId },
        sentences: [
          { paragraph: 0, ...noted(misheard) },
          { paragraph: 1, ...danced },
        ],
      },
    });
    const run = await db.writerRun.create({
      data: {
        ...{ subjectId: subject.id, conversationId, writer: 'builtin' },
        refusals: [{ ...noted(misheard), findings: [] }],
        findings: [contradiction(misheard), gap],
      },
    });

    await moveSpans();

    expect((await db.proposal.findUniqueOrThrow({ where: { id } })).sentences).toEqual([
      { paragraph: 0, ...noted(shown) },
      { paragraph: 1, ...danced },
    ]);
    expect(await db.writerRun.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({
      refusals: [{ ...noted(shown), findings: [] }],
      findings: [contradiction(shown), gap],
    });
  });
});
