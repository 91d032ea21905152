import { beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import type { ExportedBook } from '#api/exports/format.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { columnsByTable } from '#api/imports/archive/rows.ts';
import { remarksNow } from '#api/notices/remarks.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { twoSiblings } from '#tests/support/book.ts';
import { bookIn, exportOf, imported } from '#tests/support/imports.ts';
import { aPhoto, aRecording } from '#tests/support/keepsake-files.ts';
import { aKeepsake } from '#tests/support/keepsakes.ts';
import { aPublishedBook, contentOf } from '#tests/support/made.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { firstOf } from '#tests/support/small-export.ts';
import { aFamily, aPerson, type Family, useServer } from '#tests/support/world.ts';

useServer();

/** A family with everything in its book that an export has. */
async function aFullBook(): Promise<Family & { secret: string }> {
  const family = await aFamily();
  const { subject, owner, self, editor, viewer } = family;
  const subjectId = subject.id;
  const { telling, bakery, wedding } = await aPublishedBook(family);
  await twoSiblings(subjectId);
  const photo = await aKeepsake(owner, subjectId, {
    ...{ title: 'The oven', description: 'It burned birch wood.', happened: '1946', cardId: bakery.id },
  });
  const person = await db.person.findFirstOrThrow({ where: { subjectId, relationship: { not: null } } });
  await db.keepsakePerson.create({ data: { subjectId, mediaId: photo.id, personId: person.id } });
  const portrait = await aKeepsake(owner, subjectId, { content: await aPhoto({ width: 200, height: 200 }) });
  await db.subject.update({ where: { id: subjectId }, data: { photoId: portrait.id, cloth: 'plum' } });
  await aKeepsake(editor, subjectId, {
    content: Buffer.from(`%PDF-1.7\n${' '.repeat(100)}`),
    title: 'A letter',
  });
  await aKeepsake(owner, subjectId, { content: aRecording(), title: 'Frank sings' });
  await db.person.update({
    where: { id: person.id },
    data: { aliases: ['Tata'], living: false, born: '1901' },
  });
  await db.place.create({
    data: {
      subjectId,
      name: 'Rivet Street',
      latitude: 46.7,
      longitude: -92.1,
      pinLabel: 'Duluth',
      found: false,
    },
  });
  await mergeKlara(owner, subjectId, { keepId: person.id, cardId: bakery.id, photoId: photo.id });
  succeeded(await owner.gql('AskQuestion', { subjectId, text: 'Where was the bakery?' }));
  const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: wedding.id } });
  await db.audience.create({ data: { id: newId(), subjectId, chapterId, afterDeath: true } });
  await db.subject.update({ where: { id: subjectId }, data: { playsVoiceCodes: false } });
  await db.card.update({ where: { id: bakery.id }, data: { playsVoiceCode: false } });
  const opensAt = new Date('2031-05-01T04:00:00Z');
  await db.audience.create({
    data: { id: newId(), subjectId, mediaId: photo.id, opensOn: new Date('2031-05-01T00:00:00Z'), opensAt },
  });
  const [toldId = '', secretId = ''] = telling.said;
  const saveStory = (by: Person, story: { id: string; title: string; body: string }, change: object) => {
    const { id, title, body } = story;
    return by.gql('SaveCard', { input: { id, subjectId, title, body, ...change } });
  };
  const again = `${bakery.body} The bell rang at five.`;
  const note = 'As the photo shows';
  succeeded(await saveStory(editor, { ...bakery, body: again }, { note, baseRevision: 1 }));
  const title = 'The bakery on Mill Street';
  succeeded(await saveStory(owner, { ...bakery, title, body: again }, { baseRevision: 2 }));
  succeeded(await saveStory(owner, wedding, { body: `${wedding.body} We all danced.`, baseRevision: 1 }));
  const { conversationId } = await db.message.findUniqueOrThrow({ where: { id: toldId } });
  await db.proposal.create({
    data: {
      ...{ subjectId, cardId: bakery.id, conversationId },
      sentences: [
        { paragraph: 0, text: 'We had a bakery.', sources: [{ messageId: toldId, start: 0, end: 16 }] },
        { paragraph: 0, text: 'It was taken.', sources: [], decided: true },
      ],
    },
  });
  const question = await db.questionRequest.findFirstOrThrow({ where: { subjectId } });
  await db.questionRequest.update({
    where: { id: question.id },
    data: { status: 'ANSWERED', mediaId: photo.id, conversationId, answerMessageId: toldId },
  });
  await db.leftOutQuestion.create({ data: { subjectId, key: 'first-home', forGood: true } });
  await db.ownQuestionOrder.create({ data: { subjectId, keys: ['first-school', 'first-work'] } });
  await db.namedTheme.create({ data: { messageId: toldId, subjectId, theme: 'the war', brought: true } });
  await db.privateTheme.create({ data: { messageId: toldId, subjectId, theme: 'Emil' } });
  await db.conversation.update({ where: { id: conversationId }, data: { together: true } });
  succeeded(await self.gql('SetMessagePrivate', { id: secretId, private: true }));
  await db.saidAudience.create({
    data: { messageId: secretId, subjectId, opensOn: new Date('2031-05-01T00:00:00Z'), opensAt },
  });
  const sibling = await db.person.findFirstOrThrow({
    where: { subjectId, decisions: { none: {} } },
    orderBy: { name: 'asc' },
  });
  await db.cardPersonDecision.create({
    data: { subjectId, cardId: bakery.id, personId: sibling.id, isIn: false },
  });
  await db.subject.update({
    where: { id: subjectId },
    data: {
      ...{
        voice: 'Polly.Amy-Neural',
        patienceMs: 5_000,
        maxMinutes: 45,
        maxQuestions: 9,
        hoursFrom: 600,
        hoursUntil: 1_140,
      },
      ...{ viewersSeeLiving: false, viewersReadTranscripts: true, publishesAutomatically: true },
      callTimes: { create: [{ weekday: 7, minute: 930 }] },
    },
  });
  for (const [by, text] of [
    [viewer, 'I remember the bread.'],
    [editor, 'The oven is still there.'],
  ] as const) {
    const remark = `mutation ($cardId: ID!, $text: String!) {
      remark(cardId: $cardId, text: $text) { ... on Remark { id } ... on UserError { code } } }`;
    succeeded(await by.gql(remark, { cardId: bakery.id, text }));
    const heart = `mutation ($cardId: ID!) {
      setHeart(cardId: $cardId, on: true) { ... on Card { id } ... on UserError { code } } }`;
    succeeded(await by.gql(heart, { cardId: bakery.id }));
  }
  const membership = await db.membership.findFirstOrThrow({ where: { subjectId, userId: viewer.id } });
  await db.successor.create({ data: { subjectId, membershipId: membership.id } });
  const { text: secret } = await db.message.findUniqueOrThrow({ where: { id: secretId } });
  return { ...family, secret };
}

