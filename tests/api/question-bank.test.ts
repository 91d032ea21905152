import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { bankInForce } from '#api/questions/bank/in-force.ts';
import type { Answer, Person } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, type Family, useServer } from '#tests/support/world.ts';

useServer();

const fields =
  'key chapter depth sensitivity theme text followUps reason decade language enabled isBuiltIn isEdited isOrdered revision';
const problem =
  '__typename ... on UserError { code message } ... on InvalidInput { issues { path message } }';
const list = `query ($chapter: String) { questionBank(chapter: $chapter) { ${fields} counts { asked answered skipped } } }`;
const save = `mutation ($input: SaveBankQuestionInput!) { saveBankQuestion(input: $input) {
  ... on BankQuestion { ${fields} } ... on ChangedMeanwhile { newest savedBy } ${problem} } }`;
const turn = `mutation ($key: String!, $enabled: Boolean!) { switchBankQuestion(key: $key, enabled: $enabled) {
  ... on BankQuestion { key enabled } ${problem} } }`;
const order = `mutation ($chapter: String!, $keys: [String!]!) { orderBankQuestions(chapter: $chapter, keys: $keys) {
  ... on OrderedBank { questions { key } } ${problem} } }`;
const take = `mutation ($questions: [ImportedBankQuestion!]!) { importBankQuestions(questions: $questions) {
  ... on ImportedBank { count } ${problem} } }`;

const door = {
  ...{ chapter: 'origins', depth: 'OPENER', sensitivity: 0, theme: ['house'] },
  ...{ text: 'What was painted above the door of your street?', followUps: ['Who painted it?'] },
};

let family: Family;
let ada: Person;
let bea: Person;
beforeAll(async () => {
  family = await aFamily();
  ada = family.admin;
  bea = await aPerson('Bea Team');
  await db.user.update({ where: { id: bea.id }, data: { role: 'admin' } });
});

async function bankOf(chapter: string | null): Promise<Answer[]> {
  return (await ada.gql(list, { chapter })).questionBank;
}

/** What the interviewer says in a conversation in which little is answered. */
async function askedOf({ self, subject }: Family): Promise<string> {
  const talk = await aTalk(self, subject.id);
  for (let n = 0; n < 3; n++) await talk.say('Oh, yes.');
  const turns = await talk.transcript();
  await talk.end();
  return turns.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : [])).join('\n');
}

