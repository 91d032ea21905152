import { beforeEach, describe, expect, test } from 'vitest';
import { readBook } from '#api/makings/content/read-book.ts';
import { MakingRequest } from '#api/makings/content/request.ts';
import { db } from '#api/platform/database/database.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { account, viewerOf } from '#tests/support/account.ts';
import { aBook, aStoredKeepsake, type Book, twoPeople } from '#tests/support/book.ts';
import { later, useClock } from '#tests/support/clock.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, type Person, speaking, succeeded } from '#tests/support/person.ts';
import { cardsOf, queueWriting, stories, told, until, writingOf } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();
useClock();

const editing = `mutation ($cardId: ID!, $isEditing: Boolean!) { setEditing(cardId: $cardId, isEditing: $isEditing) {
  __typename ... on Card { editors { userId name } } ... on UserError { code } } }`;
const reading = 'query ($id: ID!) { card(id: $id) { editors { name } people { id name } } }';
const following = `subscription ($subjectId: ID!) {
  cardChanged(subjectId: $subjectId) { onlyEditors card { id title editors { name } } } }`;
const tying = `mutation ($cardId: ID!, $personId: ID!, $isIn: Boolean!) {
  setPersonInStory(cardId: $cardId, personId: $personId, isIn: $isIn) {
    __typename ... on Card { people { id } } ... on UserError { code path message } } }`;
const placing = `mutation ($input: SaveKeepsakeInput!) { saveKeepsake(input: $input) {
  __typename ... on Keepsake { afterParagraph card { id } } ... on UserError { code path } } }`;

let family: Family;
let book: Book;
beforeEach(async () => {
  family = await aFamily();
  book = await aBook(family);
});

/** The code of a refusal, whether it is the answer or a top-level error; undefined when it is no refusal. */
async function refusalOf(person: Person, document: string, variables: object): Promise<string | undefined> {
  const { errors, data } = await person.ask(document, variables);
  const [result] = Object.values(data ?? {}) as Answer[];
  return errors?.[0]?.extensions.code ?? result?.code;
}

const open = (person: Person, isEditing = true, cardId = book.publishedId) =>
  person.gql(editing, { cardId, isEditing }).then(succeeded);

async function editorsFor(person: Person): Promise<string[]> {
  const { card } = await person.gql(reading, { id: book.publishedId });
  return card.editors.map(({ name }: Answer) => name);
}

describe('An open editor of a story', () => {
  test('is seen at once by those who write the book, and by nobody else', async () => {
    const { owner, editor, viewer, self, admin } = family;
    const follow = { subjectId: book.subjectId };
    const [stream, quiet] = [await owner.watch(following, follow), await viewer.watch(following, follow)];

    await open(editor);
    const seen = { id: book.publishedId, editors: [{ name: editor.name }] };
    expect(await stream.next()).toMatchObject({ cardChanged: { onlyEditors: true, card: seen } });
    for (const writer of [owner, editor, self]) expect(await editorsFor(writer)).toEqual([editor.name]);
    for (const reader of [viewer, admin]) expect(await editorsFor(reader)).toEqual([]);

    // Renewed, nothing has changed: the next event is that of the other editor.
    await open(editor);
    await open(owner);
    expect((await stream.next()).cardChanged.card.editors).toHaveLength(2);
    await open(editor, false);
    await open(editor, false);
    expect((await stream.next()).cardChanged.card.editors).toEqual([{ name: owner.name }]);

    // The viewer hears of the next real change only.
    succeeded(await owner.gql('SaveCard', { input: { ...edit(), title: 'Another title' } }));
    const first = await quiet.next();
    expect(first.cardChanged).toMatchObject({ onlyEditors: false, card: { editors: [] } });
    expect(first.cardChanged.card.title).toBe('Another title');
    await Promise.all([stream.end(), quiet.end()]);
  });

  test('counts no more after 45 seconds without renewal, and once its user may not write', async () => {
    const { owner, editor, subject } = family;
    await open(editor);
    later(30_000);
    await open(editor);
    later(70_000);
    expect(await editorsFor(owner)).toEqual([editor.name]);
    later(76_000);
    expect(await editorsFor(owner)).toEqual([]);

    await open(editor);
    await db.membership.updateMany({
      where: { subjectId: subject.id, userId: editor.id },
      data: { role: 'VIEWER' },
    });
    expect(await editorsFor(owner)).toEqual([]);
    expect(await refusalOf(editor, editing, { cardId: book.publishedId, isEditing: true })).toBe('FORBIDDEN');
  });

  test('is one of each user, however many windows open it at once', async () => {
    const { editor } = family;
    await Promise.all([1, 2, 3].map(() => open(editor)));
    expect(await db.storyEditor.count({ where: { cardId: book.publishedId } })).toBe(1);
  });

  test('is refused to strangers, without a session, to keys and to those who act for another', async () => {
    const { stranger, nobody, owner, editor, admin } = family;
    const variables = { cardId: book.publishedId, isEditing: true };
    expect(await refusalOf(stranger, editing, variables)).toBe('NOT_FOUND');
    expect(await refusalOf(nobody, editing, variables)).toBe('UNAUTHORIZED');
    const key = await aPartner(owner);
    expect(await refusalOf(key, editing, variables)).toBe('FORBIDDEN');
    const body = { userId: editor.id };
    const { cookie } = await account('/admin/impersonate-user', body, { cookie: admin.cookie ?? '' });
    expect(await viewerOf(cookie)).toMatchObject({ userId: editor.id });
    expect(await refusalOf({ ...editor, ...speaking(cookie) }, editing, variables)).toBe('FORBIDDEN');
    const other = await aFamily();
    const { draftId } = await aBook(other);
    expect(await refusalOf(editor, editing, { ...variables, cardId: draftId })).toBe('NOT_FOUND');
    expect(await db.storyEditor.count({ where: { subjectId: book.subjectId } })).toBe(0);
  });
});

