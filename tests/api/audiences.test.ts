import { beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { ports } from '#api/adapters/ports.ts';
import { copyAudience } from '#api/audiences/service.ts';
import { chapterFor, dropEmptyUnsorted } from '#api/biography/chapters.ts';
import { storiesNow } from '#api/notices/stories.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { account } from '#tests/support/account.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aPublishedBook, contentOf, download, finished, validEpub } from '#tests/support/made.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, type Person, speaking, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, type Family, join, useServer } from '#tests/support/world.ts';

useServer();
useClock();

type Book = Awaited<ReturnType<typeof aBookOfTwo>>;

/**
 * A published book of two stories, of which the bakery's has a picture; beside the family Lourdes, an editor, and Gus,
 * a viewer by link. With the ids of their memberships.
 */
async function aBookOfTwo() {
  const family = await aFamily();
  const { subject, owner, self } = family;
  const { telling, bakery, wedding } = await aPublishedBook(family);
  const [lourdes, gus] = [await aPerson('Lourdes'), await aPerson('Gus')];
  await join(self, subject.id, lourdes, 'EDITOR', 'sister');
  await join(self, subject.id, gus, 'VIEWER', 'grandson');
  const rows = await db.membership.findMany({ where: { subjectId: subject.id } });
  const memberOf = ({ id }: Person) => rows.find(({ userId }) => userId === id)?.id ?? '';
  const pictureId = newId();
  const storageKey = `${subject.id}/${pictureId}`;
  await ports.storage.put(storageKey, Buffer.from('a picture'));
  await db.media.create({
    data: {
      ...{ id: pictureId, subjectId: subject.id, cardId: bakery.id, storageKey },
      ...{ contentType: 'image/gif', bytes: 9 },
    },
  });
  const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: bakery.id } });
  return {
    ...family,
    ...{ lourdes, gus, memberOf, pictureId, chapterId, owner },
    ...{ subjectId: subject.id, talkId: telling.id, saidId: telling.said[0], cardId: bakery.id as string },
    openId: wedding.id as string,
  };
}

async function setAudience(person: Person, input: object): Promise<Answer> {
  return (await person.gql('SetAudience', { input })).setAudience;
}

const doors = `query ($id: ID!, $cardId: ID!, $talkId: ID!) {
  card(id: $cardId) { id title revisions(first: 5) { edges { node { body } } } pictures { id } }
  subject(id: $id) {
    chapters { cardCount cards { id pictures { id } } }
    cards(first: 20) { edges { node { id people { cards { id } } } } }
    people(first: 50) { edges { node { cards { id } } } }
    activity(first: 30) { card { id } }
  }
  conversation(id: $talkId) { cards { id title status } inFull: cards { id title updatedAt sentences { text } } }
}`;
const atHome = `query ($id: ID!) { subject(id: $id) {
  id chapters { cardCount } cards(first: 5) { edges { node { id } } }
} }`;

/** Whether somebody finds the bakery's story, at every door alike; fails where one says otherwise than the others. */
async function finds(person: Person, { subjectId, cardId, talkId, pictureId }: Book): Promise<boolean> {
  const [answer, home, picture] = await Promise.all([
    person.ask(doors, { id: subjectId, cardId, talkId }),
    person.ask(atHome, { id: subjectId }),
    download(person, pictureId),
  ]);
  await picture.arrayBuffer();
  const { card, subject, conversation } = answer.data ?? {};
  const homely = home.data?.subject;
  const counted = ({ chapters = [] }: Answer) =>
    chapters.reduce((sum: number, { cardCount }: Answer) => sum + cardCount, 0) === 2;
  const names = (part: Answer) => JSON.stringify(part ?? null).includes(cardId);
  const found = {
    card: card?.id === cardId,
    revisions: JSON.stringify(card?.revisions ?? null).includes('oven'),
    chapters: names(subject?.chapters),
    list: names(subject?.cards),
    people: names(subject?.people),
    activity: names(subject?.activity),
    // Only those who read transcripts come to a conversation.
    ...(conversation && { title: names(conversation.cards), inFull: names(conversation.inFull) }),
    count: counted(subject ?? {}),
    home: names(homely?.cards),
    countAtHome: counted(homely ?? {}),
    picture: picture.status === 200,
    pictureOfCard: JSON.stringify(card ?? null).includes(pictureId),
    pictureInList: JSON.stringify(subject?.chapters ?? null).includes(pictureId),
  };
  // An earlier wording is for those who read drafts.
  const { revisions, ...rest } = found;
  expect(new Set(Object.values(rest)), `${person.name}: ${JSON.stringify(found)}`).toHaveLength(1);
  if (!rest.card) expect(revisions).toBe(false);
  return rest.card;
}

