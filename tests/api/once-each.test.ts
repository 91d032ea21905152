import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { twilioVoices } from '#api/adapters/telephony/twilio-voices.ts';
import { wordingInForce } from '#api/consent/wordings.ts';
import { ownQuestions } from '#api/conversations/service/own-questions.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { digitsOf } from '#api/platform/domain-values/one-time-code.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { schema } from '#api/schema.ts';
import { hashOfRestore } from '#api/subjects/deletion.ts';
import { promptIds } from '#api/writer/prompts/tasks.ts';
import {
  aBook,
  aCallToUs,
  aClaimedSuccession,
  aConflict,
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
import { anEndedImport, anUploadedFile } from '#tests/support/imports.ts';
import { signIn, succeeded } from '#tests/support/person.ts';
import { aPhone, codeTo, withPhone } from '#tests/support/phone.ts';
import { aTelling, stories, workDone } from '#tests/support/told.ts';
import {
  aFamily,
  aPerson,
  aSubject,
  type Family,
  join,
  type Person,
  server,
  useOwnServer,
} from '#tests/support/world.ts';

useOwnServer();

let family: Family;
let book: Book;
beforeAll(async () => {
  // Without a yes to writing nothing is written behind an answer.
  family = await aFamily({ consents: ['SHARING'] });
  book = await aBook(family);
});

const bankQuestion = {
  ...{ chapter: 'school', depth: 'OPENER', sensitivity: 0, followUps: [], theme: ['school'] },
  text: 'What stood on the desk beside yours?',
};

/** The words for texts that are in force. */
const texts = wordingInForce('SMS').version;

/** A gift for a later day is not delivered while it is looked at. */
const deliverOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

type Made = { variables: object; by?: Person };
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** What makes each change succeed once, by whom: an owner unless said otherwise. After its name, what is special. */
/** The book, once nothing is being made of it: of each member one thing is made at a time. */
async function idle(): Promise<string> {
  await db.making.deleteMany({ where: { subjectId: book.subjectId } });
  return book.subjectId;
}

/** A family whose subject gave all consents that old recordings need. */
let familyWithRecordings: Promise<Family> | null = null;

/** The variables of a mutation about an old recording of that family, and its owner as the caller. */
async function withRecordings(variables: (subjectId: string) => Promise<object>): Promise<Made> {
  familyWithRecordings ??= aFamily();
  const { subject, owner } = await familyWithRecordings;
  return { variables: await variables(subject.id), by: owner };
}

const wording = { instructions: 'Listen.', firstMessage: 'Hello.' };

/** An agent prompt's only version. */
function aVersion() {
  return db.agentPromptVersion.create({
    data: { ...wording, number: 1, agentPrompt: { create: { name: `Kitchen ${newId()}` } } },
  });
}

async function aPromptVersion(): Promise<string> {
  const id = promptIds.summary;
  await db.prompt.createMany({ data: [{ id, task: 'summary' }], skipDuplicates: true });
  const number = (await db.promptVersion.count({ where: { promptId: id } })) + 1;
  return (await db.promptVersion.create({ data: { promptId: id, number, text: 'Brief.' } })).id;
}

/** A model at an address that nobody answers. */
function aModel() {
  return {
    ...{ name: `quill ${newId()}`, provider: 'openai-compatible', modelName: 'q', enabled: false },
    baseUrl: 'https://models.example/v1',
  };
}

const table: Record<string, () => Promise<Made> | Made> = {
  askQuestion: () => ({ variables: { subjectId: book.subjectId, text: 'Where was the shop?' } }),
  askQuestionAgain: async () => ({
    variables: { id: await aFamilyQuestion(book.subjectId, { status: 'SKIPPED', tries: 2 }) },
  }),
  orderQuestions: async () => ({
    variables: { subjectId: book.subjectId, ids: [await aFamilyQuestion(book.subjectId)] },
  }),
  leaveOutQuestion: () => ({
    variables: { subjectId: book.subjectId, key: BANK[1]?.key ?? '', forGood: false },
  }),
  orderOwnQuestions: async () => {
    const [own] = await ownQuestions(book.subjectId);
    return { variables: { subjectId: book.subjectId, keys: [own?.key ?? ''] } };
  },
  putBackQuestion: () => ({ variables: { subjectId: book.subjectId, key: BANK[1]?.key ?? '' } }),
  savePerson: () => ({ variables: { input: { subjectId: book.subjectId, name: 'Lourdes Pires' } } }),
  mergePeople: async () => ({ variables: await twoPeople(book.subjectId) }),
  saveRelative: async () => ({
    variables: { input: { ...(await twoToRelate(book.subjectId)), kind: 'PARENT' } },
  }),
  removeRelative: async () => ({ variables: await twoSiblings(book.subjectId) }),
  savePlace: async () => ({
    variables: {
      input: { subjectId: book.subjectId, name: await aPlace(book.publishedId), onMap: false },
    },
  }),
  undoMergePeople: async () => ({ variables: { id: await aMergedPerson(book.subjectId) } }),
  removeQuestion: async () => ({ variables: { id: await aFamilyQuestion(book.subjectId) } }),
  addKeepsake: async () => ({
    variables: {
      input: { subjectId: book.subjectId, uploadId: await anUpload(book.subjectId, family.owner.id) },
    },
  }),
  saveKeepsake: async () => ({
    variables: { input: { id: await aStoredKeepsake(book.subjectId), title: 'The pier' } },
  }),
  deleteKeepsake: async () => ({ variables: { id: await aStoredKeepsake(book.subjectId) } }),
  restoreKeepsake: async () => ({
    variables: { id: await aStoredKeepsake(book.subjectId, { isDeleted: true }) },
  }),
  beginOldRecording: () =>
    withRecordings(async (subjectId) => ({
      input: {
        keepsakeId: await aStoredKeepsake(subjectId, { contentType: 'audio/webm' }),
        transcribe: false,
      },
    })),
  saveOldRecording: () =>
    withRecordings(async (subjectId) => ({
      input: { keepsakeId: await anOldRecording(subjectId), version: 0, lines: [] },
    })),
  putOldRecordingIntoBook: () =>
    withRecordings(async (subjectId) => ({
      // A copy, so that no conversation is made in the background.
      keepsakeId: await anOldRecording(subjectId, { words: 'We baked bread.', isCopy: true }),
    })),
  discardOldRecording: () =>
    withRecordings(async (subjectId) => ({ keepsakeId: await anOldRecording(subjectId) })),
  makeFromStories: async () => ({
    variables: { input: { subjectId: await idle(), kind: 'BOOK_EPUB' } },
  }),
  saveChapter: async () => {
    const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: book.publishedId } });
    return { variables: { id: chapterId, title: 'The house' } };
  },
  orderChapters: async () => {
    const chapters = await db.chapter.findMany({
      where: { subjectId: book.subjectId },
      orderBy: { position: 'desc' },
    });
    return { variables: { subjectId: book.subjectId, ids: chapters.map(({ id }) => id) } };
  },
  moveCard: () => ({ variables: { id: book.publishedId } }),
  orderCardsByDate: async () => {
    const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: book.publishedId } });
    return { variables: { chapterId } };
  },
  setAudience: () => ({ variables: { input: { cardId: book.publishedId, everyone: true } } }),
  requestExport: async () => ({ variables: { subjectId: await idle() } }),
  cancelMaking: async () => ({
    variables: { id: await aMaking(await idle(), family.owner.id, { status: 'QUEUED' }) },
  }),
  cancelExport: async () => ({
    variables: { id: await aMaking(await idle(), family.owner.id, { kind: 'EXPORT', status: 'QUEUED' }) },
  }),
  importBook: async () => ({ variables: { uploadId: await anUploadedFile(family.owner.id) } }),
  cancelBookImport: async () => ({ variables: { id: await anEndedImport(family.owner.id) } }),
  askToOptIn: () => ({ variables: { input: { phone: aPhone(), wordingVersion: texts, agreed: true } } }),
  async optIn() {
    const phone = aPhone();
    const input = { phone, wordingVersion: texts, agreed: true };
    const asking = 'mutation ($input: AskToOptInInput!) { askToOptIn(input: $input) { __typename } }';
    await family.owner.gql(asking, { input });
    return { variables: { input: { phone, wordingVersion: texts, code: await codeTo(phone) } } };
  },
  beginConversation: async () => ({
    variables: { input: { subjectId: (await aSubject(family.owner)).id, channel: 'WEB', together: true } },
  }),
  tryCall: async () => ({ variables: { subjectId: (await aSubject(family.owner)).id } }),
  async callWithVoiceSample() {
    const { telephony } = ports;
    const dialling = { dials: true, voices: twilioVoices, dial: async () => `CA${newId()}` };
    openPorts({ ...ports, telephony: { ...telephony, ...dialling } });
    onTestFinished(() => openPorts({ ...ports, telephony }));
    await withPhone(family.owner.id);
    return { variables: { subjectId: book.subjectId, voice: 'Joanna-Neural' } };
  },
  skipNextCall: () => ({ variables: { subjectId: book.subjectId, skip: false } }),
  confirmCaller: async () => ({ variables: { id: await aCallToUs(book.subjectId), isSubject: true } }),
  pauseCalls: () => ({
    variables: { subjectId: book.subjectId, until: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  say: () => ({
    variables: {
      input: {
        conversationId: book.liveId,
        // It has effects of its own: words to be kept between the two.
        text: 'Keep that between us: I never liked the priest.',
        clientMessageId: crypto.randomUUID(),
      },
    },
  }),
  endConversation: () => ({ variables: { id: book.liveId } }),
  confirmCard: () => ({ variables: { id: book.publishedId } }),
  setCardStatus: () => ({ variables: { id: book.draftId, status: 'PUBLISHED' } }),
  saveCard: () => ({
    variables: { input: { subjectId: book.subjectId, title: 'By hand', body: 'So it was.' } },
  }),
  remark: () => ({ variables: { cardId: book.publishedId, text: 'So it was.' } }),
  removeRemark: async () => ({ variables: { id: await aRemark(book.subjectId, book.publishedId) } }),
  setVoiceCode: () => ({ variables: { cardId: book.publishedId, plays: false } }),
  setEditing: () => ({ variables: { cardId: book.publishedId, isEditing: true } }),
  setPersonInStory: async () => ({
    variables: {
      cardId: book.publishedId,
      personId: (await twoPeople(book.subjectId)).keepId,
      isIn: true,
    },
  }),
  setHeart: () => ({ variables: { cardId: book.publishedId, on: true } }),
  saveStoryDraft: () => ({
    variables: {
      input: { subjectId: book.subjectId, cardId: book.publishedId, baseRevision: 1, title: 'The mi' },
    },
  }),
  async discardStoryDraft() {
    const { id: userId } = family.owner;
    const draft = { subjectId: book.subjectId, cardId: book.draftId, userId, baseRevision: 1 };
    const { version } = await db.storyDraft.create({ data: { ...draft, updatedAt: new Date() } });
    return { variables: { subjectId: book.subjectId, cardId: book.draftId, version } };
  },
  restoreRevision: () => ({ variables: { cardId: book.publishedId, number: 1 } }),
  decideProposal: async () => ({
    variables: { id: await aProposal(book.subjectId, book.publishedId), accept: false },
  }),
  correctMessage: () => ({ variables: { id: book.messageId, text: 'Of warm bread.' } }),
  setMessagePrivate: async () => ({
    variables: { id: await aMessage(book.subjectId, book.pastId, false), private: true },
  }),
  revealMessage: () => ({
    variables: { id: book.privateId, reason: 'The family asked us to' },
    by: family.admin,
  }),
  seeWellbeingNote: async () => ({
    variables: { id: await aWellbeingNote(book.subjectId, book.pastId), done: 'I called her' },
  }),
  saveModel: () => ({ variables: { input: aModel() }, by: family.admin }),
  async orderModels() {
    const { id } = await db.model.create({ data: { ...aModel(), enabled: false } });
    const others = await db.model.findMany({ where: { id: { not: id } } });
    return { variables: { ids: [id, ...others.map((each) => each.id)] }, by: family.admin };
  },
  async testModel() {
    const { id } = await db.model.create({ data: { ...aModel(), enabled: false } });
    return { variables: { id }, by: family.admin };
  },
  saveAgentPrompt: () => ({
    variables: { input: { name: `Kitchen ${newId()}`, ...wording } },
    by: family.admin,
  }),
  makeAgentPromptLive: async () => ({ variables: { versionId: (await aVersion()).id }, by: family.admin }),
  tryAgentPrompt: async () => ({ variables: { versionId: (await aVersion()).id }, by: family.admin }),
  clearAgentPromptLabel: async () => ({
    variables: { id: (await aVersion()).agentPromptId, label: 'LIVE' },
    by: family.admin,
  }),
  previewAgentPrompt: () => ({
    variables: { input: { subjectId: book.subjectId, ...wording } },
    by: family.admin,
  }),
  previewPrompt: () => ({
    variables: { input: { subjectId: book.subjectId, task: 'title', text: 'Short.' } },
    by: family.admin,
  }),
  savePrompt: () => ({ variables: { input: { task: 'title', text: `Short ${newId()}` } }, by: family.admin }),
  setEditingDeskText: () => ({
    variables: { text: { kind: 'PROMPT', id: promptIds.title }, isEditing: true },
    by: family.admin,
  }),
  makePromptLive: async () => ({ variables: { versionId: await aPromptVersion() }, by: family.admin }),
  tryPrompt: async () => ({ variables: { versionId: await aPromptVersion() }, by: family.admin }),
  async clearPromptLabel() {
    await aPromptVersion();
    return { variables: { task: 'summary', label: 'TRIAL' }, by: family.admin };
  },
  resolveConflict: async () => ({
    variables: { input: { id: await aConflict(book.subjectId), resolution: 'KEEP_BOTH' } },
    by: family.admin,
  }),
  undoConflict: async () => ({
    variables: { id: await aConflict(book.subjectId, 'RESOLVED') },
    by: family.admin,
  }),
  askAboutConflict: async () => ({ variables: { id: await aConflict(book.subjectId) }, by: family.admin }),
  // In a book that has nothing in it, so that what is found changes nothing meanwhile.
  findConflicts: async () => ({
    variables: { subjectId: (await aSubject(family.owner)).id },
    by: family.admin,
  }),
  saveReplaySet: () => ({
    variables: { input: { name: `Set ${newId()}`, kind: 'INTERVIEW' } },
    by: family.admin,
  }),
  deleteReplaySet: async () => ({ variables: { id: (await aReplaySet()).id }, by: family.admin }),
  // In a book of its own, because consents are withdrawn in the other one.
  async addReplayTurn() {
    const { subject, admin } = await aFamily();
    const { id: conversationId } = await aTelling(subject.id, [stories.bakery]);
    return { variables: { input: { setId: (await aReplaySet()).id, conversationId } }, by: admin };
  },
  removeReplayTurn: async () => ({ variables: { id: (await aReplaySet()).turnId }, by: family.admin }),
  startReplay: async () => ({
    variables: { input: { runId: newId(), setId: (await aReplaySet()).id } },
    by: family.admin,
  }),
  async cancelReplay() {
    const setId = (await aReplaySet()).id;
    const { id } = await db.replayRun.create({ data: { id: newId(), setId } });
    return { variables: { id }, by: family.admin };
  },
  async ratePlaygroundRun() {
    const { id: agentPromptVersionId } = await aVersion();
    const { id } = await db.playgroundRun.create({
      data: {
        ...{ id: newId(), runById: family.admin.id, askedHash: 'x', status: 'DONE' },
        agentPromptVersionId,
      },
    });
    return { variables: { input: { runId: id, up: true } }, by: family.admin };
  },
  saveBankQuestion: () => ({ variables: { input: bankQuestion }, by: family.admin }),
  restoreBankQuestion: () => ({
    variables: { key: 'how-you-met', number: 0, basedOn: 0 },
    by: family.admin,
  }),
  switchBankQuestion: () => ({ variables: { key: 'how-you-met', enabled: false }, by: family.admin }),
  orderBankQuestions: () => ({
    variables: { chapter: 'love', keys: ['first-sweetheart'] },
    by: family.admin,
  }),
  importBankQuestions: () => ({ variables: { questions: [bankQuestion] }, by: family.admin }),
  saveMessageFilter: () => ({
    variables: { input: { name: `Filter ${newId()}`, role: 'user' } },
    by: family.admin,
  }),
  async removeMessageFilter() {
    const { id: userId } = family.admin;
    const { id } = await db.savedMessageFilter.create({ data: { userId, name: newId(), role: 'user' } });
    return { variables: { id }, by: family.admin };
  },
  async retryWork() {
    const owner = new pg.Client({ connectionString: server().adminUrl });
    await owner.connect();
    const { rows } = await owner.query(
      `insert into jobs.job (name, data, source_name, source_retry_count)
       values ('dead-letters', $1, 'biography.write', 8) returning id::text`,
      [{ conversationId: book.pastId }],
    );
    await owner.end();
    return { variables: { id: rows[0].id }, by: family.admin };
  },
  createApiKey: () => ({ variables: { input: { name: 'Archive', scopes: ['subjects:read'] } } }),
  createWebhook: () => ({ variables: { input: webhook } }),
  setWebhookOn: async () => ({ variables: { id: await aWebhook(), on: false } }),
  deleteWebhook: async () => ({ variables: { id: await aWebhook() } }),
  rotateWebhookSecret: async () => ({ variables: { id: await aWebhook() } }),
  testWebhook: async () => ({ variables: { id: await aWebhook() } }),
  resendMissedWebhookEvents: async () => ({ variables: { id: await aWebhook() } }),
  async resendWebhookDelivery() {
    const data = { webhookId: await aWebhook(), event: 'webhook.test', data: {} };
    return { variables: { id: (await db.webhookDelivery.create({ data })).id } };
  },
  async revokeApiKey() {
    const input = { name: 'Archive', scopes: ['subjects:read'] };
    const { apiKey } = succeeded(await family.owner.gql('CreateApiKey', { input }));
    return { variables: { id: apiKey.id } };
  },
  createSubject: () => ({ variables: { input: { fullName: 'Des' } } }),
  updateSubject: () => ({ variables: { input: { id: book.subjectId, cloth: 'ink' } } }),
  giveConsent: () => ({
    variables: {
      input: {
        subjectId: book.subjectId,
        grants: [{ kind: 'AI_WRITING', wordingVersion: wordingInForce('AI_WRITING').version }],
      },
    },
    by: family.self,
  }),
  withdrawConsent: () => ({ variables: { input: { subjectId: book.subjectId, kinds: ['RECORDING'] } } }),
  saveOnboarding: async () => ({ variables: { input: { step: 'ABOUT' } }, by: await aPerson() }),
  decideBooks: () => ({ variables: { books: [] } }),
  invite: () => ({ variables: { input: { subjectId: book.subjectId, role: 'VIEWER' } } }),
  createGift: () => ({ variables: { input: { recipientName: 'Lourdes Medeiros', deliverOn } } }),
  updateGift: async () => ({
    variables: { input: { id: (await aGift(family.owner.id)).id, recipientName: 'Frank', deliverOn } },
  }),
  cancelGift: async () => ({ variables: { id: (await aGift(family.owner.id)).id } }),
  redeemGift: async () => ({
    variables: { token: (await aGift(family.owner.id)).token },
    by: await aPerson(),
  }),
  acceptInvitation: async () => ({
    variables: { token: (await anInvitation(book.subjectId)).token },
    by: await aPerson(),
  }),
  async acceptMyInvitation() {
    const by = await aPerson();
    return { variables: { id: (await anInvitation(book.subjectId, by.email)).id }, by };
  },
  async declineMyInvitation() {
    const by = await aPerson();
    return { variables: { id: (await anInvitation(book.subjectId, by.email)).id }, by };
  },
  askToEnter: async () => ({
    variables: {
      input: {
        token: (await anInvitation(book.subjectId)).token,
        ...{ name: 'Nina', email: `${crypto.randomUUID()}@evertold.test` },
      },
    },
  }),
  async declineInvitation() {
    const input = { subjectId: book.subjectId, role: 'VIEWER' };
    const { url } = succeeded(await family.owner.gql('Invite', { input }));
    return { variables: { token: new URL(url).pathname.split('/').filter(Boolean).at(-1) } };
  },
  revokeInvitation: async () => ({ variables: { id: (await anInvitation(book.subjectId)).id } }),
  setMemberRole: async () => ({ variables: { id: await aMembership(book.subjectId), role: 'EDITOR' } }),
  'setMemberRole of oneself, who may not do so any more': async () => {
    const { id, by } = await aSecondOwner();
    return { variables: { id, role: 'VIEWER' }, by };
  },
  setMemberRights: async () => ({
    variables: { input: { id: await aMembership(book.subjectId), mayDownload: false } },
  }),
  setSuccessor: async () => ({
    variables: { subjectId: book.subjectId, membershipId: await aMembership(book.subjectId) },
  }),
  async claimSuccession() {
    const { subject, viewer: by } = await aFamily();
    const where = { subjectId_userId: { subjectId: subject.id, userId: by.id } };
    const { id: membershipId } = await db.membership.findUniqueOrThrow({ where });
    await db.successor.create({ data: { subjectId: subject.id, membershipId } });
    return { variables: { subjectId: subject.id }, by };
  },
  answerSuccession: async () => ({ variables: { subjectId: await aClaimedSuccession(book.subjectId) } }),
  removeMember: async () => ({ variables: { id: await aMembership(book.subjectId) } }),
  'removeMember of oneself': async () => {
    const { id, by } = await aSecondOwner();
    return { variables: { id }, by };
  },
  setNotices: () => ({ variables: { input: { subjectId: book.subjectId, stories: 'WEEKLY' } } }),
  removePhoto: () => ({ variables: {} }),
  async endDevice() {
    const person = await aPerson();
    await signIn(person.email);
    const { id } = await db.session.findFirstOrThrow({
      where: { userId: person.id },
      orderBy: { createdAt: 'desc' },
    });
    return { variables: { id }, by: person };
  },
  async endOtherDevices() {
    const person = await aPerson();
    await signIn(person.email);
    return { variables: {}, by: person };
  },
  async secureAccount() {
    const person = await aPerson();
    await signIn(person.email);
    return { variables: {}, by: person };
  },
  async setPassword() {
    const person = await aPerson();
    await db.account.deleteMany({ where: { userId: person.id } });
    return { variables: { newPassword: 'a password of mine' }, by: person };
  },
  async undoEmailChange() {
    const { id: userId, email: oldEmail } = await aPerson();
    const token = crypto.randomUUID();
    await db.emailChange.create({
      data: {
        ...{ userId, oldEmail, newEmail: oldEmail, expiresAt: new Date(Date.now() + 60_000) },
        tokenHash: await sha256(token),
      },
    });
    return { variables: { token } };
  },
  async reclaimSubject() {
    const { id: subjectId } = await deleted(family.stranger);
    const token = crypto.randomUUID();
    await db.subjectRestore.create({ data: { subjectId, tokenHash: hashOfRestore(token) } });
    return { variables: { token } };
  },
  async askToBeSubject() {
    const { id: subjectId, by } = await aReader();
    return { variables: { subjectId }, by };
  },
  async askForConsentCode() {
    const { id: subjectId } = await aSubject(family.owner, { phone: aPhone() });
    return { variables: { subjectId } };
  },
  async becomeSubject() {
    const { id: subjectId, phone, by } = await aReader();
    const asking = 'mutation ($id: ID!) { askToBeSubject(subjectId: $id) { __typename } }';
    await by.gql(asking, { id: subjectId });
    const code = await db.phoneCode.findFirstOrThrow({ where: { phone } });
    return { variables: { input: { subjectId, code: digitsOf(code.id) } }, by };
  },
  deleteSubject: async () => ({ variables: { id: (await aSubject(family.owner)).id } }),
  restoreSubject: async () => ({ variables: { id: (await deleted(family.owner)).id } }),
};

/** To nobody, of what happens nowhere in these tests. */
const webhook = { url: 'https://partner.invalid/hook', events: ['keepsake.created'] };

async function aWebhook(): Promise<string> {
  const making = `mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) { ... on CreateWebhookSuccess { webhook { id } } ... on UserError { code } }
  }`;
  return succeeded(await family.owner.gql(making, { input: webhook })).webhook.id;
}

describe('With an Idempotency-Key', () => {
  test('every change there is, is looked at', () => {
    const names = new Set(Object.keys(table).map(nameOf));
    expect([...names].toSorted()).toEqual(mutations.map(({ name }) => name).toSorted());
  });

  test.each(Object.keys(table))(
    '%s is done once: of two at once, again, and by a server that another was killed before',
    async (row) => {
      const { variables, by = family.owner } = (await table[row]?.()) ?? { variables: {} };
      const [name, key] = [nameOf(row), `${row}-${crypto.randomUUID()}`];
      const send = (how: { body?: string } = {}) => post(by, key, documentOf(name), variables, how.body);
      const both = await Promise.all([send(), send()]);
      const first = both.find(({ status, replayed }) => status === 200 && !replayed);
      const other = both.find((each) => each !== first);

      expect(first?.text, JSON.stringify(both)).not.toMatch(/"errors"|"code":"/);
      expect([200, 409]).toContain(other?.status);
      if (other?.status === 200) expect([other.replayed, other.text]).toEqual(['true', first?.text]);
      // Jobs of earlier mutations may still add rows.
      await workDone();
      const rows = await counted();
      expect(await send()).toEqual({ ...first, replayed: 'true' });
      expect((await send({ body: ' ' })).status).toBe(422);

      // As a process leaves it that is killed between its commit and its answer, a while ago.
      const old = { answer: null, beganAt: new Date(Date.now() - 120_000) };
      const { id } = await db.idempotentAnswer.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
      await db.idempotentAnswer.update({ where: { id }, data: old });
      expect(await send()).toEqual(first);
      expect(await counted()).toEqual(rows);
    },
  );
});

function nameOf(row: string): string {
  return row.split(' ')[0] ?? '';
}

async function post(by: Person, key: string, query: string, variables: object, more = '') {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie: by.cookie ?? '' },
    body: JSON.stringify({ query, variables }) + more,
  });
  const replayed = response.headers.get('idempotency-replayed');
  const answer = await response.text();
  // What it costs is told anew each time, and for how long digits hold.
  return {
    status: response.status,
    replayed,
    text: withoutWork(answer.replace(/,"extensions":.*/, '').replace(/,?"expiresAt":"[^"]*"/, '')),
  };
}

/** A set of one turn. */
async function aReplaySet() {
  const { id } = await db.replaySet.create({ data: { name: `Set ${newId()}`, kind: 'INTERVIEW' } });
  const telling = await aTelling(book.subjectId, [stories.bakery]);
  const turn = await db.replayTurn.create({
    data: { setId: id, subjectId: book.subjectId, conversationId: telling.id, seq: 2 },
  });
  return { id, turnId: turn.id };
}

/** The answer without the progress of an unfinished file or replay, which differs each time. */
function withoutWork(answer: string): string {
  if (answer.includes('"__typename":"ReplayRun"') && !answer.includes('"CANCELLED"'))
    return answer.replace(/,"(status|finishedAt)":("[^"]*"|null)/g, '');
  if (!/"__typename":"(Making|Export|BookImport)"/.test(answer) || answer.includes('"CANCELLED"'))
    return answer;
  return answer.replace(/,"(status|progress|problem|bytes|pages|url|expiresAt)":("[^"]*"|\d+|null)/g, '');
}

/** A mutation that asks for all that its result has at hand. */
function documentOf(name: string): string {
  const field = mutations.find((each) => each.name === name);
  const union = getNamedType(field?.type);
  const members = isUnionType(union) ? union.getTypes() : [];
  const wanted = members
    .filter((each) => !each.getInterfaces().some((known) => isInterfaceType(known)))
    .map((each) => {
      const leaves = Object.values(each.getFields()).filter(
        ({ type, args }) => isLeafType(getNamedType(type)) && !args.some(isRequiredArgument),
      );
      return `... on ${each.name} { ${['__typename', ...leaves.map((leaf) => leaf.name)].join(' ')} }`;
    });
  const declared = field?.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = field?.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const given = declared ? [`(${declared})`, `(${passed})`] : ['', ''];
  expect(members.every(isObjectType)).toBe(true);
  return `mutation ${given[0]} { ${name}${given[1]} { ${wanted.join(' ')} ... on UserError { code } } }`;
}

/** An answer of the interviewer and the letters of an export and of an entry come when they are ready. */
const ownRows: Record<string, string> = {
  message: "where role = 'user'",
  notice: "where kind not in ('export-ready', 'enter-book', 'enter-as-usual')",
};

/** Jobs and timers write to these whenever they come to it, also for an earlier test. */
const writtenLater = [
  ...['writer_run', 'conflict', 'conflict_side', 'conflict_text', 'conflict_match'],
  ...['conflict_search', 'model_use', 'model_call'],
];

/** How many rows each table has, but for what comes by itself behind an answer. */
async function counted() {
  const { rows } = await pool.query(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename !~ '^(_|event$)' and tablename <> all($1)`,
    [writtenLater],
  );
  const counts = rows.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}" ${ownRows[name] ?? ''}`,
  );
  return (await pool.query(counts.join(' union all '))).rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Somebody who reads a book, which names a phone. */
async function aReader() {
  const [{ id, phone }, by] = [await aSubject(family.owner, { phone: aPhone() }), await aPerson()];
  await join(family.owner, id, by, 'VIEWER');
  return { id, phone, by };
}

/** Somebody who owns a book together with another. */
async function aSecondOwner() {
  const by = await aPerson();
  const { id: subjectId } = await aSubject(family.owner);
  const { id } = await db.membership.create({ data: { subjectId, userId: by.id, role: 'OWNER' } });
  return { id, by };
}

async function deleted(owner: Person) {
  const subject = await aSubject(owner);
  await db.subject.update({
    where: { id: subject.id },
    data: { status: 'DELETED', statusBeforeDeletion: 'DRAFT', deletedAt: new Date() },
  });
  return subject;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text));
  return Buffer.from(digest).toString('hex');
}
