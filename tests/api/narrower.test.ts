import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aBook, aWellbeingNote, type Book } from '#tests/support/book.ts';
import type { Answer } from '#tests/support/person.ts';
import { aFamily, type Family, type Person, theAdmin, useServer } from '#tests/support/world.ts';

useServer();

const callers = ['viewer', 'editor', 'owner', 'self', 'admin'] as const;

/** What of a subject is narrower than the subject, and how much of it each caller gets. */
const fields: [what: string, selection: string, take: (subject: Answer) => unknown, expected: unknown[]][] = [
  ['its phone', 'phone', (s) => s.phone !== null, [false, false, true, true, true]],
  ['its consents', 'consents { kind }', (s) => s.consents.length, [0, 0, 5, 5, 5]],
  [
    'what was ever agreed to',
    'consentHistory { kind wording { version text } }',
    (s) => s.consentHistory.length,
    [...[0, 0, 5, 5, 5]],
  ],
  [
    'its call log',
    'conversations(first: 5) { edges { cursor } }',
    (s) => s.conversations.edges.length,
    [...[0, 2, 2, 2, 2]],
  ],
  [
    'what is said now',
    'liveConversation { id }',
    (s) => s.liveConversation !== null,
    [...[false, true, true, true, true]],
  ],
  [
    'its drafts and hidden stories',
    'cards(first: 9) { edges { node { status } } }',
    (s) => s.cards.edges.length,
    [...[1, 3, 3, 3, 3]],
  ],
  ['how full its chapters are', 'chapters { cardCount }', (s) => s.chapters[0].cardCount, [1, 3, 3, 3, 3]],
  [
    'its invitations',
    'invitations(first: 9) { edges { cursor } }',
    (s) => s.invitations.edges.length > 0,
    [...[false, true, true, true, false]],
  ],
  [
    'what the subject said not to ask about',
    'avoidedThemes',
    (s) => s.avoidedThemes,
    [[], ['the baby in Dublin'], ['the baby in Dublin'], ['the baby in Dublin'], ['the baby in Dublin']],
  ],
  [
    'that something said in it worries us, for whoever looks after it',
    'wellbeingNotes { seenAt conversation { id } }',
    (s) => s.wellbeingNotes.length,
    [...[0, 0, 1, 0, 0]],
  ],
  ['its members', 'members { role }', (s) => s.members.length, [3, 3, 3, 3, 3]],
];

const transcript = `query ($id: ID!) { conversation(id: $id) { messages(first: 10) { edges { node { id text } } } } }`;

let family: Family;
let book: Book;

beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
  await db.subject.update({
    where: { id: book.subjectId },
    data: { avoidedThemes: ['the baby in Dublin'] },
  });
  await aWellbeingNote(book.subjectId, book.liveId);
});