/** Somebody named in the words, with a relation, a keepsake and a decision, whom the owner merges into another person. */
async function mergeKlara(
  owner: Person,
  subjectId: string,
  { keepId, cardId, photoId }: { keepId: string; cardId: string; photoId: string },
) {
  const klara = await db.person.create({
    data: {
      ...{ subjectId, name: 'Klara', relationship: 'aunt', aliases: ['Klári'], found: true },
      ...{ born: '1911', died: '1970' },
    },
  });
  const { id: messageId } = await db.message.findFirstOrThrow({
    where: { subjectId, role: 'user', private: false, sources: { some: {} } },
    orderBy: { id: 'asc' },
  });
  const named = { subjectId, personId: klara.id };
  await db.mention.create({ data: { ...named, messageId, start: 0, end: 5 } });
  await db.cardPerson.create({ data: { ...named, cardId } });
  await db.cardPersonDecision.create({ data: { ...named, cardId, isIn: true } });
  await db.keepsakePerson.create({ data: { ...named, mediaId: photoId } });
  const relative = await db.person.findFirstOrThrow({
    where: {
      subjectId,
      id: { not: keepId },
      OR: [{ relationsFrom: { some: {} } }, { relationsTo: { some: {} } }],
    },
    orderBy: { name: 'asc' },
  });
  await db.personRelation.create({
    data: { subjectId, fromId: klara.id, toId: relative.id, kind: 'PARENT' },
  });
  const merge = `mutation ($keepId: ID!, $otherId: ID!) {
    mergePeople(keepId: $keepId, otherId: $otherId) { ... on Person { id } ... on UserError { code message } } }`;
  succeeded(await owner.gql(merge, { keepId, otherId: klara.id }));
}