async function whoFinds(book: Book, people: readonly (keyof Book)[]): Promise<string[]> {
  const found = await Promise.all(people.map((who) => finds(book[who] as Person, book)));
  return people.filter((_, at) => found[at]);
}

const everybody = [
  'owner',
  'self',
  'lourdes',
  'editor',
  'viewer',
  'gus',
  'stranger',
  'admin',
  'nobody',
] as const;
const family = ['owner', 'self', 'lourdes', 'editor', 'viewer', 'gus'];

describe('A story', () => {
  let book: Book;
  beforeAll(async () => {
    book = await aBookOfTwo();
  });

  test('without an audience is visible to everyone who sees the subject', async () => {
    expect(await whoFinds(book, everybody)).toEqual([...family, 'admin']);
  });

  test('for named members is hidden everywhere from all others except the owners and the person', async () => {
    const { owner, cardId, lourdes, viewer, memberOf } = book;
    const memberIds = [memberOf(lourdes), memberOf(viewer)];
    expect(await setAudience(owner, { cardId, memberIds })).toEqual({
      ...{ everyone: false, until: null, afterDeath: false },
      members: [{ user: { name: viewer.name } }, { user: { name: lourdes.name } }],
    });
    expect(await whoFinds(book, everybody)).toEqual(['owner', 'self', 'lourdes', 'viewer']);

    const ask = `query ($id: ID!, $question: String!) {
      subject(id: $id) { askBook(question: $question) { quote card { id } } }
    }`;
    const answers = async (who: Person) =>
      (await who.gql(ask, { id: book.subjectId, question: 'Who gave you a penny?' })).subject.askBook;
    expect(JSON.stringify(await answers(lourdes))).toContain('penny');
    expect(await answers(viewer)).toMatchObject([{ card: { id: cardId } }]);
    expect(JSON.stringify(await answers(book.editor))).not.toContain('penny');
    expect(await answers(book.gus)).toEqual([]);

    expect(await setAudience(book.self, { cardId, everyone: true })).toMatchObject({
      ...{ everyone: true, members: [] },
    });
    expect(await whoFinds(book, everybody)).toEqual([...family, 'admin']);
  });

  test('keeps its audience where two places of a document share a field and select different parts of it', async () => {
    const { owner, cardId, openId, memberOf, lourdes } = await aBookOfTwo();
    await setAudience(owner, { cardId, memberIds: [memberOf(lourdes)] });
    const { data } = await owner.ask(
      `query ($cardId: ID!, $openId: ID!) {
        a: card(id: $openId) { ...Beside }
        b: card(id: $cardId) { ...Beside chapter { cards { audience { everyone } } } }
      }
      fragment Beside on Card { chapter { cards { id } } }`,
      { cardId, openId },
    );

    expect(data.b.chapter.cards).toContainEqual({ id: cardId, audience: { everyone: false } });
    expect(data.a.chapter.cards).toContainEqual({ id: openId });
  });

  test('held back until a date is visible to everyone from that day on', async () => {
    const { owner, cardId } = book;
    const until = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
    expect(await setAudience(owner, { cardId, until })).toMatchObject({ everyone: false, until });
    expect(await whoFinds(book, everybody)).toEqual(['owner', 'self']);

    // Four in the morning UTC, where it is midnight in New York, at the latest five.
    later(Date.parse(`${until}T03:59:00Z`) - Date.now());
    expect(await whoFinds(book, ['lourdes', 'viewer'])).toEqual([]);
    later(Date.parse(`${until}T05:01:00Z`) - Date.now());
    expect(await whoFinds(book, ['owner', 'lourdes', 'viewer'])).toEqual(['owner', 'lourdes', 'viewer']);
    const { card } = await book.gus.gql(
      'query ($id: ID!) { card(id: $id) { audience { everyone until } } }',
      {
        id: cardId,
      },
    );
    expect(card.audience).toEqual({ everyone: true, until });
  });

  test('held back until the person has died is visible to everyone once the subject is a memorial', async () => {
    const { owner, cardId, subjectId } = book;
    expect(await setAudience(owner, { cardId, afterDeath: true })).toMatchObject({
      ...{ everyone: false, afterDeath: true, members: [] },
    });
    expect(await whoFinds(book, everybody)).toEqual(['owner', 'self']);
    await db.subject.update({ where: { id: subjectId }, data: { status: 'MEMORIAL' } });
    expect(await whoFinds(book, ['editor', 'gus', 'admin'])).toEqual(['editor', 'gus', 'admin']);
    expect(await setAudience(owner, { cardId, afterDeath: true })).toMatchObject({
      ...{ code: 'BAD_REQUEST', path: ['afterDeath'] },
    });
    await db.subject.update({ where: { id: subjectId }, data: { status: 'ACTIVE' } });
    expect(await whoFinds(book, ['editor', 'self'])).toEqual(['self']);
  });

  test('is limited by its chapter’s audience, and the chapter is hidden from others too', async () => {
    const { owner, cardId, chapterId, lourdes, editor, memberOf } = book;
    await setAudience(owner, { cardId, memberIds: [memberOf(lourdes), memberOf(editor)] });
    await setAudience(owner, { chapterId, memberIds: [memberOf(lourdes), memberOf(book.gus)] });
    const { openId } = book;
    const { chapterId: openIn } = await db.card.findUniqueOrThrow({ where: { id: openId } });
    expect(openIn).not.toBe(chapterId);
    expect(await whoFinds(book, everybody)).toEqual(['owner', 'self', 'lourdes']);
    const chaptersOf = async (person: Person) =>
      (
        await person.gql('query ($id: ID!) { subject(id: $id) { chapters { id audience { everyone } } } }', {
          id: book.subjectId,
        })
      ).subject.chapters.map(({ id }: Answer) => id);
    expect(await chaptersOf(editor)).not.toContain(chapterId);
    expect(await chaptersOf(book.gus)).toContain(chapterId);
    await setAudience(owner, { chapterId, everyone: true });
    await setAudience(owner, { cardId, everyone: true });
  });

  test('in a hidden chapter is visible only to those who write the book, and so is the chapter', async () => {
    const { editor, viewer, cardId, chapterId, subjectId, lourdes, self } = book;
    const hide = async (hidden: boolean) =>
      succeeded(
        await editor.gql(
          'mutation ($id: ID!, $hidden: Boolean) { saveChapter(id: $id, hidden: $hidden) { ... on Chapter { id } ... on UserError { code } } }',
          { id: chapterId, hidden },
        ),
      );
    const chaptersOf = async (person: Person): Promise<{ id: string; hidden: boolean }[]> =>
      (
        await person.gql('query ($id: ID!) { subject(id: $id) { chapters { id hidden } } }', {
          id: subjectId,
        })
      ).subject.chapters;
    const asked = async (who: Person) =>
      JSON.stringify(
        await who.gql(
          'query ($id: ID!) { subject(id: $id) { askBook(question: "Who gave you a penny?") { quote card { id } } } }',
          { id: subjectId },
        ),
      );
    expect(await asked(viewer)).toContain(cardId);
    const story = { subjectId, userId: viewer.id, cardIds: [cardId] };
    expect(await storiesNow(story)).not.toBeNull();
    await hide(true);

    expect(await whoFinds(book, everybody)).toEqual(['owner', 'self', 'lourdes', 'editor']);
    expect(await chaptersOf(viewer)).not.toContainEqual(expect.objectContaining({ id: chapterId }));
    expect(await chaptersOf(editor)).toContainEqual({ id: chapterId, hidden: true });
    expect(await chaptersOf(self)).toContainEqual({ id: chapterId, hidden: true });
    expect(await asked(viewer)).not.toContain(cardId);
    expect(await asked(lourdes)).toContain(cardId);
    expect(await storiesNow(story)).toBeNull();
    const byKey = async (who: Person) =>
      (await (await aPartner(who)).gql('query ($id: ID!) { card(id: $id) { id } }', { id: cardId })).card;
    expect(await byKey(viewer)).toBeNull();
    expect(await byKey(editor)).toEqual({ id: cardId });
    const acting = await account(
      '/admin/impersonate-user',
      { userId: editor.id },
      { cookie: book.admin.cookie ?? '' },
    );
    const impersonated = { ...editor, ...speaking(acting.cookie) };
    expect(
      (await impersonated.gql('query ($id: ID!) { card(id: $id) { id } }', { id: cardId })).card,
    ).toBeNull();
    await hide(false);
    expect(await whoFinds(book, everybody)).toEqual([...family, 'admin']);
  });

  test('for a named member is hidden from them after they leave, even when they return', async () => {
    const { self, owner, cardId, subjectId } = book;
    const joan = await aPerson('Joan');
    const id = await join(self, subjectId, joan, 'VIEWER');
    await setAudience(owner, { cardId, memberIds: [id] });
    expect(await finds(joan, book)).toBe(true);
    succeeded(await self.gql('RemoveMember', { id }));
    expect(await finds(joan, book)).toBe(false);
    expect(await setAudience(owner, { cardId, memberIds: [id] })).toMatchObject({
      ...{ code: 'NOT_FOUND', path: ['memberIds'] },
    });
    await join(self, subjectId, joan, 'VIEWER');
    expect(await finds(joan, book)).toBe(false);
    expect(await whoFinds(book, ['owner', 'viewer'])).toEqual(['owner']);
  });

  test('is visible to a key as to its user, and to an impersonating admin as to an unnamed member', async () => {
    const { owner, editor, lourdes, cardId, memberOf, self } = book;
    await setAudience(owner, { cardId, memberIds: [memberOf(lourdes)] });
    const read = 'query ($id: ID!) { card(id: $id) { title } }';
    const of = async (who: Person) => (await who.gql(read, { id: cardId })).card;
    const [named, other, all] = [await aPartner(lourdes), await aPartner(editor), await aPartner(owner)];
    expect(await of(named)).toMatchObject({ title: expect.any(String) });
    expect(await of(all)).toMatchObject({ title: expect.any(String) });
    expect(await of(other)).toBeNull();
    expect((await download(other, book.pictureId)).status).toBe(404);
    await expect(setAudience(all, { cardId, everyone: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const who of [lourdes, owner, self]) {
      const as = { cookie: book.admin.cookie ?? '' };
      const { cookie } = await account('/admin/impersonate-user', { userId: who.id }, as);
      expect(await of({ ...who, ...speaking(cookie) }), who.name).toBeNull();
    }
  });

  test('is mentioned in letters only to its current audience', async () => {
    const { subjectId, cardId, owner, viewer, gus, openId } = book;
    await setAudience(owner, { cardId, memberIds: [book.memberOf(viewer)] });
    const told = async ({ id: userId }: Person) =>
      (await storiesNow({ subjectId, userId, cardIds: [cardId, openId] }))?.titles.length;
    expect(await told(viewer)).toBe(2);
    expect(await told(owner)).toBe(2);
    expect(await told(gus)).toBe(1);

    await db.notice.deleteMany({ where: { subjectId, kind: 'new-story' } });
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'HIDDEN' }));
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    const notices = await db.notice.findMany({ where: { subjectId, kind: 'new-story' } });
    expect(notices.map(({ recipient }) => recipient)).toEqual([viewer.email]);
  });

  test('never reaches others through live updates', async () => {
    const { owner, self, editor, lourdes, cardId, memberOf, talkId, subjectId } = book;
    await setAudience(owner, { cardId, memberIds: [memberOf(lourdes)] });
    const talk = await aTalk(self, subjectId);
    await db.cardRevision.updateMany({ where: { cardId }, data: { conversationId: talk.id } });
    const document = `subscription ($filter: MessageFilter) { messageAdded(filter: $filter) { node {
      conversation { id cards { id title } }
    } } }`;
    const [named, other] = [
      await lourdes.watch(document, { filter: { subjectId } }),
      await editor.watch(document, { filter: { subjectId } }),
    ];
    await talk.say('The oven was hot.');
    const cards = async (watcher: typeof named) =>
      (await watcher.next()).messageAdded.node.conversation.cards;
    expect(await cards(other)).toEqual([]);
    expect(await cards(named)).toMatchObject([{ id: cardId }]);
    await Promise.all([named.end(), other.end()]);
    await db.cardRevision.updateMany({ where: { cardId }, data: { conversationId: talkId } });
  });
});