describe('What is narrower than the subject', () => {
  test.each(fields)(
    '%s, goes to whom it is for and is empty for the others',
    async (_what, selection, take, expected) => {
      const got: unknown[] = [];
      for (const caller of callers) {
        const { subject } = await family[caller].gql(
          `{ subject(id: "${book.subjectId}") { id ${selection} } }`,
        );
        got.push(take(subject));
      }

      const named = (list: unknown[]) => Object.fromEntries(callers.map((caller, at) => [caller, list[at]]));
      expect(named(got)).toEqual(named(expected));
    },
  );

  test('opens to viewers with the transcripts when the owner lets them read', async () => {
    const change = `mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { __typename } }`;
    const let_ = (viewersReadTranscripts: boolean) =>
      family.owner.gql(change, { input: { id: book.subjectId, viewersReadTranscripts } });
    const seen = async () => {
      const { subject } = await family.viewer.gql(
        `{ subject(id: "${book.subjectId}") { abilities conversations(first: 5) { edges { cursor } }
          cards(first: 9) { edges { node { status } } } } }`,
      );
      const statuses = subject.cards.edges.map((edge: { node: { status: string } }) => edge.node.status);
      return [subject.abilities, subject.conversations.edges.length, statuses.toSorted()];
    };

    await let_(true);
    expect(await seen()).toEqual([
      ['READ', 'READ_TRANSCRIPTS', 'ASK', 'DOWNLOAD', 'CLAIM'],
      2,
      ['DRAFT', 'PUBLISHED'],
    ]);
    await let_(false);
    expect(await seen()).toEqual([['READ', 'ASK', 'DOWNLOAD', 'CLAIM'], 0, ['PUBLISHED']]);
  });

  test('as what not to ask about: unseen while nothing is shared, and not taken away unseen', async () => {
    const quiet = await aFamily({ consents: [] });
    const { id } = quiet.subject;
    await db.subject.update({ where: { id }, data: { avoidedThemes: ['the baby in Dublin'] } });
    const themes = async (reader: Person) =>
      (await reader.gql(`{ subject(id: "${id}") { avoidedThemes } }`)).subject.avoidedThemes;
    const change = `mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { __typename } }`;

    for (const caller of ['viewer', 'editor', 'owner', 'admin'] as const) {
      expect(await themes(quiet[caller]), caller).toEqual([]);
    }
    await quiet.owner.gql(change, { input: { id, avoidedThemes: ['war'] } });
    expect(await themes(quiet.self)).toEqual(['the baby in Dublin', 'war']);
    await quiet.self.gql(change, { input: { id, avoidedThemes: ['war'] } });
    expect(await themes(quiet.self)).toEqual(['war']);
  });

  test('as private words: theirs alone, while the message itself still counts', async () => {
    for (const caller of ['editor', 'owner', 'self', 'admin'] as const) {
      const { conversation } = await family[caller].gql(transcript, { id: book.pastId });
      const said = conversation.messages.edges.map((edge: { node: object }) => edge.node);
      const words = said.find((message: { id: string }) => message.id === book.privateId);
      expect(said, caller).toHaveLength(2);
      expect(words.text === null, caller).toBe(caller !== 'self');
    }
  });
});

describe('When a message was deleted', () => {
  test('is known to the subject alone, as its words are', async () => {
    const fields = `query ($id: ID!) {
      conversation(id: $id) { messages(first: 10) { edges { node { id text deletedAt } } } }
    }`;
    await db.message.update({ where: { id: book.privateId }, data: { deletedAt: new Date() } });
    for (const caller of ['editor', 'owner', 'self', 'admin'] as const) {
      const { conversation } = await family[caller].gql(fields, { id: book.pastId });
      const said = conversation.messages.edges.map((edge: { node: object }) => edge.node);
      const words = said.find((message: { id: string }) => message.id === book.privateId);
      const own = caller === 'self';
      expect([words.text !== null, words.deletedAt !== null], caller).toEqual([own, own]);
    }
  });
});

describe('An admin who acts as the subject', () => {
  test('neither agrees nor takes back, and reads nothing private', async () => {
    const acted = await aFamily();
    const { subjectId, pastId, privateId } = await aBook(acted);
    await actAs(acted.self);
    const { self } = acted;
    const grants = [{ kind: 'SHARING', wordingVersion: 2 }];

    const give = `mutation ($input: GiveConsentInput!) { giveConsent(input: $input) { __typename } }`;
    for (const inPerson of [undefined, { typedName: 'Alma' }]) {
      await expect(self.gql(give, { input: { subjectId, grants, inPerson } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    }
    await expect(
      self.gql('WithdrawConsent', { input: { subjectId, kinds: ['SHARING'] } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(self.gql('SetMessagePrivate', { id: privateId, private: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { conversation } = await self.gql(transcript, { id: pastId });
    const texts = conversation.messages.edges.map(
      (edge: { node: { text: string | null } }) => edge.node.text,
    );
    expect(texts).toEqual(['It smelled of bread.', null]);
  });

  test('reads nothing that was said while nothing is shared', async () => {
    const acted = await aFamily({ consents: ['CALLS'] });
    const { pastId, subjectId } = await aBook(acted);
    const read = async () => {
      const { subject } = await acted.self.gql(`{ subject(id: "${subjectId}") { abilities } }`);
      const { conversation } = await acted.self.gql(`{ conversation(id: "${pastId}") { id } }`);
      return [subject.abilities.includes('READ_TRANSCRIPTS'), conversation !== null];
    };

    expect(await read()).toEqual([true, true]);
    await actAs(acted.self);
    expect(await read()).toEqual([false, false]);
  });
});

/** From now on this person's session is that of an admin who acts as them. */
async function actAs({ id }: Person) {
  const { id: impersonatedBy } = await theAdmin();
  await db.session.updateMany({ where: { userId: id }, data: { impersonatedBy } });
}
