import { makeCode, takeCode, tryCode } from '#api/accounts/phones/codes.ts';
import { TooManyCodes } from '#api/accounts/phones/errors.ts';
import { textCode } from '#api/accounts/phones/texting.ts';
import { covers, newestConsents } from '#api/consent/ledger.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import { type Budget, spend } from '#api/platform/budgets.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { isCodeWord } from '#api/platform/domain-values/code-word.ts';
import { tellableSince } from '#api/subjects/policy.ts';
import { mostWrongWords, sixDigitsIn } from '../inbound/code-word.ts';
import { noteConfirmed } from '../inbound/confirming.ts';
import { tellOfDeletedStory } from '../inbound/telling.ts';
import { type CallerAnswer, type CallerUtterance, keepExchange, type Reply } from './keep-exchange.ts';
import { PendingRequest } from './pending-request.ts';
import {
  type CallerRequest,
  readProof,
  readRequest,
  readYesOrNo,
  saysWord,
  type Wanted,
} from './requests.ts';
import { deleteStory, findStories, type KeptStory, readKeptStories, withholdStory } from './stories.ts';

/** Tries of the code word per book and day, over all calls, so that the word can't be guessed. */
const triesADay: Budget = { name: 'code-words', points: 12, seconds: 24 * 3600 };

type CallerTurn = CallerUtterance & { at: Call; waits: PendingRequest | null };
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
          ...{ selfUserId: true, selfUser: { select: { phoneNumber: true, phoneNumberVerified: true } } },
        },
      },
    },
  });
}

/**
 * Answers a caller's request: to list or read stories, name the consents, delete a story or make it private, or say
 * the code word. An inbound caller must first prove who they are. Returns null for words that the interviewer
 * answers.
 */
