import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Answer, type Person, type Refused, succeeded } from '#tests/support/person.ts';
import { told } from '#tests/support/told.ts';
import { aFamily, aPerson, join, useServer } from '#tests/support/world.ts';

useServer();

const reading = `query ($id: ID!) { subject(id: $id) { placesInStories {
  key name otherNames standing position { label latitude longitude } cards { title } candidates { key label }
} } }`;
const saving = `mutation ($input: SavePlaceInput!) { savePlace(input: $input) {
  ... on Subject { id } ... on UserError { code message path } } }`;

/** The places as a reader sees them. */
async function placesOf(reader: Person, subjectId: string): Promise<Answer[]> {
  return (await reader.ask(reading, { id: subjectId })).data.subject?.placesInStories ?? [];
}

async function placeOf(reader: Person, subjectId: string, name: string): Promise<Answer | undefined> {
  return (await placesOf(reader, subjectId)).find((place) => place.name === name);
}

async function save(who: Person, input: object): Promise<Answer> {
  return (await who.gql(saving, { input })).savePlace;
}

/** The code of a refusal, which is in the answer or thrown; undefined if nothing was refused. */
async function codeOf(change: Promise<Answer>): Promise<string | undefined> {
  return change.then(
    ({ code }) => code,
    ({ code }: Refused) => code,
  );
}

type Story = { place: string; status?: 'PUBLISHED' | 'DRAFT'; happened?: string };

/** A book with a story for each place. */
async function aBookWith(...stories: Story[]) {
  const family = await aFamily();
  const subjectId = family.subject.id;
  const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId } });
  const cardIds: string[] = [];
  for (const { place, status = 'PUBLISHED', happened = null } of stories) {
    const data = { subjectId, chapterId: chapter.id, title: `In ${place}`, status, place, happened };
    cardIds.push((await db.card.create({ data, select: { id: true } })).id);
  }
  return { ...family, subjectId, cardIds };
}

/** Shows a story only to a new member, the owners and the subject. Returns the new member. */
async function keepFor(owner: Person, cardId: string | undefined): Promise<Person> {
  const { subjectId } = await db.card.findUniqueOrThrow({ where: { id: cardId ?? '' } });
  const gus = await aPerson('Gus');
  await join(owner, subjectId, gus, 'VIEWER');
  const { id } = await db.membership.findFirstOrThrow({ where: { subjectId, userId: gus.id } });
  succeeded(await owner.gql('SetAudience', { input: { cardId, memberIds: [id] } }));
  return gus;
}

const names = (places: readonly Answer[]) => places.map(({ name }) => name);