function edit() {
  return { id: book.publishedId, subjectId: book.subjectId, title: 'A title', body: 'So it was.' };
}

describe('The people of a story', () => {
  test('corrected by the family stay so when the conversation is written again', async () => {
    const { subject, editor } = family;
    const { id: conversationId } = await told(subject.id, [stories.bakery]);
    const cards = await cardsOf(editor, subject.id);
    const withPeople = await Promise.all(
      cards.map(async ({ id }: Answer) => ({ id, ...(await editor.gql(reading, { id })).card })),
    );
    const story = withPeople.find(({ people }) => people.length > 0);
    const [wrong] = story.people;
    const { keepId: added } = await twoPeople(subject.id);
    const put = (personId: string, isIn: boolean) =>
      editor.gql(tying, { cardId: story.id, personId, isIn }).then(succeeded);
    await put(wrong.id, false);
    await put(added, true);
    await put(added, true);
    const rest = story.people.slice(1).map(({ id }: Answer) => id);
    const peopleNow = async () =>
      (await editor.gql(reading, { id: story.id })).card.people.map(({ id }: Answer) => id);
    expect((await peopleNow()).toSorted()).toEqual([...rest, added].toSorted());

    await db.card.update({ where: { id: story.id }, data: { touchedByPerson: false } });
    await db.sentence.deleteMany({ where: { cardId: story.id } });
    await db.conversation.update({ where: { id: conversationId }, data: { writing: 'WRITING' } });
    await queueWriting(conversationId);
    await until(async () => (await writingOf(conversationId)) !== 'WRITING');

    expect(await peopleNow()).toContain(added);
    expect(await peopleNow()).not.toContain(wrong.id);
    await put(wrong.id, true);
    expect(await peopleNow()).toContain(wrong.id);
  });

  test('keep what the family said of a person who is merged into another one', async () => {
    const { subject, editor } = family;
    const { keepId, otherId } = await twoPeople(subject.id);
    succeeded(await editor.gql(tying, { cardId: book.publishedId, personId: otherId, isIn: true }));
    succeeded(await editor.gql('MergePeople', { keepId, otherId }));
    const where = { cardId: book.publishedId, personId: keepId };
    expect(await db.cardPersonDecision.findFirst({ where })).toMatchObject({ isIn: true });
  });

  test('keep what the family said of each of two people whose merge is undone', async () => {
    const { subject, editor } = family;
    const { keepId, otherId } = await twoPeople(subject.id);
    const { publishedId, draftId, hiddenId } = book;
    const tell = async (cardId: string, personId: string, isIn: boolean) =>
      succeeded(await editor.gql(tying, { cardId, personId, isIn }));
    const decided = async () => {
      const rows = await db.cardPersonDecision.findMany({ where: { subjectId: subject.id } });
      return new Set(rows.map(({ cardId, personId, isIn }) => `${cardId} ${personId} ${isIn}`));
    };
    await tell(publishedId, keepId, false);
    await tell(publishedId, otherId, true);
    await tell(draftId, otherId, false);
    await tell(hiddenId, otherId, false);
    const before = await decided();
    expect(before.size).toBe(4);

    succeeded(await editor.gql('MergePeople', { keepId, otherId }));
    expect(await decided()).toEqual(
      new Set([`${publishedId} ${keepId} true`, `${draftId} ${keepId} false`, `${hiddenId} ${keepId} false`]),
    );
    // Said since the merge, so it stays.
    await tell(hiddenId, keepId, true);
    const undoing =
      'mutation ($id: ID!) { undoMergePeople(id: $id) { ... on Person { id } ... on UserError { code } } }';
    succeeded(await editor.gql(undoing, { id: keepId }));
    expect(await decided()).toEqual(before.add(`${hiddenId} ${keepId} true`));
    const peopleOf = async (id: string) =>
      (await editor.gql(reading, { id })).card.people.map(({ id }: Answer) => id);
    expect(await peopleOf(publishedId)).toEqual([otherId]);
    expect(await peopleOf(draftId)).toEqual([]);
  });

  test('are not changed by viewers, strangers or with people of another book', async () => {
    const { viewer, stranger, nobody, editor, subject } = family;
    const other = await aFamily();
    const { keepId: personId } = await twoPeople(subject.id);
    const { keepId: foreign } = await twoPeople(other.subject.id);
    const variables = { cardId: book.publishedId, personId, isIn: true };
    expect(await refusalOf(viewer, tying, variables)).toBe('FORBIDDEN');
    expect(await refusalOf(stranger, tying, variables)).toBe('NOT_FOUND');
    expect(await refusalOf(nobody, tying, variables)).toBe('UNAUTHORIZED');
    const { setPersonInStory: refused } = await editor.gql(tying, { ...variables, personId: foreign });
    expect(refused).toMatchObject({ code: 'NOT_FOUND', path: ['personId'] });
    expect(await db.cardPersonDecision.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});

describe('The place of a picture in its story', () => {
  const put = (person: Person, id: string, input: object) =>
    person.gql(placing, { input: { id, ...input } }).then(({ saveKeepsake }) => saveKeepsake);

  test('is kept, printed there, and forgotten when the picture moves to another story', async () => {
    const { editor, owner } = family;
    const body = 'He got up at three.\n\nHe lit the oven.\n\nThe rolls were warm.';
    succeeded(await editor.gql('SaveCard', { input: { ...edit(), body } }));
    const [first, second] = [await aStoredKeepsake(book.subjectId), await aStoredKeepsake(book.subjectId)];
    for (const id of [first, second]) await put(editor, id, { cardId: book.publishedId });
    expect(await put(editor, first, { afterParagraph: 2 })).toMatchObject({
      ...{ __typename: 'Keepsake', afterParagraph: 2, card: { id: book.publishedId } },
    });
    // Other fields leave it as it is.
    expect(await put(editor, first, { description: 'The oven' })).toMatchObject({ afterParagraph: 2 });

    const viewer = await viewerOf(owner.cookie ?? '');
    const access = await subjectAccessAt(viewer, book.subjectId);
    const made = await readBook(access, MakingRequest.parse({}));
    const [card] =
      made?.book.chapters.flatMap(({ cards }) => cards.filter(({ id }) => id === book.publishedId)) ?? [];
    expect(
      card?.pictures.map(({ file, after }) => [file.includes(first) ? 'first' : 'second', after]),
    ).toEqual([
      ['first', 2],
      ['second', 3],
    ]);

    const moved = await put(editor, first, { cardId: book.draftId });
    expect(moved).toMatchObject({ afterParagraph: null, card: { id: book.draftId } });
  });

  test('is refused where it can’t be one, and to those who may not write', async () => {
    const { editor, viewer } = family;
    const id = await aStoredKeepsake(book.subjectId);
    for (const afterParagraph of [-1, 40_001]) {
      expect(await put(editor, id, { afterParagraph })).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(await refusalOf(viewer, placing, { input: { id, afterParagraph: 1 } })).toBe('FORBIDDEN');
  });
});
