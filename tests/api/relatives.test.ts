import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import type { Answer, Person, Refused } from '#tests/support/person.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const shown = '{ id name relatives { relationId kind person { id name } } }';
const refused = '... on UserError { code message path }';
const saving = `mutation ($input: SaveRelativeInput!) { saveRelative(input: $input) { ... on Person ${shown} ${refused} } }`;
const removing = `mutation ($personId: ID!, $relativeId: ID!) {
  removeRelative(personId: $personId, relativeId: $relativeId) { ... on Person ${shown} ${refused} } }`;
const reading = `query ($id: ID!) { subject(id: $id) { people(first: 50) { edges { node ${shown} } } } }`;
const undoing = `mutation ($id: ID!) { undoMergePeople(id: $id) { ... on Person { id name } ${refused} } }`;

type Kind = 'PARENT' | 'CHILD' | 'PARTNER' | 'SIBLING';

async function relate(
  who: Person,
  personId: string,
  kind: Kind,
  relativeId: string,
  relationId?: string,
): Promise<Answer> {
  return (await who.gql(saving, { input: { relationId, personId, relativeId, kind } })).saveRelative;
}

async function part(who: Person, personId: string, relativeId: string): Promise<Answer> {
  return (await who.gql(removing, { personId, relativeId })).removeRelative;
}

async function merge(who: Person, keepId: string, otherId: string): Promise<Answer> {
  return (await who.gql('MergePeople', { keepId, otherId })).mergePeople;
}

/** Everybody's relatives as "name: kind name", in order. */
async function relationsFor(reader: Person, subjectId: string): Promise<string[]> {
  const { subject } = (await reader.ask(reading, { id: subjectId })).data;
  type Node = { name: string; relatives: { kind: string; person: { name: string } }[] };
  return subject.people.edges
    .flatMap(({ node }: { node: Node }) =>
      node.relatives.map(({ kind, person }) => `${node.name}: ${kind} ${person.name}`),
    )
    .sort();
}

async function people<Name extends string>(
  subjectId: string,
  ...names: Name[]
): Promise<Record<Name, string>> {
  const made: [string, string][] = [];
  for (const name of names) {
    made.push([name, (await db.person.create({ data: { subjectId, name }, select: { id: true } })).id]);
  }
  return Object.fromEntries(made) as Record<Name, string>;
}

async function codeOf(change: Promise<Answer>): Promise<string | undefined> {
  return change.then(
    ({ code }) => code,
    ({ code }: Refused) => code,
  );
}

function expectDone(answer: Answer): Answer {
  expect(answer.code, answer.message).toBeUndefined();
  return answer;
}