describe('A made file', () => {
  let book: Book;
  beforeAll(async () => {
    book = await aBookOfTwo();
  });

  test('contains what its reader may read, and ends when an audience is narrowed', async () => {
    const { owner, editor, lourdes, subjectId, cardId, memberOf } = book;
    const quote = { subjectId, kind: 'QUOTE_CARD', cardIds: [cardId] };
    const before = await finished(editor, quote);
    const own = await finished(owner, quote);
    expect((await download(editor, before.id)).status).toBe(200);

    await setAudience(owner, { cardId, memberIds: [memberOf(lourdes)] });
    expect((await download(editor, before.id)).status).toBe(404);
    expect((await download(owner, own.id)).status).toBe(200);
    expect(await db.making.findUnique({ where: { id: before.id } })).toMatchObject({
      ...{ status: 'EXPIRED', problem: 'Who may read a story has changed since. Have it made again.' },
    });
    expect((await editor.gql('MakeFromStories', { input: quote })).makeFromStories).toMatchObject({
      code: 'NOT_FOUND',
    });

    const { id } = await finished(editor, { subjectId, kind: 'BOOK_EPUB' });
    const words = await textOf(await validEpub(await contentOf(editor, id)));
    expect(words).toContain('my sister Clara played the organ');
    expect(words).not.toContain('Mill Street');
    expect(words).not.toContain('Tomas');
  });

  test('is not served when its requester may no longer read its content, for any reason', async () => {
    const { owner, self, lourdes, editor, subjectId, cardId, memberOf } = book;
    await setAudience(owner, { cardId, memberIds: [memberOf(lourdes)] });
    const { id } = await finished(lourdes, { subjectId, kind: 'BOOK_EPUB' });
    expect(await textOf(await validEpub(await contentOf(lourdes, id)))).toContain('Mill Street');
    expect((await download(editor, id)).status).toBe(404);
    // Without the ending that comes with a change of an audience.
    await db.audienceMember.deleteMany({ where: { subjectId } });
    expect((await download(lourdes, id)).status).toBe(404);
    // An owner who is one no more.
    succeeded(await self.gql('SetMemberRole', { id: memberOf(lourdes), role: 'OWNER' }));
    expect((await download(lourdes, id)).status).toBe(200);
    succeeded(await self.gql('SetMemberRole', { id: memberOf(lourdes), role: 'EDITOR' }));
    expect((await download(lourdes, id)).status).toBe(404);
  });
});

