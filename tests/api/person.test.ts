import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aKeepsake } from '#tests/support/keepsakes.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, join, useServer } from '#tests/support/world.ts';

useServer();

const document = `query ($subjectId: ID!, $id: ID!) { subject(id: $subjectId) { person(id: $id) {
  name relation aliases living born bornText died diedText
  cards { title people { name } } keepsakes { title } member { role user { name } }
} } }`;

/** A person as a reader sees them; null if the reader may not see them. */
async function read(reader: Person, subjectId: string, id: string): Promise<Answer | null> {
  return (await reader.ask(document, { subjectId, id })).data.subject?.person ?? null;
}

async function save(who: Person, input: object): Promise<Answer> {
  return (await who.gql('SavePerson', { input })).savePerson;
}

/** A book with a published story and a draft, both about Des. */
async function aBookOfDes() {
  const family = await aFamily();
  const subjectId = family.subject.id;
  const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId } });
  const des = await db.person.create({ data: { subjectId, name: 'Des', found: true } });
  const lourdes = await db.person.create({ data: { subjectId, name: 'Lourdes', found: true } });
  const story = (title: string, status: 'PUBLISHED' | 'DRAFT', of: { id: string }[]) =>
    db.card.create({
      data: {
        ...{ subjectId, title, status, chapterId: chapter.id },
        people: { create: of.map(({ id }) => ({ subjectId, personId: id })) },
      },
      select: { id: true },
    });
  const told = await story('Told', 'PUBLISHED', [des]);
  const draft = await story('Draft', 'DRAFT', [des, lourdes]);
  return { ...family, subjectId, des: des.id, lourdes: lourdes.id, told: told.id, draft: draft.id };
}

describe('The page of a person', () => {
  test('shows each reader the stories that they may read', async () => {
    const { subjectId, des, owner, editor, self, viewer, admin } = await aBookOfDes();
    const titles = async (reader: Person) =>
      (await read(reader, subjectId, des))?.cards.map(({ title }: { title: string }) => title);

    for (const reader of [owner, editor, self, admin])
      expect(await titles(reader)).toEqual(['Told', 'Draft']);
    expect(await titles(viewer)).toEqual(['Told']);
  });

  test('does not exist for a viewer when only a draft names them', async () => {
    const { subjectId, lourdes, owner, viewer } = await aBookOfDes();

    expect(await read(owner, subjectId, lourdes)).toMatchObject({ name: 'Lourdes' });
    expect(await read(viewer, subjectId, lourdes)).toBeNull();
  });

  test('does not exist for a stranger, a removed member, or under another family’s book', async () => {
    const { subjectId, des, owner, viewer, stranger } = await aBookOfDes();
    const other = await aFamily();
    const { members } = (await owner.gql('FamilyFriends', { subjectId })).subject;
    const member = members.find(({ user }: { user: { id: string } }) => user.id === viewer.id);

    expect(await read(stranger, subjectId, des)).toBeNull();
    expect(await read(other.owner, other.subject.id, des)).toBeNull();
    expect(await read(owner, subjectId, 'no-id')).toBeNull();
    expect(await read(viewer, subjectId, des)).not.toBeNull();
    succeeded(await owner.gql('RemoveMember', { id: member.id }));
    expect(await read(viewer, subjectId, des)).toBeNull();
  });

  test('leaves out a story whose audience does not admit the reader', async () => {
    const { subjectId, des, told, owner, viewer } = await aBookOfDes();
    const gus = await aPerson('Gus');
    await join(owner, subjectId, gus, 'VIEWER');
    const { id } = await db.membership.findFirstOrThrow({ where: { subjectId, userId: gus.id } });
    succeeded(await owner.gql('SetAudience', { input: { cardId: told, memberIds: [id] } }));

    expect((await read(gus, subjectId, des))?.cards).toHaveLength(1);
    expect(await read(viewer, subjectId, des)).toBeNull();
  });

  test('shows the keepsakes they are in, without those of drafts to a viewer', async () => {
    const { subjectId, des, draft, editor, viewer } = await aBookOfDes();
    const open = await aKeepsake(editor, subjectId, { title: 'On the pier', personIds: [des] });
    await aKeepsake(editor, subjectId, { title: 'In the draft', personIds: [des], cardId: draft });
    await aKeepsake(editor, subjectId, { title: 'Without him' });
    const titles = async (reader: Person) =>
      (await read(reader, subjectId, des))?.keepsakes.map(({ title }: { title: string }) => title);

    expect(await titles(editor)).toEqual(['On the pier', 'In the draft']);
    expect(await titles(viewer)).toEqual(['On the pier']);
    const deleting = 'mutation ($id: ID!) { deleteKeepsake(id: $id) { ... on UserError { code } } }';
    succeeded((await editor.ask(deleting, { id: open.id })).data);
    expect(await titles(editor)).toEqual(['In the draft']);
  });

  test('says which member of the book they are', async () => {
    const { subjectId, des, editor, viewer } = await aBookOfDes();
    succeeded({ savePerson: await save(editor, { id: des, subjectId, name: 'Des', userId: viewer.id }) });

    expect((await read(viewer, subjectId, des))?.member).toMatchObject({
      role: 'VIEWER',
      user: { name: expect.any(String) },
    });
  });
});

