import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { reconcileSearch } from '#api/writer/reconcile/jobs.ts';
import { searchConflicts } from '#api/writer/reconcile/search.ts';
import { holdingSubject } from '#tests/support/held-subject.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { cardsOf, type Telling, told, workDone } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, useServer } from '#tests/support/world.ts';

useServer();

const first =
  'We got married in 1955 in the little church on the hill in Duluth. My sister Clara played the organ although two of the pipes were stuck, and the whole street came with chairs under their arms because the benches were too few.';
const second =
  'The cake was carried up the hill under an umbrella because it rained so hard. We got married in 1957. Mrs. Olsen from the bakery held the umbrella the whole way, and her own hat was ruined for it, a green one with a feather.';

const spanish = [
  'Nos casamos en 1955 en la iglesia chiquita del cerro. Mi hermana Clara tocó el órgano aunque dos tubos estaban trabados, y toda la calle llegó con sillas bajo el brazo porque las bancas no alcanzaban.',
  'Subieron el pastel por el cerro debajo de un paraguas porque llovía muy fuerte. Nos casamos en 1957. La señora Olmos de la panadería sostuvo el paraguas todo el camino, y se le arruinó su sombrero, uno verde con una pluma.',
];

const parts = `id kind status heading explanation choices isForFamily questionToAsk resolution decidedBy { name }
  question { id text status }
  left { label card { id title } person { id name } sentence { text } }
  right { label card { id title } person { id name } sentence { text } }`;
const list = `query ($subjectId: ID!, $status: ConflictStatus) {
  conflicts(subjectId: $subjectId, status: $status, first: 50) { edges { node { ${parts} } } } }`;
const preview = `query ($id: ID!, $resolution: ConflictResolution!) { conflictPreview(id: $id, resolution: $resolution) {
  mark changes { cardId kind isProposal before after } keptPerson { name } } }`;
const problem =
  '__typename ... on UserError { code message } ... on InvalidInput { issues { path message } }';
const resolve = `mutation ($input: ResolveConflictInput!) { resolveConflict(input: $input) {
  ... on Conflict { ${parts} } ... on SettledMeanwhile { settledBy } ${problem} } }`;
const undo = `mutation ($id: ID!) { undoConflict(id: $id) { ... on Conflict { ${parts} } ${problem} } }`;
const ask = `mutation ($id: ID!) { askAboutConflict(id: $id) { ... on Conflict { ${parts} } ${problem} } }`;
const search = `mutation ($subjectId: ID!) { findConflicts(subjectId: $subjectId) {
  ... on AskedConflictSearch { askedAt } ${problem} } }`;

let ada: Person;
let bea: Person;
beforeAll(async () => {
  ada = (await aFamily({ consents: [] })).admin;
  bea = await aPerson('Bea Team');
  await db.user.update({ where: { id: bea.id }, data: { role: 'admin' } });
});

async function conflictsOf(subjectId: string, status: string | null = 'OPEN'): Promise<Answer[]> {
  const { conflicts } = await ada.gql(list, { subjectId, status });
  return conflicts.edges.map(({ node }: { node: Answer }) => node);
}

async function searched(subjectId: string): Promise<Answer[]> {
  await transaction((tx) => enqueue(tx, reconcileSearch, { subjectId }));
  await workDone();
  return conflictsOf(subjectId);
}

async function settle(by: Person, input: object): Promise<Answer> {
  return (await by.gql(resolve, { input })).resolveConflict;
}

const auditsOf = (targetId: string) =>
  db.auditEvent.findMany({
    where: { targetId },
    orderBy: { at: 'asc' },
    select: { action: true, actorId: true },
  });

