import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, pool } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { eraseOldTexts } from '#api/texts/service/hear-text.ts';
import { tellWaiting } from '#api/texts/service/tell.ts';
import { reconcileSearch } from '#api/writer/reconcile/jobs.ts';
import { day, goAsUsual, later, useClock } from '#tests/support/clock.ts';
import { aText, hookWith } from '#tests/support/inbound.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { noticesTo, textTalks, wordsIn } from '#tests/support/texting.ts';
import { workDone } from '#tests/support/told.ts';
import { aTextService } from '#tests/support/twilio/text-service.ts';
import { aFamily, aPerson, type Family, giveConsents, useOwnServer } from '#tests/support/world.ts';

const service = await aTextService();
useOwnServer(service.env);
useClock();

const parts = `id kind status heading explanation choices resolution textCount sharedPhone
  mayBelongTo { id preferredName } texts { id text sentAt conversationId } matches { id }`;
const list = `query ($subjectId: ID!, $status: ConflictStatus) {
  conflicts(subjectId: $subjectId, status: $status, first: 50) { edges { node { ${parts} } } } }`;
const problem = '__typename ... on UserError { code message }';
const resolve = `mutation ($input: ResolveConflictInput!) { resolveConflict(input: $input) {
  ... on Conflict { ${parts} } ${problem} } }`;
const undo = `mutation ($id: ID!) { undoConflict(id: $id) { ... on Conflict { ${parts} } ${problem} } }`;

const bakery = 'My father kept a bakery in Galway, and we lived above it with the smell of bread.';
const flour = 'I carried the flour up from the yard every morning before school.';

let ada: Person;
let bea: Person;
beforeAll(async () => {
  ada = (await aFamily({ consents: [] })).admin;
  bea = await aPerson('Bea Team');
  await db.user.update({ where: { id: bea.id }, data: { role: 'admin' } });
});

let almas: Family;
let joes: Family;
let phone: string;
/** Alma and Joe share a phone, and both agreed to texts. */
beforeEach(async () => {
  almas = await aFamily();
  joes = await aFamily();
  phone = almas.subject.phone;
  const data = { phone, fullName: 'Joe Rourke', preferredName: 'Joe' };
  await db.subject.update({ where: { id: joes.subject.id }, data });
  await giveConsents(joes.self, joes.subject.id, ['SMS'], phone);
});

const send = (words: string) => hookWith(aText(phone, words, { NumMedia: '0' }));

/** The texts of the shared phone as they stand in a book's page, after the search that follows them. */
async function found({ subject }: Family, status: string | null = 'OPEN'): Promise<Answer[]> {
  await workDone();
  const { conflicts } = await ada.gql(list, { subjectId: subject.id, status });
  return conflicts.edges.map(({ node }: { node: Answer }) => node);
}

/** Decides, and returns the settled conflict or the refusal. */
const settle = (by: Person, id: string, resolution: string): Promise<Answer> =>
  by.gql(resolve, { input: { id, resolution } }).then(
    ({ resolveConflict }) => resolveConflict,
    (error) => error,
  );
const takeBack = async (id: string): Promise<Answer> => (await ada.gql(undo, { id })).undoConflict;
const textRows = () => db.inboundText.findMany({ where: { phone }, orderBy: { id: 'asc' } });
const toldTo = async ({ subject }: Family) => {
  const talks = await textTalks(subject.id);
  return (await Promise.all(talks.map(({ id }) => wordsIn(id)))).flat().map(({ text }) => text);
};
const sentTo = () => db.notice.count({ where: { recipient: phone } });