/** The rows of an export under names that don't depend on ids, without what can't be the same elsewhere. */
function comparable({ exportedAt: _at, members: _members, subject, ...book }: ExportedBook) {
  const lists = [
    ...(['chapters', 'people', 'places', 'questions', 'media', 'cards', 'conversations'] as const),
  ];
  const names = new Map<string, string>();
  for (const list of lists) for (const [at, { id }] of book[list].entries()) names.set(id, `${list} ${at}`);
  for (const [at, { id }] of (book.merges ?? []).entries()) names.set(id, `merges ${at}`);
  for (const [at, { messages }] of book.conversations.entries())
    for (const { id, seq } of messages) names.set(id, `message ${at} ${seq}`);
  const relations = (book.relations ?? []).map(({ kind, fromId, toId }) =>
    kind === 'PARENT' ? { kind, fromId, toId } : { kind, both: [names.get(fromId), names.get(toId)].sort() },
  );
  /** The people of a row by their names, as the order of their ids says nothing. */
  const inOrder = ({ personIds }: { personIds: string[] }) => ({
    personIds: personIds.map((id) => names.get(id)).sort(),
  });
  type Decided = { personId: string; isIn: boolean }[];
  const decidedInOrder = ({ decidedPeople = [] }: { decidedPeople?: Decided | undefined }) => ({
    decidedPeople: decidedPeople.map(({ personId, isIn }) => `${names.get(personId)} ${isIn}`).sort(),
  });
  const same = {
    ...{ ...book, relations, subject: { ...subject, id: '' } },
    consents: book.consents.map(({ brought: _brought, ...entry }) => entry),
    // A photo is drawn again.
    media: book.media.map(({ bytes: _bytes, ...media }) => ({ ...media, ...inOrder(media) })),
    cards: book.cards.map((card) => ({ ...card, ...inOrder(card), ...decidedInOrder(card) })),
  };
  return JSON.parse(JSON.stringify(same), (_key, value) =>
    typeof value === 'string'
      ? value.replace(/^(media\/)?([0-9a-f-]{36})(?=\.|$)/, (all, _folder, id) => names.get(id) ?? all)
      : value,
  );
}

/** Columns whose values are others elsewhere. The names of members stand there for their accounts. */
const elsewhere: Record<string, readonly string[]> = {
  subject: ['status', 'sharing', 'updated_at'],
  person: ['created_at'],
  person_relation: ['created_at'],
  place: ['created_at'],
  conversation: ['brought', 'writing', 'created_at', 'updated_at'],
  message: ['xid'],
  said_audience: ['created_at'],
  // The family has read the story, so that the machine only proposes changes to it.
  card: ['touched_by_person', 'updated_at'],
  card_revision: ['author_name', 'writer'],
  // Sentences that rest on private words don't come along, and those after them move up.
  sentence: ['position'],
  // Without the sentences that somebody decided on.
  proposal: ['sentences'],
  remark: ['author_name'],
  question_request: ['asked_by_name', 'tries'],
  // Files are stored anew, and photos drawn again.
  media: ['added_by_name', 'storage_key', 'bytes', 'width', 'height'],
  audience: ['created_at'],
};