describe('Two dates for one event', () => {
  let family: Family;
  let tellings: Telling[];
  let conflict: Answer;
  beforeEach(async () => {
    family = await aFamily();
    const subjectId = family.subject.id;
    tellings = [await told(subjectId, [first]), await told(subjectId, [second])];
    await workDone();
    [conflict] = await conflictsOf(subjectId);
  });

  test('are found after the conversation is written, with both sides and the reason', async () => {
    expect(conflict).toMatchObject({
      ...{ kind: 'CONTRADICTING_DATE', status: 'OPEN', heading: 'Alma got married: 1955 or 1957' },
      explanation:
        'Two times are told for when Alma got married: 1955 and 1957. They have no month in common.',
      questionToAsk: 'Was it in 1955 or in 1957 that you got married?',
      choices: ['KEEP_LEFT', 'KEEP_RIGHT', 'KEEP_BOTH', 'DISMISS'],
      left: { label: '1955' },
      right: { label: '1957', sentence: { text: 'We got married in 1957.' } },
    });
  });

  test('settled for the left side reword the other story, as its revision says', async () => {
    const { id, right } = conflict;
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'KEEP_LEFT' });
    expect(conflictPreview.changes).toEqual([
      {
        ...{ cardId: right.card.id, kind: 'REWORDED', isProposal: false },
        ...{ before: 'We got married in 1957.', after: 'We got married in 1955.' },
      },
    ]);

    const settled = await settle(ada, { id, resolution: 'KEEP_LEFT', mark: conflictPreview.mark });

    expect(settled).toMatchObject({
      status: 'RESOLVED',
      resolution: 'KEEP_LEFT',
      decidedBy: { name: 'Ada' },
    });
    const bodies = (await cardsOf(family.owner, family.subject.id)).map(({ body }) => body).join('\n');
    expect(bodies).toContain('We got married in 1955.');
    expect(bodies).not.toContain('1957');
    const revision = await db.cardRevision.findFirstOrThrow({
      where: { cardId: right.card.id },
      orderBy: { number: 'desc' },
    });
    expect(revision).toMatchObject({ writer: 'reconcile', authorId: null });
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['conflict.settled']);

    const { undoConflict } = await ada.gql(undo, { id });
    expect(undoConflict).toMatchObject({ status: 'OPEN', resolution: null });
    const back = (await cardsOf(family.owner, family.subject.id)).map(({ body }) => body).join('\n');
    expect(back).toContain('We got married in 1957.');
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual([
      'conflict.settled',
      'conflict.reopened',
    ]);
  });

  test('become a proposal for a story edited by a person, and undoing removes it', async () => {
    const { id, right } = conflict;
    const { card } = await family.owner.gql('query ($id: ID!) { card(id: $id) { id title body revision } }', {
      id: right.card.id,
    });
    const { revision: baseRevision, ...saved } = card;
    const input = { ...saved, subjectId: family.subject.id, title: 'The umbrella', baseRevision };
    succeeded(await family.owner.gql('SaveCard', { input }));
    const [again] = await searched(family.subject.id);
    expect(again.id).toBe(id);

    const settled = await settle(ada, { id, resolution: 'KEEP_LEFT' });

    expect(settled.status).toBe('RESOLVED');
    const proposals = await db.proposal.findMany({ where: { cardId: right.card.id, status: 'OPEN' } });
    expect(proposals).toMatchObject([
      { sentences: [{ text: 'We got married in 1955.', replaces: 'We got married in 1957.' }] },
    ]);
    const bodies = (await cardsOf(family.owner, family.subject.id)).map(({ body }) => body).join('\n');
    expect(bodies).toContain('We got married in 1957.');
    await ada.gql(undo, { id });
    expect(await db.proposal.count({ where: { cardId: right.card.id, status: 'OPEN' } })).toBe(0);
  });

  test('that are both kept do not come back, and the interviewer does not ask about them', async () => {
    const { id } = conflict;
    expect(await settle(ada, { id, resolution: 'KEEP_BOTH' })).toMatchObject({ status: 'RESOLVED' });
    // The same decision by the same admin changes nothing.
    expect(await settle(ada, { id, resolution: 'KEEP_BOTH' })).toMatchObject({ status: 'RESOLVED' });

    expect(await searched(family.subject.id)).toEqual([]);
    expect(await conflictsOf(family.subject.id, 'RESOLVED')).toMatchObject([{ id }]);
    const talk = await aTalk(family.self, family.subject.id);
    for (let n = 0; n < 6; n++) await talk.say('Oh, yes.');
    const turns = await talk.transcript();
    expect(turns.filter(({ text }) => text?.includes('1957'))).toEqual([]);
    expect(await auditsOf(id)).toMatchObject([{ action: 'conflict.settled', actorId: ada.id }]);
  });

  test('that only the person can settle are queued as a question for the next conversation', async () => {
    const { id, questionToAsk } = conflict;
    const [{ askAboutConflict: one }] = await Promise.all([ada.gql(ask, { id }), bea.gql(ask, { id })]);

    expect(one).toMatchObject({ status: 'OPEN', question: { text: questionToAsk, status: 'QUEUED' } });
    expect(await db.questionRequest.count({ where: { subjectId: family.subject.id } })).toBe(1);
    const talk = await aTalk(family.self, family.subject.id);
    for (let n = 0; n < 4; n++) await talk.say('Oh, yes.');
    const turns = await talk.transcript();
    expect(turns.filter(({ text }) => text?.includes('that you got married'))).toHaveLength(1);
  });

  test('told in Spanish are found too, and the person is asked in Spanish', async () => {
    const { self, subject } = await aFamily();
    await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
    for (const words of spanish) await told(subject.id, [words]);
    await workDone();
    const [found] = await conflictsOf(subject.id);
    const question = '¿Se casó usted en 1955 o en 1957?';
    expect(found).toMatchObject({
      ...{ kind: 'CONTRADICTING_DATE', heading: 'Alma got married: 1955 or 1957', questionToAsk: question },
    });

    const { askAboutConflict: asked } = await ada.gql(ask, { id: found?.id });

    expect(asked).toMatchObject({ question: { text: question, status: 'QUEUED' } });
    const talk = await aTalk(self, subject.id);
    for (let n = 0; n < 4; n++) await talk.say('Ah, sí.');
    const turns = await talk.transcript();
    expect(turns.filter(({ text }) => text?.includes('Se casó usted en 1955'))).toHaveLength(1);
  });

  test('are hidden while the words of one side are private', async () => {
    const id = tellings[0]?.said[0];
    succeeded(await family.editor.gql('SetMessagePrivate', { id, private: true }));

    expect(await conflictsOf(family.subject.id, null)).toEqual([]);
    expect((await settle(ada, { id: conflict.id, resolution: 'KEEP_BOTH' })).code).toBe('NOT_FOUND');
    expect(await searched(family.subject.id)).toEqual([]);

    succeeded(await family.self.gql('SetMessagePrivate', { id, private: false }));
    await workDone();
    expect(await searched(family.subject.id)).toHaveLength(1);
  });

  test('are hidden for stories with an audience and without consent to sharing', async () => {
    const cardId = conflict.left.card.id;
    await db.audience.create({ data: { subjectId: family.subject.id, cardId } });
    expect(await conflictsOf(family.subject.id)).toEqual([]);
    expect(await searched(family.subject.id)).toEqual([]);

    await db.audience.deleteMany({ where: { cardId } });
    expect(await searched(family.subject.id)).toHaveLength(1);
    await db.subject.update({ where: { id: family.subject.id }, data: { sharing: false } });
    expect(await conflictsOf(family.subject.id)).toEqual([]);
  });

  test('are settled by the first of two admins, and the second learns by whom', async () => {
    const { id } = conflict;
    const answers = await Promise.all([
      settle(ada, { id, resolution: 'KEEP_LEFT' }),
      settle(bea, { id, resolution: 'KEEP_RIGHT' }),
    ]);

    const [won] = answers.filter(({ status }) => status === 'RESOLVED');
    const [lost] = answers.filter(({ code }) => code === 'CONFLICT');
    expect(won).toBeDefined();
    expect(lost).toMatchObject({ __typename: 'SettledMeanwhile', settledBy: won.decidedBy.name });
    expect(await db.auditEvent.count({ where: { targetId: id, action: 'conflict.settled' } })).toBe(1);
    const after = await conflictsOf(family.subject.id, null);
    expect(after).toMatchObject([{ resolution: won.resolution }]);
  });

  test('cannot be settled for a story that has changed since the preview', async () => {
    const { id, right } = conflict;
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'KEEP_RIGHT' });
    const { card } = await family.owner.gql('query ($id: ID!) { card(id: $id) { id title body revision } }', {
      id: right.card.id,
    });
    const { revision: baseRevision, ...saved } = card;
    const input = { ...saved, title: 'Rain', subjectId: family.subject.id, baseRevision };
    succeeded(await family.owner.gql('SaveCard', { input }));

    const refused = await settle(ada, { id, resolution: 'KEEP_RIGHT', mark: conflictPreview.mark });

    expect(refused).toMatchObject({ __typename: 'ChangedSince', code: 'CONFLICT' });
    expect(await conflictsOf(family.subject.id)).toMatchObject([{ status: 'OPEN' }]);
  });

  test('are visible only to admins in their own name and only for their subject', async () => {
    const { id } = conflict;
    for (const person of [family.owner, family.self, family.stranger]) {
      await expect(person.gql(list, { subjectId: family.subject.id })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      for (const document of [undo, ask])
        await expect(person.gql(document, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(person.gql(search, { subjectId: family.subject.id })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(person.gql(resolve, { input: { id, resolution: 'KEEP_BOTH' } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    }
    await expect(family.nobody.gql(list, { subjectId: family.subject.id })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const other = await aFamily();
    expect(await conflictsOf(other.subject.id)).toEqual([]);
    await expect(ada.gql(list, { subjectId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const missing = { id: family.subject.id, resolution: 'KEEP_BOTH' };
    expect((await settle(ada, missing)).code).toBe('NOT_FOUND');
    expect((await settle(ada, { id, resolution: 'MERGE' })).issues).toMatchObject([{ path: 'resolution' }]);
    expect((await settle(ada, { id, resolution: 'DISMISS', note: 'x'.repeat(301) })).issues).toMatchObject([
      { path: 'note' },
    ]);
  });
});

describe('Two facts that can’t both be true', () => {
  const oneStory =
    'My mother’s name was Agnes. I was one of nine children, and the long table under the window still had a bench on one side only because my uncle never came back to make the second one.';
  const anotherStory =
    'My mother Florence made all of our coats from one roll of green cloth that a ship’s captain had given her for a cure. There were seven of us children. My father was a schoolteacher all his life, and the whole street could hear him read.';
  const third =
    'The lamp in the pit was the first thing that he showed me, and its glass was as thick as my thumb. My father was a coal miner. On Sundays the men let their pigeons fly from the roof of the chapel.';

  test('are found in two tellings with the reason, and settled by rewording or by leaving one out', async () => {
    const family = await aFamily();
    const subjectId = family.subject.id;
    await told(subjectId, [oneStory]);
    const second = await told(subjectId, [anotherStory]);
    await told(subjectId, [third]);
    await workDone();
    const found = await conflictsOf(subjectId);
    const about = (start: string) => found.find(({ heading }) => heading.startsWith(start)) ?? {};
    expect(found).toHaveLength(3);
    expect(found.every(({ kind }) => kind === 'CONTRADICTING_FACT')).toBe(true);
    expect(about('Alma’s mother')).toMatchObject({
      heading: 'Alma’s mother’s name: Agnes or Florence',
      explanation: 'Two answers are told for Alma’s mother’s name: Agnes and Florence.',
      questionToAsk: 'What was your mother’s name: Agnes or Florence?',
    });
    expect(about('Alma’s brothers')).toMatchObject({
      heading: 'Alma’s brothers and sisters: 8 or 6',
      questionToAsk: 'How many brothers and sisters did you have: 8 or 6?',
      left: { sentence: { text: expect.stringContaining('one of nine children') } },
    });
    expect(about('Alma’s father')).toMatchObject({
      heading: 'Alma’s father’s work: schoolteacher or coal miner',
      questionToAsk: 'What was your father’s work: schoolteacher or coal miner?',
    });

    const changesOf = async (start: string, resolution: string) =>
      (await ada.gql(preview, { id: about(start).id, resolution })).conflictPreview.changes;
    expect(await changesOf('Alma’s mother', 'KEEP_LEFT')).toMatchObject([
      { kind: 'REWORDED', after: expect.stringContaining('My mother Agnes made all of our coats') },
    ]);
    // "Seven" and "nine" count different people, so the sentence is left out.
    expect(await changesOf('Alma’s brothers', 'KEEP_LEFT')).toEqual([
      expect.objectContaining({ kind: 'TAKEN_OUT', before: 'There were seven of us children.' }),
    ]);
    const { id } = about('Alma’s mother');
    await settle(ada, { id, resolution: 'KEEP_LEFT' });
    expect((await searched(subjectId)).map((each) => each.id)).not.toContain(id);

    await db.message.updateMany({ where: { id: { in: second.said } }, data: { private: true } });
    expect(await conflictsOf(subjectId)).toEqual([]);
  });
});

describe('Two people who may be one', () => {
  let family: Family;
  let conflict: Answer;
  const people = async () =>
    (await db.person.findMany({ where: { subjectId: family.subject.id }, orderBy: { name: 'asc' } })).map(
      ({ name, aliases }) => [name, ...aliases],
    );
  async function aPersonOf(name: string, relationship: string, found = true) {
    const subjectId = family.subject.id;
    const { said } = await told(subjectId, ['Well, there is not much more to say about that, dear.']);
    const data = { subjectId, name, relationship, found };
    const { id } = await db.person.create({ data });
    await db.mention.create({
      data: { subjectId, messageId: said[0] ?? '', personId: id, start: 0, end: 4 },
    });
    return id;
  }
  beforeEach(async () => {
    family = await aFamily();
    await aPersonOf('Rosa Petersen', 'aunt');
    await aPersonOf('Aunt Rosa', 'aunt');
    [conflict] = await searched(family.subject.id);
  });

  test('can be merged under the kept name and separated again', async () => {
    expect(conflict).toMatchObject({
      kind: 'SAME_PERSON',
      heading: 'Rosa Petersen (aunt) and Aunt Rosa (aunt)',
    });
    const { id } = conflict;
    const quotes = `query ($id: ID!) { conflict(id: $id) { left { quotes { text messageId conversationId } }
      right { quotes { text } } } }`;
    const { conflict: quoted } = await ada.gql(quotes, { id });
    const text = 'Well, there is not much more to say about that, dear.';
    expect(quoted).toMatchObject({ left: { quotes: [{ text }] }, right: { quotes: [{ text }] } });
    const { messageId } = quoted.left.quotes[0];
    await db.message.update({ where: { id: messageId }, data: { deletedAt: new Date() } });
    const { conflict: unquoted } = await ada.gql(quotes, { id });
    expect(unquoted?.left?.quotes ?? []).toEqual([]);
    await db.message.update({ where: { id: messageId }, data: { deletedAt: null } });
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'KEEP_RIGHT' });
    expect(conflictPreview.keptPerson.name).toBe('Aunt Rosa');

    await settle(ada, { id, resolution: 'MERGE', mark: conflictPreview.mark });
    expect(await people()).toEqual([['Rosa Petersen', 'Aunt Rosa']]);
    expect(await searched(family.subject.id)).toEqual([]);

    const { undoConflict } = await ada.gql(undo, { id });
    expect(undoConflict).toMatchObject({ status: 'OPEN', left: { label: 'Rosa Petersen (aunt)' } });
    expect(await people()).toEqual([['Aunt Rosa'], ['Rosa Petersen']]);
    expect(await searched(family.subject.id)).toMatchObject([{ id }]);
  });

  test('cannot be merged when the family has entered one of them, but the person can be asked', async () => {
    await db.person.updateMany({
      where: { name: 'Rosa Petersen', subjectId: family.subject.id },
      data: { found: false },
    });
    const [now] = await searched(family.subject.id);

    expect(now).toMatchObject({ isForFamily: true, choices: ['KEEP_BOTH', 'DISMISS'] });
    expect((await settle(ada, { id: now.id, resolution: 'MERGE' })).issues).toMatchObject([
      { path: 'resolution' },
    ]);
    const { askAboutConflict } = await ada.gql(ask, { id: now.id });
    expect(askAboutConflict.question.text).toBe('Are Rosa Petersen and Aunt Rosa the same person?');
  });

  test('do not come back once they were kept apart or dismissed', async () => {
    await settle(ada, { id: conflict.id, resolution: 'DISMISS', note: 'Two aunts' });
    expect(await searched(family.subject.id)).toEqual([]);
    expect(await conflictsOf(family.subject.id, 'DISMISSED')).toMatchObject([{ id: conflict.id }]);
  });
});

describe('One story in two cards', () => {
  let family: Family;
  let conflict: Answer;
  const one =
    'Four men carried our piano up the stairs because the river came over the wall in August. The cat sat on the wardrobe for two days and would not come down for fish.';
  const other =
    'The river came over the wall and four men carried our piano up the stairs. The cat sat two days on the wardrobe. My uncle rowed to the bakery in a washtub.';
  beforeEach(async () => {
    family = await aFamily();
    const subjectId = family.subject.id;
    const { said, id: conversationId } = await told(subjectId, ['Well, dear.']);
    const messageId = said[0] ?? '';
    await db.message.update({ where: { id: messageId }, data: { text: `${one} ${other}` } });
    const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId }, orderBy: { position: 'asc' } });
    for (const [title, text] of [
      ['The flood', one],
      ['The piano', other],
    ] as const) {
      const card = await db.card.create({ data: { subjectId, chapterId: chapter.id, title } });
      const revision = { subjectId, cardId: card.id, number: 1, title, writer: 'built-in', conversationId };
      await db.cardRevision.create({ data: revision });
      for (const [position, sentence] of text.split(/(?<=\.) /).entries()) {
        const start = `${one} ${other}`.indexOf(sentence);
        await db.sentence.create({
          data: {
            ...{ subjectId, cardId: card.id, revision: 1, paragraph: 0, position, text: sentence },
            sources: { create: { subjectId, messageId, start, end: start + sentence.length } },
          },
        });
      }
    }
    [conflict] = await searched(subjectId);
  });

  test('can be merged, which adds the second card’s content and pictures and hides it, and is undone with their places', async () => {
    expect(conflict).toMatchObject({ kind: 'DUPLICATE_CARDS', heading: '“The flood” and “The piano”' });
    const { id } = conflict;
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'MERGE' });
    expect(conflictPreview.changes).toMatchObject([
      { kind: 'ADDED_TO', after: 'My uncle rowed to the bakery in a washtub.' },
      { kind: 'HIDDEN', cardId: conflict.right.card.id },
    ]);

    const [leftId, rightId] = [conflict.left.card.id, conflict.right.card.id];
    const subjectId = family.subject.id;
    const aPicture = async (afterParagraph: number | null) => {
      const file = { storageKey: crypto.randomUUID(), bytes: 9, contentType: 'image/jpeg' };
      return db.media.create({ data: { subjectId, cardId: rightId, afterParagraph, ...file } });
    };
    const pictures = await Promise.all([0, null, 1].map(aPicture));
    const placesNow = async () => {
      const rows = await db.media.findMany({ where: { subjectId } });
      return pictures.map(({ id }) => {
        const row = rows.find((each) => each.id === id);
        return [row?.cardId, row?.afterParagraph];
      });
    };

    await settle(ada, { id, resolution: 'MERGE', mark: conflictPreview.mark });
    expect(await placesNow()).toEqual(Array(3).fill([leftId, null]));
    // The printed code of the hidden story leads to the other one.
    expect(await db.cardMerge.findMany({ where: { subjectId } })).toEqual([
      { subjectId, cardId: rightId, intoId: leftId },
    ]);
    await db.media.update({ where: { id: pictures[2]?.id ?? '' }, data: { cardId: null } });

    const cards = await db.card.findMany({
      where: { subjectId: family.subject.id },
      orderBy: { title: 'asc' },
    });
    expect(cards.map(({ title, status, revision }) => [title, status, revision])).toEqual([
      ['The flood', 'DRAFT', 2],
      ['The piano', 'HIDDEN', 1],
    ]);
    await ada.gql(undo, { id });
    const back = await db.card.findMany({
      where: { subjectId: family.subject.id },
      orderBy: { title: 'asc' },
    });
    expect(back.map(({ status, revision }) => [status, revision])).toEqual([
      ['DRAFT', 3],
      ['DRAFT', 1],
    ]);
    // A picture that the family moved meanwhile stays where it is.
    expect(await placesNow()).toEqual([
      [rightId, 0],
      [rightId, null],
      [null, null],
    ]);
    expect(await db.cardMerge.count({ where: { subjectId } })).toBe(0);
    expect((await searched(family.subject.id)).map((each) => each.id)).toEqual([id]);
  });

  test.each([
    ['PUBLISHED', 'DRAFT', 1],
    ['PUBLISHED', 'PUBLISHED', 0],
    ['DRAFT', 'DRAFT', 0],
  ] as const)(
    'keep a picture from readers when merged, where the %s story shows what the %s one did not',
    async (into, from, audiences) => {
      const { id, left, right } = conflict;
      const subjectId = family.subject.id;
      await db.subject.update({ where: { id: subjectId }, data: { publishesAutomatically: true } });
      await db.card.update({ where: { id: left.card.id }, data: { status: into } });
      await db.card.update({ where: { id: right.card.id }, data: { status: from } });
      const file = { storageKey: crypto.randomUUID(), bytes: 9, contentType: 'image/jpeg' };
      const { id: mediaId } = await db.media.create({ data: { subjectId, cardId: right.card.id, ...file } });
      await settle(ada, { id, resolution: 'MERGE' });
      expect(await db.media.findUnique({ where: { id: mediaId } })).toMatchObject({ cardId: left.card.id });
      const closed = { mediaId, opensAt: null, afterDeath: false, members: { none: {} } };
      expect(await db.audience.count({ where: closed })).toBe(audiences);
      await ada.gql(undo, { id });
      expect(await db.media.findUnique({ where: { id: mediaId } })).toMatchObject({ cardId: right.card.id });
      expect(await db.audience.count({ where: { mediaId } })).toBe(audiences);
    },
  );

  test('cannot be undone once the story was edited by hand', async () => {
    const { id, left } = conflict;
    await settle(ada, { id, resolution: 'MERGE' });
    const { card } = await family.owner.gql('query ($id: ID!) { card(id: $id) { id title body revision } }', {
      id: left.card.id,
    });
    const { revision: baseRevision, ...saved } = card;
    const input = { ...saved, title: 'High water', subjectId: family.subject.id, baseRevision };
    succeeded(await family.owner.gql('SaveCard', { input }));

    expect((await ada.gql(undo, { id })).undoConflict).toMatchObject({ __typename: 'ChangedSince' });
    expect(await db.card.findUnique({ where: { id: conflict.right.card.id } })).toMatchObject({
      status: 'HIDDEN',
    });
  });

  test('with a sentence whose source has gone is shown as such, and the sentence can be taken out', async () => {
    const { left } = conflict;
    await settle(ada, { id: conflict.id, resolution: 'KEEP_BOTH' });
    const [sentence] = await db.sentence.findMany({
      where: { cardId: left.card.id },
      orderBy: { position: 'asc' },
    });
    await db.source.deleteMany({ where: { sentenceId: sentence?.id } });
    const [gone] = await searched(family.subject.id);
    expect(gone).toMatchObject({
      kind: 'SOURCE_GONE',
      right: null,
      left: { sentence: { text: sentence?.text } },
    });

    await settle(ada, { id: gone.id, resolution: 'KEEP_RIGHT' });

    const [flood] = (await cardsOf(family.owner, family.subject.id)).filter(({ id }) => id === left.card.id);
    expect(flood.body).not.toContain(sentence?.text);
    expect(flood.body).toContain('The cat sat on the wardrobe');
  });
});

describe('A sentence', () => {
  const [said, other] = [
    'We lived in Galway in the summer of 1952, above the bakery of my uncle Tomas. He got up at three every morning and lit the big oven with birch wood.',
    'We lived in Dublin in the spring of 1961, under the roof of my cousin Maria. She went out at nine every evening and fed the old goats with brown bread.',
  ];

  test('whose words were corrected to others is found, also when the text kept its length', async () => {
    const family = await aFamily();
    const subjectId = family.subject.id;
    const { said: ids } = await told(subjectId, [said]);
    await workDone();
    const id = ids[0] ?? '';
    const same = other.padEnd(said.length, '.').slice(0, said.length);

    await db.message.update({ where: { id }, data: { correctedText: `${said} ` } });
    expect(await searched(subjectId)).toEqual([]);

    await db.message.update({ where: { id }, data: { correctedText: same } });
    const found = await searched(subjectId);
    expect(found.map(({ kind }) => kind)).toContain('SOURCE_GONE');
    expect(found.map(({ left }) => left.sentence.text).join(' ')).toContain('Galway');

    await db.message.update({ where: { id }, data: { correctedText: null } });
    expect(await searched(subjectId)).toEqual([]);
  });
});

describe('The search of a book', () => {
  test('runs on demand, once for concurrent requests', async () => {
    const family = await aFamily();
    const subjectId = family.subject.id;
    const answers = await Promise.all([ada, bea].map((each) => each.gql(search, { subjectId })));
    expect(answers.map(({ findConflicts }) => typeof findConflicts.askedAt)).toEqual(['string', 'string']);
    await workDone();
    const { conflictSearch } = await ada.gql(
      'query ($subjectId: ID!) { conflictSearch(subjectId: $subjectId) { isWaiting doneAt } }',
      { subjectId },
    );
    expect(conflictSearch.isWaiting).toBe(false);
    expect(
      await db.auditEvent.count({ where: { subjectId, action: 'conflict.searched' } }),
    ).toBeLessThanOrEqual(2);
  });

  test('that is asked for while another one runs comes after it', async () => {
    const { subject } = await aFamily();
    const subjectId = subject.id;
    const isWaiting = async () =>
      (
        await ada.gql('query ($subjectId: ID!) { conflictSearch(subjectId: $subjectId) { isWaiting } }', {
          subjectId,
        })
      ).conflictSearch.isWaiting;
    await searched(subjectId);
    const held = await holdingSubject(subjectId);
    const { answer } = await held.queue(() => searchConflicts(subjectId, new AbortController().signal));
    // The running search has read the book: what is new at this time is found by the next one.
    await db.conflictSearch.update({ where: { subjectId }, data: { askedAt: new Date() } });
    await held.letGo();
    await answer;
    expect(await isWaiting()).toBe(true);

    succeeded(await ada.gql(search, { subjectId }));
    await workDone();
    expect(await isWaiting()).toBe(false);
  });
});