describe('The places of the stories', () => {
  test('are listed with their stories, and on the map only where the name leaves no doubt', async () => {
    const { subjectId, viewer } = await aBookWith(
      { place: 'New Bedford' },
      { place: 'new bedford' },
      { place: 'Bergen, Norway' },
      { place: 'Bergen' },
      { place: 'Rivet Street' },
    );

    const places = await placesOf(viewer, subjectId);
    expect(places.map(({ name, standing, position }) => [name, standing, position?.label ?? null])).toEqual([
      ['New Bedford', 'BY_NAME', 'New Bedford, Massachusetts, United States'],
      ['Bergen', 'AMBIGUOUS', null],
      ['Bergen, Norway', 'BY_NAME', 'Bergen, Vestland, Norway'],
      ['Rivet Street', 'UNKNOWN', null],
    ]);
    expect(places[0]?.cards).toHaveLength(2);
    expect(places[0]?.otherNames).toEqual(['new bedford']);
  });

  test('named only in drafts or in stories kept from the reader are not listed for them', async () => {
    const { subjectId, cardIds, owner, self, editor, viewer } = await aBookWith(
      { place: 'Duluth' },
      { place: 'Machico', status: 'DRAFT' },
    );
    const gus = await keepFor(owner, cardIds[0]);

    for (const reader of [owner, self]) {
      expect(names(await placesOf(reader, subjectId))).toEqual(['Duluth', 'Machico']);
    }
    expect(names(await placesOf(editor, subjectId))).toEqual(['Machico']);
    expect(names(await placesOf(gus, subjectId))).toEqual(['Duluth']);
    expect(await placesOf(viewer, subjectId)).toEqual([]);
  });

  test('are not listed for anybody outside of the family or for a removed member', async () => {
    const { subjectId, owner, viewer, stranger } = await aBookWith({ place: 'Duluth' });
    const other = await aFamily();
    for (const reader of [stranger, other.owner]) expect(await placesOf(reader, subjectId)).toEqual([]);

    expect(await placesOf(viewer, subjectId)).toHaveLength(1);
    const { id } = await db.membership.findFirstOrThrow({ where: { subjectId, userId: viewer.id } });
    await owner.gql('RemoveMember', { id });
    expect(await placesOf(viewer, subjectId)).toEqual([]);
  });

  test('found in told words belong to the stories whose sentences name them, until the words are private', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [
      'We moved to Ponta Delgada when I was nine, and my father mended nets on the quay at Ponta Delgada every morning. The whole street smelled of tar and coffee.',
    ]);
    const place = await placeOf(editor, subject.id, 'Ponta Delgada');
    expect(place).toMatchObject({
      standing: 'BY_NAME',
      position: { label: 'Ponta Delgada, Azores, Portugal' },
    });
    expect(place?.cards.length).toBeGreaterThan(0);
    expect(
      await codeOf(save(editor, { subjectId: subject.id, name: 'Ponta Delgada', calledAs: 'The quay' })),
    ).toBe(undefined);
    expect(names(await placesOf(editor, subject.id))).toContain('The quay');

    await editor.gql('SetMessagePrivate', { id: said[0], private: true });

    expect(await placesOf(editor, subject.id)).toEqual([]);
    expect(await db.place.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('of a book without consent to sharing are hidden from the family', async () => {
    const { subject, self, editor } = await aFamily();
    await told(subject.id, [
      'We moved to Ponta Delgada when I was nine, and my father mended nets on the quay at Ponta Delgada every morning. The whole street smelled of tar and coffee.',
    ]);
    await db.subject.update({ where: { id: subject.id }, data: { sharing: false } });

    expect(names(await placesOf(self, subject.id))).toContain('Ponta Delgada');
    expect(await placesOf(editor, subject.id)).toEqual([]);
  });
});

describe('A place on the map', () => {
  test('is chosen among the candidates, taken off, and then found by its name again', async () => {
    const { subjectId, editor, viewer } = await aBookWith({ place: 'Bergen' });
    const [bergen] = (await placeOf(editor, subjectId, 'Bergen'))?.candidates ?? [];
    expect(bergen.label).toBe('Bergen, Vestland, Norway');
    expect((await placeOf(viewer, subjectId, 'Bergen'))?.candidates).toEqual([]);

    expect(await codeOf(save(editor, { subjectId, name: 'Bergen', candidate: bergen.key }))).toBeUndefined();
    expect(await placeOf(viewer, subjectId, 'Bergen')).toMatchObject({
      standing: 'CHOSEN',
      position: { label: 'Bergen, Vestland, Norway', latitude: 60.39, longitude: 5.32 },
    });

    await save(editor, { subjectId, name: 'Bergen', onMap: false });
    expect(await placeOf(viewer, subjectId, 'Bergen')).toMatchObject({
      standing: 'TAKEN_OFF',
      position: null,
    });

    await save(editor, { subjectId, name: 'Bergen', onMap: true });
    expect(await placeOf(viewer, subjectId, 'Bergen')).toMatchObject({
      standing: 'AMBIGUOUS',
      position: null,
    });
    expect(await db.place.count({ where: { subjectId } })).toBe(1);
  });

  test('is searched for only by those who may write', async () => {
    const { subjectId, editor, viewer, stranger } = await aBookWith({ place: 'Bergen' });
    const search = async (who: Person) =>
      (
        await who.ask(
          'query ($id: ID!) { subject(id: $id) { placeCandidates(search: "New Bedf") { label } } }',
          { id: subjectId },
        )
      ).data.subject?.placeCandidates;

    expect(await search(editor)).toContainEqual({ label: 'New Bedford, Massachusetts, United States' });
    expect(await search(viewer)).toEqual([]);
    expect(await search(stranger)).toBeUndefined();
  });

  test('can be changed only by those who may write, and only a place that they can see', async () => {
    const { subjectId, cardIds, owner, editor, viewer, stranger, admin, nobody } = await aBookWith(
      { place: 'Bergen' },
      { place: 'Machico' },
    );
    await keepFor(owner, cardIds[1]);
    const input = { subjectId, name: 'Bergen', onMap: false };
    const codes = [viewer, stranger, admin, nobody].map((who) => codeOf(save(who, input)));
    expect(await Promise.all(codes)).toEqual(['FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED']);

    expect(await codeOf(save(editor, { ...input, name: 'Machico' }))).toBe('NOT_FOUND');
    expect(await codeOf(save(editor, { ...input, name: 'Atlantis' }))).toBe('NOT_FOUND');
    expect(await codeOf(save(owner, { ...input, name: 'Machico' }))).toBeUndefined();
    expect(await db.place.findMany({ where: { subjectId }, select: { name: true } })).toEqual([
      { name: 'Machico' },
    ]);
  });

  test('cannot get an unknown candidate, an empty or too long name, or contradictory values', async () => {
    const { subjectId, editor } = await aBookWith({ place: 'Bergen' });
    const [bergen] = (await placeOf(editor, subjectId, 'Bergen'))?.candidates ?? [];
    const refusal = (input: object) => save(editor, { subjectId, name: 'Bergen', ...input });

    expect(await refusal({ candidate: 't0' })).toMatchObject({ code: 'BAD_REQUEST', path: ['candidate'] });
    expect(await refusal({ candidate: bergen.key, onMap: false })).toMatchObject({ path: ['onMap'] });
    expect(await refusal({ calledAs: 'x'.repeat(161) })).toMatchObject({ path: ['calledAs'] });
    expect(await refusal({ calledAs: '?!' })).toMatchObject({ path: ['calledAs'] });
    expect(await refusal({ name: ' ' })).toMatchObject({ code: 'BAD_REQUEST', path: ['name'] });
    expect(await db.place.count({ where: { subjectId } })).toBe(0);
  });

  test('is stored once by two concurrent choices', async () => {
    const { subjectId, owner, editor } = await aBookWith({ place: 'Bergen' });
    const input = { subjectId, name: 'Bergen', onMap: false };
    await Promise.all([owner, editor].map((who) => save(who, input)));

    expect(await db.place.count({ where: { subjectId } })).toBe(1);
    expect(await placeOf(owner, subjectId, 'Bergen')).toMatchObject({ standing: 'TAKEN_OFF' });
  });
});

describe('Two names of one place', () => {
  test('are merged under the name that the family gives, and separated again', async () => {
    const { subjectId, editor } = await aBookWith({ place: 'Bergan' }, { place: 'Bergen, Norway' });
    expect(
      await codeOf(save(editor, { subjectId, name: 'Bergan', calledAs: 'Bergen, Norway' })),
    ).toBeUndefined();

    const [place, ...others] = await placesOf(editor, subjectId);
    expect(others).toEqual([]);
    expect(place).toMatchObject({
      name: 'Bergen, Norway',
      otherNames: ['Bergan'],
      standing: 'BY_NAME',
      cards: [{ title: 'In Bergan' }, { title: 'In Bergen, Norway' }],
    });

    await save(editor, { subjectId, name: 'Bergan', calledAs: null });
    expect(names(await placesOf(editor, subjectId))).toEqual(['Bergan', 'Bergen, Norway']);
  });

  test('keep what was chosen on the map, also when the place gets a name that no story has', async () => {
    const { subjectId, editor } = await aBookWith({ place: 'Bergan' });
    const known = `query ($id: ID!) { subject(id: $id) { placeCandidates(search: "Bergen, Norway") { key } } }`;
    const [bergen] = (await editor.ask(known, { id: subjectId })).data.subject.placeCandidates;
    await save(editor, { subjectId, name: 'Bergan', candidate: bergen.key });

    await save(editor, { subjectId, name: 'Bergan', calledAs: 'The harbour town' });
    expect(await placesOf(editor, subjectId)).toMatchObject([
      { name: 'The harbour town', otherNames: ['Bergan'], standing: 'CHOSEN' },
    ]);
    await save(editor, { subjectId, name: 'The harbour town', calledAs: 'Bergan' });
    expect(await placesOf(editor, subjectId)).toMatchObject([
      { name: 'Bergan', otherNames: [], standing: 'CHOSEN' },
    ]);
  });

  test('are not both shown to a reader who may read only the stories of one of them', async () => {
    const { subjectId, cardIds, owner, editor, viewer } = await aBookWith(
      { place: 'Kristiania' },
      { place: 'Oslo' },
    );
    await save(owner, { subjectId, name: 'Oslo', calledAs: 'Kristiania' });
    expect(names(await placesOf(viewer, subjectId))).toEqual(['Kristiania']);
    await keepFor(owner, cardIds[0]);

    for (const reader of [editor, viewer]) {
      expect(await placesOf(reader, subjectId)).toMatchObject([
        { name: 'Oslo', otherNames: [], cards: [{ title: 'In Oslo' }] },
      ]);
      expect(JSON.stringify(await placesOf(reader, subjectId))).not.toMatch(/Kristiania/);
    }
  });
});

describe('A place taken off the list', () => {
  const offList = async (reader: Person, id: string): Promise<string[]> =>
    (await reader.ask('query ($id: ID!) { subject(id: $id) { placesOffList } }', { id })).data.subject
      .placesOffList;

  test('is missing for everybody with all its names, and can be put back', async () => {
    const { subjectId, editor, viewer } = await aBookWith({ place: 'Rivet Street' }, { place: 'Bergen' });
    succeeded({ savePlace: await save(editor, { subjectId, name: 'rivet street', listed: false }) });

    for (const reader of [editor, viewer]) {
      expect(names(await placesOf(reader, subjectId))).toEqual(['Bergen']);
    }
    expect([await offList(editor, subjectId), await offList(viewer, subjectId)]).toEqual([
      ['Rivet Street'],
      [],
    ]);
    expect(await save(editor, { subjectId, name: 'Rivet Street', listed: false })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await codeOf(save(viewer, { subjectId, name: 'Rivet Street', listed: true }))).toBe('FORBIDDEN');
    succeeded({ savePlace: await save(editor, { subjectId, name: 'Rivet Street', listed: true }) });
    expect(names(await placesOf(viewer, subjectId)).toSorted()).toEqual(['Bergen', 'Rivet Street']);
    expect(await offList(editor, subjectId)).toEqual([]);
  });

  test('stays off it when it is told of again, and is listed under another name', async () => {
    const { subject, editor } = await aFamily();
    const rosa =
      'My daughter Rosa Delgado lives in Porto now and she calls me on Sundays after church. She has the bakery on the corner by the river.';
    await told(subject.id, [rosa]);
    expect(names(await placesOf(editor, subject.id))).toContain('Porto');
    succeeded({ savePlace: await save(editor, { subjectId: subject.id, name: 'Porto', listed: false }) });

    await told(subject.id, [
      'In 1962 we moved to Porto with two suitcases, and my brother Tony carried the sewing machine up four flights of stairs. Later we lived in Lisbon.',
    ]);
    const listed = names(await placesOf(editor, subject.id));
    expect(listed).not.toContain('Porto');
    expect(listed).toContain('Lisbon');
  });
});