test('A keepsake has its own audience, also as the portrait, limited by its story’s', async () => {
  const book = await aBookOfTwo();
  const { owner, subjectId, cardId, gus, viewer, editor, memberOf, pictureId } = book;
  const pictures = 'query ($id: ID!) { card(id: $id) { pictures { id audience { everyone } } } }';
  const seen = async (who: Person) => {
    const { status } = await download(who, pictureId);
    const { card } = await who.gql(pictures, { id: cardId });
    const ids = (card?.pictures ?? []).map(({ id }: Answer) => id);
    expect(ids.includes(pictureId), who.name).toBe(status === 200);
    return status === 200;
  };
  await setAudience(owner, { keepsakeId: pictureId, memberIds: [memberOf(gus), memberOf(editor)] });
  expect([await seen(gus), await seen(editor), await seen(viewer), await seen(owner)]).toEqual([
    ...[true, true, false, true],
  ]);
  await setAudience(owner, { cardId, memberIds: [memberOf(editor)] });
  expect([await seen(gus), await seen(editor)]).toEqual([false, true]);

  await db.media.update({ where: { id: pictureId }, data: { cardId: null } });
  await db.subject.update({ where: { id: subjectId }, data: { photoId: pictureId } });
  const photoFor = async (who: Person) =>
    (await who.gql('query ($id: ID!) { subject(id: $id) { photo { id } } }', { id: subjectId })).subject
      .photo;
  expect(await photoFor(gus)).toEqual({ id: pictureId });
  expect(await photoFor(viewer)).toBeNull();
  expect((await download(viewer, pictureId)).status).toBe(404);
});

