import { beforeAll, describe, expect, test } from 'vitest';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import { tellOfOpenedStories } from '#api/conversations/service/open-said-audiences.ts';
import { mayHear } from '#api/partners/webhooks/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { readableConversation } from '#api/writer/playground/readable.ts';
import { teamAt } from '#api/writer/reconcile/policy.ts';
import { quotesOf } from '#api/writer/reconcile/quotes.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aPublishedBook } from '#tests/support/made.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aRecordedTalk, publish } from '#tests/support/recorded-book.ts';
import { server } from '#tests/support/server.ts';
import { heardIn, listen } from '#tests/support/sound.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { stories, told } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, join, useServer } from '#tests/support/world.ts';

useServer();
useClock();

/**
 * A published book of two stories that were told in one conversation, the bakery's first; beside the family Lourdes, an
 * editor whom audiences name.
 */
async function aToldBook() {
  const family = await aFamily();
  const { subject, self } = family;
  const { telling, bakery, wedding } = await aPublishedBook(family);
  const lourdes = await aPerson('Lourdes');
  const lourdesId = await join(self, subject.id, lourdes, 'EDITOR', 'sister');
  const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: bakery.id } });
  const [bakeryId = '', weddingId = ''] = telling.said;
  return {
    ...family,
    ...{ lourdes, lourdesId, chapterId, subjectId: subject.id, talkId: telling.id, bakeryId, weddingId },
    ...{ cardId: bakery.id as string, openId: wedding.id as string },
  };
}
type Book = Awaited<ReturnType<typeof aToldBook>>;

async function setAudience(person: Person, input: object): Promise<Answer> {
  return succeeded(await person.gql('SetAudience', { input }));
}

type Read = { id: string; text: string | null; originalText: string | null; private: boolean; kept: boolean };

const MESSAGE = 'id role text originalText private kept';

/** The transcript as somebody reads it: what the person said of the bakery, the answer to it, and of the wedding. */
async function transcriptOf(person: Person, { talkId }: Pick<Book, 'talkId'>): Promise<Read[]> {
  const { conversation } = await person.gql(
    `query ($id: ID!) { conversation(id: $id) { messages(first: 100) { edges { node { ${MESSAGE} } } } } }`,
    { id: talkId },
  );
  const nodes: Read[] = (conversation?.messages.edges ?? []).map(({ node }: { node: Read }) => node);
  for (const { text, kept } of nodes) expect(text === null, person.name).toBe(kept);
  return nodes;
}

async function readsBakery(person: Person, book: Book): Promise<boolean> {
  return (await transcriptOf(person, book)).some(({ text }) => text?.includes('Mill Street'));
}

const everybody = ['owner', 'self', 'lourdes', 'editor', 'viewer', 'admin', 'stranger'] as const;

async function readers(book: Book, people: readonly (typeof everybody)[number][] = everybody) {
  const reads = await Promise.all(people.map((who) => readsBakery(book[who], book)));
  return people.filter((_, at) => reads[at]);
}

function letViewersRead({ subjectId }: Book, viewersReadTranscripts: boolean) {
  return db.subject.update({ where: { id: subjectId }, data: { viewersReadTranscripts } });
}

/** The ids of the conversations that a search finds for somebody. */
async function found(person: Person, { subjectId }: Book, search: string): Promise<string[]> {
  const { subject } = await person.gql(
    'query ($id: ID!, $search: String) { subject(id: $id) { conversations(first: 9, search: $search) { edges { node { id } } } } }',
    { id: subjectId, search },
  );
  return subject.conversations.edges.map(({ node }: { node: { id: string } }) => node.id);
}

async function answersTo(person: Person, { subjectId }: Book, question: string): Promise<string> {
  const { subject } = await person.gql(
    'query ($id: ID!, $question: String!) { subject(id: $id) { askBook(question: $question) { quote message { text } } } }',
    { id: subjectId, question },
  );
  return JSON.stringify(subject.askBook);
}

const CORRECT = `mutation ($id: ID!, $text: String!) { correctMessage(id: $id, text: $text) { __typename ... on Message { id } } }`;

