import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
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

describe('A question of the family', () => {
  test('can be asked by everyone who has a place, and waits with the name of who asked', async () => {
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

  test('is not asked by an admin, not found by a stranger, and not asked of the dead', async () => {
    const { owner, admin, stranger, subject } = await aFamily();

    await expect(ask(admin, subject.id, 'Where?')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ask(stranger, subject.id, 'Where?')).toMatchObject({ code: 'NOT_FOUND' });
    await db.subject.update({ where: { id: subject.id }, data: { status: 'MEMORIAL' } });
    expect(await ask(owner, subject.id, 'Where?')).toMatchObject({ __typename: 'WrongState' });
  });
});