test('A question about a keepsake does not reveal a title that only some members may see', async () => {
  const { owner, editor, viewer, gus, memberOf, subjectId, cardId, openId, pictureId, chapterId } =
    await aBookOfTwo();
  await db.media.update({ where: { id: pictureId }, data: { addedById: editor.id } });
  const saving = 'mutation ($input: SaveKeepsakeInput!) { saveKeepsake(input: $input) { __typename } }';
  await owner.gql(saving, { input: { id: pictureId, title: 'Where Clara drowned' } });
  const asking = 'query ($id: ID!) { subject(id: $id) { questions(first: 9) { edges { node { text } } } } }';
  const asked = async () =>
    (await viewer.gql(asking, { id: subjectId })).subject.questions.edges.map(
      ({ node }: Answer) => node.text,
    );
  const told = 'Tell me about this photo: Where Clara drowned.';
  expect(await asked()).toEqual([told]);

  const chapterOf = (id: string) =>
    db.chapter.findFirstOrThrow({ where: { cards: { some: { id } } }, select: { id: true, key: true } });
  const [here, kept] = [await chapterOf(cardId), await chapterOf(openId)];
  expect(here.id).toBe(chapterId);
  await setAudience(owner, { chapterId: kept.id, memberIds: [memberOf(gus)] });
  const card = await db.card.findUniqueOrThrow({ where: { id: cardId } });
  const moveTo = async (chapterKey: string) => {
    const input = { id: cardId, subjectId, title: card.title, body: 'We had a bakery.', chapterKey };
    succeeded(await owner.gql('SaveCard', { input }));
  };
  await moveTo(kept.key);
  expect(await asked()).toEqual([]);

  await moveTo(here.key);
  expect(await asked()).toEqual([told]);
  await db.questionRequest.updateMany({ where: { mediaId: pictureId }, data: { status: 'ASKED' } });
  await setAudience(owner, { keepsakeId: pictureId, memberIds: [memberOf(gus)] });
  expect(await asked()).toEqual(['Tell me about this photo.']);
});

