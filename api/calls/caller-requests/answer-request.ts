import { makeCode, takeCode, tryCode } from '#api/accounts/phones/codes.ts';
import { TooManyCodes } from '#api/accounts/phones/errors.ts';
import { textCode } from '#api/accounts/phones/texting.ts';
import { covers, newestConsents } from '#api/consent/ledger.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { type Budget, spend } from '#api/platform/budgets.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { isCodeWord } from '#api/platform/domain-values/code-word.ts';
import { tellableSince } from '#api/subjects/policy.ts';
import { mostWrongWords, sixDigitsIn } from '../inbound/code-word.ts';
import { noteConfirmed } from '../inbound/confirming.ts';
import { tellOfDeletedStory } from '../inbound/telling.ts';
import { callerLanguages } from './by-language.ts';
import type { CallerWords } from './caller-language.ts';
import { type CallerAnswer, type CallerUtterance, keepExchange, type Reply } from './keep-exchange.ts';
import { PendingRequest } from './pending-request.ts';
import {
  asksAgain,
  type CallerRequest,
  type Choice,
  readChoice,
  readProof,
  readRequest,
  readYesOrNo,
  saysWord,
  type Wanted,
} from './requests.ts';
import { deleteStory, findStories, type KeptStory, readKeptStories, withholdStory } from './stories.ts';

/** Tries of the code word per book and day, over all calls, so that the word can't be guessed. */
const triesADay: Budget = { name: 'code-words', points: 12, seconds: 24 * 3600 };

type CallerTurn = CallerUtterance & {
  isUnheard: boolean;
  at: Call;
  waits: PendingRequest | null;
  language: Language;
  words: CallerWords;
};
type WaitsForTitle = Extract<PendingRequest, { for: 'TITLE' }>;
type Call = NonNullable<Awaited<ReturnType<typeof callAt>>>;

function callAt(conversationId: string) {
  return db.call.findUnique({
    where: { conversationId },
    select: {
      ...{ line: true, inbound: true, confirmedAt: true, refusedAt: true, wrongWords: true, awaits: true },
      conversation: { select: { heldById: true } },
      subject: {
        select: {
          ...{ id: true, preferredName: true, phone: true, phoneSince: true, sharing: true, codeWord: true },
          language: true,
          ...{ selfUserId: true, selfUser: { select: { phoneNumber: true, phoneNumberVerified: true } } },
        },
      },
    },
  });
}

/**
 * Answers a caller's request: to list or read stories, name the consents, delete a story or make it private, or say
 * the code word. An inbound caller must first prove who they are. Returns null for words that the interviewer
 * answers. Our question `isUnheard` since a dropped call was resumed, so that a yes may be meant for something else.
 */
export async function answerCallerRequest(
  said: CallerUtterance & { isUnheard?: boolean },
): Promise<CallerAnswer | null> {
  const at = await callAt(said.conversationId);
  if (!at) return null;
  const waits = PendingRequest.safeParse(at.awaits).data ?? null;
  const language = languageOf(at.subject.language);
  const { words } = callerLanguages[language];
  const answer = await answerCaller({ isUnheard: false, ...said, at, waits, language, words });
  // The interviewer continues from here: a later "yes" answers the interviewer, and "delete it" means what was told
  // since. Somebody who only asks for a moment is still choosing.
  const goesOnChoosing = waits?.for === 'TITLE' && asksForMoment(said.text, language);
  if (!answer && waits && !goesOnChoosing) await forgetRequest(said.conversationId, waits);
  return answer;
}

/** Forgets what waits on a call, because the words that came are not its answer. A code may still come. */
export async function forgetRequest(conversationId: string, waits?: PendingRequest): Promise<void> {
  const awaited = waits ?? PendingRequest.safeParse((await callAt(conversationId))?.awaits).data;
  if (!awaited || awaited.for === 'TEXT_CODE') return;
  await db.call.update({ where: { conversationId }, data: { awaits: Prisma.DbNull } });
}

function asksForMoment(text: string, language: Language): boolean {
  const { intents, toldWords } = listen(text, { ...withoutConversation, language });
  return intents.includes('PAUSE') && toldWords === 0;
}