/** What stands in place of these tables where the book was told. */
const origins: Record<string, string> = { brought_consent: 'consent_entry', brought_heart: 'heart' };
/** The sound of conversations and old recordings has tests of its own. */
const withSound = ['recording', 'old_recording'];

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The rows of a table without their ids and what is another elsewhere, in order. */
async function rowsOf(table: string, columns: readonly string[], subjectId: string): Promise<string[]> {
  const list = Prisma.raw(columns.map((column) => `"${column}"`).join(', '));
  const of = Prisma.raw(table === 'subject' ? 'id' : 'subject_id');
  const shown = Prisma.raw(
    { sentence: 'not hidden', source: 'sentence_id in (select id from sentence where not hidden)' }[table] ??
      'true',
  );
  const rows = await db.$queryRaw<{ row: string }[]>`
    select to_jsonb(r)::text as row from (
      select ${list} from ${Prisma.raw(`"${table}"`)} where ${of} = ${subjectId}::uuid and ${shown}) r`;
  return rows.map(({ row }) => row.replaceAll(uuid, 'id')).sort();
}

describe('An export that is imported elsewhere', () => {
  let family: Awaited<ReturnType<typeof aFullBook>>;
  let alma: Person;
  let first: Buffer;
  let brought: Answer;
  beforeAll(async () => {
    family = await aFullBook();
    first = await exportOf(family.self, family.subject.id);
    alma = await aPerson('Alma Rourke');
    brought = await imported(alma, first, { isSelf: true });
  });

  test('gives the same subject back, row by row', async () => {
    expect(brought).toMatchObject({ status: 'DONE', progress: 100, problem: null, soundsLeft: 0 });
    const before = await bookIn(first);
    const after = await bookIn(await exportOf(alma, brought.subject.id));

    expect(before.cards.length).toBeGreaterThan(1);
    expect(before.media).toHaveLength(4);
    expect(before.subject.playsVoiceCodes).toBe(false);
    expect(before.cards.filter(({ playsVoiceCode }) => playsVoiceCode === false)).toHaveLength(1);
    const decided = before.cards.flatMap(({ decidedPeople = [] }) => decidedPeople);
    expect(decided.map(({ isIn }) => isIn).sort()).toEqual([false, true]);
    const said = before.conversations.flatMap(({ messages }) => messages.map((each) => each.saidAudience));
    expect(said.filter(Boolean)).toEqual([{ opensOn: '2031-05-01', afterDeath: false, names: [] }]);
    expect(before.subject.settings).toMatchObject({
      ...{ patienceMs: 5_000, hoursFrom: '10:00', callTimes: [{ weekday: 7, time: '15:30' }] },
    });
    expect(before.members.filter(({ isSuccessor }) => isSuccessor)).toMatchObject([{ name: 'Vi Rourke' }]);
    const [remarked, ...others] = before.cards.filter(({ remarks }) => remarks?.length);
    expect(others).toEqual([]);
    expect(remarked?.remarks).toMatchObject([{ author: 'Vi Rourke' }, { author: 'Ed Rourke' }]);
    expect(remarked?.hearts).toEqual(['Vi Rourke', 'Ed Rourke']);
    expect(comparable(after)).toEqual(comparable(before));
    expect(before.subject).toMatchObject({
      leftOutQuestions: [{ key: 'first-home', forGood: true }],
      nextQuestions: ['first-school', 'first-work'],
      settings: { voice: 'Polly.Amy-Neural' },
    });
    expect(before.questions.filter(({ mediaId }) => mediaId)).toHaveLength(3);
    expect(before.questions.filter(({ answerId }) => answerId)).toMatchObject([{ status: 'ANSWERED' }]);
    const messages = before.conversations.flatMap((conversation) => conversation.messages);
    expect(messages.flatMap(({ mentions = [] }) => mentions).length).toBeGreaterThan(1);
    expect(messages.find(({ privateTheme }) => privateTheme)).toMatchObject({
      ...{ namedTheme: { theme: 'the war', alone: true }, privateTheme: 'Emil' },
    });
    const anew = JSON.stringify(after);
    for (const { id } of [...before.cards, ...before.media, ...before.conversations, before.subject])
      expect(anew).not.toContain(id);
  });

  test('gives the same rows in the database', async () => {
    for (const [table, columns] of Object.entries(columnsByTable)) {
      if (withSound.includes(table)) continue;
      const origin = origins[table] ?? table;
      // The kinds and words of consents, and the number of hearts.
      const others = {
        consent_entry: ['kind', 'status', 'via', 'wording_version', 'at'],
        heart: ['card_id'],
      };
      const compared =
        others[origin as keyof typeof others] ??
        columns.filter((column) => !elsewhere[table]?.includes(column));
      const before = await rowsOf(origin, compared, family.subject.id);
      expect.soft(before.length, table).toBeGreaterThan(0);
      expect.soft(await rowsOf(table, compared, brought.subject.id), table).toEqual(before);
    }
  });

  test('has no id of the book that it came from', async () => {
    // The names of the two siblings have ids in them.
    const idsOf = async (table: string, subjectId: string) => {
      const of = Prisma.raw(table === 'subject' ? 'id' : 'subject_id');
      const rows = await db.$queryRaw<{ row: string }[]>`
        select (to_jsonb(r) - 'name')::text as row from ${Prisma.raw(`"${table}"`)} r
        where ${of} = ${subjectId}::uuid`;
      return rows.flatMap(({ row }) => row.match(uuid) ?? []);
    };
    const tables = Object.keys(columnsByTable);
    const origin = tables.map((table) => idsOf(origins[table] ?? table, family.subject.id));
    const source = new Set((await Promise.all(origin)).flat());
    expect(source.size).toBeGreaterThan(50);
    for (const table of tables) {
      const kept = (await idsOf(table, brought.subject.id)).filter((id) => source.has(id));
      expect.soft(kept, table).toEqual([]);
    }
  });

  test('has the merges of people, which can be undone', async () => {
    const { subject } = brought;
    const merge = await db.personMerge.findFirstOrThrow({ where: { subjectId: subject.id } });
    expect(await db.person.findUniqueOrThrow({ where: { id: merge.personId } })).toMatchObject({
      ...{ aliases: ['Tata', 'Klara', 'Klári'], died: '1970' },
    });
    const undo = `mutation ($id: ID!) {
      undoMergePeople(id: $id) { ... on Person { id } ... on UserError { code message } } }`;
    succeeded(await alma.gql(undo, { id: merge.personId }));
    const klara = await db.person.findFirstOrThrow({
      where: { subjectId: subject.id, name: 'Klara' },
      include: { mentions: true, cards: true, keepsakes: true, decisions: true, relationsFrom: true },
    });
    expect(klara).toMatchObject({
      ...{ relationship: 'aunt', aliases: ['Klári'], born: '1911', found: true },
      ...{ mentions: [{ start: 0, end: 5 }], cards: [{}], keepsakes: [{}], decisions: [{ isIn: true }] },
      relationsFrom: [{ kind: 'PARENT' }],
    });
    const kept = await db.person.findUniqueOrThrow({ where: { id: merge.personId } });
    expect(kept).toMatchObject({ aliases: ['Tata'], living: false, born: '1901', died: null });
  });

  test('has the earlier versions of its stories, without what became private since', async () => {
    const before = await bookIn(first);
    const { written, earlier = [] } = firstOf(before.cards.filter(({ revision }) => revision === 3));
    expect(written).toMatchObject({ author: 'Anna Rourke', byMachine: false, note: null });
    expect(earlier).toMatchObject([
      { number: 1, author: null, byMachine: true, note: null },
      { number: 2, author: 'Ed Rourke', byMachine: false, note: 'As the photo shows' },
    ]);
    const wedding = firstOf(before.cards.filter(({ revision }) => revision === 2));
    expect(wedding.earlier).toMatchObject([{ number: 1, byMachine: true, sentences: [] }]);
    expect(JSON.stringify(before.cards)).not.toContain('stepped on my foot');

    const { id } = await db.card.findFirstOrThrow({
      where: { subjectId: brought.subject.id, title: { contains: 'Mill Street' } },
    });
    const read = `query ($id: ID!) { card(id: $id) { body revision proposals { id sentences { text } }
      revisions { edges { node { number body note author { __typename ... on User { name } } } } } } }`;
    const story = async () => (await alma.gql(read, { id })).card;
    const { body, proposals, revisions } = await story();
    const versions = revisions.edges.map(({ node }: Answer) => node);
    expect(versions).toMatchObject([
      { number: 3, author: { name: 'Anna Rourke' } },
      { number: 2, author: { name: 'Ed Rourke' }, note: 'As the photo shows' },
      { number: 1, author: { __typename: 'MachineWriter' } },
    ]);
    expect(versions[2].body).toBe(earlier[0]?.sentences.map(({ text }) => text).join(' '));
    expect(body).toContain('The bell rang at five.');

    expect(proposals).toMatchObject([{ sentences: [{ text: 'We had a bakery.' }] }]);
    const decide = `mutation ($id: ID!) { decideProposal(id: $id, accept: true) { ... on Card { id } ... on UserError { code } } }`;
    succeeded(await alma.gql(decide, { id: proposals[0].id }));
    expect((await story()).body).toContain('We had a bakery.');
    const restore = `mutation ($id: ID!) { restoreRevision(cardId: $id, number: 1) { ... on Card { id } ... on UserError { code } } }`;
    succeeded(await alma.gql(restore, { id }));
    expect(await story()).toMatchObject({ body: versions[2].body, revision: 5, proposals: [] });
  });

  test('shows remarks and hearts with the names of those who gave them, and writes to nobody about them', async () => {
    const { id: subjectId } = brought.subject;
    const read = `query ($id: ID!) { subject(id: $id) { cards(first: 20) { edges { node {
      heartCount heartsFrom heartedByMe remarks(first: 5) { edges { node { id text authorName author { name } canRemove } } }
    } } } } }`;
    const cards = async () => (await alma.gql(read, { id: subjectId })).subject.cards.edges;
    const story = async () => (await cards()).find(({ node }: Answer) => node.heartCount > 0)?.node;
    const { heartCount, heartsFrom, heartedByMe, remarks } = await story();
    expect([heartCount, heartedByMe]).toEqual([2, false]);
    expect(heartsFrom).toEqual(['Vi Rourke', 'Ed Rourke']);
    expect(remarks.edges.map(({ node }: Answer) => node)).toMatchObject([
      { text: 'I remember the bread.', authorName: 'Vi Rourke', author: null, canRemove: true },
      { text: 'The oven is still there.', authorName: 'Ed Rourke', author: null, canRemove: true },
    ]);
    const told = { subjectId, userId: alma.id, from: new Date(0).toISOString() };
    expect(await remarksNow({ ...told, until: new Date().toISOString() }, alma.email)).toBeNull();
  });

  test('has the words, the portrait and the files of the keepsakes', async () => {
    const { id } = brought.subject;
    const after = await bookIn(await exportOf(alma, id));
    const letter = after.media.find(({ title }) => title === 'A letter');
    expect((await contentOf(alma, letter?.id ?? '')).toString()).toBe(`%PDF-1.7\n${' '.repeat(100)}`);
    const subject = await db.subject.findUniqueOrThrow({ where: { id } });
    expect(after.media.map((media) => media.id)).toContain(subject.photoId);
    for (const media of await db.media.findMany({ where: { subjectId: id } }))
      expect(await ports.storage.size(media.storageKey)).toBe(media.bytes);
  });
});

