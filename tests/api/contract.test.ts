import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#api/platform/domain-values/ids.ts';
import { aBook, aConflict, aWellbeingNote } from '#tests/support/book.ts';
import { aModelServer, sayWords } from '#tests/support/model-server.ts';
import type { Answer, Person } from '#tests/support/person.ts';
import { adminEmail, useOwnServer } from '#tests/support/server.ts';
import { stories } from '#tests/support/told.ts';
import { aFamily, aPerson, nobody } from '#tests/support/world.ts';

useOwnServer({
  ADMIN_EMAILS: `desk@evertold.test,${adminEmail}`,
  ALLOW_PRIVATE_ADDRESSES: 'yes',
  MODEL_KEY_NORTH: 'the key of the model',
});

/** Runs a document of the contract as somebody. */
const run = (who: Person, name: string, variables: object = {}): Promise<Answer> => who.gql(name, variables);

const follow = (who: Person, name: string, variables: object) => who.watch(name, variables);

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
    // a worker may have begun it before the answer is read
    expect(requestExport).toEqual({
      id: expect.any(String),
      status: expect.stringMatching(/^(QUEUED|WORKING|DONE)$/),
    });
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

  test('let the team settle conflicts, see wellbeing notes, and keep prompts and models', async () => {
    const family = await aFamily();
    const book = await aBook(family);
    const { subjectId } = book;
    const { admin: desk, owner, stranger } = family;
    const forbidden = async (name: string, variables: object = {}) =>
      expect(await owner.ask(name, variables), name).toMatchObject({
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      });

    const conflictId = await aConflict(subjectId);
    const { conflicts } = await run(desk, 'Conflicts', { subjectId, status: 'OPEN', first: 10 });
    expect(conflicts.edges).toEqual([
      {
        node: {
          ...{ id: conflictId, kind: 'SAME_PERSON', status: 'OPEN', explanation: expect.any(String) },
          ...{ left: { __typename: 'ConflictSide' }, right: { __typename: 'ConflictSide' } },
        },
      },
    ]);
    await forbidden('Conflicts', { subjectId });
    const settling = { id: conflictId, resolution: 'KEEP_BOTH', note: 'Two cousins' };
    await forbidden('ResolveConflict', { input: settling });
    const { resolveConflict } = await run(desk, 'ResolveConflict', { input: settling });
    expect(resolveConflict).toEqual({ id: conflictId, status: 'RESOLVED' });
    const { resolveConflict: unknown } = await run(desk, 'ResolveConflict', {
      input: { ...settling, id: newId() },
    });
    expect(unknown).toMatchObject({ code: 'NOT_FOUND' });

    const noteId = await aWellbeingNote(subjectId, book.pastId);
    const { seeWellbeingNote } = await run(desk, 'SeeWellbeingNote', { id: noteId, done: 'Called her son.' });
    expect(seeWellbeingNote).toEqual({
      ...{ id: noteId, seenAt: expect.any(String), seenBy: { name: desk.name }, done: 'Called her son.' },
    });
    const other = { id: await aWellbeingNote(subjectId, book.pastId), done: 'Nothing' };
    expect((await run(stranger, 'SeeWellbeingNote', other)).seeWellbeingNote.code).toBe('NOT_FOUND');
    expect((await run(desk, 'SeeWellbeingNote', { ...other, done: ' ' })).seeWellbeingNote).toMatchObject({
      code: 'BAD_REQUEST',
      path: ['done'],
    });

    const words = { instructions: 'You talk with {{preferredName}}.', firstMessage: 'Good morning.' };
    const draft = { name: 'Kitchen', description: 'Asks about food', note: 'A first try', ...words };
    const { saveAgentPrompt } = await run(desk, 'SaveAgentPrompt', { input: draft });
    expect(saveAgentPrompt.versions).toEqual([{ id: expect.any(String), number: 1, status: 'DRAFT' }]);
    const { saveAgentPrompt: odd } = await run(desk, 'SaveAgentPrompt', {
      input: { ...draft, name: 'Odd', instructions: 'Hello {{shoeSize}}.' },
    });
    expect(odd).toMatchObject({ code: 'BAD_REQUEST', path: ['instructions'] });
    const versionId: string = saveAgentPrompt.versions[0].id;
    await forbidden('MakeAgentPromptLive', { versionId });
    const { makeAgentPromptLive } = await run(desk, 'MakeAgentPromptLive', { versionId });
    expect(makeAgentPromptLive).toEqual({ id: saveAgentPrompt.id, liveVersion: { number: 1 } });
    const { makeAgentPromptLive: none } = await run(desk, 'MakeAgentPromptLive', { versionId: newId() });
    expect(none).toMatchObject({ code: 'NOT_FOUND' });
    const { agentPrompts } = await run(desk, 'AgentPrompts');
    expect(agentPrompts).toContainEqual({
      ...{ id: saveAgentPrompt.id, name: 'Kitchen', description: 'Asks about food' },
      liveVersion: { number: 1 },
      versions: [
        {
          ...{ id: versionId, number: 1, status: 'LIVE', createdAt: expect.any(String) },
          ...{ author: { name: desk.name }, note: 'A first try' },
        },
      ],
    });
    await forbidden('AgentPrompts');

    const { savePrompt } = await run(desk, 'SavePrompt', { input: { task: 'summary', text: 'Be brief.' } });
    expect(savePrompt).toEqual({ task: 'summary', versions: [{ id: expect.any(String), number: 1 }] });
    const { savePrompt: poems } = await run(desk, 'SavePrompt', { input: { task: 'poems', text: 'Rhyme.' } });
    expect(poems).toMatchObject({ code: 'BAD_REQUEST', path: ['task'] });
    const { prompts } = await run(desk, 'Prompts');
    expect(prompts).toContainEqual({
      ...{ id: expect.any(String), task: 'summary', liveVersion: null },
      versions: [
        { id: savePrompt.versions[0].id, number: 1, status: 'DRAFT', createdAt: expect.any(String) },
      ],
    });
    await forbidden('Prompts');

    const server = await aModelServer((response, chunk) =>
      sayWords(response, chunk, 'What did it smell of?'),
    );
    onTestFinished(server.close);
    const told = {
      ...{ name: 'North', provider: 'openai-compatible', modelName: 'm', baseUrl: server.baseUrl },
      ...{ apiKeyEnv: 'MODEL_KEY_NORTH', inputPricePerMillion: 2, outputPricePerMillion: 10 },
    };
    const { saveModel } = await run(desk, 'SaveModel', { input: told });
    expect(saveModel).toMatchObject({ name: 'North', enabled: true });
    const { saveModel: wrong } = await run(desk, 'SaveModel', {
      input: { ...told, name: 'South', baseUrl: 'ftp://models.example' },
    });
    expect(wrong).toMatchObject({ code: 'BAD_REQUEST', path: ['baseUrl'] });
    const modelId: string = saveModel.id;
    const { models } = await run(desk, 'Models');
    expect(models).toEqual([{ id: modelId, enabled: true, tasks: [], ...told }]);
    await forbidden('Models');
    const { testModel } = await run(desk, 'TestModel', { id: modelId });
    expect(testModel).toMatchObject({ ok: true, message: expect.stringContaining('What did it') });
    expect(testModel.latencyMs).toBeGreaterThanOrEqual(0);
    expect((await run(desk, 'TestModel', { id: newId() })).testModel.code).toBe('NOT_FOUND');

    const input = { runId: newId(), modelId, agentPromptVersionId: versionId, text: stories.bakery };
    const playing = await follow(desk, 'PlaygroundRun', { input });
    let played = (await playing.next()).playgroundRun;
    while (!played.done) played = (await playing.next()).playgroundRun;
    await playing.end();
    expect(played).toMatchObject({ inputTokens: 1000, outputTokens: 10, error: null });
    expect(played.text.trim()).toBe('What did it smell of?');
    expect(played.costUsd).toBeCloseTo(0.0021);
    expect(played.latencyMs).toBeGreaterThanOrEqual(0);
    const refused = await follow(owner, 'PlaygroundRun', { input: { ...input, runId: newId() } });
    await expect(refused.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await refused.end();
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer the key of the model',
      'Bearer the key of the model',
    ]);
  });
});