describe('Texts of a shared phone whose writer is unknown', () => {
  test('are shown for everyone who shares it, with the phone, the words and their times', async () => {
    await send(bakery);
    await send(flour);
    await noticesTo(phone, ['texts-whose-story'], 1);
    const mayBelongTo = [
      { id: almas.subject.id, preferredName: 'Alma' },
      { id: joes.subject.id, preferredName: 'Joe' },
    ];
    for (const family of [almas, joes]) {
      const [conflict, ...others] = await found(family);
      expect(others).toEqual([]);
      expect(conflict).toMatchObject({
        ...{ kind: 'UNKNOWN_PHONE', status: 'OPEN', choices: ['KEEP_LEFT', 'DISMISS'] },
        heading: 'Texts from a shared phone, by an unknown writer',
        explanation:
          'This phone was shared by several people when these texts came. We asked who wrote them, and don’t know it yet.',
        ...{ sharedPhone: phone, textCount: 2, matches: [], mayBelongTo },
        texts: [{ text: bakery, conversationId: null }, { text: flour }],
      });
    }
    const reads = { subjectId: almas.subject.id, action: 'texts.read', actorId: ada.id };
    expect(await db.auditEvent.count({ where: reads })).toBe(2);
  });

  test('are not shown once the writer answered, nor are texts whose writer was known', async () => {
    await send(`This is Alma. ${bakery}`);
    await send('My brother drove the van. – Joe');
    await noticesTo(phone, ['texts-whose-story'], 1);
    const [conflict] = await found(joes);
    expect(conflict.texts).toMatchObject([{ text: 'My brother drove the van. – Joe' }]);
    await send('Joe here');
    expect([await found(almas), await found(joes)]).toEqual([[], []]);
    expect(await settle(ada, conflict.id, 'KEEP_LEFT')).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are masked where they ask for privacy, or where somebody who may have written them shares nothing', async () => {
    await send(bakery);
    await send(`${flour} Please keep that between us.`);
    const [conflict] = await found(almas);
    expect(conflict.texts).toMatchObject([{ text: bakery }, { text: null }]);

    const input = { subjectId: joes.subject.id, kinds: ['SHARING'] };
    succeeded(await joes.self.gql('WithdrawConsent', { input }));
    const [masked] = await found(almas);
    expect(masked.texts).toMatchObject([{ text: null }, { text: null }]);
    expect(await found(joes)).toEqual([]);
  });

  test('are shown and given by admins alone', async () => {
    await send(bakery);
    const [conflict] = await found(almas);
    for (const who of [almas.owner, almas.self, almas.editor, almas.stranger]) {
      await expect(who.gql(list, { subjectId: almas.subject.id })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      expect(await settle(who, conflict.id, 'KEEP_LEFT')).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await textRows()).toMatchObject([{ subjectId: null, tells: true }]);
  });
});

const kinds = ['SHARING', 'AI_WRITING', 'RECORDING', 'CALLS', 'SMS'];
const withdraw = async ({ self, subject }: Family, withdrawn: string[]) =>
  succeeded(await self.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: withdrawn } }));

const preview = `query ($id: ID!, $resolution: ConflictResolution!) {
  conflictPreview(id: $id, resolution: $resolution) { mark } }`;

/** Alma's page shows no words, and the texts can be dismissed but not given. */
async function expectKept(count: number) {
  const [conflict, ...others] = await found(almas);
  expect(others).toEqual([]);
  expect(conflict).toMatchObject({ choices: ['DISMISS'], textCount: count });
  expect(conflict.texts.map(({ text }: Answer) => text)).toEqual(Array(count).fill(null));
  const message =
    'Not everyone who may have written these texts shares their words with us: they can only be dismissed';
  await expect(ada.gql(preview, { id: conflict.id, resolution: 'KEEP_LEFT' })).rejects.toMatchObject({
    ...{ code: 'CONFLICT', message: expect.stringContaining(message) },
  });
  expect(await settle(ada, conflict.id, 'KEEP_LEFT')).toMatchObject({ code: 'CONFLICT', message });
  expect(await textRows()).toMatchObject(Array(count).fill({ subjectId: null, tells: true }));
  expect(await settle(ada, conflict.id, 'DISMISS')).toMatchObject({ status: 'DISMISSED' });
  expect(await textRows()).toMatchObject(Array(count).fill({ subjectId: null, tells: false }));
  const [dismissed] = await found(almas, 'DISMISSED');
  expect(dismissed.texts.map(({ text }: Answer) => text)).toEqual(Array(count).fill(null));
}