describe('An export of a book that isn’t shared', () => {
  test('comes along with the photo of a told story, but without the story and a deleted portrait', async () => {
    const family = await aFamily();
    const { subject, owner, self } = family;
    const subjectId = subject.id;
    const { bakery } = await aPublishedBook(family);
    await aKeepsake(owner, subjectId, { title: 'The oven', cardId: bakery.id });
    const portrait = await aKeepsake(owner, subjectId, {
      content: await aPhoto({ width: 200, height: 200 }),
    });
    await db.subject.update({ where: { id: subjectId }, data: { photoId: portrait.id } });
    await db.media.update({ where: { id: portrait.id }, data: { deletedAt: new Date() } });
    succeeded(await self.gql('WithdrawConsent', { input: { subjectId, kinds: ['SHARING'] } }));

    const zip = await exportOf(owner, subjectId);
    const { cards, media, subject: told } = await bookIn(zip);
    expect([cards, told.photoId]).toEqual([[], null]);
    expect(media).toMatchObject([{ title: 'The oven', cardId: null }]);
    expect(media[0]).not.toHaveProperty('audience');
    const other = await aPerson('Gus');
    const brought = await imported(other, zip);
    expect(brought).toMatchObject({ status: 'DONE', problem: null, onlyForOwner: 1 });
    const where = { subjectId: brought.subject.id };
    expect(await db.media.findMany({ where, include: { audience: true } })).toMatchObject([
      { title: 'The oven', cardId: null, audience: { opensAt: null, afterDeath: false } },
    ]);
  });
});

