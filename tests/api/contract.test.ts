import { describe, expect, test } from 'vitest';
import { operations } from '#tests/support/operations.ts';
import type { Answer, Person } from '#tests/support/person.ts';
import { useServer } from '#tests/support/server.ts';
import { stories } from '#tests/support/told.ts';
import { aPerson, nobody } from '#tests/support/world.ts';

useServer({ ADMIN_EMAILS: 'desk@evertold.test' });

/** What this release promises to answer; the rest of the contract belongs to later ones. */
const promised = [
  ...['Me', 'MySubjects', 'SubjectHome', 'CreateSubject', 'UpdateSubject', 'ConsentWordings', 'GiveConsent'],
  ...['WithdrawConsent', 'BeginConversation', 'Say', 'EndConversation', 'CallLog', 'Transcript'],
  ...['MessageAdded', 'MessageChanged', 'ConversationChanged', 'ReplyProgress', 'SetMessagePrivate'],
  ...['Biography', 'SaveCard', 'SetCardStatus', 'Invite', 'InvitationByToken', 'AcceptInvitation'],
  ...['FamilyFriends', 'AskQuestion', 'FamilyQuestions', 'OrderQuestions', 'RemoveQuestion'],
  ...['WriterMessages', 'WriterSubjects'],
  ...['MakeFromStories', 'MakingChanged', 'RequestExport', 'SetAudience', 'Keepsakes'],
  ...['DeleteSubject', 'RestoreSubject', 'CreateGift', 'RedeemGift'],
];

const ran = new Set<string>();

/** Runs a document of the contract as somebody; every one that ran is counted. */
async function run(who: Person, name: string, variables: object = {}): Promise<Answer> {
  const data = await who.gql(name, variables);
  ran.add(name);
  return data;
}

async function follow(who: Person, name: string, variables: object) {
  const stream = await who.watch(name, variables);
  ran.add(name);
  return stream;
}

