import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { correct, expectGrounded, misheard, right, whole } from '#tests/support/correcting.ts';
import { holdingSubject } from '#tests/support/held-subject.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { cardsOf, stories, told, until, workDone, writingOf } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

describe('Words corrected during the conversation', () => {
  test('are written in their corrected form, and every sentence points to them', async () => {
    const { subject, self, editor } = await aFamily();
    const talk = await aTalk(self, subject.id);
    const said = await talk.say(misheard);
    await correct(editor, said.id, right);

    await talk.end();
    await talk.written();

    const cards = await cardsOf(editor, subject.id);
    expect(cards.length).toBeGreaterThan(0);
    const { conversation } = await editor.gql('Transcript', { id: talk.id });
    expect(JSON.stringify([cards, conversation.title, conversation.summary])).not.toContain('Gallway');
    for (const { id } of cards) {
      const { card } = await editor.gql(whole, { id });
      expect(card.body).toContain('Galway');
      expect(card.place).toBe('Galway');
      expectGrounded(card);
    }
  });
});

describe('Words corrected after the story was written', () => {
  test('are corrected in an unedited story, in its title, its place and its people', async () => {
    const { subject, editor } = await aFamily();
    const { id: conversationId, said } = await told(subject.id, [misheard]);
    const [{ id }] = await cardsOf(editor, subject.id);
    expect((await editor.gql(whole, { id })).card.place).toBe('Gallway');

    await correct(editor, said[0], right.replace('Tomas', 'Thomas'));
    await workDone();

    const { card } = await editor.gql(whole, { id });
    expect(card).toMatchObject({
      revision: 2,
      place: 'Galway',
      happened: '1952-22',
      mark: 'SAID',
      proposals: [],
    });
    expect(card.body).not.toMatch(/Gallway|Tomas/);
    expect(card.people).toEqual([{ name: 'Thomas' }]);
    expect(card.revisions.edges[0].node.author.__typename).toBe('MachineWriter');
    expect(card.revisions.edges[1].node.body).toContain('Gallway');
    expectGrounded(card);
    const { conversation } = await editor.gql('Transcript', { id: conversationId });
    expect(JSON.stringify([card.title, conversation])).not.toMatch(/Gallway/);
    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
  });

  test('are in the book as first heard when the correction is undone', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [misheard]);
    const [{ id, body }] = await cardsOf(editor, subject.id);
    const { card: first } = await editor.gql(whole, { id });

    await correct(editor, said[0], right);
    await workDone();
    await correct(editor, said[0], misheard);
    await workDone();

    const { card } = await editor.gql(whole, { id });
    expect(card).toMatchObject({ body, place: 'Gallway', revision: 3, happened: first.happened });
    expect(card.sentences).toEqual(first.sentences);
  });

  test('are as in the last correction when several people correct at the same moment', async () => {
    const { subject, owner, editor } = await aFamily();
    const { said } = await told(subject.id, [misheard]);
    const [{ id }] = await cardsOf(editor, subject.id);
    const held = await holdingSubject(subject.id);
    const corrections = [
      await held.queue(() => correct(editor, said[0], right)),
      await held.queue(() => correct(owner, said[0], right.replace('birch', 'well-dried beech'))),
    ];
    await held.letGo();
    await Promise.all(corrections.map(({ answer }) => answer));

    const { card } = await editor.gql(whole, { id });
    expectGrounded(card);
    expect(card.sentences[0].text).toContain('Galway');
    expect(card.body.includes('beech')).toBe(card.sentences[0].sources[0].message.text.includes('beech'));
    expect(card.sentences[2].sources[0].quote).toMatch(/^I can still smell.* in Galway\.$/);
  });

  test('remove their sentences when corrected to nothing, and restore them when put back', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [stories.wedding]);
    const [{ id, body }] = await cardsOf(editor, subject.id);

    await correct(editor, said[0], stories.wedding.replace(/ He stepped .* third time\./, ''));
    const { card: without } = await editor.gql(whole, { id });
    await correct(editor, said[0], stories.wedding);
    const { card: back } = await editor.gql(whole, { id });

    expect(without.body).toBe(body.replace(/ He stepped .* third time\./, ''));
    expectGrounded(without);
    expect(back.body).toBe(body);
    expectGrounded(back);
  });

  test('that were not understood before are written after the correction', async () => {
    const { subject, editor } = await aFamily();
    const { id, said } = await told(subject.id, [stories.wedding, 'Mm, the, uh.']);
    expect(await cardsOf(editor, subject.id)).toHaveLength(1);

    await correct(editor, said[1], misheard);
    await until(async () => (await writingOf(id)) === 'WRITTEN');

    const cards = await cardsOf(editor, subject.id);
    expect(cards.map((card) => card.body).join()).toContain('in the summer of 1952');
    for (const each of cards) expectGrounded((await editor.gql(whole, each)).card);
  });

  test('do not change the story without the consent to AI writing, but change what it links to', async () => {
    const { subject, self, editor } = await aFamily();
    const { said } = await told(subject.id, [misheard]);
    const [{ id, body }] = await cardsOf(editor, subject.id);
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['AI_WRITING'] } }));

    await correct(editor, said[0], right);

    const { card } = await editor.gql(whole, { id });
    expect(card).toMatchObject({ body, revision: 1 });
    expect(card.sentences[2].sources[0].quote).toBe(right.slice(right.indexOf('I can still')));
  });
});

describe('Private words', () => {
  test('hide sentences that were written from their corrected form, including those edited by hand', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [misheard]);
    const [{ id, title }] = await cardsOf(editor, subject.id);
    await correct(editor, said[0], right.replace('the bakery of my uncle', 'the smithy of my uncle'));
    const { card: before } = await editor.gql(whole, { id });
    const input = {
      ...{ id, subjectId: subject.id, title, baseRevision: before.revision },
      body: `${before.body} The smithy of my uncle was dark.`,
    };
    succeeded(await editor.gql('SaveCard', { input }));

    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));

    const { card } = await editor.gql(whole, { id });
    expect(card).toMatchObject({ body: '', sentences: [], status: 'HIDDEN' });
    expect(JSON.stringify(card)).not.toMatch(/smithy|Galway|Gallway/);
  });

  test('stay hidden when they are corrected, and are correct when they become readable again', async () => {
    const { subject, self, editor } = await aFamily();
    const { said } = await told(subject.id, [misheard]);
    const [{ id }] = await cardsOf(editor, subject.id);
    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));
    const activity = await db.activity.count({ where: { subjectId: subject.id } });

    await correct(self, said[0], right);
    await workDone();

    expect((await editor.gql(whole, { id })).card).toMatchObject({ body: '', revision: 1, place: null });
    expect(await db.activity.count({ where: { subjectId: subject.id } })).toBe(activity);
    succeeded(await self.gql('SetMessagePrivate', { id: said[0], private: false }));
    const { card } = await editor.gql(whole, { id });
    expect(card.body).toContain('We lived in Galway');
    expect(card.body).not.toContain('Gallway');
    expectGrounded(card);
  });
});
