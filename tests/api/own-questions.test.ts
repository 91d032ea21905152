import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

type Own = { key: string; text: string; reason: string };

async function read(person: Person, id: string): Promise<{ own: Own[]; removed: { key: string }[] }> {
  const { subject } = await person.gql(
    'query ($id: ID!) { subject(id: $id) { ownQuestions { key text reason } removedOwnQuestions { key text } } }',
    { id },
  );
  return { own: subject.ownQuestions, removed: subject.removedOwnQuestions };
}

const leaving = `mutation ($subjectId: ID!, $key: String!, $forGood: Boolean!) {
  leaveOutQuestion(subjectId: $subjectId, key: $key, forGood: $forGood) { __typename ... on UserError { code } } }`;
const puttingBack = `mutation ($subjectId: ID!, $key: String!) {
  putBackQuestion(subjectId: $subjectId, key: $key) { __typename } }`;

const ordering = `mutation ($subjectId: ID!, $keys: [String!]!) {
  orderOwnQuestions(subjectId: $subjectId, keys: $keys) {
    __typename ... on UserError { code message } ... on InvalidInput { issues { path message } } } }`;

async function order(person: Person, subjectId: string, keys: string[]) {
  return (await person.gql(ordering, { subjectId, keys })).orderOwnQuestions;
}

/** The keys of the questions of the bank that everyone may be asked first. */
const light = BANK.filter(
  ({ sensitivity, chapter, text }) =>
    sensitivity === 0 && chapter !== 'hard-times' && text.split(' ').length <= 9,
).map(({ key }) => key);

async function leaveOut(person: Person, subjectId: string, key: string, forGood: boolean) {
  return (await person.gql(leaving, { subjectId, key, forGood })).leaveOutQuestion;
}

/** Leaves all questions of the bank out for good, but these. */
async function leaveOutAllBut(subjectId: string, keys: string[]) {
  const others = BANK.map(({ key }) => key).filter((key) => !keys.includes(key));
  await db.leftOutQuestion.createMany({ data: others.map((key) => ({ subjectId, key, forGood: true })) });
}