describe('Relations between two people', () => {
  test('are added once, read from both sides, changed and removed', async () => {
    const { subject, editor } = await aFamily();
    const { Ann, Bob, Cas } = await people(subject.id, 'Ann', 'Bob', 'Cas');

    const { relatives } = expectDone(await relate(editor, Ann, 'CHILD', Bob));
    expect(relatives).toEqual([
      { relationId: expect.any(String), kind: 'CHILD', person: { id: Bob, name: 'Bob' } },
    ]);
    expectDone(await relate(editor, Cas, 'PARTNER', Ann));
    expect(await relationsFor(editor, subject.id)).toEqual([
      'Ann: CHILD Bob',
      'Ann: PARTNER Cas',
      'Bob: PARENT Ann',
      'Cas: PARTNER Ann',
    ]);

    expectDone(await relate(editor, Bob, 'SIBLING', Ann, relatives[0].relationId));
    expect(await relationsFor(editor, subject.id)).toContain('Ann: SIBLING Bob');
    expectDone(await part(editor, Bob, Ann));
    expect(await relationsFor(editor, subject.id)).toEqual(['Ann: PARTNER Cas', 'Cas: PARTNER Ann']);
    expect(await part(editor, Bob, Ann)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are refused where they are impossible', async () => {
    const { subject, editor } = await aFamily();
    const other = await aFamily();
    const { Ann, Bob, Cas } = await people(subject.id, 'Ann', 'Bob', 'Cas');
    const { Ines } = await people(other.subject.id, 'Ines');
    expectDone(await relate(editor, Ann, 'CHILD', Bob));
    expectDone(await relate(editor, Bob, 'CHILD', Cas));

    expect(await relate(editor, Ann, 'SIBLING', Ann)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await relate(editor, Bob, 'SIBLING', Ann)).toMatchObject({ code: 'CONFLICT' });
    expect(await relate(editor, Ann, 'PARENT', Cas)).toMatchObject({ code: 'CONFLICT' });
    expect(await relate(editor, Ann, 'SIBLING', Ines)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await relate(editor, Ann, 'SIBLING', 'no-id')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await relate(editor, Ann, 'SIBLING', Cas, 'no-id')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await db.personRelation.count({ where: { subjectId: subject.id } })).toBe(2);
  });

  test('are at most 60 for a person', async () => {
    const { subject, editor } = await aFamily();
    const { Ann, Zoe } = await people(subject.id, 'Ann', 'Zoe');
    for (let at = 0; at < 60; at++) {
      const { id } = await db.person.create({ data: { subjectId: subject.id, name: `Child ${at}` } });
      await db.personRelation.create({
        data: { subjectId: subject.id, fromId: Ann, toId: id, kind: 'PARENT' },
      });
    }
    expect(await relate(editor, Zoe, 'SIBLING', Ann)).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
  });

  test('are changed only by those who may write in the book', async () => {
    const { subject, editor, viewer, stranger, admin, nobody } = await aFamily();
    const { Ann, Bob } = await people(subject.id, 'Ann', 'Bob');
    const everyone = [viewer, stranger, admin, nobody];
    const codes = ['FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED'];
    const saved = everyone.map((who) => codeOf(relate(who, Ann, 'SIBLING', Bob)));
    expect(await Promise.all(saved)).toEqual(codes);
    expectDone(await relate(editor, Ann, 'SIBLING', Bob));
    expect(await Promise.all(everyone.map((who) => codeOf(part(who, Ann, Bob))))).toEqual(codes);
    expect(await db.personRelation.count({ where: { subjectId: subject.id } })).toBe(1);
  });

  test('are stored once by two concurrent requests from both sides', async () => {
    const { subject, editor, owner } = await aFamily();
    const { Ann, Bob } = await people(subject.id, 'Ann', 'Bob');
    const codes = await Promise.all([
      codeOf(relate(editor, Ann, 'SIBLING', Bob)),
      codeOf(relate(owner, Bob, 'PARTNER', Ann)),
    ]);
    expect(codes.sort()).toEqual(['CONFLICT', undefined]);
    expect(await db.personRelation.count({ where: { subjectId: subject.id } })).toBe(1);
  });

  test('show a viewer only people whom they may see on both sides', async () => {
    const { subject, editor, viewer } = await aFamily();
    const { Ann, Bob, Cas } = await people(subject.id, 'Ann', 'Bob', 'Cas');
    expectDone(await relate(editor, Ann, 'CHILD', Bob));
    expectDone(await relate(editor, Ann, 'SIBLING', Cas));
    await db.person.update({ where: { id: Bob }, data: { found: true } });

    expect(await relationsFor(viewer, subject.id)).toEqual(['Ann: SIBLING Cas', 'Cas: SIBLING Ann']);
    await db.person.update({ where: { id: Bob }, data: { found: false } });
    expect(await relationsFor(viewer, subject.id)).toHaveLength(4);
  });

  test('go with the person', async () => {
    const { subject, editor } = await aFamily();
    const { Ann, Bob } = await people(subject.id, 'Ann', 'Bob');
    expectDone(await relate(editor, Ann, 'CHILD', Bob));
    await db.person.delete({ where: { id: Bob } });
    expect(await relationsFor(editor, subject.id)).toEqual([]);
  });
});

describe('The relations of two merged people', () => {
  test('are the kept one’s, and each one’s own again when it is undone', async () => {
    const { subject, editor } = await aFamily();
    const { Ann, Annie, Bob, Cas, Dee } = await people(subject.id, 'Ann', 'Annie', 'Bob', 'Cas', 'Dee');
    expectDone(await relate(editor, Ann, 'CHILD', Bob));
    expectDone(await relate(editor, Annie, 'CHILD', Bob));
    expectDone(await relate(editor, Annie, 'PARTNER', Cas));
    expectDone(await relate(editor, Annie, 'PARENT', Dee));
    expectDone(await relate(editor, Annie, 'SIBLING', Ann));
    const before = await relationsFor(editor, subject.id);

    expectDone(await merge(editor, Ann, Annie));
    expect(await relationsFor(editor, subject.id)).toEqual([
      'Ann: CHILD Bob',
      'Ann: PARENT Dee',
      'Ann: PARTNER Cas',
      'Bob: PARENT Ann',
      'Cas: PARTNER Ann',
      'Dee: CHILD Ann',
    ]);
    expectDone((await editor.ask(undoing, { id: Ann })).data.undoMergePeople);
    expect(await relationsFor(editor, subject.id)).toEqual(before);
  });

  test('survive that a relative was merged too, and both are undone', async () => {
    const { subject, editor } = await aFamily();
    const { Ann, Annie, Bob, Bobby } = await people(subject.id, 'Ann', 'Annie', 'Bob', 'Bobby');
    expectDone(await relate(editor, Annie, 'CHILD', Bobby));
    const before = await relationsFor(editor, subject.id);
    expectDone(await merge(editor, Ann, Annie));
    expectDone(await merge(editor, Bob, Bobby));
    expect(await relationsFor(editor, subject.id)).toEqual(['Ann: CHILD Bob', 'Bob: PARENT Ann']);

    expectDone((await editor.ask(undoing, { id: Bob })).data.undoMergePeople);
    expectDone((await editor.ask(undoing, { id: Ann })).data.undoMergePeople);
    expect(await relationsFor(editor, subject.id)).toEqual(before);
  });

  test('can’t make somebody their own ancestor', async () => {
    const { subject, editor } = await aFamily();
    const { Ann, Bob, Cas, Dee } = await people(subject.id, 'Ann', 'Bob', 'Cas', 'Dee');
    expectDone(await relate(editor, Ann, 'CHILD', Bob));
    expectDone(await relate(editor, Bob, 'CHILD', Cas));
    expectDone(await relate(editor, Cas, 'CHILD', Dee));
    const before = await relationsFor(editor, subject.id);

    expect(await merge(editor, Ann, Dee)).toMatchObject({ code: 'CONFLICT' });
    expect(await relationsFor(editor, subject.id)).toEqual(before);
  });
});
