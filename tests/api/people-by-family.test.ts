import { describe, expect, test } from 'vitest';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import type { Answer, Person, Refused } from '#tests/support/person.ts';
import { peopleOf, told } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const rosa =
  'My daughter Rosa Delgado lives in Porto now and she calls me on Sundays after church. She has the bakery on the corner by the river.';
const rosie =
  'Rosie fell into the harbour when she was six, and a fisherman pulled her out by the braids. She laughed about it for a week.';

async function save(who: Person, input: object): Promise<Answer> {
  return (await who.gql('SavePerson', { input })).savePerson;
}

async function merge(who: Person, keepId: string, otherId: string): Promise<Answer> {
  return (await who.gql('MergePeople', { keepId, otherId })).mergePeople;
}

async function undo(who: Person, id: string): Promise<Answer> {
  const document = `mutation ($id: ID!) { undoMergePeople(id: $id) {
    ... on Person { id name aliases cards { id } } ... on UserError { code message } } }`;
  return (await who.gql(document, { id })).undoMergePeople;
}

async function setPrivate(who: Person, id: string | undefined) {
  expect((await who.gql('SetMessagePrivate', { id, private: true })).setMessagePrivate.code).toBeUndefined();
}

/** What came of a change that was not refused. */
function expectDone(answer: Answer): Answer {
  expect(answer.code, answer.message).toBeUndefined();
  return answer;
}

/** The code of a refusal, in the answer or instead of one. */
async function codeOf(change: Promise<Answer>): Promise<string | undefined> {
  return change.then(
    ({ code }) => code,
    ({ code }: Refused) => code,
  );
}

async function idOf(subjectId: string, name: string): Promise<string> {
  return (await db.person.findFirstOrThrow({ where: { subjectId, name } })).id;
}

async function aPersonIn(
  subjectId: string,
  facts: Omit<Prisma.PersonUncheckedCreateInput, 'subjectId'>,
): Promise<{ id: string }> {
  return db.person.create({
    data: { subjectId, ...facts, found: facts.found ?? false },
    select: { id: true },
  });
}

async function factsOf(id: string) {
  return db.person.findUniqueOrThrow({
    where: { id },
    select: {
      ...{ name: true, aliases: true, relationship: true, found: true },
      ...{ living: true, born: true, died: true },
    },
  });
}