describe('The interviewer’s own next questions', () => {
  test('are shown with reasons, and the next conversation asks the first exactly so, whatever was swapped or removed', async () => {
    for (let family = 0; family < 4; family += 1) {
      const { self, editor, subject } = await aFamily();
      const { id } = subject;
      const shown = (await read(editor, id)).own;
      expect(shown).toHaveLength(3);
      expect(new Set(shown.map(({ key }) => key)).size).toBe(3);
      for (const { reason } of shown) expect(reason).toMatch(/^“.+” has no story so far\./);

      succeeded(await self.gql(leaving, { subjectId: id, key: shown[0]?.key, forGood: false }));
      succeeded(await editor.gql(leaving, { subjectId: id, key: shown[1]?.key, forGood: true }));
      const { own, removed } = await read(editor, id);
      expect(removed.map(({ key }) => key)).toEqual([shown[1]?.key]);
      expect(own.map(({ key }) => key)).not.toContain(shown[0]?.key);
      expect(own.map(({ key }) => key)).not.toContain(shown[1]?.key);

      const talk = await aTalk(self, id);
      expect((await talk.last()).text).toContain(own[0]?.text);
      await talk.end();
    }
  });

  test('that were swapped may come in the conversation after the next; removed ones only when they are put back', async () => {
    const { self, editor, subject } = await aFamily();
    const { id } = subject;
    const [swapped, removed] = (await read(editor, id)).own;
    await leaveOut(editor, id, swapped?.key ?? '', false);
    await leaveOut(editor, id, removed?.key ?? '', true);
    const keysShown = async () => (await read(editor, id)).own.map(({ key }) => key);
    expect(await keysShown()).not.toContain(swapped?.key);
    // The conversation of which it was left out.
    const talk = await aTalk(self, id);
    await talk.end();
    await leaveOutAllBut(id, [swapped?.key ?? '', removed?.key ?? '']);
    expect(await keysShown()).toEqual([swapped?.key]);
    await editor.gql(puttingBack, { subjectId: id, key: removed?.key });
    expect(new Set(await keysShown())).toEqual(new Set([swapped?.key, removed?.key]));
    const [next] = (await read(editor, id)).own;
    const again = await aTalk(self, id);
    expect((await again.last()).text).toContain(next?.text);
    await again.end();
  });

  test('come after the family’s, and are shown and changed only by those who write the book and read transcripts', async () => {
    const { self, viewer, stranger, owner, subject } = await aFamily();
    const { id } = subject;
    await viewer.gql('AskQuestion', { subjectId: id, text: 'Who taught you to dance?' });
    const { own } = await read(owner, id);
    expect(own).toHaveLength(3);
    expect(own.map(({ text }) => text).join()).not.toContain('dance');
    expect(await read(viewer, id)).toEqual({ own: [], removed: [] });
    const key = own[0]?.key ?? '';
    await expect(leaveOut(viewer, id, key, true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(leaveOut(stranger, id, key, true)).resolves.toMatchObject({ code: 'NOT_FOUND' });
    expect(await leaveOut(owner, id, 'no-such-question', true)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await leaveOut(owner, id, 'x'.repeat(10_000), true)).toMatchObject({ code: 'NOT_FOUND' });
    await Promise.all([leaveOut(owner, id, key, true), leaveOut(owner, id, key, true)]);
    expect(await db.leftOutQuestion.count({ where: { subjectId: id } })).toBe(1);

    const talk = await aTalk(self, id);
    expect((await talk.last()).text).toContain('dance');
    await talk.end();
  });

  test('are asked in the order that the family chose, and what is left of it stays for later conversations', async () => {
    const { self, editor, subject } = await aFamily();
    const { id } = subject;
    const shown = async () => (await read(editor, id)).own.map(({ key }) => key);
    const before = await shown();
    const [first = '', second = '', third = ''] = light.filter((key) => !before.includes(key)).reverse();
    for (const keys of [
      [third, first],
      [second, third, first],
    ]) {
      expect(await order(editor, id, keys)).toEqual({ __typename: 'Subject' });
      expect((await shown()).slice(0, keys.length)).toEqual(keys);
    }
    // One that is left out of the next conversation keeps its place in the one after.
    await leaveOut(editor, id, second, false);
    expect((await shown()).slice(0, 2)).toEqual([third, first]);

    const talk = await aTalk(self, id);
    expect((await talk.last()).text).toContain(BANK.find(({ key }) => key === third)?.text);
    await talk.end();
    expect((await shown()).slice(0, 2)).toEqual([second, first]);
  });

  test('keep their order when the family’s is refused', async () => {
    const { owner, viewer, stranger, subject } = await aFamily();
    const { id } = subject;
    const shown = async () => (await read(owner, id)).own.map(({ key }) => key);
    const before = await shown();
    const [first = '', ...others] = light;
    const issues = async (keys: string[]) => (await order(owner, id, keys)).issues;
    const tooMany = [{ path: 'keys', message: 'must name 1 to 3 questions' }];
    expect(await issues([])).toEqual(tooMany);
    expect(await issues([first, ...others.slice(0, 3)])).toEqual(tooMany);
    expect(await issues([first, first])).toEqual([{ path: 'keys', message: 'must name each question once' }]);
    expect(await order(owner, id, [first, 'no-such-question'])).toMatchObject({ code: 'NOT_FOUND' });
    const heavy = BANK.find(({ chapter }) => chapter === 'hard-times');
    expect(await order(owner, id, [heavy?.key ?? ''])).toMatchObject({
      code: 'CONFLICT',
      message: `“${heavy?.text}” can’t come at this place in the next conversation`,
    });
    await leaveOut(owner, id, first, true);
    expect(await order(owner, id, [first])).toMatchObject({ code: 'CONFLICT' });
    await expect(order(viewer, id, before)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await order(stranger, id, before)).toMatchObject({ code: 'NOT_FOUND' });
    await owner.gql(puttingBack, { subjectId: id, key: first });
    expect(await shown()).toEqual(before);
    expect(await db.ownQuestionOrder.count({ where: { subjectId: id } })).toBe(0);
  });

  test('have one of two orders that are chosen at once', async () => {
    const { owner, editor, subject } = await aFamily();
    const { id } = subject;
    const [first = '', second = '', third = ''] = light;
    const orders = [
      [first, second, third],
      [third, second, first],
    ];
    const answers = await Promise.all([
      order(owner, id, orders[0] ?? []),
      order(editor, id, orders[1] ?? []),
    ]);
    expect(answers.map(({ __typename }) => __typename)).toEqual(['Subject', 'Subject']);
    expect(orders).toContainEqual((await read(owner, id)).own.map(({ key }) => key));
  });
});
