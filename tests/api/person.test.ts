import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { unzipped } from '#tests/support/imports.ts';
import { aKeepsake } from '#tests/support/keepsakes.ts';
import { contentOf, finished } from '#tests/support/made.ts';
import { type Answer, type Person, succeeded, withKey } from '#tests/support/person.ts';
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

describe('Living people in a book whose owners show readers only what the stories say', () => {
  const everywhere = `query ($subjectId: ID!, $id: ID!, $gone: ID!, $card: ID!) {
    card(id: $card) { title people { name } sentences { text } }
    subject(id: $subjectId) {
      people { edges { node { name } } }
      person(id: $id) { name }
      gone: person(id: $gone) { name relatives { person { name } } cards { people { name } } }
      keepsakes { edges { node { title people { name } } } }
    }
  }`;

  /** Des is living, as far as anybody knows; Lourdes, his wife, has died. Both are in one story and one keepsake. */
  async function aBookOfTwo() {
    const book = await aBookOfDes();
    const { subjectId, des, lourdes, told, editor } = book;
    await db.cardPerson.create({ data: { subjectId, cardId: told, personId: lourdes } });
    const source = {
      subjectId,
      cardId: told,
      revision: 1,
      position: 0,
      paragraph: 0,
      text: 'Des came by boat.',
    };
    await db.sentence.create({ data: { ...source, edited: true } });
    const dead = { id: lourdes, subjectId, name: 'Lourdes', living: false };
    succeeded({ savePerson: await save(editor, dead) });
    const relate = `mutation ($input: SaveRelativeInput!) {
      saveRelative(input: $input) { __typename ... on UserError { code } } }`;
    const input = { personId: des, relativeId: lourdes, kind: 'PARTNER' };
    succeeded((await editor.ask(relate, { input })).data);
    await aKeepsake(editor, subjectId, { title: 'On the pier', personIds: [des, lourdes] });
    return book;
  }

  const names = (people: { name: string }[]) => people.map(({ name }) => name);

  /** The names of the people in each place where a caller can meet them. */
  function metIn({ data: { card, subject } }: Answer) {
    return {
      list: names(subject.people.edges.map(({ node }: Answer) => node)),
      page: subject.person?.name ?? null,
      relatives: names(subject.gone.relatives.map(({ person }: Answer) => person)),
      story: names(card.people),
      herStories: names(subject.gone.cards[0].people),
      keepsake: names(subject.keepsakes.edges[0].node.people),
    };
  }

  const both = ['Des', 'Lourdes'];
  const all = { list: both, page: 'Des', relatives: ['Des'], story: both, herStories: both, keepsake: both };
  const her = ['Lourdes'];
  const without = { list: her, page: null, relatives: [], story: her, herStories: her, keepsake: her };

  test('are left out for readers and their keys, in every way in, and nobody else misses them', async () => {
    const { subjectId, des, lourdes, told, owner, editor, self, viewer, admin } = await aBookOfTwo();
    const variables = { subjectId, id: des, gone: lourdes, card: told };
    const scopes = ['subjects:read', 'people:read', 'biography:read', 'keepsakes:read'];
    const keyOf = async (who: Person) => {
      const { createApiKey } = await who.gql('CreateApiKey', { input: { name: 'Archive', scopes } });
      return withKey(who, createApiKey.secret);
    };
    const [readersKey, ownersKey] = [await keyOf(viewer), await keyOf(owner)];
    const met = async (who: Person) => metIn(await who.ask(everywhere, variables));
    expect([await met(viewer), await met(readersKey)]).toEqual([all, all]);

    // Also for readers who may read the conversations.
    for (const viewersReadTranscripts of [false, true]) {
      const input = { id: subjectId, viewersReadTranscripts, livingForViewers: 'STORIES_ONLY' };
      succeeded(await owner.gql('UpdateSubject', { input }));
      for (const reader of [viewer, readersKey]) expect(await met(reader)).toEqual(without);
      for (const writer of [owner, editor, self, admin, ownersKey]) expect(await met(writer)).toEqual(all);
    }
    expect((await viewer.ask(everywhere, variables)).data.card).toMatchObject({
      title: 'Told',
      sentences: [{ text: 'Des came by boat.' }],
    });

    succeeded(await owner.gql('UpdateSubject', { input: { id: subjectId, livingForViewers: 'EVERYTHING' } }));
    expect(await met(viewer)).toEqual(all);
  });

  test('are named in no waiting question about a photo, and listed in no book that is made', async () => {
    const { subjectId, des, lourdes, owner, editor, viewer } = await aBookOfTwo();
    for (const [id, name] of [
      [des, 'Des'],
      [lourdes, 'Lourdes'],
    ])
      succeeded({ savePerson: await save(editor, { id, subjectId, name }) });
    await aKeepsake(editor, subjectId, { personIds: [des, lourdes] });
    const waiting = async () => {
      const query =
        'query ($id: ID!) { subject(id: $id) { questions(first: 9) { edges { node { text } } } } }';
      const { questions } = (await viewer.ask(query, { id: subjectId })).data.subject;
      return questions.edges.map(({ node }: Answer) => node.text);
    };
    const choose = async (livingForViewers: string) =>
      succeeded(await owner.gql('UpdateSubject', { input: { id: subjectId, livingForViewers } }));
    const printed = async () => {
      const { id } = await finished(owner, { subjectId, kind: 'BOOK_EPUB' });
      const pages = [...(await unzipped(await contentOf(owner, id))).values()].join('\n');
      return [/>Des(?! came)/.test(pages), /Lourdes/.test(pages), /Des came by boat/.test(pages)];
    };
    expect(await waiting()).toContain('Tell me about this photo: Des and Lourdes.');
    expect(await printed()).toEqual([true, true, true]);

    await choose('STORIES_ONLY');
    expect(await waiting()).toContain('Tell me about this photo: Lourdes.');
    expect((await waiting()).join()).not.toContain('Des');
    expect(await printed()).toEqual([false, true, true]);

    succeeded({ savePerson: await save(editor, { id: des, subjectId, name: 'Des', living: false }) });
    expect(await waiting()).toContain('Tell me about this photo: Des and Lourdes.');
    succeeded({ savePerson: await save(editor, { id: des, subjectId, name: 'Des', living: true }) });
    expect(await waiting()).toContain('Tell me about this photo: Lourdes.');
    await choose('WITHOUT_DATES');
    expect(await waiting()).toContain('Tell me about this photo: Des and Lourdes.');
  });

  test('do not reach the readers who follow the people', async () => {
    const { subjectId, des, lourdes, owner, viewer } = await aBookOfTwo();
    succeeded(
      await owner.gql('UpdateSubject', { input: { id: subjectId, livingForViewers: 'STORIES_ONLY' } }),
    );
    const stream = await viewer.watch(
      'subscription ($subjectId: ID!) { personChanged(subjectId: $subjectId) { person { name } } }',
      { subjectId },
    );
    succeeded({ savePerson: await save(owner, { id: des, subjectId, name: 'Desmond' }) });
    expect((await stream.next()).personChanged.person).toBeNull();
    succeeded({ savePerson: await save(owner, { id: lourdes, subjectId, name: 'Lourdes Silva' }) });
    expect((await stream.next()).personChanged.person).toEqual({ name: 'Lourdes Silva' });
    await stream.end();
  });

  test('are the choice of the owners alone, of three, with the dates as programs of before change them', async () => {
    const { subjectId, owner, editor, viewer } = await aBookOfDes();
    const kept = 'query ($id: ID!) { subject(id: $id) { livingForViewers viewersSeeLivingDates } }';
    const choose = (who: Person, input: object) =>
      who.gql('UpdateSubject', { input: { id: subjectId, ...input } });
    const chosen = async () => Object.values((await owner.ask(kept, { id: subjectId })).data.subject);

    expect(await chosen()).toEqual(['WITHOUT_DATES', false]);
    for (const who of [editor, viewer])
      await expect(choose(who, { livingForViewers: 'EVERYTHING' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    const changes: [object, string, boolean][] = [
      [{ livingForViewers: 'EVERYTHING' }, 'EVERYTHING', true],
      [{ livingForViewers: 'STORIES_ONLY' }, 'STORIES_ONLY', false],
      [{ viewersSeeLivingDates: false }, 'STORIES_ONLY', false],
      [{ viewersSeeLivingDates: true }, 'EVERYTHING', true],
      [{ viewersSeeLivingDates: false }, 'WITHOUT_DATES', false],
      [{ livingForViewers: null }, 'WITHOUT_DATES', false],
    ];
    for (const [input, choice, dates] of changes) {
      succeeded(await choose(owner, input));
      expect(await chosen(), JSON.stringify(input)).toEqual([choice, dates]);
    }
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