export async function answerCallerRequest(said: CallerUtterance): Promise<CallerAnswer | null> {
  const at = await callAt(said.conversationId);
  if (!at) return null;
  const waits = PendingRequest.safeParse(at.awaits).data ?? null;
  const answer = await answerCaller({ ...said, at, waits });
  // The interviewer continues from here: a later "yes" answers the interviewer, and "delete it" means what was told
  // since.
  if (!answer && waits && waits.for !== 'TEXT_CODE') {
    const { conversationId } = said;
    await db.call.update({ where: { conversationId }, data: { awaits: Prisma.DbNull } });
  }
  return answer;
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

const askForProof =
  'I can only do that once I know it’s you. Say “code word”, or say “text me a code”. Or just tell me a story.';

async function answerUnknown(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { text, waits } = turn;
  const words = text.trim().split(/\s+/).length;
  if (saysWord(text) || (waits?.for === 'CODE_WORD' && words <= 9)) return tryWord(turn);
  const digits = waits?.for === 'TEXT_CODE' ? sixDigitsIn(text) : null;
  if (digits) return tryDigits(turn, digits);
  const proof = readProof(text);
  if (proof === 'WITH_WORD') return say(turn, plain('Please say the code word now.', { for: 'CODE_WORD' }));
  if (proof === 'WITH_TEXT') return sendCode(turn);
  const request = readRequest(text);
  if (request?.kind === 'CODE_WORD') {
    return say(turn, plain('I never say it on a call that came to me. If you know it, say “code word”.'));
  }
  if (request) return say(turn, plain(askForProof));
  // Anybody may stop calls and texts; only the subject may withdraw other consents.
  const { withdraws } = listen(text, withoutConversation);
  if (withdraws.some((kind) => kind !== 'CALLS' && kind !== 'SMS')) return say(turn, plain(askForProof));
  return null;
}

async function tryWord(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { at, conversationId, text } = turn;
  const { id: subjectId, codeWord, sharing } = at.subject;
  // The owners know the word, so it can't open what the person doesn't share with them.
  if (!codeWord || !sharing) {
    const spoken = 'I can’t take a code word for this book. Say “text me a code” instead.';
    return say(turn, plain(spoken), true);
  }
  if (at.wrongWords >= mostWrongWords) return say(turn, plain(noMore), true);
  if (!(await spend(triesADay, subjectId)).allowed) return say(turn, plain(noMore), true);
  if (isCodeWord(text, codeWord)) return confirm(turn, 'CODE_WORD');
  const { wrongWords } = await db.call.update({
    where: { conversationId },
    data: { wrongWords: { increment: 1 } },
    select: { wrongWords: true },
  });
  if (wrongWords >= mostWrongWords) return say(turn, plain(noMore), true);
  return say(turn, plain('That isn’t the word. You can try again.', { for: 'CODE_WORD' }), true);
}

const noMore =
  'That isn’t it, and I can’t take another try on this call. You can still tell a story: I keep it until the family says who told it.';

function confirm(
  turn: CallerTurn,
  by: 'CODE_WORD' | 'TEXT_CODE',
  codeId: string | null = null,
): Promise<CallerAnswer | null> {
  const { conversationId, at } = turn;
  return keepExchange({ ...turn, isSecret: true }, async (tx, wake) => {
    if (codeId && !(await takeCode(tx, codeId)))
      return plain('That code has been used. Say “text me a code” for a new one.');
    await noteConfirmed(tx, wake, conversationId, by);
    const { preferredName } = at.subject;
    return plain(
      `Thank you, ${preferredName}. What you told is yours now. Ask what is kept, or go on with your story.`,
    );
  });
}

async function sendCode(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { id: subjectId, phone, preferredName } = turn.at.subject;
  if (!phone || (await isStopped(db, phone))) {
    return say(turn, plain('I can’t text that phone. Your family can say in the call log that it was you.'));
  }
  try {
    await makeCode({ purpose: 'CALL', phone, subjectId }, (tx, codeId) =>
      textCode(tx, phone, { codeId, purpose: 'CALL' }),
    );
  } catch (error) {
    if (!(error instanceof TooManyCodes)) throw error;
    return say(turn, plain('Too many codes were sent just now. Please try again later.'));
  }
  const spoken = `I’m texting six digits to ${preferredName}’s phone. Say them, or press the keys.`;
  return say(turn, plain(spoken, { for: 'TEXT_CODE' }));
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
    again
      ? plain('That isn’t the code. You can try again.', { for: 'TEXT_CODE' })
      : plain('That code doesn’t work any more. Say “text me a code” for a new one.'),
    true,
  );
}

async function answerPerson(turn: CallerTurn): Promise<CallerAnswer | null> {
  const { text, waits, at } = turn;
  if (waits?.for === 'DELETE') {
    const answer = readYesOrNo(text);
    if (answer === 'YES') return erase(turn, waits.cardId);
    if (answer === 'NO') return say(turn, plain('Good. It stays as it is.'));
  }
  const request = readRequest(text);
  if (!request) return null;
  const toldSince = at.line === 'BROWSER' ? null : tellableSince(at.subject);
  const stories = needsStories(request) ? await readKeptStories(at.subject.id, { toldSince }) : [];
  switch (request.kind) {
    case 'CODE_WORD':
      return say(turn, wordReply(at.subject.codeWord));
    case 'CONSENTS':
      return say(turn, plain(await consentsInWords(at)));
    case 'LIST':
      return say(turn, titles(stories, 0));
    case 'MORE':
      return waits?.for === 'TITLE' ? say(turn, titles(stories, waits.next)) : null;
    case 'READ':
      return onStory(turn, stories, request.about, (story) =>
        say(turn, {
          spoken: `${story.title}. ${story.body} That’s the story. If something in it is wrong, just say what is right.`,
          kept: 'I read a story aloud.',
          waits: { for: 'STORY', cardId: story.id },
        }),
      );
    case 'DELETE':
      // "Delete that" means the last words, unless a story was just read.
      if (request.about === 'LAST_READ' && waits?.for !== 'STORY') return null;
      return onStory(turn, stories, request.about, (story) =>
        say(turn, {
          spoken: `Shall I delete “${story.title}”? It leaves the book now, and is erased in 30 days. Please say yes or no.`,
          kept: 'I asked whether to delete a story.',
          waits: { for: 'DELETE', cardId: story.id },
        }),
      );
    case 'MAKE_PRIVATE':
      if (request.about === 'LAST_READ' && waits?.for !== 'STORY') return null;
      return onStory(turn, stories, request.about, (story) => withhold(turn, story.id));
  }
}

