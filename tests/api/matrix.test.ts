import { beforeAll, describe, expect, test } from 'vitest';
import { ownQuestions } from '#api/conversations/service/own-questions.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { promptIds } from '#api/writer/prompts/tasks.ts';
import { anAddress } from '#tests/support/account.ts';
import {
  aBook,
  aCallToUs,
  aClaimedSuccession,
  aFamilyQuestion,
  aMaking,
  aMembership,
  aMergedPerson,
  aMessage,
  anInvitation,
  anOldRecording,
  anUpload,
  aPlace,
  aProposal,
  aRemark,
  aStoredKeepsake,
  aWellbeingNote,
  type Book,
  twoPeople,
  twoSiblings,
  twoToRelate,
} from '#tests/support/book.ts';
import { aGift } from '#tests/support/giving.ts';
import { anEndedImport } from '#tests/support/imports.ts';
import { outcomeOf, rootFields } from '#tests/support/matrix.ts';
import { aPartner } from '#tests/support/partner.ts';
import { succeeded } from '#tests/support/person.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aFamily, aPerson, aSubject, type Family, useServer } from '#tests/support/world.ts';

useServer();

const callers = ['nobody', 'stranger', 'viewer', 'editor', 'owner', 'self', 'admin'] as const;

/** What a partner's key with every scope gets, made by an owner: no more than to read and write the book. */
const openToKeys = new Set([
  ...['query me', 'query subjects', 'query subject', 'query conversation', 'query card', 'query messages'],
  ...[
    'query webhook',
    'query consentWordings',
    'mutation saveCard',
    'mutation setCardStatus',
    'mutation confirmCard',
  ],
  ...['mutation savePerson', 'mutation mergePeople', 'mutation undoMergePeople', 'mutation savePlace'],
  ...['mutation saveRelative', 'mutation removeRelative'],
  ...['mutation addKeepsake', 'mutation saveKeepsake', 'mutation deleteKeepsake', 'mutation restoreKeepsake'],
  ...['mutation restoreRevision', 'mutation decideProposal', 'subscription messageAdded'],
  ...['subscription messageChanged', 'subscription conversationChanged', 'subscription replyProgress'],
]);

/** An agent prompt's words. */
const template = { instructions: 'Listen.', firstMessage: 'Hello.' };

/** A writing task's prompt. */
const aTask = { kind: 'PROMPT', id: promptIds.title };

const kin = { relationship: 'kin' };

type Make = (book: Book) => object | Promise<object>;

/**
 * Who gets what from every root field, in the order of `callers`; made anew for each caller where the first
 * success would change what the next one gets. U is UNAUTHORIZED, F is FORBIDDEN, N is NOT_FOUND.
 */
const bankQuestion = { depth: 'OPENER', sensitivity: 0, text: 'Who?', followUps: [], theme: ['school'] };