describe('Texts that somebody may have written who shared the phone when they came', () => {
  beforeEach(async () => {
    await send(bakery);
    await send(flour);
    expect(await found(almas)).toMatchObject([{ texts: [{ text: bakery }, { text: flour }] }]);
  });

  test.each([
    ['withdrew consent to sharing', () => withdraw(joes, ['SHARING'])],
    ['withdrew all consents', () => withdraw(joes, kinds)],
    [
      'deleted their book',
      async () => succeeded(await joes.owner.gql('DeleteSubject', { id: joes.subject.id })),
    ],
    [
      'is erased',
      () => db.inboundText.updateMany({ where: { phone }, data: { mayBeOf: [almas.subject.id, newId()] } }),
    ],
    [
      'got another phone and withdrew consent to sharing',
      async () => {
        await haveAnotherPhone(joes);
        await withdraw(joes, ['SHARING']);
      },
    ],
    [
      'died and shares nothing',
      () =>
        db.subject.update({ where: { id: joes.subject.id }, data: { status: 'MEMORIAL', sharing: false } }),
    ],
  ])('are neither read nor given once one of them %s', async (_what, leave: () => Promise<unknown>) => {
    await leave();
    await expectKept(2);
  });

  test('are neither read nor given when it is not known who shared it', async () => {
    await db.inboundText.updateMany({ where: { phone, text: bakery }, data: { mayBeOf: [] } });
    await expectKept(2);
  });

  test('are still shown to both, and given, when one has another phone by now', async () => {
    await haveAnotherPhone(joes);
    const both = idsOf().map((id) => ({ id }));
    for (const family of [almas, joes]) {
      await lookAgain(family);
      expect(await found(family)).toMatchObject([
        { sharedPhone: phone, mayBelongTo: both, texts: [{ text: bakery }, { text: flour }] },
      ]);
    }
    const [conflict] = await found(joes);
    expect(await settle(ada, conflict.id, 'KEEP_LEFT')).toMatchObject({ status: 'RESOLVED' });
    await workDone();
    await tellWaiting();
    expect([await toldTo(joes), await found(almas)]).toEqual([[bakery, flour], []]);
  });

  test('are not shown to those who got the phone since, nor given to them', async () => {
    const others = await aFamily();
    await db.subject.update({ where: { id: others.subject.id }, data: { phone } });
    await lookAgain(others);
    expect(await found(others)).toEqual([]);
  });

  test('are not found in other books when nobody has the phone any more', async () => {
    const tess = await aFamily();
    const data = { fullName: 'Tess Quillfeather', preferredName: 'Tess' };
    await db.subject.update({ where: { id: tess.subject.id }, data });
    const words = 'My name is Tess Quillfeather. I was born above the bakery.';
    await send(words);
    for (const family of [almas, joes]) await haveAnotherPhone(family);
    await lookAgain(tess);
    expect(await found(tess)).toEqual([]);
    // The same words from a phone that nobody ever had are found.
    const nobodys = { providerId: newId(), phone: '+12025550399', text: words, at: clock.now() };
    await db.inboundText.create({ data: { id: newId(), ...nobodys } });
    await lookAgain(tess);
    expect(await found(tess)).toMatchObject([{ textCount: 1, texts: [{ text: words }] }]);
    await db.inboundText.deleteMany({ where: { phone: nobodys.phone } });
  });

  test('are refused when consent is withdrawn between looking and giving', async () => {
    const [conflict] = await found(almas);
    const { mark } = (await ada.gql(preview, { id: conflict.id, resolution: 'KEEP_LEFT' })).conflictPreview;
    await withdraw(joes, ['SHARING']);
    const input = { id: conflict.id, resolution: 'KEEP_LEFT', mark };
    expect((await ada.gql(resolve, { input })).resolveConflict).toMatchObject({ code: 'CONFLICT' });
    expect(await textRows()).toMatchObject([{ subjectId: null }, { subjectId: null }]);
  });
});

let phones = 0;
async function haveAnotherPhone({ subject }: Family) {
  const other = `+1202556${1_000 + phones++}`;
  await db.subject.update({ where: { id: subject.id }, data: { phone: other } });
}

async function lookAgain({ subject }: Family) {
  const find = `mutation ($subjectId: ID!) { findConflicts(subjectId: $subjectId) {
    ... on AskedConflictSearch { subjectId } ${problem} } }`;
  succeeded(await ada.gql(find, { subjectId: subject.id }));
}

