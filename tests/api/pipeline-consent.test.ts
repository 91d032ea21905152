import { describe, expect, test } from 'vitest';
import { biographyWrite } from '#api/biography/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { aModel, oneCard } from '#tests/support/model.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTelling, cardsOf, queueWriting, stories, told, until, writingOf } from '#tests/support/told.ts';
import { aFamily, giveConsents, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_WRITER: 'a key' });

const signal = AbortSignal.timeout(120_000);

describe('What is private', () => {
  test('is never written, and the story around it is not announced', async () => {
    const { subject, self } = await aFamily();

    const telling = await told(subject.id, [{ text: stories.wedding, private: true }, stories.bakery]);

    const cards = await cardsOf(self, subject.id);
    expect(cards).toHaveLength(1);
    expect(JSON.stringify(cards)).not.toMatch(/Frank|Duluth/);
    expect(await db.mention.count({ where: { messageId: telling.said[0] } })).toBe(0);
    expect(await db.person.findMany({ where: { subjectId: subject.id, name: 'Frank' } })).toEqual([]);
  });

  test('is not written even if it becomes private while the writer works', async () => {
    const { subject, editor } = await aFamily();
    let began = () => {};
    let goOn = () => {};
    const asking = new Promise<void>((resolve) => (began = resolve));
    const allowed = new Promise<void>((resolve) => (goOn = resolve));
    const { asked } = await aModel(async (body) => {
      began();
      await allowed;
      const sees = JSON.stringify(body).includes('Frank');
      const text = sees ? stories.wedding.split('. ')[0] : stories.bakery.split('. ')[0];
      return oneCard(sees ? 'Frank at the dance' : 'The bakery', [
        { text: `${text}.`, message: sees ? 'M2' : 'M3' },
      ]);
    });
    const telling = await aTelling(subject.id, [stories.wedding, stories.bakery]);
    await queueWriting(telling.id);

    await asking;
    succeeded(await editor.gql('SetMessagePrivate', { id: telling.said[0], private: true }));
    goOn();
    await until(async () => (await writingOf(telling.id)) === 'WRITTEN');

    expect(asked.length).toBeGreaterThan(1);
    const { conversation } = await editor.gql('Transcript', { id: telling.id });
    const cards = await cardsOf(editor, subject.id);
    expect(cards.length).toBeGreaterThan(0);
    expect(JSON.stringify([conversation, cards])).not.toMatch(/Frank|Duluth/);
    const run = await db.writerRun.findFirstOrThrow({ where: { conversationId: telling.id } });
    expect(JSON.stringify(run)).not.toMatch(/Frank|Duluth/);
  });

  test('is written once the subject makes it readable again', async () => {
    const { subject, self, editor } = await aFamily();
    const telling = await told(subject.id, [{ text: stories.wedding, private: true }, stories.bakery]);

    succeeded(await self.gql('SetMessagePrivate', { id: telling.said[0], private: false }));
    await until(async () => (await cardsOf(editor, subject.id)).length === 2);

    const cards = await cardsOf(editor, subject.id);
    expect(cards.filter((card) => card.body.includes('bakery'))).toHaveLength(1);
    expect(cards.filter((card) => card.body.includes('Frank'))).toHaveLength(1);
  });
});

describe('Conversations from before the consent to AI writing', () => {
  const unwritten = async (subjectId: string, text: string) => {
    const { id } = await aTelling(subjectId, [text]);
    await db.conversation.update({ where: { id }, data: { writing: null } });
    return id;
  };

  test('are written once it is given, and those of other books are not', async () => {
    const { subject, self } = await aFamily({ consents: ['SHARING'] });
    const other = await aFamily({ consents: ['SHARING'] });
    const id = await unwritten(subject.id, stories.bakery);
    const elsewhere = await unwritten(other.subject.id, stories.bakery);

    await giveConsents(self, subject.id, ['AI_WRITING']);
    await until(async () => (await writingOf(id)) === 'WRITTEN');

    expect(JSON.stringify(await cardsOf(self, subject.id))).toContain('Mill Street');
    expect(await writingOf(elsewhere)).toBeNull();
  });

  test('stay unwritten if it was withdrawn after them', async () => {
    const { subject, self } = await aFamily({ consents: ['SHARING', 'AI_WRITING'] });
    const id = await unwritten(subject.id, stories.wedding);
    const input = { subjectId: subject.id, kinds: ['AI_WRITING'] };
    succeeded(await self.gql('WithdrawConsent', { input }));

    await giveConsents(self, subject.id, ['AI_WRITING']);

    expect(await writingOf(id)).toBeNull();
  });
});

describe('Without the consent to AI writing', () => {
  test('no card is written and no model is called', async () => {
    const { subject, self } = await aFamily({ consents: ['SHARING'] });
    const { asked } = await aModel(() => oneCard('The bakery', []));
    const { id } = await aTelling(subject.id, [stories.bakery]);

    await biographyWrite.run({ conversationId: id }, signal);

    expect(asked).toEqual([]);
    expect(await cardsOf(self, subject.id)).toEqual([]);
    expect(await db.conversation.findUnique({ where: { id } })).toMatchObject({ writing: null, title: null });
  });

  test('text that a model wrote in the meantime is discarded', async () => {
    const { subject, self } = await aFamily();
    await aModel(async () => {
      succeeded(
        await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['AI_WRITING'] } }),
      );
      return oneCard('The bakery', [{ text: 'We had a bakery on Mill Street when I was small.' }]);
    });
    const { id } = await aTelling(subject.id, [stories.bakery]);

    await biographyWrite.run({ conversationId: id }, signal);

    expect(await cardsOf(self, subject.id)).toEqual([]);
    expect(await writingOf(id)).toBe(null);
  });

  test('existing text is erased if the subject asks for it, except what the family wrote', async () => {
    const { subject, self, editor } = await aFamily();
    const telling = await told(subject.id, [stories.bakery, stories.wedding]);
    const cards = await cardsOf(editor, subject.id);
    const bakery = cards.find((card) => card.body.includes('bakery'));
    const input = {
      ...{ id: bakery.id, subjectId: subject.id, title: 'Our bakery', baseRevision: 1 },
      body: `${bakery.body}\n\nI was told this too, by Clara.`,
    };
    succeeded(await editor.gql('SaveCard', { input }));

    const withdrawal = { subjectId: subject.id, kinds: ['AI_WRITING'], eraseWriting: true };
    succeeded(await self.gql('WithdrawConsent', { input: withdrawal }));

    const left = await cardsOf(editor, subject.id);
    expect(left.map(({ title, body }) => [title, body])).toEqual([
      ['Our bakery', 'I was told this too, by Clara.'],
    ]);
    expect(await db.source.count({ where: { subjectId: subject.id } })).toBe(0);
    const { conversation } = await editor.gql('Transcript', { id: telling.id });
    expect(conversation).toMatchObject({ title: null, summary: null, writing: null, cards: [] });
    expect(conversation.messages.edges).toHaveLength(4);
  });
});