async function answerCaller(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { at } = turn;
  if (at.inbound && !at.confirmedAt) return answerUnknown(turn);
  const { heldById } = at.conversation;
  // A family member may sit at the browser; only the subject has the subject's rights.
  if (at.line === 'BROWSER' && (!heldById || heldById !== at.subject.selfUserId)) return null;
  return answerPerson(turn);
}

/** Whether the next key presses are a code. */
export async function takesDigits(conversationId: string): Promise<boolean> {
  const call = await db.call.findUnique({ where: { conversationId }, select: { awaits: true } });
  return PendingRequest.safeParse(call?.awaits).data?.for === 'TEXT_CODE';
}

function say(turn: CallerTurn, reply: Reply, isSecret = false): Promise<CallerAnswer | null> {
  return keepExchange({ ...turn, isSecret }, async () => reply);
}

const plain = (spoken: string, waits: PendingRequest | null = null): Reply => ({
  spoken,
  kept: spoken,
  waits,
});

async function answerUnknown(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { text, waits, language, words } = turn;
  const count = text.trim().split(/\s+/).length;
  if (saysWord(text, language) || (waits?.for === 'CODE_WORD' && count <= 9)) return tryWord(turn);
  const digits = waits?.for === 'TEXT_CODE' ? sixDigitsIn(text) : null;
  if (digits) return tryDigits(turn, digits);
  const proof = readProof(text, language);
  if (proof === 'WITH_WORD') return say(turn, plain(words.sayWordNow, { for: 'CODE_WORD' }));
  if (proof === 'WITH_TEXT') return sendCode(turn);
  const request = readRequest(text, language);
  if (request?.kind === 'CODE_WORD') return say(turn, plain(words.neverSayWord));
  if (request) return say(turn, plain(words.askForProof));
  // Anybody may stop calls and texts; only the subject may withdraw other consents.
  const { withdraws } = listen(text, { ...withoutConversation, language });
  if (withdraws.some((kind) => kind !== 'CALLS' && kind !== 'SMS'))
    return say(turn, plain(words.askForProof));
  return null;
}

async function tryWord(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { at, conversationId, text, words } = turn;
  const { id: subjectId, codeWord, sharing } = at.subject;
  // The owners know the word, so it can't open what the person doesn't share with them.
  if (!codeWord || !sharing) return say(turn, plain(words.noCodeWordHere), true);
  if (at.wrongWords >= mostWrongWords) return say(turn, plain(words.noMoreTries), true);
  if (!(await spend(triesADay, subjectId)).allowed) return say(turn, plain(words.noMoreTries), true);
  if (isCodeWord(text, codeWord)) return confirm(turn, 'CODE_WORD');
  const { wrongWords } = await db.call.update({
    where: { conversationId },
    data: { wrongWords: { increment: 1 } },
    select: { wrongWords: true },
  });
  if (wrongWords >= mostWrongWords) return say(turn, plain(words.noMoreTries), true);
  return say(turn, plain(words.wrongWord, { for: 'CODE_WORD' }), true);
}

function confirm(
  turn: CallerTurn,
  by: 'CODE_WORD' | 'TEXT_CODE',
  codeId: string | null = null,
): Promise<CallerAnswer | null> {
  const { conversationId, at, words } = turn;
  return keepExchange({ ...turn, isSecret: true }, async (tx, wake) => {
    if (codeId && !(await takeCode(tx, codeId))) return plain(words.codeUsed);
    await noteConfirmed(tx, wake, conversationId, by);
    return plain(words.confirmed(at.subject.preferredName));
  });
}

async function sendCode(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { words, language } = turn;
  const { id: subjectId, phone, preferredName } = turn.at.subject;
  if (!phone || (await isStopped(db, phone))) return say(turn, plain(words.cannotText));
  try {
    await makeCode({ purpose: 'CALL', phone, subjectId }, (tx, codeId) =>
      textCode(tx, phone, { codeId, purpose: 'CALL', language }),
    );
  } catch (error) {
    if (!(error instanceof TooManyCodes)) throw error;
    return say(turn, plain(words.tooManyCodes));
  }
  return say(turn, plain(words.texting(preferredName), { for: 'TEXT_CODE' }));
}