describe('The words of a story for named members', () => {
  let book: Book;
  beforeAll(async () => {
    book = await aToldBook();
    const { owner, cardId, lourdesId } = book;
    await db.message.update({
      where: { id: book.bakeryId },
      data: { correctedText: (await textOf(book.bakeryId)).replace('Tomas', 'Tomás') },
    });
    await db.conversation.update({ where: { id: book.talkId }, data: { title: 'Of rolls and of a dance' } });
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
  });
  const textOf = async (id: string) => (await db.message.findUniqueOrThrow({ where: { id } })).text;

  test('are read in the call log by those, the owners and the person, and by nobody else', async () => {
    expect(await readers(book)).toEqual(['owner', 'self', 'lourdes']);
    await letViewersRead(book, true);
    expect(await readers(book)).toEqual(['owner', 'self', 'lourdes']);
    expect(await transcriptOf(book.viewer, book)).toHaveLength(4);
    await letViewersRead(book, false);
    expect(await transcriptOf(book.viewer, book)).toEqual([]);
  });

  test('are kept with the answer to them, and without the first text, while the other words are read', async () => {
    const [opening, bakery, answer, wedding] = await transcriptOf(book.editor, book);
    expect(opening).toMatchObject({ kept: false, text: expect.any(String) });
    expect(bakery).toMatchObject({
      id: book.bakeryId,
      kept: true,
      text: null,
      originalText: null,
      private: false,
    });
    expect(answer).toMatchObject({ role: 'assistant', kept: true, text: null });
    expect(wedding).toMatchObject({
      id: book.weddingId,
      kept: false,
      text: expect.stringContaining('Frank'),
    });
    const [, own] = await transcriptOf(book.lourdes, book);
    expect(own).toMatchObject({ kept: false, text: expect.stringContaining('Tomás') });
    expect(own?.originalText).toContain('Tomas');
  });

  test('are found by no search of the others, and neither are the title and summary over them', async () => {
    const titled = 'query ($id: ID!) { conversation(id: $id) { title } }';
    const title = async (who: Person) => (await who.gql(titled, { id: book.talkId })).conversation.title;
    for (const who of [book.owner, book.lourdes]) {
      expect(await found(who, book, 'penny')).toEqual([book.talkId]);
      expect(await found(who, book, 'rolls dance')).toEqual([book.talkId]);
      expect(await title(who)).toBe('Of rolls and of a dance');
    }
    for (const who of [book.editor, book.admin]) {
      expect(await found(who, book, 'penny'), who.name).toEqual([]);
      expect(await found(who, book, 'rolls dance'), who.name).toEqual([]);
      expect(await found(who, book, 'organ'), who.name).toEqual([book.talkId]);
      expect(await title(who)).toBeNull();
    }
  });

  test('answer no question of the others', async () => {
    expect(await answersTo(book.lourdes, book, 'Who gave you a penny?')).toContain('penny');
    const answers = await answersTo(book.editor, book, 'Who gave you a penny?');
    expect(answers).not.toMatch(/penny|Mill Street/);
    expect(await answersTo(book.editor, book, 'Who played the organ?')).toContain('Clara');
  });

  test('are in no list of messages of the others, and masked at the desk', async () => {
    const listed = async (who: Person) => {
      const { messages } = await who.gql(
        `query ($filter: MessageFilter) { messages(filter: $filter, first: 9) { edges { node { ${MESSAGE} revealable } } } }`,
        { filter: { subjectId: book.subjectId } },
      );
      return messages.edges.map(({ node }: { node: Read & { revealable: boolean } }) => node);
    };
    expect(JSON.stringify(await listed(book.lourdes))).toContain('Mill Street');
    expect(JSON.stringify(await listed(book.editor))).not.toContain('Mill Street');
    const atDesk = await listed(book.admin);
    expect(JSON.stringify(atDesk)).not.toContain('Mill Street');
    expect(atDesk).toContainEqual(
      expect.objectContaining({ id: book.bakeryId, kept: true, revealable: true, text: null }),
    );
    expect(atDesk).toContainEqual(expect.objectContaining({ id: book.weddingId, revealable: false }));

    const { url } = server();
    const file = await fetch(`${url}/desk/messages.csv?subjectId=${book.subjectId}`, {
      headers: { cookie: book.admin.cookie ?? '' },
    });
    const lines = (await file.text()).split('\r\n');
    expect(lines.filter((line) => line.endsWith('"(kept for others)"'))).toHaveLength(2);
    expect(lines.join()).not.toContain('Mill Street');
    expect(lines.join()).toContain('Frank');
  });

  test('are revealed to the team for a reason alone', async () => {
    const reveal = async (id: string, reason: string) =>
      (
        await book.admin.gql(
          `mutation ($id: ID!, $reason: String!) { revealMessage(id: $id, reason: $reason) {
            ... on RevealedMessage { text } ... on UserError { code }
          } }`,
          { id, reason },
        )
      ).revealMessage;
    expect(await reveal(book.bakeryId, 'no')).toEqual({ code: 'BAD_REQUEST' });
    expect(await reveal(book.weddingId, 'The family asked us to')).toEqual({ code: 'NOT_FOUND' });
    expect((await reveal(book.bakeryId, 'The family asked us to')).text).toContain('Mill Street');
    expect(
      await db.auditEvent.count({ where: { action: 'message.revealed', targetId: book.bakeryId } }),
    ).toBe(1);
  });

  test('are read by a key as by its user, and told to the webhooks of nobody else', async () => {
    const scopes = ['subjects:read', 'messages:read', 'conversations:read'];
    const asked = `query ($id: ID!) { conversation(id: $id) { messages(first: 9) { edges { node { text kept } } } } }`;
    const byKey = async (who: Person) =>
      JSON.stringify((await (await aPartner(who, { scopes })).ask(asked, { id: book.talkId })).data);
    expect(await byKey(book.lourdes)).toContain('Mill Street');
    expect(await byKey(book.editor)).not.toContain('Mill Street');
    expect(await byKey(book.editor)).toContain('"kept":true');
    const hears = ({ id: userId }: Person, messageId: string) =>
      mayHear({
        webhook: { id: userId, userId, allSubjects: true, subjectIds: [] },
        ...{ subjectId: book.subjectId, event: 'message.created', data: { messageId } },
      });
    expect(await hears(book.lourdes, book.bakeryId)).toBe(true);
    expect(await hears(book.editor, book.bakeryId)).toBe(false);
    expect(await hears(book.editor, book.weddingId)).toBe(true);
  });

  test('are changed by nobody who may not read them', async () => {
    const { editor, lourdes, bakeryId, talkId } = book;
    for (const change of [
      () => editor.gql(CORRECT, { id: bakeryId, text: 'We had no bakery.' }),
      () => editor.gql('SetMessagePrivate', { id: bakeryId, private: true }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const corrected = (await textOf(bakeryId)).replace('Mill Street', 'Mill Street itself');
    succeeded(await lourdes.gql(CORRECT, { id: bakeryId, text: corrected }));
    expect(await readsBakery(lourdes, book)).toBe(true);
    expect(JSON.stringify(await transcriptOf(editor, { talkId }))).not.toContain('Mill Street');
  });

  test('are shown to the team by no model and beside no name', async () => {
    await expect(readableConversation(teamAt, book.talkId)).rejects.toThrow(
      'Some of its words are for others',
    );
    const { personId } = await db.mention.findFirstOrThrow({
      where: { messageId: book.bakeryId, personId: { not: null } },
    });
    expect(await quotesOf(personId ?? '')).toEqual([]);
    await setAudience(book.owner, { cardId: book.cardId, everyone: true });
    expect(await quotesOf(personId ?? '')).toMatchObject([{ messageId: book.bakeryId }]);
    expect((await readableConversation(teamAt, book.talkId)).id).toBe(book.talkId);
    expect(await readers(book)).toEqual(['owner', 'self', 'lourdes', 'editor', 'admin']);
  });
});

describe('Words that a story is held back with', () => {
  test('are read by the others from its day on', async () => {
    const book = await aToldBook();
    const until = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
    await setAudience(book.owner, { cardId: book.cardId, until });
    expect(await readers(book)).toEqual(['owner', 'self']);
    later(Date.parse(`${until}T05:01:00Z`) - Date.now());
    expect(await readers(book, ['lourdes', 'editor'])).toEqual(['lourdes', 'editor']);
  });

  test('are read by the others once the person has died', async () => {
    const book = await aToldBook();
    await setAudience(book.self, { cardId: book.cardId, afterDeath: true });
    expect(await readers(book)).toEqual(['owner', 'self']);
    await db.subject.update({ where: { id: book.subjectId }, data: { status: 'MEMORIAL' } });
    expect(await readers(book)).toEqual(['owner', 'self', 'lourdes', 'editor', 'admin']);
  });

  test('are those of all stories of a chapter that has an audience, and not of one that is hidden', async () => {
    const book = await aToldBook();
    const { owner, chapterId, lourdesId } = book;
    await db.chapter.update({ where: { id: chapterId }, data: { hidden: true } });
    await letViewersRead(book, true);
    expect(await readers(book, ['viewer', 'admin'])).toEqual(['viewer', 'admin']);
    await db.chapter.update({ where: { id: chapterId }, data: { hidden: false } });
    await setAudience(owner, { chapterId, memberIds: [lourdesId] });
    expect(await readers(book)).toEqual(['owner', 'self', 'lourdes']);
    await setAudience(owner, { chapterId, everyone: true });
    expect(await readers(book, ['lourdes', 'editor', 'viewer'])).toEqual(['lourdes', 'editor', 'viewer']);
  });

  test('are kept where another story tells them too, which shows its own quote', async () => {
    const book = await aToldBook();
    const { owner, editor, cardId, openId, lourdesId, bakeryId, subjectId, weddingId } = book;
    const sentence = await db.sentence.findFirstOrThrow({ where: { cardId: openId, hidden: false } });
    const { text } = await db.message.findUniqueOrThrow({ where: { id: bakeryId } });
    const start = text.indexOf('I can still smell');
    const source = { subjectId, sentenceId: sentence.id, messageId: bakeryId, start, end: text.length };
    await db.source.create({ data: source });
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
    const asked = `query ($id: ID!) { card(id: $id) { sentences { sources { quote message { id text kept } } } } }`;
    const { card } = await editor.gql(asked, { id: openId });
    const sources = card.sentences.flatMap((each: Answer) => each.sources);
    expect(sources).toContainEqual({
      quote: text.slice(start),
      message: { id: bakeryId, text: null, kept: true },
    });
    expect(sources).toContainEqual(
      expect.objectContaining({
        message: { id: weddingId, text: expect.stringContaining('Frank'), kept: false },
      }),
    );
    expect(await answersTo(editor, book, 'What can you still smell?')).toMatch(/cinnamon.*"text":null/);
    expect(await answersTo(editor, book, 'Who gave you a penny?')).not.toContain('penny');
  });
});

const changed = `subscription ($filter: MessageFilter) { messageChanged(filter: $filter) { ${MESSAGE} } }`;
const retitled = 'subscription ($subjectId: ID!) { conversationChanged(subjectId: $subjectId) { id title } }';

/** The next change of one message that a reader is sent. */
async function nextOf(stream: Awaited<ReturnType<Person['watch']>>, id: string): Promise<Read> {
  for (;;) {
    const { messageChanged } = await stream.next();
    if (messageChanged.id === id) return messageChanged;
  }
}

describe('Words that are told to a limited story later', () => {
  const asked = 'query ($id: ID!) { card(id: $id) { proposals { id } } }';
  const decide = `mutation ($id: ID!, $accept: Boolean!) {
    decideProposal(id: $id, accept: $accept) { __typename ... on Card { id } } }`;

  test.each([true, false])('are kept once they are proposed to it, and after that: %s', async (accept) => {
    const book = await aToldBook();
    const { owner, editor, lourdes, cardId, lourdesId, subjectId } = book;
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
    const stream = await editor.watch(changed, { filter: { subjectId } });
    const again = await told(subjectId, [stories.bakeryAgain]);
    const { proposals } = (await owner.gql(asked, { id: cardId })).card;
    expect(proposals).toHaveLength(1);
    expect(await nextOf(stream, again.said[0] ?? '')).toMatchObject({ text: null, kept: true });
    await stream.end();
    const reads = () =>
      Promise.all([lourdes, editor].map((who) => readsBakery(who, { ...book, talkId: again.id })));
    expect(await reads()).toEqual([true, false]);
    succeeded(await owner.gql(decide, { id: proposals[0].id, accept }));
    expect(await reads()).toEqual([true, false]);
    await setAudience(owner, { cardId, everyone: true });
    expect(await reads()).toEqual([true, true]);
  });

  test('are kept as soon as they are written into it', async () => {
    const { owner, editor, cardId, lourdesId, subjectId } = await aToldBook();
    await db.subject.update({ where: { id: subjectId }, data: { publishesAutomatically: true } });
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
    const stream = await editor.watch(changed, { filter: { subjectId } });
    const again = await told(subjectId, [stories.bakeryAgain]);
    expect((await owner.gql(asked, { id: cardId })).card.proposals).toEqual([]);
    expect(await nextOf(stream, again.said[0] ?? '')).toMatchObject({ text: null, kept: true });
    await stream.end();
  });
});

test('Words for which a limited chapter’s story has no room become a story of that chapter, and are kept too', async () => {
  const book = await aToldBook();
  const { owner, lourdes, editor, cardId, lourdesId, subjectId } = book;
  await db.subject.update({ where: { id: subjectId }, data: { publishesAutomatically: true } });
  const { id: chapterId } = await db.chapter.findFirstOrThrow({ where: { subjectId, cards: { none: {} } } });
  const { revision } = await db.card.update({ where: { id: cardId }, data: { chapterId } });
  const place = { paragraph: 90, position: 90 };
  const text = `The oven stood ${'x'.repeat(39_600)}.`;
  await db.sentence.create({ data: { id: newId(), subjectId, cardId, revision, ...place, text } });
  await setAudience(owner, { chapterId, memberIds: [lourdesId] });

  const again = await told(subjectId, [stories.bakeryAgain]);
  expect(await db.card.count({ where: { chapterId } })).toBe(2);
  const reads = [lourdes, editor].map((who) => readsBakery(who, { ...book, talkId: again.id }));
  expect(await Promise.all(reads)).toEqual([true, false]);
});

describe('Words of a limited story that is erased', () => {
  /** Of the words of the bakery, the answer to them, and those of the wedding, which ones somebody reads. */
  async function readIn(person: Person, { talkId }: Book): Promise<boolean[]> {
    const { conversation } = await person.gql(
      'query ($id: ID!) { conversation(id: $id) { messages(first: 9) { edges { node { text } } } } }',
      { id: talkId },
    );
    return conversation.messages.edges.slice(1).map(({ node }: { node: Read }) => node.text !== null);
  }

  test('become private when all that was written goes, and open call logs are told', async () => {
    const book = await aToldBook();
    const { owner, self, lourdes, editor, cardId, lourdesId, subjectId, bakeryId } = book;
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
    const stream = await lourdes.watch(changed, { filter: { subjectId } });
    const input = { subjectId, kinds: ['AI_WRITING'], eraseWriting: true };
    succeeded(await self.gql('WithdrawConsent', { input }));
    expect(await db.card.count({ where: { subjectId } })).toBe(0);
    expect(await nextOf(stream, bakeryId)).toMatchObject({ text: null, private: true });
    await stream.end();
    expect(await readIn(self, book)).toEqual([true, true, true]);
    for (const who of [owner, lourdes, editor])
      expect(await readIn(who, book), who.name).toEqual([false, false, true]);
  });

  test('stay readable then if everybody may read the story by now', async () => {
    const book = await aToldBook();
    const until = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
    await setAudience(book.owner, { cardId: book.cardId, until });
    later(Date.parse(`${until}T05:01:00Z`) - Date.now());
    const input = { subjectId: book.subjectId, kinds: ['AI_WRITING'], eraseWriting: true };
    succeeded(await book.self.gql('WithdrawConsent', { input }));
    expect(await readIn(book.editor, book)).toEqual([true, true, true]);
  });

  test('become private when the story goes with words that were deleted', async () => {
    const book = await aToldBook();
    const { owner, editor, cardId, bakeryId, talkId } = book;
    await setAudience(owner, { cardId, afterDeath: true });
    await db.message.update({
      where: { id: bakeryId },
      data: { private: true, deletedAt: new Date(Date.now() - 31 * day) },
    });
    expect(await readIn(editor, book)).toEqual([false, false, true]);
    await eraseDeletedWords();
    expect(await db.card.findUnique({ where: { id: cardId } })).toBeNull();
    expect(await readIn(editor, book)).toEqual([false, false, true]);
    const answer = await db.message.findFirstOrThrow({ where: { conversationId: talkId, seq: 3 } });
    expect(answer.private).toBe(true);
  });
});

test('A question about what is open in a limited story can’t be named by those who may not read its words', async () => {
  const book = await aToldBook();
  const { owner, editor, lourdes, cardId, lourdesId, subjectId, talkId, bakeryId } = book;
  const finding = { kind: 'UNSETTLED', text: 'No, it was in 1947.' };
  await db.writerRun.create({
    data: {
      ...{ subjectId, conversationId: talkId, writer: 'built-in', ok: true },
      findings: [{ ...finding, sources: [{ messageId: bakeryId, start: 0, end: 9 }] }],
    },
  });
  await setAudience(owner, { cardId, memberIds: [lourdesId] });
  const key = `unsettled:${bakeryId}-0`;
  const result = '{ __typename ... on UserError { code } }';
  const leaveOut = `mutation ($id: ID!, $key: String!) { done: leaveOutQuestion(subjectId: $id, key: $key, forGood: true) ${result} }`;
  const putBack = `mutation ($id: ID!, $key: String!) { done: putBackQuestion(subjectId: $id, key: $key) ${result} }`;
  const order = `mutation ($id: ID!, $key: String!) { done: orderOwnQuestions(subjectId: $id, keys: [$key]) ${result} }`;
  for (const change of [order, leaveOut, putBack]) {
    const { done } = await editor.gql(change, { id: subjectId, key });
    expect(done, change).toMatchObject({ code: 'NOT_FOUND' });
    const byLourdes = (await lourdes.gql(change, { id: subjectId, key })).done;
    expect(byLourdes.code, change).not.toBe('NOT_FOUND');
  }
});

describe('An open call log', () => {
  test('is told when others may read words, and each of its readers gets what they may read', async () => {
    const book = await aToldBook();
    const { owner, editor, lourdes, cardId, lourdesId, subjectId, bakeryId, talkId } = book;
    const filter = { subjectId };
    // Two editors with the same rights, each of whom could get what was made for the other.
    const streams = await Promise.all([lourdes, editor, owner].map((who) => who.watch(changed, { filter })));
    const titles = await editor.watch(retitled, { subjectId });
    const next = async () => {
      const events = await Promise.all(
        streams.map(async (stream) => {
          const pair = [await stream.next(), await stream.next()].map(({ messageChanged }) => messageChanged);
          return pair.find(({ id }) => id === bakeryId).text;
        }),
      );
      return events.map((text) => text !== null);
    };
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
    expect(await next()).toEqual([true, false, true]);
    expect((await titles.next()).conversationChanged).toEqual({ id: talkId, title: null });
    await setAudience(owner, { cardId, afterDeath: true });
    expect(await next()).toEqual([false, false, true]);
    await setAudience(owner, { cardId, everyone: true });
    expect(await next()).toEqual([true, true, true]);
    await Promise.all([...streams, titles].map((stream) => stream.end()));
  });

  test('is told when the day of a story has come, and when its person has died', async () => {
    const book = await aToldBook();
    const { owner, editor, cardId, chapterId, subjectId, bakeryId } = book;
    const until = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
    await setAudience(owner, { cardId, until });
    const stream = await editor.watch(changed, { filter: { subjectId } });
    const next = async () => {
      const pair = [await stream.next(), await stream.next()].map(({ messageChanged }) => messageChanged);
      return pair.find(({ id }) => id === bakeryId).text;
    };
    await tellOfOpenedStories();
    expect(stream.waiting()).toBe(0);
    later(Date.parse(`${until}T05:01:00Z`) - Date.now());
    await tellOfOpenedStories();
    expect(await next()).toContain('Mill Street');

    await setAudience(owner, { chapterId, afterDeath: true });
    expect(await next()).toBeNull();
    succeeded(await owner.gql('UpdateSubject', { input: { id: subjectId, status: 'MEMORIAL' } }));
    expect(await next()).toContain('Mill Street');
    await stream.end();
  });

  test('is told when a story moves into a chapter with an audience, and out of it', async () => {
    const book = await aToldBook();
    const { owner, editor, cardId, chapterId, lourdesId, subjectId, bakeryId } = book;
    const [from, to] = await Promise.all([
      db.chapter.findUniqueOrThrow({ where: { id: chapterId } }),
      db.chapter.findFirstOrThrow({ where: { subjectId, cards: { none: {} } } }),
    ]);
    await setAudience(owner, { chapterId: to.id, memberIds: [lourdesId] });
    const { card } = await owner.gql('query ($id: ID!) { card(id: $id) { id title body } }', { id: cardId });
    const move = async ({ key: chapterKey }: { key: string }) =>
      succeeded(await owner.gql('SaveCard', { input: { ...card, subjectId, chapterKey } }));
    const stream = await editor.watch(changed, { filter: { subjectId } });
    await move(to);
    expect(await nextOf(stream, bakeryId)).toMatchObject({ text: null, kept: true });
    await move(from);
    expect((await nextOf(stream, bakeryId)).text).toContain('Mill Street');
    await stream.end();
  });

  test('is not sent the words when it resumes', async () => {
    const book = await aToldBook();
    const { owner, editor, lourdes, cardId, lourdesId, talkId } = book;
    const { conversation } = await editor.gql(
      'query ($id: ID!) { conversation(id: $id) { messages(first: 1) { edges { cursor } } } }',
      { id: talkId },
    );
    const after = conversation.messages.edges[0].cursor;
    await setAudience(owner, { cardId, memberIds: [lourdesId] });
    const added = `subscription ($filter: MessageFilter, $after: String) {
      messageAdded(filter: $filter, after: $after) { node { id text kept } }
    }`;
    const first = async (who: Person) => {
      const stream = await who.watch(added, { filter: { conversationId: talkId }, after });
      const { node } = (await stream.next()).messageAdded;
      await stream.end();
      return node;
    };
    expect(await first(lourdes)).toMatchObject({ id: book.bakeryId, kept: false });
    expect(await first(editor)).toEqual({ id: book.bakeryId, text: null, kept: true });
  });
});

test('The sound of such words is silent for the same people', async () => {
  const recorded = await aRecordedTalk();
  const { talk, owner, editor, admin, self, subject, open } = recorded;
  await publish(recorded);
  await db.message.update({ where: { id: open.id }, data: { wordStartsMs: [10_000, 10_500] } });
  const asked = `query ($id: ID!) { conversation(id: $id) { recording {
    url loudness wordTimes { messageId }
  } } }`;
  const heard = async (who: Person) => {
    const { url, loudness, wordTimes } = (await who.gql(asked, { id: talk.id })).conversation.recording;
    const whole = await heardIn(new Uint8Array(await (await listen(who, url)).arrayBuffer()));
    const words = await listen(who, `/media/${open.id}?start=0&end=9`);
    await words.arrayBuffer();
    return {
      from: whole.from,
      isLoud: (loudness as number[]).some((each) => each > 0),
      timed: wordTimes.some(({ messageId }: { messageId: string }) => messageId === open.id),
      words: words.status,
    };
  };
  const all = { from: 10, isLoud: true, timed: true, words: 200 };
  const nothing = { from: null, isLoud: false, timed: false, words: 404 };
  expect(await heard(editor)).toEqual(all);
  const { cardId } = await db.sentence.findFirstOrThrow({
    where: { subjectId: subject.id, sources: { some: { messageId: open.id } } },
  });
  await setAudience(owner, { cardId, afterDeath: true });
  for (const who of [editor, admin]) expect(await heard(who), who.name).toEqual(nothing);
  expect(await heard(owner)).toEqual(all);
  expect(await heard(self)).toMatchObject({ from: 0, words: 200 });
  await setAudience(owner, { cardId, everyone: true });
  expect(await heard(editor)).toEqual(all);
});

describe('A page of messages', () => {
  const page = `query ($filter: MessageFilter, $first: Int) { messages(filter: $filter, first: $first) {
    edges { node { ${MESSAGE} inDistress revealable } }
  } }`;
  /** The statements about audiences that a page sends. */
  async function statements(person: Person, { subject }: Pick<Family, 'subject'>, first: number) {
    const variables = { filter: { subjectId: subject.id }, first };
    await person.gql(page, variables);
    const sent = await statementsOf(() => person.gql(page, variables));
    return sent.filter((statement) => /stories-kept|sentence e/.test(statement));
  }

  test('asks nothing more where no story has an audience', async () => {
    const book = await aToldBook();
    for (const who of [book.editor, book.owner, book.admin])
      expect(await statements(who, book, 4), who.name).toEqual([]);
  });

  test('asks once for all of its rows where one has, and not at all for those who read everything', async () => {
    const book = await aToldBook();
    await setAudience(book.owner, { cardId: book.cardId, memberIds: [book.lourdesId] });
    expect(await statements(book.owner, book, 4)).toEqual([]);
    expect(await statements(book.self, book, 4)).toEqual([]);
    for (const who of [book.editor, book.admin]) {
      expect(await statements(who, book, 2), who.name).toHaveLength(2);
      expect(await statements(who, book, 4), who.name).toHaveLength(2);
    }
    // An audience that admits the reader, or has opened, is found by the first statement alone.
    expect(await statements(book.lourdes, book, 4)).toEqual(['stories-kept']);
  });
});
