import { describe, expect, test } from 'vitest';
import { pool } from '#api/platform/database/database.ts';
import { operation } from '#tests/support/operations.ts';
import { type Answer, succeeded } from '#tests/support/person.ts';
import { cardsOf, stories, told, workDone } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const whole = `query ($id: ID!) { card(id: $id) {
  id title body happenedText chapter { key } subject { preferredName } people { name } pictures { url }
  conversations { id } proposals { id } revisions { edges { node { number body } } }
  sentences { text sources { quote offsetSeconds saidAt conversationId message { id } } } } }`;

async function aBook({ subject, owner }: Family) {
  const telling = await told(subject.id, [stories.bakery, stories.wedding]);
  const cards = await cardsOf(owner, subject.id);
  const published = cards.find((card) => card.body.includes('bakery'));
  const draft = cards.find((card) => card.body.includes('Frank'));
  succeeded(await owner.gql('SetCardStatus', { id: published.id, status: 'PUBLISHED' }));
  return { telling, published, draft };
}

describe('A reader of the book', () => {
  test('sees published cards with their quotes, but not the transcript behind them', async () => {
    const family = await aFamily();
    const { subject, viewer } = family;
    const { published, draft } = await aBook(family);

    expect((await cardsOf(viewer, subject.id)).map((card) => card.id)).toEqual([published.id]);
    expect((await viewer.gql(whole, draft)).card).toBeNull();
    const { card } = await viewer.gql(whole, published);
    expect(card).toMatchObject({
      ...{ happenedText: '1946', subject: { preferredName: 'Alma' }, pictures: [] },
      ...{ conversations: [], proposals: [], revisions: { edges: [] } },
    });
    expect(card.people.map((person: Answer) => person.name).sort()).toEqual(['Mrs. Olsen', 'Tomas']);
    for (const { text, sources } of card.sentences) {
      expect(sources).toEqual([
        {
          quote: expect.stringContaining(text.slice(0, 20)),
          offsetSeconds: 60,
          saidAt: '2026-10-04T14:01:00.000Z',
          conversationId: null,
          message: null,
        },
      ]);
    }
  });

  test('with access to the transcripts also sees drafts and the messages behind them', async () => {
    const family = await aFamily();
    const { subject, owner, viewer } = family;
    const { telling, draft } = await aBook(family);

    succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, viewersReadTranscripts: true } }));

    const { card } = await viewer.gql(whole, draft);
    expect(card.sentences[0].sources[0]).toMatchObject({
      conversationId: telling.id,
      message: { id: telling.said[1] },
    });
    expect(card.conversations).toEqual([{ id: telling.id }]);
    expect(card.revisions.edges).toHaveLength(1);
  });

  test('sees nothing of a hidden card, and never the text that a card had before it was published', async () => {
    const family = await aFamily();
    const { subject, owner, viewer } = family;
    const { published } = await aBook(family);
    const input = {
      id: published.id,
      subjectId: subject.id,
      title: 'Short',
      body: 'We had a bakery on Mill Street when I was small.',
    };
    succeeded(await owner.gql('SaveCard', { input }));

    const { card } = await viewer.gql(whole, published);
    expect(card.body).toBe('We had a bakery on Mill Street when I was small.');
    expect(JSON.stringify(card)).not.toContain('cinnamon');

    succeeded(await owner.gql('SetCardStatus', { id: published.id, status: 'HIDDEN' }));
    expect((await viewer.gql(whole, published)).card).toBeNull();
  });
});

describe('The book', () => {
  test('does not exist for strangers', async () => {
    const family = await aFamily();
    const { stranger, nobody } = family;
    const { published } = await aBook(family);

    expect((await stranger.gql(whole, published)).card).toBeNull();
    await expect(nobody.gql(whole, published)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await stranger.gql(whole, { id: 'no id at all' })).card).toBeNull();
  });

  test('is only the subject’s while they don’t share, except for what the family wrote by hand', async () => {
    const family = await aFamily();
    const { subject, self, owner, editor, viewer, admin } = family;
    const { published } = await aBook(family);
    const input = { subjectId: subject.id, title: 'By hand', body: 'The family wrote this.' };
    succeeded(await editor.gql('SaveCard', { input }));

    succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['SHARING'] } }));

    expect(await cardsOf(self, subject.id)).toHaveLength(3);
    for (const reader of [owner, editor, admin]) {
      expect((await cardsOf(reader, subject.id)).map((card) => card.title)).toEqual(['By hand']);
      expect((await reader.gql(whole, published)).card).toBeNull();
    }
    expect(await cardsOf(viewer, subject.id)).toEqual([]);
    const { setCardStatus } = await owner.gql('SetCardStatus', { id: published.id, status: 'HIDDEN' });
    expect(setCardStatus).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('counts in each chapter the cards that the reader may read', async () => {
    const family = await aFamily();
    const { subject, editor, viewer } = family;
    await aBook(family);
    const asked = 'query ($id: ID!) { subject(id: $id) { chapters { key cardCount told cards { id } } } }';

    for (const [reader, count] of [
      [editor, 2],
      [viewer, 1],
    ] as const) {
      const { chapters } = (await reader.gql(asked, subject)).subject;
      expect(chapters).toHaveLength(12);
      expect(chapters.flatMap(({ cards }: Answer) => cards)).toHaveLength(count);
      for (const { cardCount, cards, told: howFar } of chapters) {
        expect(cardCount).toBe(cards.length);
        expect(howFar > 0).toBe(cardCount > 0);
      }
    }
  });

  test('orders a chapter by date, with undated cards last', async () => {
    const { subject, editor } = await aFamily();
    for (const [title, happened] of [
      ['Later', '1960~'],
      ['Undated', null],
      ['Earlier', '1952-07'],
      ['First', '194X'],
    ]) {
      const input = { subjectId: subject.id, chapterKey: 'love', title, body: 'A sentence.', happened };
      succeeded(await editor.gql('SaveCard', { input }));
    }

    const titles = (await cardsOf(editor, subject.id)).map((card) => card.title);

    expect(titles).toEqual(['First', 'Earlier', 'Later', 'Undated']);
  });

  test('is read whole with about as many database queries as a single card, even when it is requested repeatedly', async () => {
    const { subject, editor } = await aFamily();
    const input = { subjectId: subject.id, title: 'A card', body: 'One sentence. And another.' };
    const add = async (count: number) => {
      for (let at = 0; at < count; at++) succeeded(await editor.gql('SaveCard', { input }));
    };
    const read = (document: string) => editor.gql(document, { subjectId: subject.id });
    /** The least of several readings, once what was set off is over: letters on their way ask the database too. */
    const asked = async (document: string) => {
      await workDone();
      const counts: number[] = [];
      for (let reading = 0; reading < 5; reading++) {
        let count = 0;
        const counting = () => count++;
        pool.on('acquire', counting);
        await read(document);
        pool.off('acquire', counting);
        counts.push(count);
      }
      return Math.min(...counts);
    };
    await add(1);
    // What is asked often is compiled, and resolved in another order.
    const often = `${operation('Biography')} # asked often`;
    const seldom = `${operation('Biography')} # asked seldom`;
    for (let reading = 0; reading < 20; reading++) await read(often);
    // The database client joins the look-ups of one tick only, so their number varies by a few. One for each story
    // would be twelve more.
    const few = (await asked(seldom)) + 3;
    expect(await asked(often)).toBeLessThanOrEqual(few);
    await add(12);

    expect(await asked(seldom)).toBeLessThanOrEqual(few);
    expect(await asked(often)).toBeLessThanOrEqual(few);
  });
});