describe('An audience is refused', () => {
  let book: Book;
  let other: Family;
  beforeAll(async () => {
    [book, other] = [await aBookOfTwo(), await aFamily()];
  });
  const named = () => ({ cardId: book.cardId, memberIds: [book.memberOf(book.gus)] });

  test.each(['editor', 'viewer', 'admin', 'stranger', 'nobody'] as const)('to %s', async (who) => {
    const expected = { editor: 'FORBIDDEN', viewer: 'FORBIDDEN', admin: 'FORBIDDEN', nobody: 'UNAUTHORIZED' };
    const person = book[who];
    if (who === 'stranger') {
      expect(await setAudience(person, named())).toMatchObject({ code: 'NOT_FOUND' });
    } else {
      await expect(setAudience(person, named())).rejects.toMatchObject({ code: expected[who] });
    }
    expect(await db.audience.count({ where: { subjectId: book.subjectId } })).toBe(0);
  });

  test.each([
    ['nothing to set it for', () => ({ everyone: true }), 'BAD_REQUEST', 'cardId'],
    ['two of them', () => ({ ...named(), chapterId: book.chapterId }), 'BAD_REQUEST', 'cardId'],
    ['no choice', () => ({ cardId: book.cardId, everyone: false }), 'BAD_REQUEST', 'everyone'],
    ['two choices', () => ({ ...named(), afterDeath: true }), 'BAD_REQUEST', 'everyone'],
    ['nobody named', () => ({ cardId: book.cardId, memberIds: [] }), 'BAD_REQUEST', 'memberIds'],
    ['a day that is over', () => ({ cardId: book.cardId, until: '2020-01-01' }), 'BAD_REQUEST', 'until'],
    ['a day that is none', () => ({ cardId: book.cardId, until: '2031-02-30' }), 'BAD_REQUEST', 'until'],
    ['a day that never comes', () => ({ cardId: book.cardId, until: '9999-01-01' }), 'BAD_REQUEST', 'until'],
    ['a member of nothing', () => ({ cardId: book.cardId, memberIds: [newId()] }), 'NOT_FOUND', 'memberIds'],
    ['no id at all', () => ({ cardId: 'x', everyone: true }), 'NOT_FOUND', undefined],
  ] as const)('for %s', async (_what, make, code, field) => {
    const refused = await setAudience(book.owner, make());
    expect(refused).toMatchObject({ code });
    if (field) expect(refused.path.at(-1)).toBe(field);
    expect(await db.audience.count({ where: { subjectId: book.subjectId } })).toBe(0);
  });

  test('for a member or a story of another subject', async () => {
    const theirs = await db.membership.findFirstOrThrow({ where: { subjectId: other.subject.id } });
    expect(await setAudience(book.owner, { cardId: book.cardId, memberIds: [theirs.id] })).toMatchObject({
      ...{ code: 'NOT_FOUND', path: ['memberIds'] },
    });
    expect(await setAudience(other.owner, named())).toMatchObject({ code: 'NOT_FOUND' });
    const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId: other.subject.id } });
    expect(await setAudience(book.owner, { chapterId: chapter.id, everyone: true })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await setAudience(other.owner, { keepsakeId: book.pictureId, everyone: true })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('as not found to an editor it excludes, who cannot undo it', async () => {
    succeeded(await book.owner.gql('SetAudience', { input: named() }));
    const answers = [
      await setAudience(book.editor, { cardId: book.cardId, everyone: true }),
      (await book.editor.gql('SetCardStatus', { id: book.cardId, status: 'HIDDEN' })).setCardStatus,
    ];
    expect(answers).toMatchObject([{ code: 'NOT_FOUND' }, { code: 'NOT_FOUND' }]);
    await setAudience(book.owner, { cardId: book.cardId, everyone: true });
  });

  test('as a whole: of two concurrent changes, one is applied', async () => {
    const { owner, self, cardId, gus, memberOf } = book;
    const both = await Promise.all([
      setAudience(owner, { cardId, memberIds: [memberOf(gus)] }),
      setAudience(self, { cardId, afterDeath: true }),
    ]);
    expect(both.map(({ everyone }) => everyone)).toEqual([false, false]);
    const rows = await db.audience.findMany({ where: { cardId }, include: { members: true } });
    expect(rows).toHaveLength(1);
    expect([rows[0]?.afterDeath, rows[0]?.members.length === 1].filter(Boolean)).toHaveLength(1);
    await setAudience(owner, { cardId, everyone: true });
  });
});

