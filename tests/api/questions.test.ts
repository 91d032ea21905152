import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aFamilyQuestion } from '#tests/support/book.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Person, useServer } from '#tests/support/world.ts';

useServer();

const asking = `mutation ($subjectId: ID!, $text: String!) { askQuestion(subjectId: $subjectId, text: $text) {
  __typename
  ... on QuestionRequest { id text status askedBy { name } }
  ... on UserError { code path }
} }`;

async function ask(person: Person, subjectId: string, text: string) {
  return (await person.gql(asking, { subjectId, text })).askQuestion;
}

describe('A family question', () => {
  test('can be asked by every member, and waits with the name of its author', async () => {
    const { owner, editor, viewer, self, subject } = await aFamily();
    for (const person of [owner, editor, viewer, self]) {
      expect(await ask(person, subject.id, '  What did the bakery smell of?\r\nTell us.  ')).toMatchObject({
        text: 'What did the bakery smell of?\nTell us.',
        status: 'QUEUED',
        askedBy: { name: person.name },
      });
    }

    const { questions } = (await viewer.gql('SubjectHome', { id: subject.id })).subject;
    expect(
      questions.edges.map((edge: { node: { askedBy: { name: string } } }) => edge.node.askedBy.name),
    ).toEqual([self, viewer, editor, owner].map((person) => person.name));
  });

  test.each([
    ['empty', ' \n '],
    ['too long', 'x'.repeat(501)],
    ['full of control characters', 'What\u0000now'],
  ])('is refused when it is %s', async (_why, text) => {
    const { viewer, subject } = await aFamily();

    expect(await ask(viewer, subject.id, text)).toMatchObject({ code: 'BAD_REQUEST', path: ['text'] });
    expect(await db.questionRequest.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('can’t be asked by an admin, is not found by a stranger, and is refused after the subject’s death', async () => {
    const { owner, admin, stranger, subject } = await aFamily();

    await expect(ask(admin, subject.id, 'Where?')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ask(stranger, subject.id, 'Where?')).toMatchObject({ code: 'NOT_FOUND' });
    await db.subject.update({ where: { id: subject.id }, data: { status: 'MEMORIAL' } });
    expect(await ask(owner, subject.id, 'Where?')).toMatchObject({ __typename: 'WrongState' });
  });
});

const outcome = `{ __typename
  ... on QuestionRequest { id text status tries declined answeredIn { id } answerMessageId }
  ... on UserError { code message path }
}`;
const askingAgain = `mutation ($id: ID!) { askQuestionAgain(id: $id) ${outcome} }`;
const removing = `mutation ($id: ID!) { removeQuestion(id: $id) ${outcome} }`;
const ordering = `mutation ($subjectId: ID!, $ids: [ID!]!) { orderQuestions(subjectId: $subjectId, ids: $ids) {
  __typename ... on Subject { id } ... on UserError { code path }
} }`;

const again = async (person: Person, id: string) => (await person.gql(askingAgain, { id })).askQuestionAgain;
const remove = async (person: Person, id: string) => (await person.gql(removing, { id })).removeQuestion;
const order = async (person: Person, subjectId: string, ids: string[]) =>
  (await person.gql(ordering, { subjectId, ids })).orderQuestions;

type Listed = { id: string; text: string; status: string; tries: number; answeredIn: { id: string } | null };
type Next = { text: string; reason: string | null; request: { id: string } };

/** The questions as the page shows them, and as the next conversation puts them. */
async function listed(person: Person, subjectId: string): Promise<{ all: Listed[]; next: Next[] }> {
  const { subject } = await person.gql('FamilyQuestions', { subjectId });
  return {
    all: subject.questions.edges.map(({ node }: { node: Listed }) => node),
    next: subject.nextQuestions,
  };
}

/** Three questions of the viewer that wait, in the order in which they were asked. */
async function threeWaiting() {
  const family = await aFamily();
  const { viewer, subject } = family;
  const ids: string[] = [];
  for (const text of ['Who taught you to dance?', 'Where was the shop?', 'What was the dog called?']) {
    ids.push((await ask(viewer, subject.id, text)).id);
  }
  return { ...family, ids: ids as [string, string, string] };
}

describe('The order of the family’s questions', () => {
  test('is the order in which they were asked, with the interviewer’s words and reason', async () => {
    const { viewer, subject, ids } = await threeWaiting();

    const { next } = await listed(viewer, subject.id);
    expect(next.map(({ request }) => request.id)).toEqual(ids);
    expect(next[0]).toMatchObject({
      text: 'Who taught you to dance?',
      reason: 'This question comes from Vi Rourke.',
    });
  });

  test('can be changed by those who write the book; unnamed and later questions come after', async () => {
    const { editor, viewer, subject, ids } = await threeWaiting();
    const [dance, shop, dog] = ids;

    expect(await order(editor, subject.id, [dog])).toMatchObject({ __typename: 'Subject' });
    const later = await ask(viewer, subject.id, 'When did you marry?');
    const { next } = await listed(viewer, subject.id);
    expect(next.map(({ request }) => request.id)).toEqual([dog, dance, shop, later.id]);

    const talk = await aTalk(editor, subject.id, { together: true });
    expect((await talk.last()).text).toContain('dog');
    await talk.end();
  });

  test('does not change a question that is being asked meanwhile', async () => {
    const { self, editor, subject, ids } = await threeWaiting();
    const [dance, shop, dog] = ids;
    const talk = await aTalk(self, subject.id);

    expect(await order(editor, subject.id, [dog, dance, shop])).toMatchObject({ __typename: 'Subject' });
    const { all, next } = await listed(editor, subject.id);
    expect(all.find(({ id }) => id === dance)).toMatchObject({ status: 'ASKED', tries: 1 });
    expect(next.map(({ request }) => request.id)).toEqual([dog, shop]);
    await talk.end();
  });

  test('is refused with a repeated question or another family’s question, and then does not change', async () => {
    const { editor, viewer, subject, ids } = await threeWaiting();
    const other = await threeWaiting();

    expect(await order(editor, subject.id, [ids[1], ids[1]])).toMatchObject({
      code: 'BAD_REQUEST',
      path: ['ids'],
    });
    expect(await order(editor, subject.id, [ids[1], other.ids[0]])).toMatchObject({ code: 'NOT_FOUND' });
    const { next } = await listed(viewer, subject.id);
    expect(next.map(({ request }) => request.id)).toEqual(ids);
  });
});

describe('A removed question', () => {
  test('is neither shown nor asked, and can be removed only by its author and those who write', async () => {
    const { viewer, editor, self, subject, ids } = await threeWaiting();
    const [dance, shop, dog] = ids;

    expect(await remove(viewer, dance)).toMatchObject({ id: dance, status: 'QUEUED' });
    expect(await remove(editor, shop)).toMatchObject({ id: shop });
    expect(await remove(editor, shop)).toMatchObject({ id: shop });
    const { all, next } = await listed(editor, subject.id);
    expect(all.map(({ id }) => id)).toEqual([dog]);
    expect(next.map(({ request }) => request.id)).toEqual([dog]);
    const { questions } = (await viewer.gql('SubjectHome', { id: subject.id })).subject;
    expect(questions.edges).toHaveLength(1);
    const talk = await aTalk(self, subject.id);
    expect((await talk.last()).text).toContain('dog');
    await talk.end();
  });

  test('gets its position back when the removal is undone', async () => {
    const { viewer, subject, ids } = await threeWaiting();
    await remove(viewer, ids[0]);

    expect(await again(viewer, ids[0])).toMatchObject({ status: 'QUEUED' });
    const { next } = await listed(viewer, subject.id);
    expect(next.map(({ request }) => request.id)).toEqual(ids);
  });

  test('can’t be removed or restored by a reader who is not its author', async () => {
    const { viewer, owner, subject } = await threeWaiting();
    const { id } = await ask(owner, subject.id, 'How did you meet?');

    await expect(remove(viewer, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await remove(owner, id);
    await expect(again(viewer, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('A question asked again', () => {
  const aQuestion = async (as: Parameters<typeof aFamilyQuestion>[1]) => {
    const family = await threeWaiting();
    return { ...family, id: await aFamilyQuestion(family.subject.id, as) };
  };

  test.each([
    ['was not answered in two conversations', { status: 'SKIPPED', tries: 2 }],
    ['was answered otherwise than it was meant', { status: 'ANSWERED', tries: 1 }],
  ] as const)('comes after the waiting ones when it %s', async (_why, as) => {
    const { viewer, subject, ids, id } = await aQuestion(as);

    expect(await again(viewer, id)).toMatchObject({ status: 'QUEUED', tries: 0, answeredIn: null });
    const { next } = await listed(viewer, subject.id);
    expect(next.map(({ request }) => request.id)).toEqual([...ids, id]);
  });

  test('does not change while it waits or is being asked', async () => {
    const { viewer, id } = await aQuestion({ status: 'ASKED', tries: 1 });

    expect(await again(viewer, id)).toMatchObject({ status: 'ASKED', tries: 1 });
  });

  test('is refused when the person declined it, except to the person, and after the person’s death', async () => {
    const { viewer, self, subject, id } = await aQuestion({ status: 'SKIPPED', tries: 1, declined: true });

    expect(await again(viewer, id)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('rather not'),
    });
    expect(await again(self, id)).toMatchObject({ status: 'QUEUED', declined: false });
    await db.questionRequest.update({ where: { id }, data: { status: 'SKIPPED' } });
    await db.subject.update({ where: { id: subject.id }, data: { status: 'MEMORIAL' } });
    expect(await again(self, id)).toMatchObject({ code: 'CONFLICT' });
  });
});