describe('A search for texts of a shared phone', () => {
  test('follows each text, also when another search of the book waits that may begin too early', async () => {
    const waiting = `name = 'reconcile.search' and data->>'subjectId' = $1 and start_after > now()`;
    await transaction(async (tx) => {
      await enqueue(tx, reconcileSearch, { subjectId: almas.subject.id }, { subjectId: almas.subject.id });
      await tx.$executeRaw`update jobs.job set start_after = now() + interval '1 hour'
        where name = 'reconcile.search' and data->>'subjectId' = ${almas.subject.id} and state < 'active'`;
    });
    await send(bakery);
    expect(await found(almas)).toMatchObject([{ texts: [{ text: bakery }] }]);
    await pool.query(`delete from jobs.job where ${waiting}`, [almas.subject.id]);
  });

  test.each(['KEEP_LEFT', 'DISMISS'])(
    'of everyone follows when a decision is undone: %s',
    async (resolution) => {
      await send(bakery);
      const [conflict] = await found(almas);
      await settle(ada, conflict.id, resolution);
      await workDone();
      await tellWaiting();
      // Joe's book forgets them.
      await lookAgain(joes);
      await workDone();
      expect(await db.conflict.count({ where: { subjectId: joes.subject.id } })).toBe(0);
      expect(await takeBack(conflict.id)).toMatchObject({ status: 'OPEN' });
      expect(await found(joes)).toMatchObject([{ texts: [{ text: bakery }] }]);
    },
  );
});

describe('A page of conflicts', () => {
  test('takes as many statements for 50 as for 2, and asks for nobody’s phone', async () => {
    const subjectId = almas.subject.id;
    await db.conflict.createMany({
      data: Array.from({ length: 50 }, (_each, at) => ({
        ...{ id: newId(), subjectId, kind: 'DUPLICATE_CARDS' as const, key: `cards:${at}` },
        ...{ status: 'DISMISSED' as const, resolution: 'DISMISS' as const },
      })),
    });
    const page = `query ($subjectId: ID!, $first: Int!) {
      conflicts(subjectId: $subjectId, status: DISMISSED, first: $first) {
        edges { node { id choices sharedPhone mayBelongTo { id } } } } }`;
    const statementsFor = async (first: number) => {
      const sent = await statementsOf(async () => {
        const { conflicts } = await ada.gql(page, { subjectId, first });
        expect(conflicts.edges).toHaveLength(first);
        expect(conflicts.edges[0].node).toMatchObject({ sharedPhone: null, mayBelongTo: [] });
      });
      return sent.length;
    };
    await statementsFor(2);
    expect(await statementsFor(50)).toBeLessThanOrEqual(await statementsFor(2));
  });

  test('asks once for everyone who may have written texts of a shared phone', async () => {
    await send(bakery);
    await found(almas);
    const page = `query ($subjectId: ID!) { conflicts(subjectId: $subjectId, status: OPEN, first: 50) {
      edges { node { id choices } } } }`;
    const count = async () =>
      (await statementsOf(() => ada.gql(page, { subjectId: almas.subject.id }))).length;
    await count();
    const ofTwo = await count();
    const more = await Promise.all([1, 2, 3].map(() => aFamily()));
    const mayBeOf = [...idsOf(), ...more.map(({ subject }) => subject.id)];
    await db.inboundText.updateMany({ where: { phone }, data: { mayBeOf } });
    expect(await count()).toBe(ofTwo);
  });
});