test('No editor and no job moves a story out of a chapter with an audience', async () => {
  const { owner, lourdes, editor, memberOf, subjectId, cardId, chapterId } = await aBookOfTwo();
  await setAudience(owner, { chapterId, memberIds: [memberOf(lourdes)] });
  const { card } = await lourdes.gql(
    'query ($id: ID!) { card(id: $id) { title body chapter { key } revision } }',
    { id: cardId },
  );
  const { key: elsewhere } = await db.chapter.findFirstOrThrow({
    where: { subjectId, NOT: { id: chapterId } },
  });
  const moved = { id: cardId, subjectId, title: card.title, body: card.body, chapterKey: elsewhere };
  const save = async (who: Person, input: object) => (await who.gql('SaveCard', { input })).saveCard;
  expect(await save(lourdes, moved)).toMatchObject({ code: 'BAD_REQUEST', path: ['chapterKey'] });
  const added = { subjectId, title: 'Mine', body: 'I add this.', chapterKey: card.chapter.key };
  expect(await save(editor, added)).toMatchObject({ code: 'BAD_REQUEST', path: ['chapterKey'] });
  expect(await save(lourdes, { ...moved, chapterKey: card.chapter.key })).toMatchObject({ id: cardId });
  expect((await db.card.findUniqueOrThrow({ where: { id: cardId } })).chapterId).toBe(chapterId);
  expect(await save(owner, moved)).toMatchObject({ id: cardId });

  // The chapter of what fits in none goes when it is empty, but not with an audience.
  const unsorted = await transaction((tx) => chapterFor(tx, subjectId, 'unsorted'));
  await setAudience(owner, { chapterId: unsorted, afterDeath: true });
  await transaction((tx) => dropEmptyUnsorted(tx, subjectId));
  expect(await db.chapter.count({ where: { id: unsorted } })).toBe(1);
});