describe('The people of a book', () => {
  test('can be added and corrected by the family, and missing fields don’t change', async () => {
    const { subject, editor } = await aFamily();
    const input = { subjectId: subject.id, name: 'Lourdes Pires', relation: 'sister', aliases: ['Lola'] };
    const added = expectDone(await save(editor, input));
    expect(added).toMatchObject({ name: 'Lourdes Pires', relation: 'sister', aliases: ['Lola'] });

    const renamed = { id: added.id, subjectId: subject.id, name: 'Lourdes Silva' };
    expect(await save(editor, renamed)).toMatchObject({
      name: 'Lourdes Silva',
      relation: 'sister',
      aliases: ['Lola'],
    });
    expect(await save(editor, { ...renamed, relation: '' })).toMatchObject({ relation: null });
  });

  test('keep the family’s corrections when the machine finds them again', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [rosa]);
    const id = await idOf(subject.id, 'Rosa Delgado');
    expectDone(
      await save(editor, {
        id,
        subjectId: subject.id,
        name: 'Rosa Delgado',
        relation: 'niece',
        aliases: ['Rosie'],
      }),
    );

    await told(subject.id, [rosa.replace('Porto', 'Lisbon'), rosie]);

    expect(await peopleOf(editor, subject.id)).toEqual([['Rosa Delgado', 'niece']]);
  });

  test('can each be linked to one member', async () => {
    const { subject, editor, viewer, stranger } = await aFamily();
    const vi = { subjectId: subject.id, name: 'Vi', userId: viewer.id };
    const { id } = expectDone(await save(editor, vi));
    expect(await db.person.findUniqueOrThrow({ where: { id } })).toMatchObject({
      membershipId: expect.any(String),
    });

    expect(await save(editor, vi)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await save(editor, { ...vi, userId: stranger.id })).toMatchObject({ code: 'BAD_REQUEST' });
    expectDone(await save(editor, { ...vi, id, userId: null }));
    expect((await db.person.findUniqueOrThrow({ where: { id } })).membershipId).toBeNull();
  });

  test('are refused with a name that is too long or empty, and for another family', async () => {
    const { subject, editor } = await aFamily();
    const other = await aFamily();
    const theirs = await db.person.create({ data: { subjectId: other.subject.id, name: 'Ines' } });

    expect(await save(editor, { subjectId: subject.id, name: 'x'.repeat(121) })).toMatchObject({
      code: 'BAD_REQUEST',
      path: ['name'],
    });
    expect(await save(editor, { subjectId: subject.id, name: '  ' })).toMatchObject({ code: 'BAD_REQUEST' });
    const stolen = { id: theirs.id, subjectId: subject.id, name: 'Ours' };
    expect(await save(editor, stolen)).toMatchObject({ code: 'NOT_FOUND' });
    expect((await db.person.findUniqueOrThrow({ where: { id: theirs.id } })).name).toBe('Ines');
  });

  test('can be changed only by those who may write in the book', async () => {
    const { subject, viewer, stranger, admin, nobody } = await aFamily();
    const codes = [viewer, stranger, admin, nobody].map((who) =>
      codeOf(save(who, { subjectId: subject.id, name: 'Mallory' })),
    );
    expect(await Promise.all(codes)).toEqual(['FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED']);
    expect(await db.person.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});

describe('Two records of one person', () => {
  test('are merged with all their stories, and separated again', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [rosa]);
    await told(subject.id, [rosie]);
    const [keep, other] = [await idOf(subject.id, 'Rosa Delgado'), await idOf(subject.id, 'Rosie')];
    const before = await peopleOf(editor, subject.id);

    expect(await merge(editor, keep, other)).toMatchObject({
      id: keep,
      name: 'Rosa Delgado',
      aliases: ['Rosie'],
    });
    expect(await peopleOf(editor, subject.id)).toEqual([['Rosa Delgado', 'daughter']]);
    expect(await db.mention.count({ where: { personId: keep } })).toBeGreaterThan(1);

    expect(await undo(editor, keep)).toMatchObject({ name: 'Rosie' });
    expect(await peopleOf(editor, subject.id)).toEqual(before);
    expect(await undo(editor, keep)).toMatchObject({ code: 'CONFLICT' });
  });

  test('are merged once by two concurrent requests', async () => {
    const { subject, editor, owner } = await aFamily();
    const [keep, other] = await Promise.all(
      ['Rosa', 'Rosie'].map((name) => db.person.create({ data: { subjectId: subject.id, name } })),
    );
    const answers = await Promise.all(
      [editor, owner].map((who) => merge(who, keep?.id ?? '', other?.id ?? '')),
    );

    expect(answers.map(({ code }) => code ?? 'MERGED').sort()).toEqual(['MERGED', 'NOT_FOUND']);
    expect(await db.personMerge.count({ where: { subjectId: subject.id } })).toBe(1);
  });

  test('lose the name that only private words gave', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [rosa]);
    const { said } = await told(subject.id, [rosie]);
    const keep = await idOf(subject.id, 'Rosa Delgado');
    expectDone(await merge(editor, keep, await idOf(subject.id, 'Rosie')));

    await setPrivate(editor, said[0]);

    expect((await db.person.findUniqueOrThrow({ where: { id: keep } })).aliases).toEqual([]);
    expect(JSON.stringify(await db.personMerge.findMany({ where: { subjectId: subject.id } }))).not.toContain(
      'Rosie',
    );
  });

  test('lose the facts that only private words gave, and no name that they had before', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [rosie]);
    const other = await idOf(subject.id, 'Rosie');
    const keep = await aPersonIn(subject.id, { name: 'Rosa', aliases: ['Rosie'] });
    const facts = {
      aliases: ['Rosinha'],
      relationship: 'daughter',
      living: false,
      born: '1950',
      died: '1990',
    };
    await db.person.update({ where: { id: other }, data: facts });
    const before = await factsOf(keep.id);
    expectDone(await merge(editor, keep.id, other));
    expect(await factsOf(keep.id)).toMatchObject({ ...facts, aliases: ['Rosie', 'Rosinha'] });

    await setPrivate(editor, said[0]);

    expect(await factsOf(keep.id)).toEqual(before);
  });

  test('lose the names of two merged people whom the same private words named', async () => {
    const { subject, editor } = await aFamily();
    const keep = await aPersonIn(subject.id, { name: 'Rosa' });
    const { said } = await told(subject.id, [`${rosie} My neighbour Clara Olsen brought her home.`]);
    for (const name of ['Rosie', 'Clara Olsen'])
      expectDone(await merge(editor, keep.id, await idOf(subject.id, name)));

    await setPrivate(editor, said[0]);

    expect((await factsOf(keep.id)).aliases).toEqual([]);
    expect(await db.personMerge.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('don’t get private facts back from a person between them who is separated again', async () => {
    const { subject, editor } = await aFamily();
    const [first, second] = [
      await aPersonIn(subject.id, { name: 'Rosa', relationship: 'niece' }),
      await aPersonIn(subject.id, { name: 'Rosita' }),
    ];
    const { said } = await told(subject.id, [rosie]);
    const third = await idOf(subject.id, 'Rosie');
    await db.person.update({ where: { id: third }, data: { relationship: 'niece', born: '1950' } });
    expectDone(await merge(editor, second.id, third));
    expectDone(await merge(editor, first.id, second.id));
    expect(await factsOf(first.id)).toMatchObject({ aliases: ['Rosita', 'Rosie'], born: '1950' });

    await setPrivate(editor, said[0]);

    expect(await factsOf(first.id)).toMatchObject({
      ...{ aliases: ['Rosita'], relationship: 'niece', born: null },
    });
    const left = await db.personMerge.findMany({ where: { subjectId: subject.id } });
    expect(left).toMatchObject([{ addedAliases: ['Rosita'], addedFacts: [] }]);
    expect(JSON.stringify(left)).not.toMatch(/Rosie|1950/);
    expectDone(await undo(editor, first.id));
    expect(await factsOf(first.id)).toMatchObject({ aliases: [], relationship: 'niece' });
    expect(await factsOf(second.id)).toMatchObject({ aliases: [], relationship: null, born: null });
  });

  test('are separated without a name that became private since', async () => {
    const { subject, editor } = await aFamily();
    const keep = await aPersonIn(subject.id, { name: 'Mrs. Pires' });
    const { said } = await told(subject.id, [rosa, rosie.replace('Rosie', 'Rosa')]);
    const other = await idOf(subject.id, 'Rosa Delgado');
    expectDone(await merge(editor, keep.id, other));
    await setPrivate(editor, said[0]);

    expect(await undo(editor, keep.id)).toMatchObject({ name: 'Rosa' });

    expect(await factsOf(other)).toMatchObject({ name: 'Rosa', relationship: null, found: true });
  });

  test('leave a person whose own words are private to the family', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [rosie]);
    const keep = await idOf(subject.id, 'Rosie');
    const other = await aPersonIn(subject.id, { name: 'Rosa' });
    expectDone(await merge(editor, keep, other.id));
    await setPrivate(editor, said[0]);

    expectDone(await undo(editor, keep));

    expect(await factsOf(keep)).toMatchObject({ name: 'Rosie', found: false });
  });

  test('can’t be merged across families, with themselves, or by a viewer', async () => {
    const { subject, editor, viewer } = await aFamily();
    const theirs = await aFamily();
    const ours = await db.person.create({ data: { subjectId: subject.id, name: 'Rosa' } });
    const other = await db.person.create({ data: { subjectId: theirs.subject.id, name: 'Ines' } });

    expect(await merge(editor, ours.id, other.id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await merge(editor, ours.id, ours.id)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await codeOf(merge(viewer, ours.id, other.id))).toBe('FORBIDDEN');
    expect(await codeOf(merge(editor, other.id, ours.id))).toBe('NOT_FOUND');
  });

  test('get back what each had before, also an other name that both had, once', async () => {
    const { subject, editor, owner } = await aFamily();
    await told(subject.id, [rosie]);
    const keep = await db.person.update({
      where: { id: await idOf(subject.id, 'Rosie') },
      data: { aliases: ['Rosa', 'Rosita'] },
    });
    const other = await aPersonIn(subject.id, {
      ...{ name: 'Rosa', aliases: ['Rosie', 'Rosinha'], relationship: 'daughter' },
      ...{ living: false, born: '1950', died: '1990' },
    });
    const before = [await factsOf(keep.id), await factsOf(other.id)];

    expectDone(await merge(editor, keep.id, other.id));
    expect(await factsOf(keep.id)).toEqual({
      ...{ name: 'Rosie', aliases: ['Rosa', 'Rosita', 'Rosinha'], relationship: 'daughter', found: false },
      ...{ living: false, born: '1950', died: '1990' },
    });

    const answers = await Promise.all([editor, owner].map((who) => undo(who, keep.id)));
    expect(answers.map(({ code }) => code ?? 'PARTED').sort()).toEqual(['CONFLICT', 'PARTED']);
    expect([await factsOf(keep.id), await factsOf(other.id)]).toEqual(before);
    expect(await undo(editor, keep.id)).toMatchObject({ code: 'CONFLICT' });
  });

  test('keep what the family corrected since', async () => {
    const { subject, editor } = await aFamily();
    const keep = await aPersonIn(subject.id, { name: 'Rosa', found: true });
    const other = await aPersonIn(subject.id, {
      ...{ name: 'Rosie', relationship: 'daughter', living: false, born: '1950', died: '1990' },
    });
    expectDone(await merge(editor, keep.id, other.id));
    const corrected = { id: keep.id, subjectId: subject.id, name: 'Rosa', relation: 'niece', born: '1951' };
    expectDone(await save(editor, corrected));

    expectDone(await undo(editor, keep.id));

    expect(await factsOf(keep.id)).toEqual({
      ...{ name: 'Rosa', aliases: [], relationship: 'niece', found: false },
      ...{ living: null, born: '1951', died: null },
    });
    expect(await factsOf(other.id)).toMatchObject({ relationship: 'daughter', born: '1950', died: '1990' });
  });

  test('get back their own earlier merges', async () => {
    const { subject, editor } = await aFamily();
    const [first, second, third] = [
      await aPersonIn(subject.id, { name: 'Rosa', relationship: 'daughter' }),
      await aPersonIn(subject.id, { name: 'Rosie' }),
      await aPersonIn(subject.id, { name: 'Rosita', relationship: 'daughter', born: '1950' }),
    ];
    expectDone(await merge(editor, second.id, third.id));
    expectDone(await merge(editor, first.id, second.id));

    expectDone(await undo(editor, first.id));
    expect(await undo(editor, first.id)).toMatchObject({ code: 'CONFLICT' });
    expect(await factsOf(first.id)).toMatchObject({ relationship: 'daughter', born: null, aliases: [] });
    expect(await factsOf(second.id)).toMatchObject({ relationship: 'daughter', aliases: ['Rosita'] });

    expect(await undo(editor, second.id)).toMatchObject({ name: 'Rosita' });
    expect(await factsOf(second.id)).toMatchObject({ relationship: null, born: null, aliases: [] });
    expect(await factsOf(third.id)).toMatchObject({ relationship: 'daughter', born: '1950' });
  });

  test('are parted once by two who mean the same merge', async () => {
    const { subject, editor, owner } = await aFamily();
    const keep = await aPersonIn(subject.id, { name: 'Rosa' });
    const others = [
      await aPersonIn(subject.id, { name: 'Rosie' }),
      await aPersonIn(subject.id, { name: 'Rosita' }),
    ];
    for (const { id } of others) expectDone(await merge(editor, keep.id, id));
    const [first, last] = others.map(({ id }) => id);
    const document = `mutation ($id: ID!, $otherId: ID) { undoMergePeople(id: $id, otherId: $otherId) {
      ... on Person { id } ... on UserError { code } } }`;
    const part = async (who: Person, otherId: string | undefined) =>
      (await who.gql(document, { id: keep.id, otherId })).undoMergePeople;
    const seen = await editor.gql(
      'query ($s: ID!, $id: ID!) { subject(id: $s) { person(id: $id) { mergedId } } }',
      {
        s: subject.id,
        id: keep.id,
      },
    );
    expect(seen.subject.person.mergedId).toBe(last);

    expect(await part(editor, first)).toMatchObject({ code: 'CONFLICT' });
    const both = await Promise.all([part(editor, last), part(owner, last)]);
    expect(both.map(({ id, code }) => id ?? code).sort()).toEqual([last, 'CONFLICT'].sort());
    expect(await db.personMerge.count({ where: { personId: keep.id } })).toBe(1);
    expectDone(await part(editor, first));
  });

  test('can be parted by nobody else', async () => {
    const { subject, editor, viewer, stranger } = await aFamily();
    const theirs = await aFamily();
    const keep = await aPersonIn(subject.id, { name: 'Rosa' });
    const other = await aPersonIn(subject.id, { name: 'Rosie', born: '1950' });
    expectDone(await merge(editor, keep.id, other.id));

    const codes = [viewer, stranger, theirs.owner].map((who) => codeOf(undo(who, keep.id)));
    expect(await Promise.all(codes)).toEqual(['FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await factsOf(keep.id)).toMatchObject({ born: '1950', aliases: ['Rosie'] });
  });

  test.each([
    ['living with a date of death', { living: true }, { died: '1990' }, 'must be empty'],
    ['dead before the birth', { born: '1950' }, { died: '1920' }, 'must not be before the birth'],
  ])('can’t be merged into somebody who is %s', async (_what, kept, merged, message) => {
    const { subject, editor } = await aFamily();
    const keep = await aPersonIn(subject.id, { name: 'Rosa', ...kept });
    const other = await aPersonIn(subject.id, { name: 'Rosie', ...merged });

    expect(await merge(editor, keep.id, other.id)).toMatchObject({
      ...{ code: 'BAD_REQUEST', path: ['died'], message: expect.stringContaining(message) },
    });
    expect(await factsOf(keep.id)).toMatchObject({ aliases: [], born: null, died: null, ...kept });
    expect(await factsOf(other.id)).toMatchObject({ name: 'Rosie', ...merged });
    expect(await db.personMerge.count({ where: { subjectId: subject.id } })).toBe(0);
  });
});
