import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, aSubject, type Person, useServer } from '#tests/support/world.ts';

useServer();

const change = `mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) {
  __typename ... on UserError { code }
} }`;

async function update(person: Person, input: object) {
  return (await person.gql(change, { input })).updateSubject;
}

describe('The home of a subject', () => {
  const plain = `query ($id: ID!) { subjects(first: 1) { edges { node {
    id
    chapters { key cardCount told }
    cards(first: 5) { pageInfo { hasNextPage endCursor } edges { cursor node { id status } } }
    questions(first: 10) { pageInfo { hasNextPage } edges { cursor node { id text askedBy { name } } } }
    nextCall { at } phone status myRole abilities myRelationship
  } } } subject(id: $id) {
    id
    chapters { key cardCount told }
    cards(first: 5) { pageInfo { hasNextPage endCursor } edges { cursor node { id status } } }
    questions(first: 10) { pageInfo { hasNextPage } edges { cursor node { id text askedBy { name } } } }
    nextCall { at } phone status myRole abilities myRelationship
  } }`;

  const ofTalk = `query ($id: ID!) { conversation(id: $id) {
    cards { id title status } inFull: cards { id title status updatedAt }
  } }`;

  test.each([
    { sharing: true, viewersReadTranscripts: false, deleted: false },
    { sharing: true, viewersReadTranscripts: true, deleted: false },
    { sharing: false, viewersReadTranscripts: true, deleted: false },
  ])(
    'shows each of the family what its fields show one by one: %o',
    async ({ deleted: _deleted, ...rules }) => {
      const { owner, editor, viewer, self, subject } = await aFamily();
      const talk = await db.conversation.create({
        data: { subjectId: subject.id, channel: 'WEB', status: 'COMPLETED', heldById: owner.id },
      });
      await aShelfOf(subject.id, talk.id);
      await db.subject.update({ where: { id: subject.id }, data: rules });
      for (const asker of [owner, viewer]) {
        for (let at = 0; at < 6; at++) {
          succeeded(await asker.gql('AskQuestion', { subjectId: subject.id, text: `Question ${at}` }));
        }
      }
      await update(editor, { id: subject.id, callTimes: [{ weekday: 3, time: '09:00' }] });

      for (const person of [owner, editor, viewer, self]) {
        const { subjects, subject: home } = await person.gql(plain, { id: subject.id });
        expect(home, person.name).toEqual(subjects.edges[0].node);
        // What came of a conversation is read in one way for its transcript, and in another where more of it is asked.
        const { conversation } = await person.gql(ofTalk, { id: talk.id });
        const inFull = conversation?.inFull.map(({ updatedAt: _, ...card }: { updatedAt: string }) => card);
        expect(conversation?.cards, person.name).toEqual(inFull);
      }
      const made = (await self.gql(ofTalk, { id: talk.id })).conversation.cards;
      expect(made).toHaveLength(12);
      const shown = (await viewer.gql(plain, { id: subject.id })).subject;
      expect(shown.cards.edges.map((edge: { node: { status: string } }) => edge.node.status)).not.toContain(
        'HIDDEN',
      );
    },
  );

  test('is null for a stranger, a malformed id and an unknown id', async () => {
    const { stranger, owner, subject } = await aFamily();

    expect((await stranger.gql('SubjectHome', { id: subject.id })).subject).toBeNull();
    for (const id of ['', '1', nobody, `${subject.id}x`, "' or 1=1 --", '\0']) {
      expect((await owner.gql('SubjectHome', { id })).subject).toBeNull();
    }
  });

  test('of a deleted subject is visible only to its owners and the person, who can restore it', async () => {
    const { owner, editor, viewer, self, admin, subject } = await aFamily();
    await db.subject.update({
      where: { id: subject.id },
      data: { status: 'DELETED', deletedAt: new Date(), statusBeforeDeletion: 'ACTIVE' },
    });

    for (const person of [owner, self, admin]) {
      expect((await person.gql('SubjectHome', { id: subject.id })).subject.status).toBe('DELETED');
    }
    for (const person of [editor, viewer]) {
      expect((await person.gql('SubjectHome', { id: subject.id })).subject).toBeNull();
    }
    expect(await update(owner, { id: subject.id, cloth: 'ink' }).catch(({ code }) => code)).toBe('FORBIDDEN');
    expect(await update(editor, { id: subject.id, cloth: 'ink' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('shows the interviewer’s first words: who it is, that it is a computer, and for whom it calls', async () => {
    const anna = await aPerson('Anna');
    const { id } = await aSubject(anna, { phone: '+12025550142' });
    const { openingWords } = (await anna.gql(`{ subject(id: "${id}") { openingWords } }`)).subject;

    expect(openingWords).toContain('Alma');
    expect(openingWords).toMatch(/computer/);
    expect(openingWords).toContain('your daughter Anna');
  });

  test('shows the phone only to owners, the person and admins', async () => {
    const { owner, self, admin, editor, viewer, subject } = await aFamily();
    const phone = async (person: Person) =>
      (await person.gql('SubjectHome', { id: subject.id })).subject.phone;

    expect(await Promise.all([owner, self, admin].map(phone))).toEqual(Array(3).fill(subject.phone));
    expect(await Promise.all([editor, viewer].map(phone))).toEqual([null, null]);
  });
});

/** Cards in every status: written by the machine from words that were said, and by hand. */
async function aShelfOf(subjectId: string, conversationId: string) {
  const chapters = await db.chapter.findMany({ where: { subjectId }, orderBy: { position: 'asc' }, take: 2 });
  const statuses = ['PUBLISHED', 'DRAFT', 'HIDDEN'] as const;
  for (const { id: chapterId } of chapters) {
    for (const status of statuses) {
      for (const writer of ['built-in', null]) {
        await db.card.create({
          data: {
            subjectId,
            chapterId,
            status,
            title: `${status} by ${writer ?? 'hand'}`,
            revisions: { create: { subjectId, conversationId, number: 1, title: 'A story', writer } },
          },
        });
      }
    }
  }
}