test('What is held back is listed for those who say who reads it, until it is open, and for nobody else', async () => {
  const book = await aBookOfTwo();
  const { owner, gus, memberOf, subjectId, cardId, chapterId, openId, pictureId } = book;
  const list = `query ($id: ID!) { subject(id: $id) { limitedParts {
    audience { until afterDeath members { id } } card { id } chapter { id } keepsake { id }
  } } }`;
  const listFor = async (who: Person) => (await who.gql(list, { id: subjectId })).subject?.limitedParts;
  const none = { card: null, chapter: null, keepsake: null };
  expect(await listFor(owner)).toEqual([]);
  const until = dayIn(3);
  await setAudience(owner, { cardId, memberIds: [memberOf(gus)] });
  await setAudience(owner, { chapterId, afterDeath: true });
  await setAudience(owner, { keepsakeId: pictureId, until });
  await setAudience(owner, { cardId: openId, afterDeath: true });
  await setAudience(owner, { cardId: openId, everyone: true });
  const ofCard = { ...none, card: { id: cardId }, audience: { members: [{ id: memberOf(gus) }] } };
  const ofChapter = { ...none, chapter: { id: chapterId }, audience: { afterDeath: true } };
  const ofPicture = { ...none, keepsake: { id: pictureId }, audience: { until } };
  for (const who of [owner, book.self])
    expect(await listFor(who)).toMatchObject([ofPicture, ofChapter, ofCard]);
  for (const who of [book.lourdes, book.editor, book.viewer, gus, book.admin])
    expect([who.name, await listFor(who)]).toEqual([who.name, []]);
  for (const who of [book.stranger, book.nobody])
    expect((await who.ask(list, { id: subjectId })).data?.subject ?? null).toBeNull();

  // Without the consent to sharing, a told story is only the person's.
  await db.subject.update({ where: { id: subjectId }, data: { sharing: false } });
  expect(await listFor(owner)).toMatchObject([ofPicture, ofChapter]);
  expect(await listFor(book.self)).toMatchObject([ofPicture, ofChapter, ofCard]);
  await db.subject.update({ where: { id: subjectId }, data: { sharing: true } });

  later(4 * day);
  expect(await listFor(owner)).toMatchObject([ofChapter, ofCard]);
  await db.media.update({ where: { id: pictureId }, data: { deletedAt: new Date() } });
  succeeded(await owner.gql('UpdateSubject', { input: { id: subjectId, status: 'MEMORIAL' } }));
  expect(await listFor(owner)).toMatchObject([ofCard]);
});

test('A story that continues in another card has the same audience there', async () => {
  const { owner, gus, memberOf, subjectId, cardId, openId } = await aBookOfTwo();
  await setAudience(owner, { cardId, memberIds: [memberOf(gus)] });
  await transaction((tx) => copyAudience(tx, { cardId }, { cardId: openId }));
  const read = async (who: Person) =>
    (
      await who.gql('query ($id: ID!) { subject(id: $id) { cards { edges { node { id } } } } }', {
        id: subjectId,
      })
    ).subject.cards.edges.length;
  expect([await read(gus), await read(owner)]).toEqual([2, 2]);
  await setAudience(owner, { cardId: openId, afterDeath: true });
  expect([await read(gus), await read(owner)]).toEqual([1, 2]);
});

/** The day so many days from today, as a date. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}

/** All the text of an e-book. */
async function textOf(epub: Buffer): Promise<string> {
  const zip = await yauzl.fromBufferPromise(epub, { lazyEntries: true });
  let text = '';
  for await (const entry of zip.eachEntry()) {
    if (!/\.x?html$|\.opf$|\.ncx$/.test(entry.fileName)) continue;
    for await (const part of await zip.openReadStreamPromise(entry)) text += part;
  }
  return text;
}