async function tryDigits(turn: CallerTurn, digits: string): Promise<CallerAnswer | null> {
  const { id: subjectId, phone } = turn.at.subject;
  const tried = phone
    ? await tryCode({ purpose: 'CALL', phone, subjectId }, digits)
    : { outcome: 'EXPIRED' as const };
  if (tried.outcome === 'RIGHT') return confirm(turn, 'TEXT_CODE', tried.codeId);
  const again = tried.outcome === 'WRONG';
  return say(
    turn,
    again ? plain(turn.words.wrongCode, { for: 'TEXT_CODE' }) : plain(turn.words.oldCode),
    true,
  );
}

async function answerPerson(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { text, waits, language, words } = turn;
  if (waits && asksAgain(text, language)) {
    const reply = await replyFor(turn, waits);
    if (reply) return say(turn, reply);
  }
  if (waits?.for === 'DELETE') {
    const answer = readYesOrNo(text, language);
    if (answer === 'YES' && !turn.isUnheard) return erase(turn, waits.cardId);
    const again = answer === 'YES' || answer === 'MAYBE' ? await replyFor(turn, waits) : null;
    if (again) return say(turn, again);
    if (answer === 'NO') return say(turn, plain(words.stays));
  }
  const chosen = waits?.for === 'TITLE' ? await answerChoice(turn, waits) : null;
  if (chosen) return chosen;
  const request = readRequest(text, language);
  if (!request) return null;
  const stories = needsStories(request) ? await storiesOf(turn) : [];
  switch (request.kind) {
    case 'CODE_WORD':
      return say(turn, wordReply(words, turn.at.subject.codeWord));
    case 'CONSENTS':
      return say(turn, plain(await consentsInWords(turn.at, words)));
    case 'LIST':
      return say(turn, titles(words, stories, 0));
    case 'MORE':
      return waits?.for === 'TITLE' ? say(turn, titles(words, stories, waits.next)) : null;
    case 'READ':
      return onStory(turn, stories, request.about, (story) => say(turn, storyReply(words, story)));
    case 'HEAR':
      if (!storiesMeant(waits, stories, request.about).length) return null;
      return onStory(turn, stories, request.about, (story) => say(turn, storyReply(words, story)));
    case 'DELETE':
      // "Delete that" means the last words, unless a story was just read.
      if (request.about === 'LAST_READ' && waits?.for !== 'STORY') return null;
      return onStory(turn, stories, request.about, (story) => say(turn, deleteReply(words, story)));
    case 'MAKE_PRIVATE':
      if (request.about === 'LAST_READ' && waits?.for !== 'STORY') return null;
      return onStory(turn, stories, request.about, (story) => withhold(turn, story.id));
  }
}

function storiesOf({ at }: { at: Call }): Promise<KeptStory[]> {
  const toldSince = at.line === 'BROWSER' ? null : tellableSince(at.subject);
  return readKeptStories(at.subject.id, { toldSince });
}

/** Answers somebody who has just heard titles and names one of them, or wants to hear more. */
async function answerChoice(turn: CallerTurn, waits: WaitsForTitle): Promise<CallerAnswer | null> {
  const { text, language, words } = turn;
  const choice = readChoice(text, language);
  if (choice === null || choice === 'AGAIN') return null;
  const stories = await storiesOf(turn);
  if (choice === 'MORE')
    return waits.next < stories.length ? say(turn, titles(words, stories, waits.next)) : null;
  const found = storiesChosen(waits, stories, choice);
  const [story, ...others] = found;
  if (!story) return null;
  return say(turn, others.length ? titles(words, found, 0) : storyReply(words, story));
}

function storiesChosen(
  waits: WaitsForTitle,
  stories: readonly KeptStory[],
  choice: Exclude<Choice, 'MORE' | 'AGAIN'>,
): readonly KeptStory[] {
  const offered = waits.cardIds.flatMap((cardId) => stories.find(({ id }) => id === cardId) ?? []);
  if ('number' in choice) {
    return storiesMeant(waits, stories, choice);
  }
  const among = findStories(offered, choice.topic, 'TITLES');
  return among.length || !choice.isNamed ? among : findStories(stories, choice.topic);
}