describe('Texts of a shared phone that the team gives to a person', () => {
  test('become their words in the order in which they came, and nothing is sent', async () => {
    await send(bakery);
    await send(flour);
    await noticesTo(phone, ['texts-whose-story'], 1);
    const [conflict] = await found(joes);
    const before = await sentTo();
    expect(await settle(ada, conflict.id, 'KEEP_LEFT')).toMatchObject({ status: 'RESOLVED' });
    await workDone();
    await tellWaiting();
    expect([await toldTo(joes), await toldTo(almas)]).toEqual([[bakery, flour], []]);
    expect(await found(almas)).toEqual([]);
    expect(await sentTo()).toBe(before);
    const [settled] = await db.auditEvent.findMany({ where: { targetId: conflict.id } });
    expect(settled).toMatchObject({ action: 'conflict.settled', actorId: ada.id });
    expect(settled?.detail).toMatchObject({
      ...{ resolution: 'KEEP_LEFT', textIds: (await textRows()).map(({ id }) => id) },
    });
    // The thread goes on for nobody: the next text is asked about again.
    await send('My brother drove the van.');
    expect((await textRows()).at(-1)).toMatchObject({ subjectId: null });
  });

  test('are given once: by two admins at the same time, in two books, and when it is repeated', async () => {
    await send(bakery);
    const [[ofAlma], [ofJoe]] = [await found(almas), await found(joes)];
    const answers = await Promise.all([
      settle(ada, ofAlma.id, 'KEEP_LEFT'),
      settle(bea, ofJoe.id, 'KEEP_LEFT'),
    ]);
    expect(answers.filter(({ status }) => status === 'RESOLVED')).toHaveLength(1);
    const [first, second, family] =
      answers[0]?.status === 'RESOLVED' ? [ada, ofAlma, almas] : [bea, ofJoe, joes];
    expect(await settle(first, second.id, 'KEEP_LEFT')).toMatchObject({ status: 'RESOLVED' });
    await workDone();
    await tellWaiting();
    expect(await toldTo(family)).toEqual([bakery]);
    expect(await db.message.count({ where: { text: bakery, subjectId: { in: idsOf() } } })).toBe(1);
  });

  test.each(['KEEP_LEFT', 'DISMISS'])('are refused when a newer text came since: %s', async (resolution) => {
    await send(bakery);
    const [conflict] = await found(almas);
    const newer = { providerId: newId(), phone, text: flour, tells: true, mayBeOf: idsOf(), at: clock.now() };
    await db.inboundText.create({ data: { id: newId(), ...newer } });
    expect(await settle(ada, conflict.id, resolution)).toMatchObject({ __typename: 'ChangedSince' });
    expect(await textRows()).toMatchObject([
      { subjectId: null, tells: true },
      { subjectId: null, tells: true },
    ]);
    const [anew] = await found(almas);
    expect(anew.texts).toMatchObject([{ text: bakery }, { text: flour }]);
  });

  test('wait for their writer again when it is undone, whose answer then counts', async () => {
    await send(bakery);
    const [conflict] = await found(almas);
    await settle(ada, conflict.id, 'KEEP_LEFT');
    await workDone();
    await tellWaiting();
    expect(await toldTo(almas)).toEqual([bakery]);
    expect(await takeBack(conflict.id)).toMatchObject({ status: 'OPEN' });
    expect(await toldTo(almas)).toEqual([]);
    expect(await textRows()).toMatchObject([{ subjectId: null, tells: true, toldAt: null }]);
    await send('Joe');
    await workDone();
    await expect.poll(() => toldTo(joes)).toContain(bakery);
  });
});

const idsOf = () => [almas.subject.id, joes.subject.id];

describe('Dismissed texts of a shared phone', () => {
  test('leave all pages, are told to nobody when somebody answers later, and are erased', async () => {
    await send(bakery);
    const [conflict] = await found(almas);
    expect(await settle(ada, conflict.id, 'DISMISS')).toMatchObject({ status: 'DISMISSED' });
    expect([await found(almas), await found(joes)]).toEqual([[], []]);
    await send('Joe here. The van was green.');
    await workDone();
    await expect.poll(() => toldTo(joes)).toContain('Joe here. The van was green.');
    expect([...(await toldTo(joes)), ...(await toldTo(almas))]).not.toContain(bakery);
    later(31 * day);
    await eraseOldTexts();
    goAsUsual();
    expect((await textRows()).map(({ text }) => text)).not.toContain(bakery);
  });

  test('wait again when it is undone', async () => {
    await send(bakery);
    const [conflict] = await found(almas);
    await settle(ada, conflict.id, 'DISMISS');
    expect(await textRows()).toMatchObject([{ tells: false }]);
    expect(await takeBack(conflict.id)).toMatchObject({ status: 'OPEN' });
    expect(await textRows()).toMatchObject([{ tells: true, subjectId: null }]);
    expect(await found(almas)).toMatchObject([{ id: conflict.id, textCount: 1 }]);
  });
});