function needsStories({ kind }: CallerRequest): boolean {
  return !['CODE_WORD', 'CONSENTS'].includes(kind);
}

function wordReply(codeWord: string | null): Reply {
  if (!codeWord) return plain('Your family hasn’t chosen a code word yet. They can do that in the settings.');
  return { spoken: `The word is ${codeWord}.`, kept: 'I said the code word.' };
}

/** The number of titles that are said at once. */
const titlesAtOnce = 5;

function titles(stories: readonly KeptStory[], from: number): Reply {
  const some = stories.slice(from, from + titlesAtOnce);
  if (!some.length) {
    return plain(from ? 'Those were all.' : 'Nothing is written in your book yet.');
  }
  const left = stories.length - from - some.length;
  const count = stories.length === 1 ? 'There is one story' : `There are ${stories.length} stories`;
  const said = some.map(({ title }, at) => `${at + 1}: ${title}.`).join(' ');
  const end = left
    ? 'Say “more” for the next ones, or “read me number 1”.'
    : 'Say “read me number 1” to hear one.';
  return {
    spoken: `${from ? '' : `${count}. `}${said} ${end}`,
    kept: 'I said which stories are kept.',
    waits: { for: 'TITLE', cardIds: some.map(({ id }) => id), next: from + some.length },
  };
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
  if (!story)
    return say(turn, plain('I find no story like that. Ask me what is kept, and I read you the titles.'));
  return others.length ? say(turn, titles(found, 0)) : act(story);
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
  return waits?.for === 'TITLE'
    ? byId(waits.cardIds[about.number - 1])
    : stories.slice(about.number - 1, about.number);
}

function withhold(turn: CallerTurn, cardId: string): Promise<CallerAnswer | null> {
  const { id: subjectId } = turn.at.subject;
  return keepExchange({ ...turn, isSecret: false }, async (tx: Tx, wake: Wake) => {
    const hasSources = await withholdStory(tx, wake, { subjectId, cardId });
    return plain(
      hasSources
        ? 'Done. What you told there is private now: nobody else reads it.'
        : 'Your family wrote that story by hand. I’ve hidden it in the book.',
    );
  });
}

function erase(turn: CallerTurn, cardId: string): Promise<CallerAnswer | null> {
  const { id: subjectId } = turn.at.subject;
  return keepExchange({ ...turn, isSecret: false }, async (tx, wake, messageId) => {
    const hasSources = await deleteStory(tx, wake, { subjectId, cardId });
    await tellOfDeletedStory(tx, { messageId, subjectId, byHand: !hasSources });
    return plain(
      hasSources
        ? 'It’s out of the book, and erased in 30 days. I’m telling the owner of your book.'
        : 'Your family wrote that story by hand. I’ve hidden it, and I’m telling them that you want it gone.',
    );
  });
}

const consentWords: Record<ConsentKind, string> = {
  CALLS: 'that I call you',
  SMS: 'text messages',
  RECORDING: 'keeping the sound of your voice',
  AI_WRITING: 'having your stories written down by a computer',
  SHARING: 'your family reading what you tell',
};

async function consentsInWords({ subject }: Call): Promise<string> {
  const consents = await newestConsents(subject.id);
  const kinds = (Object.keys(consentWords) as ConsentKind[]).filter((kind) =>
    covers(consents, kind, subject.phone),
  );
  if (!kinds.length) return 'You haven’t agreed to anything at the moment.';
  const said = kinds.map((kind) => consentWords[kind]);
  const list = said.length === 1 ? said[0] : `${said.slice(0, -1).join(', ')}, and ${said.at(-1)}`;
  return `You agreed to ${list}. You can take back any of it: say, for instance, “don’t text me any more”.`;
}
