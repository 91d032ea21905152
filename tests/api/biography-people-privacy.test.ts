import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { peopleOf, told, until, workDone, writingOf } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const open =
  'Rosa came to the bakery every morning before school and took the warm rolls to the neighbours. She sang on the stairs, and my father always kept the burnt ones for her because Rosa liked those best.';
const secret =
  'Rosa Delgado was my daughter, nobody knew. I had her before I was married, and my aunt in Duluth raised her as her own until she was nine years old and came to work at the bakery.';

const setPrivate = async (person: Person, id: string | undefined, isPrivate: boolean) =>
  succeeded(await person.gql('SetMessagePrivate', { id, private: isPrivate }));

describe('A person mentioned in both readable and private words', () => {
  test('loses the name and the relation that only the private words gave', async () => {
    const { subject, editor, viewer } = await aFamily();
    const { said } = await told(subject.id, [open, secret]);
    expect(await peopleOf(editor, subject.id)).toContainEqual(['Rosa Delgado', 'daughter']);

    await setPrivate(editor, said[1], true);

    expect(await peopleOf(editor, subject.id)).toContainEqual(['Rosa', null]);
    for (const reader of [editor, viewer]) {
      expect(JSON.stringify(await peopleOf(reader, subject.id))).not.toMatch(/Delgado|daughter/);
    }
  });

  test('gets both back under the same id when the words are readable again', async () => {
    const { subject, self, editor } = await aFamily();
    const { id, said } = await told(subject.id, [open, secret]);
    const [{ id: personId } = { id: '' }] = await db.person.findMany({
      where: { name: 'Rosa Delgado', subjectId: subject.id },
    });
    await setPrivate(editor, said[1], true);
    await workDone();

    await setPrivate(self, said[1], false);
    await until(async () => (await writingOf(id)) === 'WRITTEN');

    expect(await db.person.findUnique({ where: { id: personId } })).toMatchObject({
      name: 'Rosa Delgado',
      relationship: 'daughter',
    });
    expect(await db.person.count({ where: { subjectId: subject.id, name: { contains: 'Rosa' } } })).toBe(1);
  });

  test('is out of a story that the family took them out of, also after private words alone named them', async () => {
    const { subject, self, editor } = await aFamily();
    const { id, said } = await told(subject.id, [
      open,
      'Mrs. Olsen from the corner came every Sunday with a cake, and Mrs. Olsen never told my mother what she saw that night in the yard behind the church, when the lamps were out and the dog had stopped barking.',
    ]);
    const where = { subjectId: subject.id, name: 'Mrs. Olsen' };
    const { cards, id: personId } = await db.person.findFirstOrThrow({ where, include: { cards: true } });
    const cardId = cards[0]?.cardId ?? '';
    const takingOut = `mutation ($cardId: ID!, $personId: ID!) {
      setPersonInStory(cardId: $cardId, personId: $personId, isIn: false) {
        ... on Card { id } ... on UserError { code } } }`;
    succeeded(await editor.gql(takingOut, { cardId, personId }));

    await setPrivate(editor, said[1], true);
    await workDone();
    expect(await db.person.count({ where })).toBe(0);
    await setPrivate(self, said[1], false);
    await until(async () => (await writingOf(id)) === 'WRITTEN');

    const found = await db.person.findFirstOrThrow({ where, include: { cards: true, decisions: true } });
    expect(found.decisions).toMatchObject([{ cardId, isIn: false }]);
    expect(found.cards.map((card) => card.cardId)).not.toContain(cardId);
  });

  test('keeps what other readable words also say, with their title or by their relation alone', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [
      'My sister Clara played the organ in the church on the hill, and Mrs. Olsen from the corner turned the pages for her. My mom made the dress by the kitchen window all through the long winter.',
      'Clara never told Mrs. Olsen what she saw that night. My mom made all of us swear, and Clara cried on the kitchen floor until it was light outside and the milk cart came up the street.',
    ]);
    const before = await peopleOf(editor, subject.id);
    expect(before).toEqual([
      ['Clara', 'sister'],
      ['Mother', 'mother'],
      ['Mrs. Olsen', null],
    ]);

    await setPrivate(editor, said[1], true);

    expect(await peopleOf(editor, subject.id)).toEqual(before);
  });

  test('does not get a relation through another person whose relation only private words gave', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [
      'My brother Gideon was in prison for a year and a day, and we told everybody that he was at sea. My father burned the letters in the stove before any of us could read them.',
      'Gideon’s wife Ines had the corner shop and she gave us liquorice on credit all through that winter. She wrote it down in a blue book which nobody ever saw her open again.',
    ]);
    expect(await peopleOf(editor, subject.id)).toContainEqual(['Ines', 'sister-in-law']);

    await setPrivate(editor, said[0], true);

    expect(await peopleOf(editor, subject.id)).toEqual([
      ['Gideon', null],
      ['Ines', "Gideon's wife"],
    ]);
  });

  test('keeps what the family entered', async () => {
    const { subject, editor } = await aFamily();
    const entered = { subjectId: subject.id, name: 'Rosa Delgado', relationship: 'daughter' };
    await db.person.create({ data: entered });
    const { said } = await told(subject.id, [open, secret]);

    await setPrivate(editor, said[1], true);

    expect(await db.person.findMany({ where: { subjectId: subject.id, found: false } })).toMatchObject([
      entered,
    ]);
  });
});