const table: [root: string, make: Make, expected: string][] = [
  ['query me', () => ({}), 'NULL OK OK OK OK OK OK'],
  ['query subjects', () => ({}), 'U OK OK OK OK OK EMPTY'],
  ['query subject', (b) => ({ id: b.subjectId }), 'U NULL OK OK OK OK OK'],
  ['query conversation', (b) => ({ id: b.pastId }), 'NULL NULL NULL OK OK OK OK'],
  ['query card', (b) => ({ id: b.publishedId }), 'U NULL OK OK OK OK OK'],
  ['query card', (b) => ({ id: b.draftId }), 'U NULL NULL OK OK OK OK'],
  ['query card', (b) => ({ id: b.hiddenId }), 'U NULL NULL OK OK OK OK'],
  ['query storyDraft', (b) => ({ subjectId: b.subjectId, cardId: b.publishedId }), 'U N F NULL NULL NULL F'],
  ['query messages', (b) => ({ filter: { subjectId: b.subjectId } }), 'U N F OK OK OK OK'],
  ['query messages', (b) => ({ filter: { conversationId: b.pastId } }), 'U N N OK OK OK OK'],
  ['query messages', () => ({}), 'U F F F F F OK'],
  ['query consentWordings', () => ({}), 'OK OK OK OK OK OK OK'],
  ['mutation askToOptIn', () => ({ input: { ...opting(), agreed: true } }), 'OK OK OK OK OK OK OK'],
  [
    'mutation optIn',
    () => ({ input: { ...opting(), code: '000000' } }),
    // Everybody comes as far as the digits.
    'BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST',
  ],
  ['query invitationPreview', async (b) => anInvitation(b.subjectId), 'OK OK OK OK OK OK OK'],
  ['query invitationPreview', () => ({ token: 'unknown' }), 'NULL NULL NULL NULL NULL NULL NULL'],
  ['query myInvitations', () => ({}), 'U EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY'],
  ['query deletedBook', () => ({ token: 'unknown' }), 'NULL NULL NULL NULL NULL NULL NULL'],
  [
    'query giftPreview',
    async () => ({ token: (await aGift(family.owner.id)).token }),
    'OK OK OK OK OK OK OK',
  ],
  ['query giftPreview', () => ({ token: 'unknown' }), 'NULL NULL NULL NULL NULL NULL NULL'],
  ['query giftWays', () => ({}), 'U OK OK OK OK OK OK'],
  ['query schedulableChannels', () => ({}), 'U EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY'],
  ['query gift', async () => ({ id: (await aGift(family.owner.id)).id }), 'U NULL NULL NULL OK NULL NULL'],
  ['query gifts', () => ({}), 'U EMPTY EMPTY EMPTY OK EMPTY EMPTY'],
  ['query bookImports', () => ({}), 'U EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY'],
  ['query onboarding', () => ({}), 'U NULL NULL NULL NULL NULL NULL'],
  ['query allSubjects', () => ({}), 'U F F F F F OK'],
  ['query users', () => ({}), 'U F F F F F OK'],
  ['query user', () => ({ id: family.owner.id }), 'U F F F F F OK'],
  ['query allConversations', () => ({}), 'U F F F F F OK'],
  ['query desk', () => ({}), 'U F F F F F OK'],
  ['query allStories', () => ({}), 'U F F F F F OK'],
  ['query modelCalls', () => ({}), 'U F F F F F EMPTY'],
  ['query queuedJobs', () => ({ work: 'none' }), 'U F F F F F EMPTY'],
  ['query savedMessageFilters', () => ({}), 'U F F F F F EMPTY'],
  ['mutation saveMessageFilter', () => ({ input: { name: '' } }), 'U F F F F F BAD_REQUEST'],
  ['mutation removeMessageFilter', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  ['mutation retryWork', (b) => ({ id: b.liveId }), 'U F F F F F N'],
  ['query models', () => ({}), 'U F F F F F EMPTY'],
  ['query modelKeys', () => ({}), 'U F F F F F OK'],
  ['query modelsInForce', () => ({}), 'U F F F F F OK'],
  ['query agentPrompts', () => ({}), 'U F F F F F EMPTY'],
  ['query agentPrompt', (b) => ({ id: b.subjectId }), 'U F F F F F NULL'],
  ['query agentPromptOptions', () => ({}), 'U F F F F F OK'],
  ['query prompts', () => ({}), 'U F F F F F OK'],
  ['query promptVariables', () => ({}), 'U F F F F F OK'],
  ['mutation saveModel', () => ({ input: { name: 'quill' } }), 'U F F F F F BAD_REQUEST'],
  ['mutation orderModels', () => ({ ids: [] }), 'U F F F F F OK'],
  ['mutation testModel', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  ['mutation saveAgentPrompt', () => ({ input: { ...template, name: '' } }), 'U F F F F F BAD_REQUEST'],
  ['mutation makeAgentPromptLive', (b) => ({ versionId: b.subjectId }), 'U F F F F F N'],
  ['mutation tryAgentPrompt', (b) => ({ versionId: b.subjectId }), 'U F F F F F N'],
  ['mutation clearAgentPromptLabel', (b) => ({ id: b.subjectId, label: 'LIVE' }), 'U F F F F F N'],
  [
    'mutation previewAgentPrompt',
    (b) => ({ input: { subjectId: b.subjectId, ...template } }),
    'U F F F F F OK',
  ],
  [
    'mutation previewPrompt',
    (b) => ({ input: { subjectId: b.subjectId, task: 'title', text: 'Short.' } }),
    'U F F F F F OK',
  ],
  ['mutation savePrompt', () => ({ input: { task: 'poems', text: 'x' } }), 'U F F F F F BAD_REQUEST'],
  ['mutation makePromptLive', (b) => ({ versionId: b.subjectId }), 'U F F F F F N'],
  ['mutation tryPrompt', (b) => ({ versionId: b.subjectId }), 'U F F F F F N'],
  ['mutation clearPromptLabel', () => ({ task: 'cards', label: 'LIVE' }), 'U F F F F F N'],
  ['query conflicts', (b) => ({ subjectId: b.subjectId }), 'U F F F F F EMPTY'],
  ['query conflict', (b) => ({ id: b.subjectId }), 'U F F F F F NULL'],
  ['query conflictSearch', (b) => ({ subjectId: b.subjectId }), 'U F F F F F OK'],
  ['query conflictPreview', (b) => ({ id: b.subjectId, resolution: 'DISMISS' }), 'U F F F F F N'],
  [
    'mutation resolveConflict',
    (b) => ({ input: { id: b.subjectId, resolution: 'DISMISS' } }),
    'U F F F F F N',
  ],
  ['mutation undoConflict', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  ['mutation askAboutConflict', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  ['mutation findConflicts', (b) => ({ subjectId: b.subjectId }), 'U F F F F F OK'],
  ['query questionBank', () => ({}), 'U F F F F F OK'],
  ['query bankQuestion', () => ({ key: 'no-such' }), 'U F F F F F NULL'],
  ['query bankChapters', () => ({}), 'U F F F F F OK'],
  ['query bankLanguages', () => ({}), 'U F F F F F OK'],
  [
    'mutation saveBankQuestion',
    () => ({ input: { ...bankQuestion, chapter: 'poems' } }),
    'U F F F F F BAD_REQUEST',
  ],
  ['mutation restoreBankQuestion', () => ({ key: 'no-such', number: 0, basedOn: 0 }), 'U F F F F F N'],
  ['mutation switchBankQuestion', () => ({ key: 'no-such', enabled: false }), 'U F F F F F N'],
  ['mutation orderBankQuestions', () => ({ chapter: 'poems', keys: [] }), 'U F F F F F BAD_REQUEST'],
  ['mutation importBankQuestions', () => ({ questions: [] }), 'U F F F F F BAD_REQUEST'],
  ['mutation setEditingDeskText', () => ({ text: aTask, isEditing: false }), 'U F F F F F OK'],
  ['subscription deskTextEditors', () => ({ text: aTask }), 'U F F F F F OK'],
  ['query auditLog', () => ({}), 'U F F F F F OK'],
  ['query replaySets', () => ({}), 'U F F F F F EMPTY'],
  ['query replaySet', (b) => ({ id: b.subjectId }), 'U F F F F F NULL'],
  ['query replayRun', (b) => ({ id: b.subjectId }), 'U F F F F F NULL'],
  ['mutation saveReplaySet', () => ({ input: { name: '', kind: 'INTERVIEW' } }), 'U F F F F F BAD_REQUEST'],
  ['mutation deleteReplaySet', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  [
    'mutation addReplayTurn',
    (b) => ({ input: { setId: b.subjectId, conversationId: b.pastId } }),
    'U F F F F F N',
  ],
  ['mutation removeReplayTurn', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  ['mutation startReplay', (b) => ({ input: { runId: newId(), setId: b.subjectId } }), 'U F F F F F N'],
  ['mutation cancelReplay', (b) => ({ id: b.subjectId }), 'U F F F F F N'],
  ['mutation ratePlaygroundRun', (b) => ({ input: { runId: b.subjectId, up: true } }), 'U F F F F F N'],
  ['subscription playgroundRun', () => ({ input: { runId: newId(), text: 'Hello.' } }), 'U F F F F F OK'],
  ['query apiKeys', () => ({}), 'U EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY'],
  ['query webhooks', () => ({}), 'U EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY'],
  ['query webhook', () => ({ id: crypto.randomUUID() }), 'U NULL NULL NULL NULL NULL NULL'],
  ['query securityEvents', () => ({}), 'U EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY'],

  ['mutation createSubject', () => ({ input: { fullName: 'Des' } }), 'U OK OK OK OK OK OK'],
  // Alma has an account already; whoever may ask is told so.
  ['mutation askToBeSubject', (b) => ({ subjectId: b.subjectId }), 'U N CONFLICT CONFLICT CONFLICT F F'],
  ['mutation becomeSubject', (b) => ({ input: aClaim(b) }), 'U N CONFLICT CONFLICT CONFLICT F F'],
  ['mutation updateSubject', (b) => ({ input: { id: b.subjectId, cloth: 'ink' } }), 'U N F F OK OK F'],
  ['mutation updateSubject', (b) => ({ input: { id: b.subjectId, callTimes: [] } }), 'U N F OK OK OK F'],
  ['mutation updateSubject', (b) => ({ input: { id: b.subjectId, ...kin } }), 'U N OK OK OK OK F'],
  ['mutation giveConsent', (b) => ({ input: consent(b) }), 'U N F F F OK F'],
  [
    'mutation giveConsent',
    (b) => ({ input: { ...consent(b), inPerson: { typedName: 'Alma' } } }),
    // Alma has an account: on another's device she agrees to nothing.
    'U N F CONFLICT CONFLICT OK F',
  ],
  ['mutation askForConsentCode', (b) => ({ subjectId: b.subjectId }), 'U N F OK OK OK F'],
  [
    'mutation withdrawConsent',
    (b) => ({ input: { subjectId: b.subjectId, kinds: ['SMS'] } }),
    'U N F F OK OK OK',
  ],
  [
    'mutation saveOnboarding',
    (b) => ({ input: { step: 'ABOUT', subjectId: b.subjectId } }),
    'U N OK OK OK OK N',
  ],
  [
    'mutation beginConversation',
    (b) => ({ input: { subjectId: b.subjectId, channel: 'WEB', together: true } }),
    'U N F OK OK OK F',
  ],
  ['mutation tryCall', (b) => ({ subjectId: b.subjectId }), 'U N F CONFLICT CONFLICT CONFLICT F'],
  [
    'mutation callWithVoiceSample',
    (b) => ({ subjectId: b.subjectId, voice: 'Joanna-Neural' }),
    'U N F CONFLICT CONFLICT CONFLICT F',
  ],
  ['mutation skipNextCall', (b) => ({ subjectId: b.subjectId, skip: false }), 'U N F OK OK OK F'],
  [
    'mutation confirmCaller',
    async (b) => ({ id: await aCallToUs(b.subjectId), isSubject: true }),
    'U N N F OK OK F',
  ],
  ['mutation pauseCalls', (b) => ({ subjectId: b.subjectId, until: null }), 'U N F OK OK OK F'],
  ['mutation say', (b) => ({ input: { ...saying(), conversationId: b.liveId } }), 'U N N F OK OK F'],
  ['mutation correctMessage', (b) => ({ id: b.messageId, text: 'Of bread.' }), 'U N N OK OK OK F'],
  ['mutation correctMessage', (b) => ({ id: b.privateId, text: 'Of cake.' }), 'U N N F F OK F'],
  [
    'mutation setMessagePrivate',
    async (b) => ({ id: await aMessage(b.subjectId, b.pastId, false), private: true }),
    'U N N OK OK OK F',
  ],
  [
    'mutation setMessagePrivate',
    async (b) => ({ id: await aMessage(b.subjectId, b.pastId, true), private: false }),
    'U N N F F OK F',
  ],
  ['mutation revealMessage', (b) => ({ id: b.privateId, reason: 'They asked us to' }), 'U F F F F F OK'],
  [
    'mutation seeWellbeingNote',
    async (b) => ({ id: await aWellbeingNote(b.subjectId, b.pastId), done: 'I called her' }),
    'U N F F OK OK OK',
  ],
  ['mutation askQuestion', (b) => ({ subjectId: b.subjectId, text: 'Where?' }), 'U N OK OK OK OK F'],
  [
    'mutation askQuestionAgain',
    async (b) => ({ id: await aFamilyQuestion(b.subjectId) }),
    'U N OK OK OK OK F',
  ],
  ['mutation orderQuestions', (b) => ({ subjectId: b.subjectId, ids: [] }), 'U N F OK OK OK F'],
  [
    'mutation leaveOutQuestion',
    (b) => ({ subjectId: b.subjectId, key: BANK[0]?.key ?? '', forGood: true }),
    'U N F OK OK OK F',
  ],
  [
    'mutation orderOwnQuestions',
    async (b) => ({ subjectId: b.subjectId, keys: [(await ownQuestions(b.subjectId))[0]?.key ?? ''] }),
    'U N F OK OK OK F',
  ],
  [
    'mutation putBackQuestion',
    (b) => ({ subjectId: b.subjectId, key: BANK[0]?.key ?? '' }),
    'U N F OK OK OK F',
  ],
  // Somebody else's: a viewer removes their own.
  ['mutation removeQuestion', async (b) => ({ id: await aFamilyQuestion(b.subjectId) }), 'U N F OK OK OK F'],
  [
    'mutation saveCard',
    (b) => ({ input: { subjectId: b.subjectId, chapterKey: b.chapterKey, title: 'By hand', body: 'So.' } }),
    'U N F OK OK OK F',
  ],
  [
    'mutation saveStoryDraft',
    (b) => ({ input: { subjectId: b.subjectId, title: 'The mi' } }),
    'U N F OK OK OK F',
  ],
  [
    'mutation discardStoryDraft',
    (b) => ({ subjectId: b.subjectId, cardId: b.publishedId, version: 1 }),
    'U N F OK OK OK F',
  ],
  ['mutation setCardStatus', (b) => ({ id: b.publishedId, status: 'PUBLISHED' }), 'U N F OK OK OK F'],
  ['mutation confirmCard', (b) => ({ id: b.publishedId }), 'U N F OK OK OK F'],
  ['mutation confirmCard', (b) => ({ id: b.draftId }), 'U N N OK OK OK F'],
  ['mutation remark', (b) => ({ cardId: b.publishedId, text: 'So it was.' }), 'U N OK OK OK OK F'],
  ['mutation remark', (b) => ({ cardId: b.draftId, text: 'So it was.' }), 'U N N OK OK OK F'],
  // Somebody else's: a viewer removes their own.
  [
    'mutation removeRemark',
    async (b) => ({ id: await aRemark(b.subjectId, b.publishedId) }),
    'U N F OK OK OK F',
  ],
  ['mutation setVoiceCode', (b) => ({ cardId: b.publishedId, plays: false }), 'U N F F OK OK F'],
  ['mutation setHeart', (b) => ({ cardId: b.publishedId, on: true }), 'U N OK OK OK OK F'],
  ['mutation setEditing', (b) => ({ cardId: b.publishedId, isEditing: true }), 'U N F OK OK OK F'],
  [
    'mutation setPersonInStory',
    async (b) => ({ cardId: b.publishedId, personId: (await twoPeople(b.subjectId)).keepId, isIn: true }),
    'U N F OK OK OK F',
  ],
  ['mutation restoreRevision', (b) => ({ cardId: b.publishedId, number: 1 }), 'U N F OK OK OK F'],
  [
    'mutation decideProposal',
    async (b) => ({ id: await aProposal(b.subjectId, b.publishedId), accept: false }),
    'U N F OK OK OK F',
  ],
  [
    'mutation savePerson',
    (b) => ({ input: { subjectId: b.subjectId, name: 'Lourdes Pires' } }),
    'U N F OK OK OK F',
  ],
  ['mutation mergePeople', async (b) => twoPeople(b.subjectId), 'U N F OK OK OK F'],
  [
    'mutation saveRelative',
    async (b) => ({ input: { ...(await twoToRelate(b.subjectId)), kind: 'PARENT' } }),
    'U N F OK OK OK F',
  ],
  ['mutation removeRelative', async (b) => twoSiblings(b.subjectId), 'U N F OK OK OK F'],
  [
    'mutation savePlace',
    async (b) => ({ input: { subjectId: b.subjectId, name: await aPlace(b.publishedId), onMap: false } }),
    'U N F OK OK OK F',
  ],
  ['mutation undoMergePeople', async (b) => ({ id: await aMergedPerson(b.subjectId) }), 'U N F OK OK OK F'],
  [
    'mutation addKeepsake',
    // Another member's file is not there.
    async (b) => ({
      input: { subjectId: b.subjectId, uploadId: await anUpload(b.subjectId, family.owner.id) },
    }),
    'U N F N OK N F',
  ],
  [
    'mutation saveKeepsake',
    async (b) => ({ input: { id: await aStoredKeepsake(b.subjectId), title: 'The pier' } }),
    'U N F OK OK OK F',
  ],
  ['mutation deleteKeepsake', async (b) => ({ id: await aStoredKeepsake(b.subjectId) }), 'U N F OK OK OK F'],
  [
    'mutation restoreKeepsake',
    async (b) => ({ id: await aStoredKeepsake(b.subjectId, { isDeleted: true }) }),
    'U N F OK OK OK F',
  ],
  [
    'mutation beginOldRecording',
    async (b) => ({
      input: {
        keepsakeId: await aStoredKeepsake(b.subjectId, { contentType: 'audio/webm' }),
        transcribe: false,
      },
    }),
    'U N F OK OK OK F',
  ],
  [
    'mutation saveOldRecording',
    async (b) => ({ input: { keepsakeId: await anOldRecording(b.subjectId), version: 0, lines: [] } }),
    'U N F OK OK OK F',
  ],
  [
    'mutation putOldRecordingIntoBook',
    async (b) => ({ keepsakeId: await anOldRecording(b.subjectId, { words: 'We baked bread.' }) }),
    'U N F OK OK OK F',
  ],
  [
    'mutation discardOldRecording',
    async (b) => ({ keepsakeId: await anOldRecording(b.subjectId) }),
    'U N F OK OK OK F',
  ],
  [
    'mutation makeFromStories',
    async (b) => ({ input: { subjectId: await idle(b), kind: 'BOOK_EPUB' } }),
    'U N F OK OK OK F',
  ],
  [
    'mutation saveChapter',
    async (b) => ({ id: await chapterIdOf(b), title: 'The house' }),
    'U N F OK OK OK F',
  ],
  ['mutation orderChapters', (b) => ({ subjectId: b.subjectId, ids: [] }), 'U N F OK OK OK F'],
  ['mutation moveCard', (b) => ({ id: b.publishedId }), 'U N F OK OK OK F'],
  ['mutation orderCardsByDate', async (b) => ({ chapterId: await chapterIdOf(b) }), 'U N F OK OK OK F'],
  ['mutation setAudience', (b) => ({ input: { cardId: b.publishedId, everyone: true } }), 'U N F F OK OK F'],
  ['mutation requestExport', async (b) => ({ subjectId: await idle(b) }), 'U N F F OK OK F'],
  [
    'mutation cancelMaking',
    async (b) => ({ id: await aMaking(b.subjectId, family.owner.id) }),
    'U N N N OK N N',
  ],
  [
    'mutation cancelExport',
    async (b) => ({ id: await aMaking(b.subjectId, family.owner.id, { kind: 'EXPORT' }) }),
    'U N N N OK N N',
  ],
  [
    'mutation importBook',
    async () => ({ uploadId: await anEndedImport(family.owner.id, 'CANCELLED') }),
    'U N N N OK N N',
  ],
  ['mutation cancelBookImport', async () => ({ id: await anEndedImport(family.owner.id) }), 'U N N N OK N N'],
  ['mutation invite', (b) => ({ input: { subjectId: b.subjectId, role: 'VIEWER' } }), 'U N F OK OK OK F'],
  ['mutation invite', (b) => ({ input: { subjectId: b.subjectId, role: 'EDITOR' } }), 'U N F F OK OK F'],
  [
    'mutation askToEnter',
    async (b) => ({
      input: { token: (await anInvitation(b.subjectId)).token, name: 'Nina', email: anAddress() },
    }),
    'OK OK OK OK OK OK OK',
  ],
  ['mutation declineInvitation', async (b) => anInvitation(b.subjectId), 'OK OK OK OK OK OK OK'],
  // It went to another address than any of theirs.
  [
    'mutation acceptMyInvitation',
    async (b) => ({ id: (await anInvitation(b.subjectId)).id }),
    'U N N N N N N',
  ],
  [
    'mutation declineMyInvitation',
    async (b) => ({ id: (await anInvitation(b.subjectId)).id }),
    'U N N N N N N',
  ],
  [
    'mutation revokeInvitation',
    async (b) => ({ id: (await anInvitation(b.subjectId)).id }),
    'U N F OK OK OK F',
  ],
  [
    'mutation setMemberRole',
    async (b) => ({ id: await aMembership(b.subjectId), role: 'EDITOR' }),
    'U N F F OK OK F',
  ],
  [
    'mutation setMemberRights',
    async (b) => ({ input: { id: await aMembership(b.subjectId), mayContribute: false } }),
    'U N F F OK OK F',
  ],
  [
    'mutation setSuccessor',
    async (b) => ({ subjectId: b.subjectId, membershipId: await aMembership(b.subjectId) }),
    'U N F F OK OK F',
  ],
  // Nobody here is the named successor; tests/api/succession.test.ts has the one who is.
  ['mutation claimSuccession', (b) => ({ subjectId: b.subjectId }), 'U N F F F F F'],
  [
    'mutation answerSuccession',
    async (b) => ({ subjectId: await aClaimedSuccession(b.subjectId) }),
    'U N F F OK OK F',
  ],
  ['mutation removeMember', async (b) => ({ id: await aMembership(b.subjectId) }), 'U N F F OK OK F'],

  [
    'mutation createGift',
    () => ({ input: { recipientName: 'Lourdes', draft: true } }),
    'U OK OK OK OK OK OK',
  ],
  [
    'mutation updateGift',
    async () => ({ input: { id: (await aGift(family.owner.id)).id, recipientName: 'Frank' } }),
    'U N N N OK N N',
  ],
  ['mutation cancelGift', async () => ({ id: (await aGift(family.owner.id)).id }), 'U N N N OK N N'],
  ['mutation redeemGift', () => ({ token: 'unknown' }), 'U N N N N N N'],

  ['mutation createApiKey', (b) => ({ input: aKey(b) }), 'U N OK OK OK OK N'],
  ['mutation revokeApiKey', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],
  // Made for a moment, of what a reader sees; then of what they don't.
  ['mutation createWebhook', (b) => ({ input: aWebhook(b, 'card.published') }), 'U N OK OK OK OK N'],
  ['mutation createWebhook', (b) => ({ input: aWebhook(b, 'message.created') }), 'U N F OK OK OK N'],
  ['mutation createWebhook', (b) => ({ input: aWebhook(b, 'consent.changed') }), 'U N F F OK OK N'],
  ['mutation setWebhookOn', () => ({ id: crypto.randomUUID(), on: false }), 'U N N N N N N'],
  ['mutation deleteWebhook', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],
  ['mutation rotateWebhookSecret', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],
  ['mutation testWebhook', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],
  ['mutation resendMissedWebhookEvents', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],
  ['mutation resendWebhookDelivery', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],

  ['subscription messageAdded', (b) => ({ filter: { subjectId: b.subjectId } }), 'U N F OK OK OK OK'],
  ['subscription messageAdded', () => ({}), 'U F F F F F OK'],
  ['subscription messageChanged', (b) => ({ filter: { subjectId: b.subjectId } }), 'U N F OK OK OK OK'],
  ['subscription conversationChanged', (b) => ({ subjectId: b.subjectId }), 'U N F OK OK OK OK'],
  ['subscription cardChanged', (b) => ({ subjectId: b.subjectId }), 'U N OK OK OK OK OK'],
  ['subscription personChanged', (b) => ({ subjectId: b.subjectId }), 'U N OK OK OK OK OK'],
  ['subscription keepsakeChanged', (b) => ({ subjectId: b.subjectId }), 'U N OK OK OK OK OK'],
  ['subscription membersChanged', (b) => ({ subjectId: b.subjectId }), 'U N OK OK OK OK OK'],
  ['subscription replyProgress', (b) => ({ conversationId: b.liveId }), 'U N N OK OK OK OK'],

  [
    'subscription makingChanged',
    async (b) => ({ id: await aMaking(b.subjectId, family.owner.id) }),
    'U N N N OK N N',
  ],
  [
    'subscription exportChanged',
    async (b) => ({ id: await aMaking(b.subjectId, family.owner.id, { kind: 'EXPORT' }) }),
    'U N N N OK N N',
  ],

  ['mutation setNotices', (b) => ({ input: { subjectId: b.subjectId } }), 'U N OK OK OK N N'],
  ['mutation removePhoto', () => ({}), 'U OK OK OK OK OK OK'],
  ['mutation undoEmailChange', () => ({ token: 'unknown' }), 'N N N N N N N'],
  ['mutation endDevice', () => ({ id: crypto.randomUUID() }), 'U N N N N N N'],
  ['mutation endOtherDevices', () => ({}), 'U OK OK OK OK OK OK'],
  ['mutation secureAccount', () => ({}), 'U OK OK OK OK OK OK'],
  [
    'mutation setPassword',
    () => ({ newPassword: 'short' }),
    'U BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST BAD_REQUEST',
  ],
  ['mutation decideBooks', () => ({ books: [] }), 'U OK OK OK OK OK OK'],
  ['mutation reclaimSubject', () => ({ token: 'unknown' }), 'U N N N N N N'],

  // Last, for they change who is who: the conversation ends, the stranger becomes a member.
  ['mutation restoreSubject', (b) => deleted(b, true), 'U N N N OK OK F'],
  ['mutation deleteSubject', (b) => deleted(b, false), 'U N F F OK OK F'],
  ['mutation endConversation', (b) => ({ id: b.liveId }), 'U N N F OK OK F'],
  ['mutation acceptInvitation', async (b) => anInvitation(b.subjectId), 'U OK OK OK OK OK OK'],
];

const words: Record<string, string> = { U: 'UNAUTHORIZED', F: 'FORBIDDEN', N: 'NOT_FOUND' };

let family: Family;
let book: Book;

beforeAll(async () => {
  family = await aFamily();
  // Somebody with every right, elsewhere.
  await aSubject(family.stranger, { fullName: 'Somebody Else' });
  book = await aBook(family);
});

describe('The table of rights', () => {
  test('has exactly one row for every root field of the schema', () => {
    expect([...new Set(table.map(([root]) => root))].toSorted()).toEqual(rootFields().toSorted());
  });

  test.each(table.map(([root, make, expected], at) => ({ root, make, expected, at })))(
    'holds for $root ($at): $expected',
    async ({ root, make, expected }) => {
      const outcomes: string[] = [];
      for (const caller of callers) outcomes.push(await outcomeOf(family[caller], root, await make(book)));

      const wanted = expected.split(' ').map((word) => words[word] ?? word);
      const named = (list: string[]) => Object.fromEntries(callers.map((caller, at) => [caller, list[at]]));
      expect(named(outcomes)).toEqual(named(wanted));
    },
  );
});

describe('A partner’s key', () => {
  const elsewhere = (subjectIds?: string[]) => aPartner(family.owner, subjectIds ? { subjectIds } : {});
  const rows = table.filter(([root]) => !/endConversation|acceptInvitation/.test(root));

  test('has its owner’s access where keys are allowed, and no other', async () => {
    const partner = await elsewhere();
    const found: string[] = [];
    for (const [root, make, expected] of rows) {
      const outcome = await outcomeOf(partner, root, await make(book));
      const owners = expected.split(' ')[callers.indexOf('owner')] ?? '';
      const wanted = openToKeys.has(root) ? (words[owners] ?? owners) : 'FORBIDDEN';
      if (outcome !== wanted) found.push(`${root}: ${outcome} instead of ${wanted}`);
    }

    expect(found).toEqual([]);
  });

  test('limited to another subject finds nothing of this one', async () => {
    const other = await aSubject(family.owner, { fullName: 'Another Aunt' });
    const partner = await elsewhere([other.id]);
    const found: string[] = [];
    for (const [root, make] of rows) {
      const variables = await make(book);
      if (!JSON.stringify(variables).match(/"[0-9a-f]{8}-/)) continue;
      const outcome = await outcomeOf(partner, root, variables);
      const wanted = openToKeys.has(root) ? ['NULL', 'NOT_FOUND'] : ['FORBIDDEN'];
      if (!wanted.includes(outcome)) found.push(`${root}: ${outcome}`);
    }

    expect(found).toEqual([]);
  });
});

const notThere = ['NULL', 'NOT_FOUND'];

test('A removed member gets of every root field what a stranger gets', async () => {
  const former = await aPerson('Former');
  const { id } = await db.membership.create({
    data: { subjectId: family.subject.id, userId: former.id, role: 'EDITOR' },
  });
  expect(await outcomeOf(former, 'query card', { id: book.draftId })).toBe('OK');
  succeeded(await family.self.gql('RemoveMember', { id }));
  expect(await outcomeOf(former, 'query subjects', {})).toBe('EMPTY');
  const found: string[] = [];
  for (const [root, make, expected] of table) {
    // The stranger has a book of their own among the subjects.
    if (/acceptInvitation|^query subjects$/.test(root)) continue;
    const outcome = await outcomeOf(former, root, await make(book));
    const strangers = expected.split(' ')[callers.indexOf('stranger')] ?? '';
    const wanted = words[strangers] ?? strangers;
    if (outcome !== wanted) found.push(`${root}: ${outcome} instead of ${wanted}`);
  }

  expect(found).toEqual([]);
});

test('A member whom the audience of a story leaves out gets nothing by whatever is sent the story, or what is of it', async () => {
  const another = await aFamily();
  const theirs = await aBook(another);
  const { subjectId, publishedId, draftId, hiddenId } = theirs;
  const ids: (string | symbol)[] = ['publishedId', 'draftId', 'hiddenId'];
  // These are sent the story's chapter, which is open, or delete a draft of one's own, as of a story that never was.
  const isOpen = /saveChapter$|orderCardsByDate$|discardStoryDraft$/;
  const asked: [string, object][] = [];
  for (const [root, make] of table) {
    let isOfStory = false;
    const noted = new Proxy(theirs, {
      get(all, name, receiver) {
        isOfStory ||= ids.includes(name);
        return Reflect.get(all, name, receiver);
      },
    });
    const variables = await make(noted);
    if (isOfStory && !isOpen.test(root)) asked.push([root, variables]);
  }
  expect(asked.length).toBeGreaterThan(10);
  for (const cardId of [publishedId, draftId, hiddenId])
    await db.audience.create({ data: { id: newId(), subjectId, cardId } });
  const found: string[] = [];
  for (const [root, variables] of asked) {
    for (const caller of ['viewer', 'editor'] as const) {
      const outcome = await outcomeOf(another[caller], root, variables);
      if (notThere.includes(outcome)) continue;
      // A refusal says nothing of the story where an id that nothing has is refused alike.
      const unknown = JSON.stringify(variables).replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, (id) =>
        id === `"${subjectId}"` ? id : `"${newId()}"`,
      );
      const wanted = await outcomeOf(another[caller], root, JSON.parse(unknown));
      if (outcome !== 'FORBIDDEN' || outcome !== wanted)
        found.push(`${root} as ${caller}: ${outcome}, of an unknown id ${wanted}`);
    }
  }

  expect(found).toEqual([]);
});

describe('An id', () => {
  const withIds = table.filter(
    ([root]) => !/invitationPreview|createSubject|acceptI|declineI|giftPreview|Gift$|query gift$/.test(root),
  );
  // Nobody else learns anything about the id.
  const forAdmins = (root: string) =>
    /revealMessage$|retryWork$|MessageFilter$|^query user$|^query models|modelKeys$|[mM]odels?$|modelsInForce$|[pP]rompts?$|Prompt(Live|Label|Options)$|promptVariables$|[pP]laygroundRun$|[rR]eplay(Sets?|Run|Turn)?$|onflicts?$|conflict(Search|Preview)$|[dD]eskText(Editors)?$/.test(
      root,
    );

  test.each([
    ['malformed', 'x'],
    ['nobody’s', '01a1fc22-add3-4763-9723-d576a9df9be0'],
  ])('that is %s is not there, for whatever it is sent to', async (_what, id) => {
    const found: string[] = [];
    for (const [root, make] of withIds) {
      const made = await make(book);
      const changed = JSON.parse(JSON.stringify(made).replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, `"${id}"`));
      if (JSON.stringify(changed) === JSON.stringify(made)) continue;
      const outcome = await outcomeOf(family.owner, root, changed);
      const wanted = forAdmins(root) ? ['FORBIDDEN'] : notThere;
      if (!wanted.includes(outcome)) found.push(`${root}: ${outcome}`);
    }

    expect(found).toEqual([]);
  });

  test('of a deleted subject finds nothing for the family, and only the subject itself for its owners', async () => {
    const gone = await aFamily();
    const theirs = await aBook(gone);
    const made = await Promise.all(withIds.map(async ([root, make]) => [root, await make(theirs)] as const));
    const asked = made.filter(
      ([root, variables]) =>
        !root.endsWith('restoreSubject') && JSON.stringify(variables).match(/"[0-9a-f]{8}-/),
    );
    await db.subject.update({
      where: { id: gone.subject.id },
      data: { deletedAt: new Date(), status: 'DELETED', statusBeforeDeletion: 'ACTIVE' },
    });
    const found: string[] = [];
    for (const [root, variables] of asked) {
      for (const caller of ['viewer', 'editor', 'owner', 'self'] as const) {
        const outcome = await outcomeOf(gone[caller], root, variables);
        const undoes = caller === 'owner' || caller === 'self';
        const wanted = undoes || forAdmins(root) ? [...notThere, 'FORBIDDEN'] : notThere;
        if (undoes && root === 'query subject') wanted.push('OK');
        if (!wanted.includes(outcome)) found.push(`${root} as ${caller}: ${outcome}`);
      }
    }

    expect(found).toEqual([]);
  });
});

/** The book, once nothing is being made of it: of each member one thing is made at a time. */
async function chapterIdOf({ publishedId }: Book): Promise<string> {
  return (await db.card.findUniqueOrThrow({ where: { id: publishedId } })).chapterId;
}

async function idle({ subjectId }: Book): Promise<string> {
  await db.making.deleteMany({ where: { subjectId } });
  return subjectId;
}

/** The book, made a deleted one, or one that is not. */
async function deleted(b: Book, isDeleted: boolean) {
  const state = isDeleted
    ? { deletedAt: new Date(), status: 'DELETED' as const, statusBeforeDeletion: 'ACTIVE' as const }
    : { deletedAt: null, status: 'ACTIVE' as const, statusBeforeDeletion: null };
  await db.subject.update({ where: { id: b.subjectId }, data: state });
  return { id: b.subjectId };
}

function consent(b: Book) {
  return { subjectId: b.subjectId, grants: [{ kind: 'SHARING', wordingVersion: 2 }] };
}

function aKey(b: Book) {
  return { name: 'Archive', scopes: ['subjects:read'], subjectIds: [b.subjectId] };
}

function aWebhook(b: Book, event: string) {
  return { url: 'https://partner.invalid/hook', events: [event], subjectIds: [b.subjectId] };
}

function opting() {
  return { phone: aPhone(), wordingVersion: 2 };
}

function aClaim(b: Book) {
  return { subjectId: b.subjectId, code: '000000' };
}

function saying() {
  return { text: 'It smelled of bread.', clientMessageId: crypto.randomUUID() };
}