describe('The documents of clients', () => {
  test('cover the way from an account to stories that a guest can read', async () => {
    const owner = await aPerson('Anna Lind');
    const desk = await aPerson('Nora', 'desk@evertold.test');

    expect((await run(owner, 'Me')).me).toMatchObject({
      name: 'Anna Lind',
      emailVerified: true,
      role: 'user',
    });
    expect((await run(desk, 'Me')).me.role).toContain('admin');

    const { createSubject } = await run(owner, 'CreateSubject', {
      input: { fullName: 'Anna Lind', preferredName: 'Anna', birthDate: '1938-05', isSelf: true },
    });
    expect(createSubject).toMatchObject({ preferredName: 'Anna', status: 'DRAFT', myRole: 'OWNER' });
    const subjectId: string = createSubject.id;
    const { updateSubject } = await run(owner, 'UpdateSubject', {
      input: { id: subjectId, phone: '+12185550137', timeZone: 'America/Chicago', birthPlace: 'Duluth' },
    });
    expect(updateSubject).toMatchObject({ id: subjectId, preferredName: 'Anna' });
    const { subjects } = await run(owner, 'MySubjects', { first: 10 });
    expect(subjects).toMatchObject({ totalCount: 1, edges: [{ node: { id: subjectId } }] });

    const { consentWordings } = await run(nobody(), 'ConsentWordings');
    expect(consentWordings.map((wording: Answer) => wording.kind).sort()).toEqual([
      'AI_WRITING',
      'CALLS',
      'RECORDING',
      'SHARING',
      'SMS',
    ]);
    const { giveConsent } = await run(owner, 'GiveConsent', {
      input: {
        subjectId,
        grants: consentWordings
          .filter(({ kind }: Answer) => kind === 'AI_WRITING' || kind === 'SHARING')
          .map(({ kind, version }: Answer) => ({ kind, wordingVersion: version })),
      },
    });
    expect(giveConsent.status).toBe('ACTIVE');
    expect(
      giveConsent.consents.map((consent: Answer) => [consent.kind, consent.status, consent.via]).sort(),
    ).toEqual([
      ['AI_WRITING', 'GRANTED', 'WEB'],
      ['SHARING', 'GRANTED', 'WEB'],
    ]);

    const changes = await follow(owner, 'ConversationChanged', { subjectId });
    const added = await follow(owner, 'MessageAdded', { filter: { subjectId } });
    const altered = await follow(owner, 'MessageChanged', { filter: { subjectId } });
    const { beginConversation } = await run(owner, 'BeginConversation', {
      input: { subjectId, channel: 'WEB' },
    });
    expect(beginConversation).toMatchObject({ status: 'IN_PROGRESS', channel: 'WEB' });
    const conversationId: string = beginConversation.id;
    expect((await added.next()).messageAdded.node).toMatchObject({
      role: 'assistant',
      subject: { id: subjectId },
    });
    expect((await changes.next()).conversationChanged).toMatchObject({
      id: conversationId,
      status: 'IN_PROGRESS',
    });

    const { askQuestion } = await run(owner, 'AskQuestion', { subjectId, text: 'Who taught you to swim?' });
    expect(askQuestion).toMatchObject({ status: 'QUEUED', text: 'Who taught you to swim?' });
    const ids = [askQuestion.id];
    expect((await run(owner, 'OrderQuestions', { subjectId, ids })).orderQuestions).toEqual({
      id: subjectId,
    });
    const asked = (await run(owner, 'FamilyQuestions', { subjectId })).subject;
    expect(asked.questions.edges[0].node).toMatchObject({ status: 'QUEUED', tries: 0, answeredIn: null });
    expect(asked.nextQuestions).toMatchObject([{ text: 'Who taught you to swim?', request: { id: ids[0] } }]);
    const { removeQuestion } = await run(owner, 'RemoveQuestion', { id: ids[0] });
    expect(removeQuestion).toMatchObject({ id: ids[0] });

    const progress = await follow(owner, 'ReplyProgress', { conversationId });
    const { say } = await run(owner, 'Say', {
      input: { conversationId, text: stories.bakery, clientMessageId: 'first' },
    });
    expect(say).toMatchObject({ role: 'user', text: stories.bakery, private: false });
    expect((await added.next()).messageAdded.node.id).toBe(say.id);
    let growing = (await progress.next()).replyProgress;
    while (!growing.done) growing = (await progress.next()).replyProgress;
    const answer = (await added.next()).messageAdded;
    expect(answer.node).toMatchObject({ id: growing.messageId, role: 'assistant', text: growing.text });

    const { say: second } = await run(owner, 'Say', {
      input: { conversationId, text: 'Nobody else heard about the penny.', clientMessageId: 'second' },
    });
    const { setMessagePrivate } = await run(owner, 'SetMessagePrivate', { id: second.id, private: true });
    expect(setMessagePrivate).toEqual({ id: second.id, private: true });
    const changed = [(await altered.next()).messageChanged];
    expect(changed).toMatchObject([{ private: true }]);

    const { endConversation } = await run(owner, 'EndConversation', { id: conversationId });
    expect(endConversation).toMatchObject({ id: conversationId, status: 'COMPLETED' });
    let state = (await changes.next()).conversationChanged;
    while (state.writing !== 'WRITTEN') state = (await changes.next()).conversationChanged;
    expect(state).toMatchObject({
      id: conversationId,
      status: 'COMPLETED',
      title: expect.stringMatching(/bakery|oven|rolls/i),
    });

    const { subject: log } = await run(owner, 'CallLog', { subjectId, first: 25, search: 'cinnamon' });
    expect(log.conversations.edges).toMatchObject([{ node: { id: conversationId, status: 'COMPLETED' } }]);
    const { conversation } = await run(owner, 'Transcript', { id: conversationId, first: 100 });
    expect(conversation.messages.edges.map((edge: Answer) => edge.node.text)).toContain(stories.bakery);
    expect(conversation.cards).toHaveLength(1);

    const { subject: book } = await run(owner, 'Biography', { subjectId });
    const [card] = book.chapters.flatMap((chapter: Answer) => chapter.cards);
    expect(card.author.__typename).toBe('MachineWriter');
    for (const { text, sources } of card.sentences) {
      expect(sources.length, text).toBeGreaterThan(0);
      for (const { quote, start, end } of sources) expect(quote).toBe(stories.bakery.slice(start, end));
    }
    const { saveCard } = await run(owner, 'SaveCard', {
      input: {
        id: card.id,
        subjectId,
        title: 'Warm rolls',
        body: `${card.body}\n\nThe bakery is a florist’s now.`,
        baseRevision: card.revision,
      },
    });
    expect(saveCard).toMatchObject({ title: 'Warm rolls', revision: card.revision + 1, mark: 'CONFIRMED' });
    expect(saveCard.sentences.at(-1)).toMatchObject({ text: 'The bakery is a florist’s now.', sources: [] });
    expect(saveCard.revisions.edges.map((edge: Answer) => edge.node.number)).toEqual([2, 1]);
    const { setCardStatus } = await run(owner, 'SetCardStatus', { id: card.id, status: 'PUBLISHED' });
    expect(setCardStatus).toMatchObject({ id: card.id, status: 'PUBLISHED' });

    const { subject: kept } = await run(owner, 'Keepsakes', { subjectId, first: 10 });
    expect(kept.keepsakes).toEqual({ edges: [], pageInfo: { hasNextPage: false, endCursor: null } });

    const { makeFromStories: making } = await run(owner, 'MakeFromStories', {
      input: { subjectId, kind: 'BOOK_EPUB', cardIds: [card.id], title: 'Warm rolls' },
    });
    expect(making).toMatchObject({ kind: 'BOOK_EPUB', url: null, expiresAt: null });
    const makings = await follow(owner, 'MakingChanged', { id: making.id });
    let made = (await makings.next()).makingChanged;
    while (made.status !== 'DONE') made = (await makings.next(60_000)).makingChanged;
    expect(made).toMatchObject({ id: making.id, progress: 100, url: `/media/${making.id}` });
    const { requestExport } = await run(owner, 'RequestExport', { subjectId });
    expect(requestExport).toEqual({ id: expect.any(String), status: 'QUEUED' });
    const { setAudience } = await run(owner, 'SetAudience', { input: { cardId: card.id, everyone: true } });
    expect(setAudience).toEqual({ everyone: true, until: null, afterDeath: false, members: [] });

    const { invite } = await run(owner, 'Invite', {
      input: { subjectId, role: 'VIEWER', relationship: 'niece' },
    });
    const token = invite.url.split('/').filter(Boolean).at(-1);
    const { invitationPreview } = await run(nobody(), 'InvitationByToken', { token });
    expect(invitationPreview).toMatchObject({ status: 'PENDING', subject: { preferredName: 'Anna' } });
    const guest = await aPerson('Berit');
    const { acceptInvitation } = await run(guest, 'AcceptInvitation', { token });
    expect(acceptInvitation).toMatchObject({ role: 'VIEWER', subject: { id: subjectId } });

    const { createGift } = await run(owner, 'CreateGift', {
      input: { recipientName: 'Berit Holm', message: 'Your turn' },
    });
    expect(createGift).toMatchObject({ deliverOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const { gift } = await owner.gql('query ($id: ID!) { gift(id: $id) { redeemCode } }', {
      id: createGift.id,
    });
    const { redeemGift } = await run(guest, 'RedeemGift', { token: gift.redeemCode });
    expect(redeemGift).toMatchObject({ status: 'DRAFT', myRole: 'OWNER' });

    const { subject: home } = await run(guest, 'SubjectHome', { id: subjectId });
    expect(home).toMatchObject({
      phone: null,
      myRole: 'VIEWER',
      cards: { edges: [{ node: { id: card.id } }] },
    });
    const { subject: family } = await run(owner, 'FamilyFriends', { subjectId });
    expect(family.members.map((member: Answer) => member.role).sort()).toEqual(['OWNER', 'VIEWER']);

    const { messages } = await run(desk, 'WriterMessages', {
      filter: { subjectId, role: 'user' },
      first: 10,
    });
    expect(messages.edges.map((edge: Answer) => [edge.node.private, edge.node.text])).toEqual([
      [true, null],
      [false, stories.bakery],
    ]);
    const { allSubjects } = await run(desk, 'WriterSubjects', { search: 'lind' });
    expect(allSubjects.edges).toMatchObject([{ node: { id: subjectId, phone: '+12185550137' } }]);

    const { withdrawConsent } = await run(owner, 'WithdrawConsent', {
      input: { subjectId, kinds: ['SHARING'] },
    });
    expect(withdrawConsent.consents).toContainEqual(
      expect.objectContaining({ kind: 'SHARING', status: 'WITHDRAWN' }),
    );
    for (const stream of [changes, added, altered, progress]) await stream.end();

    const { deleteSubject } = await run(owner, 'DeleteSubject', { id: subjectId });
    expect(deleteSubject).toMatchObject({ status: 'DELETED', deletedAt: expect.any(String) });
    const { restoreSubject } = await run(owner, 'RestoreSubject', { id: subjectId });
    expect(restoreSubject).toMatchObject({ id: subjectId, status: 'ACTIVE' });
  });

  test('all run as their intended caller', () => {
    expect([...ran].sort()).toEqual([...promised].sort());
    expect([...operations.keys()]).toEqual(expect.arrayContaining(promised));
  });
});