describe('The life dates of a person', () => {
  test('are entered by the family, said in words, and cleared', async () => {
    const { subjectId, des, editor } = await aBookOfDes();
    const input = { id: des, subjectId, name: 'Des', living: false, born: '1938-03-09', died: '2011~' };
    succeeded({ savePerson: await save(editor, input) });

    expect(await read(editor, subjectId, des)).toMatchObject({
      born: '1938-03-09',
      bornText: '9 March 1938',
      died: '2011~',
      diedText: 'about 2011',
    });
    succeeded({
      savePerson: await save(editor, { id: des, subjectId, name: 'Des', born: null, died: null }),
    });
    expect(await read(editor, subjectId, des)).toMatchObject({ born: null, died: null, living: false });
  });

  test('are refused when they are out of order, or when a living person has a date of death', async () => {
    const { subjectId, des, editor } = await aBookOfDes();
    const input = { id: des, subjectId, name: 'Des' };
    const refusal = async (dates: object) => await save(editor, { ...input, ...dates });

    expect(await refusal({ born: '1950', died: '1949-12-31' })).toMatchObject({ path: ['died'] });
    expect(await refusal({ living: true, died: '1949' })).toMatchObject({ path: ['died'] });
    succeeded({ savePerson: await refusal({ living: true, born: '1950' }) });
    expect(await refusal({ died: '2001' })).toMatchObject({ path: ['died'] });
    expect(await read(editor, subjectId, des)).toMatchObject({ born: '1950', died: null });
  });

  test('of somebody who may be living are hidden from viewers unless the owner shows them', async () => {
    const { subjectId, des, owner, viewer } = await aBookOfDes();
    const input = { id: des, subjectId, name: 'Des', born: '1938' };
    succeeded({ savePerson: await save(owner, input) });
    const born = async () => (await read(viewer, subjectId, des))?.born;

    expect(await born()).toBeNull();
    await db.subject.update({ where: { id: subjectId }, data: { viewersReadTranscripts: true } });
    expect(await born()).toBeNull();
    const show = async (who: Person, viewersSeeLivingDates: boolean) =>
      who.gql('UpdateSubject', { input: { id: subjectId, viewersSeeLivingDates } });
    await expect(show(viewer, true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    succeeded(await show(owner, true));
    expect(await born()).toBe('1938');
    succeeded(await show(owner, false));
    expect(await born()).toBeNull();
    succeeded({ savePerson: await save(owner, { ...input, living: false }) });
    expect(await born()).toBe('1938');
  });
});

describe('The keepsakes of two merged people', () => {
  test('belong to each of the two as before when the merge is undone', async () => {
    const { subjectId, des, lourdes, editor } = await aBookOfDes();
    await aKeepsake(editor, subjectId, { title: 'Both', personIds: [des, lourdes] });
    await aKeepsake(editor, subjectId, { title: 'Des alone', personIds: [des] });
    await aKeepsake(editor, subjectId, { title: 'Lourdes alone', personIds: [lourdes] });
    const titles = async (id: string) =>
      (await read(editor, subjectId, id))?.keepsakes.map(({ title }: { title: string }) => title);
    await db.person.updateMany({ where: { subjectId }, data: { found: false } });
    succeeded(await editor.gql('MergePeople', { keepId: des, otherId: lourdes }));
    expect(await titles(des)).toEqual(['Both', 'Des alone', 'Lourdes alone']);

    const undo = `mutation ($id: ID!) { undoMergePeople(id: $id) { ... on Person { id } ... on UserError { message } } }`;
    const again = (await editor.ask(undo, { id: des })).data.undoMergePeople;

    expect(await titles(des)).toEqual(['Both', 'Des alone']);
    expect(await titles(again.id)).toEqual(['Both', 'Lourdes alone']);
  });
});