describe('The question bank', () => {
  test('is listed completely or by chapter, and is as built in until the team changes it', async () => {
    const all = await bankOf(null);
    expect(all.length).toBeGreaterThanOrEqual(252);
    const love = await bankOf('love');
    expect(love.find(({ key }) => key === 'how-you-met')).toMatchObject({
      ...{ enabled: true, isBuiltIn: true, isEdited: false, isOrdered: false, revision: 0, language: 'en' },
      counts: { asked: 0, answered: 0, skipped: 0 },
    });
    expect(new Set(love.map(({ chapter }) => chapter))).toEqual(new Set(['love']));
  });

  test('asks a new question that is placed first, counts it, and never asks one that is switched off', async () => {
    const { saveBankQuestion: made } = await ada.gql(save, { input: door });
    expect(made).toMatchObject({ ...door, isBuiltIn: false, isEdited: true, enabled: true });
    const { orderBankQuestions } = await ada.gql(order, { chapter: 'origins', keys: [made.key] });
    expect(orderBankQuestions.questions[0]).toEqual({ key: made.key });

    expect(await askedOf(await aFamily())).toContain(door.text);
    const [counted] = await bankOf('origins');
    expect(counted).toMatchObject({ key: made.key, isOrdered: true, counts: { asked: 1 } });

    expect((await ada.gql(turn, { key: made.key, enabled: false })).switchBankQuestion.enabled).toBe(false);
    expect(await askedOf(await aFamily())).not.toContain(door.text);
    // Another process reads the same table in its next turn.
    await db.bankQuestion.update({ where: { key: made.key }, data: { enabled: true } });
    expect(await askedOf(await aFamily())).toContain(door.text);
    await ada.gql(turn, { key: made.key, enabled: false });
    const audited = await db.auditEvent.findMany({ where: { action: { startsWith: 'bank.' } } });
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['bank.added', 'bank.ordered', 'bank.switched']),
    );
  });

  test('counts for a question how often it was asked, answered and passed over', async () => {
    const { subject } = await aFamily();
    const key = 'how-you-met';
    const answers = [
      { act: 'TELLS', text: 'We met at a dance in the town hall.' },
      { act: 'REFUSES', text: 'I would rather not say.' },
      null,
    ];
    for (const answer of answers) {
      const { id: conversationId } = await db.conversation.create({
        data: { subjectId: subject.id, channel: 'WEB', status: 'COMPLETED' },
      });
      const ids = { conversationId, subjectId: subject.id };
      const asking = { turnKind: 'ASK', questionKey: key, text: 'How did you meet?' } as const;
      await db.message.create({ data: { ...ids, seq: 1, role: 'assistant', ...asking } });
      if (!answer) continue;
      const reading = { spans: [{ act: answer.act }] };
      await db.message.create({ data: { ...ids, seq: 2, role: 'user', text: answer.text, reading } });
    }
    const question = (await bankOf('love')).find((each) => each.key === key);
    expect(question.counts).toEqual({ asked: 3, answered: 1, skipped: 1 });
  });

  test('can’t be overwritten by the second of two concurrent editors, who gets an error', async () => {
    const [question] = await bankOf('school');
    const { key, chapter, depth, sensitivity, theme, followUps, revision: basedOn } = question;
    const input = { key, chapter, depth, sensitivity, theme, followUps, basedOn };
    const answers = await Promise.all([
      ada.gql(save, { input: { ...input, text: 'What hung on the wall of your classroom?' } }),
      bea.gql(save, { input: { ...input, text: 'What stood in the yard of your school?' } }),
    ]);
    const results = answers.map(({ saveBankQuestion }) => saveBankQuestion);
    expect(results.filter(({ __typename }) => __typename === 'BankQuestion')).toHaveLength(1);
    const [won] = results.filter(({ text }) => text);
    expect(results.filter(({ __typename }) => __typename === 'ChangedMeanwhile')).toMatchObject([
      { newest: 1 },
    ]);
    expect((await bankOf('school')).find((each) => each.key === key)).toMatchObject({
      ...{ text: won.text, isBuiltIn: true, isEdited: true },
    });
  });

  const versionFields = 'number text followUps theme reason decade savedBy savedAt';
  const one = `query ($key: String!) {
    bankQuestion(key: $key) { key text isEdited revision versions { ${versionFields} } } }`;
  const restore = `mutation ($key: String!, $number: Int!, $basedOn: Int!) {
    restoreBankQuestion(key: $key, number: $number, basedOn: $basedOn) {
      ... on BankQuestion { ${fields} } ... on ChangedMeanwhile { newest savedBy } ${problem} } }`;
  const questionAt = async (key: string) => (await ada.gql(one, { key })).bankQuestion;
  const textsOf = ({ versions }: Answer) =>
    versions.map(({ number, text }: Answer) => [number, text] as const);

  test('keeps each wording of a question, and brings an earlier one back as a new version', async () => {
    const first = { ...door, text: 'What grew in front of your house?', reason: 'gardens differ' };
    const key = (await ada.gql(save, { input: first })).saveBankQuestion.key;
    const second = { ...door, key, basedOn: 1, text: 'What grew behind your house?', reason: null };
    const { saveBankQuestion } = await bea.gql(save, { input: second });
    expect(saveBankQuestion).toMatchObject({ revision: 2, text: second.text, reason: null });
    const kept = await questionAt(key);
    expect(kept.versions).toMatchObject([
      { number: 2, text: second.text, reason: null, savedBy: 'Bea Team' },
      { number: 1, text: first.text, reason: first.reason, followUps: door.followUps, savedBy: ada.name },
    ]);

    const { restoreBankQuestion } = await ada.gql(restore, { key, number: 1, basedOn: 2 });
    expect(restoreBankQuestion).toMatchObject({ revision: 3, text: first.text, reason: first.reason });
    expect(textsOf(await questionAt(key))).toEqual([
      [3, first.text],
      [2, second.text],
      [1, first.text],
    ]);
    expect((await bankInForce('en')).find((each) => each.key === key)?.text).toBe(first.text);
    const audited = await db.auditEvent.findMany({
      where: { detail: { path: ['key'], equals: key } },
      orderBy: { id: 'asc' },
    });
    expect(audited.map(({ action, detail }) => [action, detail])).toEqual([
      ['bank.added', { key, version: 1 }],
      ['bank.saved', { key, version: 2 }],
      ['bank.restored', { key, version: 3, from: 1 }],
    ]);
    const late = (await bea.gql(restore, { key, number: 2, basedOn: 2 })).restoreBankQuestion;
    expect(late).toMatchObject({ newest: 3, savedBy: ada.name });
    const none = (await bea.gql(restore, { key, number: 9, basedOn: 3 })).restoreBankQuestion;
    expect(none.code).toBe('NOT_FOUND');
    expect((await questionAt(key)).revision).toBe(3);
    await expect(
      db.bankQuestionVersion.updateMany({ where: { key }, data: { content: {} } }),
    ).rejects.toThrow(/never changes/);
    await ada.gql(turn, { key, enabled: false });
  });

  test('brings the built-in wording of a question back', async () => {
    const [question] = await bankOf('friends-and-play');
    const { key, chapter, depth, sensitivity, theme, followUps, text } = question;
    const input = { key, chapter, depth, sensitivity, theme, followUps, text: 'Whose ball was it?' };
    await ada.gql(save, { input });
    expect(textsOf(await questionAt(key))).toEqual([
      [1, input.text],
      [0, text],
    ]);
    const { restoreBankQuestion } = await ada.gql(restore, { key, number: 0, basedOn: 1 });
    expect(restoreBankQuestion).toMatchObject({ text, isEdited: false, revision: 2 });
    expect(textsOf(await questionAt(key))).toEqual([
      [2, text],
      [1, input.text],
      [0, text],
    ]);
    expect(await questionAt('none')).toBeNull();
    // It is in force already; the version that was kept of it is not, which stays as it was.
    const again = async (number: number) =>
      (await ada.gql(restore, { key, number, basedOn: 2 })).restoreBankQuestion;
    expect(await again(0)).toMatchObject({ isEdited: false, revision: 2 });
    expect(await again(2)).toMatchObject({ text, isEdited: true, revision: 3 });
  });

  test('keeps what an older server saves, refuses wordings against the rules, and loses no version', async () => {
    const input = { ...door, text: 'What lay on the table of your kitchen?' };
    const key = (await ada.gql(save, { input })).saveBankQuestion.key;
    const { content } = await db.bankQuestion.findUniqueOrThrow({ where: { key } });
    const ranking = { ...(content as object), text: 'What is your favourite memory?' };
    await db.bankQuestion.update({ where: { key }, data: { content: ranking, revision: 40 } });
    expect((await ada.gql(restore, { key, number: 1, basedOn: 2 })).restoreBankQuestion.revision).toBe(3);
    expect(textsOf(await questionAt(key))).toEqual([
      [3, input.text],
      [2, ranking.text],
      [1, input.text],
    ]);
    const { restoreBankQuestion: same } = await ada.gql(restore, { key, number: 1, basedOn: 3 });
    expect(same.revision).toBe(3);
    const { restoreBankQuestion: refused } = await ada.gql(restore, { key, number: 2, basedOn: 3 });
    expect(refused.issues).toEqual([{ path: 'text', message: 'must not rank memories or test them' }]);
    await expect(db.bankQuestionVersion.deleteMany({ where: { key } })).rejects.toThrow(/only grow/);
    await expect(db.$executeRaw`truncate bank_question_version`).rejects.toThrow(/permission denied/);
    await db.bankQuestion.delete({ where: { key } });
    expect(await db.bankQuestionVersion.count({ where: { key } })).toBe(0);
  });

  test('tells no editor of a change when a question was only switched or moved meanwhile', async () => {
    const ofChapter = async () =>
      (await bankOf('hard-times')).filter(({ language }: Answer) => language === 'en');
    const before = await ofChapter();
    const [question] = before;
    const { key, chapter, depth, sensitivity, theme, followUps, revision: basedOn } = question;
    await bea.gql(turn, { key, enabled: false });
    await bea.gql(turn, { key, enabled: true });
    await bea.gql(order, { chapter, keys: before.map((each) => each.key).reverse() });
    const input = { key, chapter, depth, sensitivity, theme, followUps, basedOn };
    const { saveBankQuestion } = await ada.gql(save, { input: { ...input, text: 'Who helped you then?' } });
    expect(saveBankQuestion).toMatchObject({ text: 'Who helped you then?', revision: basedOn + 1 });
    expect((await ofChapter()).at(-1)?.key).toBe(key);
  });

  test('imports the time of life of a question, and keeps it where the file leaves it out', async () => {
    const all = await bankOf('wisdom-and-wishes');
    const { key } = all.find(({ decade }) => decade === 'later');
    const decadeNow = async () =>
      (await bankOf('wisdom-and-wishes')).find((question) => question.key === key).decade;
    const importIt = async (part: object) => {
      const wanted = (await bankOf('wisdom-and-wishes')).find((question) => question.key === key);
      const { chapter, depth, sensitivity, theme, followUps, reason, language, text } = wanted;
      const question = { key, chapter, depth, sensitivity, theme, followUps, reason, language, text };
      return (await ada.gql(take, { questions: [{ ...question, ...part }] })).importBankQuestions;
    };

    expect(await importIt({ decade: 'youth' })).toMatchObject({ count: 1 });
    expect(await decadeNow()).toBe('youth');
    expect(await importIt({ text: 'What did you hope for, all those years ago?' })).toMatchObject({
      count: 1,
    });
    expect(await decadeNow()).toBe('youth');
    expect(await importIt({ decade: null })).toMatchObject({ count: 1 });
    expect(await decadeNow()).toBeNull();
    expect((await importIt({ decade: 'the 1950s' })).issues).toMatchObject([{ path: 'questions.0.decade' }]);
    const added = {
      ...door,
      key: 'with-a-decade',
      text: 'Who swept the steps of your school?',
      decade: 'adult',
    };
    await ada.gql(take, { questions: [added] });
    expect((await bankOf('origins')).find((question) => question.key === added.key).decade).toBe('adult');
    await db.bankQuestion.deleteMany({ where: { key: { in: [key, added.key] } } });
  });

  test('imports its own export, completely or not at all', async () => {
    const before = await bankOf(null);
    const all = before.map(
      ({ isBuiltIn: _, isEdited: __, isOrdered: ___, revision: ____, counts: _____, ...question }) =>
        question,
    );
    expect(all.length).toBeGreaterThan(500);
    expect((await ada.gql(take, { questions: all })).importBankQuestions).toMatchObject({
      count: all.length,
    });
    // What is as it is built in stays so.
    expect(await bankOf(null)).toEqual(before);
    const tooMany = Array.from({ length: 2_001 }, () => door);
    expect((await ada.gql(take, { questions: tooMany })).importBankQuestions.issues).toEqual([
      { path: 'questions', message: 'must be at most 2000' },
    ]);

    const fresh = { ...door, key: 'a-new-one', text: 'Who rang the bell of your town?' };
    const broken = { ...door, text: 'Is this one? Or is this two?' };
    const { importBankQuestions } = await ada.gql(take, { questions: [fresh, broken] });
    expect(importBankQuestions.issues).toMatchObject([{ path: 'questions.1.text' }]);
    const foreign = { ...door, text: 'Wer hat die Glocke geläutet?', language: 'de' };
    expect((await ada.gql(take, { questions: [fresh, foreign] })).importBankQuestions.issues).toEqual([
      { path: 'questions.1.language', message: 'must be one of en, es' },
    ]);
    expect((await bankOf(null)).find(({ key }) => key === 'a-new-one')).toBeUndefined();
    const twice = { questions: [fresh, fresh] };
    expect((await ada.gql(take, twice)).importBankQuestions.issues).toMatchObject([{ path: 'questions' }]);
  });

  test.each([
    ['text', { text: `What ${'very '.repeat(30)}long thing was there?` }],
    ['text', { text: 'What is your favourite memory?' }],
    ['depth', { depth: 'DEEP' }],
    ['chapter', { chapter: 'poems' }],
    ['sensitivity', { sensitivity: 3 }],
    ['theme', { theme: [] }],
    ['language', { language: 'xx' }],
    ['followUps', { followUps: ['a?', 'b?', 'c?', 'd?', 'e?', 'f?'] }],
  ])('refuses a wrong %s', async (path, wrong) => {
    const { saveBankQuestion } = await ada.gql(save, { input: { ...door, ...wrong } });
    expect(saveBankQuestion.issues).toMatchObject([{ path }]);
  });

  test('is only for the team, and refuses unknown keys', async () => {
    const documents: [string, object][] = [
      [list, {}],
      [save, { input: door }],
      [one, { key: 'how-you-met' }],
      [restore, { key: 'how-you-met', number: 0, basedOn: 0 }],
      [turn, { key: 'how-you-met', enabled: false }],
      [order, { chapter: 'love', keys: [] }],
      [take, { questions: [door] }],
    ];
    for (const [document, variables] of documents) {
      await expect(family.owner.gql(document, variables)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(family.nobody.gql(document, variables)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const { switchBankQuestion } = await ada.gql(turn, { key: 'none', enabled: true });
    expect(switchBankQuestion.code).toBe('NOT_FOUND');
    const { orderBankQuestions } = await ada.gql(order, { chapter: 'love', keys: ['none'] });
    expect(orderBankQuestions.code).toBe('NOT_FOUND');
  });
});

describe('The question bank in Spanish', () => {
  test('keeps its reason and language where they are left out, and loses the reason by null', async () => {
    const text = '¿Qué colgaba sobre la puerta de su calle?';
    const spanish = { ...door, text, language: 'es', reason: 'cada calle tiene su puerta' };
    const { saveBankQuestion: made } = await ada.gql(save, { input: spanish });
    const { key } = made;
    const saved = async (part: object) =>
      (await ada.gql(save, { input: { key, ...door, text, ...part } })).saveBankQuestion;
    expect(await saved({ theme: ['street'] })).toMatchObject({ language: 'es', reason: spanish.reason });
    await ada.gql(take, { questions: [{ key, ...door, text }] });
    expect(await saved({ theme: ['house'] })).toMatchObject({ language: 'es', reason: spanish.reason });
    expect(await saved({ reason: null })).toMatchObject({ language: 'es', reason: null });
    await db.bankQuestion.deleteMany({ where: { key } });
  });

  const inSpanish = `query { questionBank(chapter: "origins", language: "es") { ${fields} } }`;

  test('is listed by its language, edited beside the English one, and asked of whoever speaks Spanish', async () => {
    const [question] = (await ada.gql(inSpanish)).questionBank;
    expect(question).toMatchObject({
      ...{ key: 'where-story-begins@es', language: 'es', isBuiltIn: true, isEdited: false },
      text: '¿Dónde empieza su historia?',
    });
    const { key, chapter, depth, sensitivity, followUps, theme } = question;
    const input = { key, chapter, depth, sensitivity, followUps, theme, text: '¿Cómo empieza su historia?' };
    const kept = (await ada.gql(save, { input: { ...input, language: 'en' } })).saveBankQuestion;
    expect(kept.issues).toEqual([{ path: 'language', message: expect.stringContaining('must stay es') }]);
    const ranks = { ...input, language: 'es', text: '¿Cuál es su historia favorita?' };
    expect((await ada.gql(save, { input: ranks })).saveBankQuestion.__typename).toBe('InvalidInput');
    const { saveBankQuestion } = await ada.gql(save, { input: { ...input, language: 'es' } });
    expect(saveBankQuestion).toMatchObject({ key, isEdited: true, text: input.text });

    const asked = (language: string) =>
      bankInForce(language).then((bank) => bank.find((each) => each.key === 'where-story-begins')?.text);
    expect(await asked('es')).toBe(input.text);
    expect(await asked('en')).toBe('Where does your story begin?');
    const exported = (await ada.gql(inSpanish)).questionBank;
    const again = exported.map(
      ({ isBuiltIn: _, isEdited: __, isOrdered: ___, revision: ____, ...each }: Answer) => each,
    );
    expect((await ada.gql(take, { questions: again })).importBankQuestions).toMatchObject({
      count: again.length,
    });
    expect((await ada.gql(inSpanish)).questionBank).toEqual(exported);
  });
});