function storyReply(words: CallerWords, story: KeptStory, heardWords = 0): Reply {
  const said = storyInWords(words, story);
  return {
    spoken: said.slice(unheardFrom(said, heardWords)).join(' ') || words.afterStory,
    kept: words.readAloud,
    waits: { for: 'STORY', cardId: story.id },
  };
}

function storyInWords({ afterStory }: CallerWords, { title, body }: KeptStory): string[] {
  return `${title}. ${body} ${afterStory}`.split(/\s+/);
}

/** Where the sentence begins in which somebody stopped hearing a text. */
function unheardFrom(text: readonly string[], heardWords: number): number {
  return text.slice(0, heardWords).findLastIndex((word) => /[.!?…]["”’»)]*$/.test(word)) + 1;
}

function deleteReply(words: CallerWords, story: KeptStory): Reply {
  return {
    spoken: words.askDelete(story.title),
    kept: words.askedDelete,
    waits: { for: 'DELETE', cardId: story.id },
  };
}

/** What is said again while a request waits; null if it is said as it is stored, or the story is gone. */
async function replyFor(
  { at, words }: { at: Call; words: CallerWords },
  waits: PendingRequest,
): Promise<Reply | null> {
  if (waits.for === 'CODE_WORD' || waits.for === 'TEXT_CODE') return null;
  if (waits.for === 'SAID_WORD') return wordReply(words, at.subject.codeWord);
  const stories = await storiesOf({ at });
  if (waits.for === 'TITLE') {
    const some = waits.cardIds.flatMap((cardId) => stories.find(({ id }) => id === cardId) ?? []);
    if (some.length < waits.cardIds.length) return null;
    const left = waits.next < stories.length;
    return {
      spoken: `${titlesInWords(some)} ${left ? words.moreTitles : words.howToHear}`,
      ...{ kept: words.saidTitles, waits },
    };
  }
  const story = stories.find(({ id }) => id === waits.cardId);
  if (!story) return null;
  if (waits.for === 'DELETE') return deleteReply(words, story);
  return { ...storyReply(words, story, waits.heardWords), waits };
}

/**
 * What is spoken again in place of a message, because the transcript does not contain it: the rest of a story, or the
 * question whether to delete it. Null when nothing of that kind waits.
 */
export async function answerSpokenAgain(conversationId: string, messageId: string): Promise<string | null> {
  const at = await callAt(conversationId);
  const waits = PendingRequest.safeParse(at?.awaits).data;
  if (!at || waits?.messageId !== messageId) return null;
  const { words } = callerLanguages[languageOf(at.subject.language)];
  const reply = await replyFor({ at, words }, waits);
  if (!reply) return null;
  await db.callRecording.updateMany({
    where: { conversationId, NOT: { unheard: { has: messageId } } },
    data: { unheard: { push: messageId } },
  });
  return reply.spoken;
}

/** Notes that the code word was heard, so that it is not said again when the call is resumed. */
export async function noteHeardOfWord(conversationId: string): Promise<void> {
  const waits = PendingRequest.safeParse((await callAt(conversationId))?.awaits).data;
  if (waits?.for === 'SAID_WORD') await forgetRequest(conversationId, waits);
}

/**
 * Notes how many words were heard of what was last read of a story, before the call dropped, so that the rest is read
 * when it is resumed.
 */
export async function noteHeardOfStory(conversationId: string, heardNow: number): Promise<void> {
  const at = await callAt(conversationId);
  const waits = PendingRequest.safeParse(at?.awaits).data;
  if (!at || waits?.for !== 'STORY') return;
  const story = (await storiesOf({ at })).find(({ id }) => id === waits.cardId);
  if (!story) return;
  const { words } = callerLanguages[languageOf(at.subject.language)];
  const heardWords = unheardFrom(storyInWords(words, story), waits.heardWords ?? 0) + heardNow;
  await db.call.update({ where: { conversationId }, data: { awaits: { ...waits, heardWords } } });
}

function needsStories({ kind }: CallerRequest): boolean {
  return !['CODE_WORD', 'CONSENTS'].includes(kind);
}

function wordReply(words: CallerWords, codeWord: string | null): Reply {
  if (!codeWord) return plain(words.noWordChosen);
  return { spoken: words.theWordIs(codeWord), kept: words.saidWord, waits: { for: 'SAID_WORD' } };
}

/** The number of titles that are said at once. */
const titlesAtOnce = 5;

function titles(words: CallerWords, stories: readonly KeptStory[], from: number): Reply {
  const some = stories.slice(from, from + titlesAtOnce);
  if (!some.length) return plain(from ? words.noMoreStories : words.noStories);
  const left = stories.length - from - some.length;
  const count = words.storyCount(stories.length);
  const said = titlesInWords(some);
  const end = left ? words.moreTitles : words.howToHear;
  return {
    spoken: `${from ? '' : `${count}. `}${said} ${end}`,
    kept: words.saidTitles,
    waits: { for: 'TITLE', cardIds: some.map(({ id }) => id), next: from + some.length },
  };
}

function titlesInWords(stories: readonly KeptStory[]): string {
  return stories.map(({ title }, at) => `${at + 1}: ${title}.`).join(' ');
}

/** Runs `act` with the one story that is meant; says so when none or several match. */
function onStory(
  turn: CallerTurn,
  stories: readonly KeptStory[],
  about: Wanted,
  act: (story: KeptStory) => Promise<CallerAnswer | null>,
): Promise<CallerAnswer | null> {
  const found = storiesMeant(turn.waits, stories, about);
  const [story, ...others] = found;
  if (!story) return say(turn, plain(turn.words.notFound));
  return others.length ? say(turn, titles(turn.words, found, 0)) : act(story);
}

function storiesMeant(
  waits: PendingRequest | null,
  stories: readonly KeptStory[],
  about: Wanted,
): readonly KeptStory[] {
  const byId = (cardId: string | undefined) => stories.filter(({ id }) => id === cardId);
  if (about === 'LAST_READ') {
    if (waits?.for === 'STORY') return byId(waits.cardId);
    return waits?.for === 'TITLE' && waits.cardIds.length === 1 ? byId(waits.cardIds[0]) : [];
  }
  if ('topic' in about) return findStories(stories, about.topic);
  const at = about.number < 0 ? about.number : about.number - 1;
  if (waits?.for === 'TITLE') return byId(waits.cardIds.at(at));
  // The last one of no list is the one that was read, or the newest.
  if (at < 0) return waits?.for === 'STORY' ? byId(waits.cardId) : stories.slice(0, 1);
  return stories.slice(at, at + 1);
}

function withhold(turn: CallerTurn, cardId: string): Promise<CallerAnswer | null> {
  const { id: subjectId } = turn.at.subject;
  return keepExchange({ ...turn, isSecret: false }, async (tx: Tx, wake: Wake) => {
    const hasSources = await withholdStory(tx, wake, { subjectId, cardId });
    return plain(hasSources ? turn.words.nowPrivate : turn.words.hidden);
  });
}

function erase(turn: CallerTurn, cardId: string): Promise<CallerAnswer | null> {
  const { id: subjectId } = turn.at.subject;
  return keepExchange({ ...turn, isSecret: false }, async (tx, wake, messageId) => {
    const hasSources = await deleteStory(tx, wake, { subjectId, cardId });
    await tellOfDeletedStory(tx, { messageId, subjectId, byHand: !hasSources });
    return plain(hasSources ? turn.words.deleted : turn.words.hiddenAndTold);
  });
}

async function consentsInWords({ subject }: Call, words: CallerWords): Promise<string> {
  const consents = await newestConsents(subject.id);
  const kinds = (Object.keys(words.consents) as ConsentKind[]).filter((kind) =>
    covers(consents, kind, subject.phone),
  );
  return kinds.length ? words.agreedTo(kinds.map((kind) => words.consents[kind])) : words.noConsents;
}