test('An export of merges that name somebody who was named in private words alone is imported without them', async () => {
  const family = await aFamily();
  const { subject, owner, self } = family;
  const subjectId = subject.id;
  const { telling } = await aPublishedBook(family);
  const [toldId = '', secretId = ''] = telling.said;
  const person = await db.person.create({ data: { subjectId, name: 'Ilona' } });
  const { id: personId } = person;
  const named = { subjectId, personId, start: 0, end: 4 };
  const secret = await db.mention.create({ data: { ...named, messageId: secretId } });
  // Two on one span, of which the merge names both.
  const twice = [
    await db.mention.create({ data: { ...named, messageId: toldId } }),
    await db.mention.create({ data: { ...named, messageId: toldId } }),
  ];
  succeeded(await self.gql('SetMessagePrivate', { id: secretId, private: true }));
  const [firstId, secondId] = [newId(), newId()];
  const other = { relationship: null, aliases: [], living: null, born: null, died: null, membershipId: null };
  const rows = { subjectId, personId, cardIds: [], decisions: [] };
  await db.personMerge.create({
    data: {
      ...{ ...rows, mentionIds: [secret.id], relatives: [] },
      other: { ...other, id: firstId, name: 'Ili', found: true },
    },
  });
  await db.personMerge.create({
    data: {
      ...{ ...rows, mentionIds: twice.map(({ id }) => id) },
      relatives: [{ relativeId: firstId, kind: 'CHILD', isAdded: false }],
      other: { ...other, id: secondId, name: 'Ilka', found: true },
    },
  });

  const zip = await exportOf(owner, subjectId);
  expect((await bookIn(zip)).merges).toMatchObject([{ id: secondId, relatives: [], mentions: [{}, {}] }]);
  const brought = await imported(await aPerson('Alma Rourke'), zip, {});
  expect(brought).toMatchObject({ status: 'DONE', problem: null });
  const merge = await db.personMerge.findFirstOrThrow({ where: { subjectId: brought.subject.id } });
  expect(new Set(merge.mentionIds).size).toBe(2);
});
