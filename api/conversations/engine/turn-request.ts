import { ports } from '#api/adapters/ports.ts';
import { type Consent, covers, newestConsents } from '#api/consent/ledger.ts';
import type { Heard } from '#api/conversations/interviewer/mind.ts';
import type {
  Channel,
  HistoryTurn,
  SubjectFacts,
  TurnRequest,
} from '#api/conversations/interviewer/request.ts';
import { speechOf } from '#api/conversations/interviewer/speech-of.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { Channel as StoredChannel } from '#api/generated/prisma/enums.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { bankInForce } from '#api/questions/bank/in-force.ts';
import { unansweredQuestions } from '#api/questions/service.ts';
import { type Called, nextCallAt } from '#api/subjects/calls.ts';
import {
  type FollowedVersion,
  followedVersion,
  type Talk,
  versionInForce,
} from '#api/writer/agent-prompts/in-force.ts';
import { historyOf, type Turn, turnsOf, unanswered } from './history.ts';
import { liveChannel } from './live-channel.ts';
import { readWords } from './reading.ts';
import { keptForOf } from './said-audiences.ts';
import { onBehalfOf, seedOf, subjectFacts } from './subject-facts.ts';
import { listenerOf, toldBefore } from './told.ts';

/** An answer that is due: what it answers, and everything an interviewer may know to make it. */
export type Awaited = {
  subjectId: string;
  /** The seq of the utterance that waits; 0 when the interviewer begins. */
  seq: number;
  /** An answer to private words is private too. */
  private: boolean;
  /** The turns that were private when the answer was begun; the answer may quote all others. */
  privateSeqs: number[];
  /** The agent prompt's version that the conversation follows; null for the built-in instructions. */
  version: FollowedVersion | null;
  request: TurnRequest;
};

/** The person as they asked to be called in this conversation. */
function withSaidName(facts: Omit<SubjectFacts, 'isSelf' | 'onBehalfOf'>, history: readonly HistoryTurn[]) {
  return { ...facts, preferredName: speechOf(facts.language).saidName(history) ?? facts.preferredName };
}

/** The answer that a conversation waits for; null when it waits for none or has ended. */
export async function awaitedBy(conversationId: string): Promise<Awaited | null> {
  const conversation = await db.conversation.findUnique({
    where: { id: conversationId },
    include: {
      call: { select: { line: true, inbound: true, confirmedAt: true } },
      heldBy: { select: { name: true } },
      subject: {
        include: {
          namedThemes: { where: { message: { is: { private: true } } }, select: { theme: true } },
          callTimes: { select: { weekday: true, minute: true } },
          selfUser: { select: { phoneNumber: true, phoneNumberVerified: true } },
          members: { include: { user: { select: { name: true } } }, orderBy: { createdAt: 'asc' } },
        },
      },
    },
  });
  if (!conversation || conversation.awaitingSeq === null) return null;
  if (conversation.status !== 'IN_PROGRESS' || !conversation.startedAt) return null;
  const { subject, awaitingSeq: seq } = conversation;
  const channel = liveChannel(conversation.channel);
  const turnsRead = turnsOf(conversationId);
  const [turns, version, questions, consents, told, bank] = await Promise.all([
    turnsRead,
    turnsRead.then((before) => versionFor({ ...conversation, ...subject }, before)),
    unansweredQuestions(subject.id),
    newestConsents(subject.id),
    toldBefore(conversation, listenerOf(conversation, subject)),
    bankInForce(subject.language),
  ]);
  const said = turns.filter((turn) => turn.seq <= seq);
  const language = languageOf(subject.language);
  const { history, heard, isPrivate } = await readWaiting(said, channel, subject.id, language);
  const keptFor = isPrivate
    ? await keptForOf(
        unanswered(said).map(({ id }) => id),
        language,
      )
    : null;
  const now = clock.now();
  const together = conversation.together && conversation.heldById !== subject.selfUserId;
  const { number, last, findings, people, ...memory } = told;
  const awaited: Awaited = {
    subjectId: subject.id,
    seq,
    private: isPrivate,
    version,
    privateSeqs: said.filter((turn) => turn.private).map((turn) => turn.seq),
    request: {
      subject: {
        ...withSaidName(subjectFacts({ ...subject, people }), history),
        isSelf: subject.selfUserId !== null && conversation.heldById === subject.selfUserId,
        onBehalfOf: onBehalfOf(subject, conversation.heldById),
      },
      conversation: {
        channel,
        asksToRecord:
          conversation.call?.line === 'PROVIDER' && covers(consents, 'RECORDING', conversation.phone),
        togetherWith: together ? (conversation.heldBy?.name ?? null) : null,
        number,
        startedAt: conversation.startedAt,
        limits: {
          minutes: channel === 'SMS' ? minutesByText : subject.maxMinutes,
          questions: subject.maxQuestions,
        },
        nextCallAt: nextContactAt(subject, channel, consents, now),
        last,
      },
      history,
      heard,
      keptFor,
      requests: questions.waiting,
      unanswered: questions.asked,
      findings,
      told: memory,
      bank,
      agentPrompt: version,
      mayUseModel: covers(consents, 'AI_WRITING', null),
      now,
      seed: seedOf(conversationId),
      choiceSeed: seedOf(subject.id),
    },
  };
  const { call } = conversation;
  return call?.inbound && !call.confirmedAt ? withoutStoredFacts(awaited) : awaited;
}

/**
 * What an interviewer may know while the caller is unconfirmed: this call's own words and the subject's preferred
 * name. No model sees the words, and avoided themes are still avoided.
 */
function withoutStoredFacts(awaited: Awaited): Awaited {
  const { request } = awaited;
  const { language, preferredName, timeZone, avoidedThemes, confidedThemes } = request.subject;
  return {
    ...awaited,
    version: null,
    request: {
      ...request,
      subject: {
        ...{ language, fullName: preferredName, preferredName, timeZone, avoidedThemes, confidedThemes },
        ...{ pronouns: null, birthYear: null, isSelf: false, onBehalfOf: null, country: null, people: [] },
      },
      conversation: { ...request.conversation, number: 1, nextCallAt: null, last: null },
      keptFor: null,
      requests: [],
      unanswered: [],
      findings: [],
      told: {
        ...{ askedTexts: [], confidedTexts: [], doneKeys: [], chapters: {}, earlierWords: [] },
        leftOutKeys: request.told.leftOutKeys ?? [],
        orderedKeys: request.told.orderedKeys ?? [],
      },
      agentPrompt: null,
      mayUseModel: false,
    },
  };
}

/** A conversation keeps the agent prompt version with which it began, whatever is published meanwhile. */
async function versionFor(
  talk: Talk & { agentVersionId: string | null },
  turns: readonly Turn[],
): Promise<FollowedVersion | null> {
  if (!turns.some(({ role }) => role === 'assistant')) return versionInForce(talk);
  return talk.agentVersionId === null ? null : followedVersion(talk.agentVersionId);
}

/** A conversation by text may last seven days. */
const minutesByText = 7 * 24 * 60;

/**
 * When Evertold next calls or texts, as far as this channel can announce it. Null where nothing is dialled or texted.
 */
function nextContactAt(
  subject: Omit<Called, 'callsAgreed'> & { phone: string | null; scheduledBy: StoredChannel },
  channel: Channel,
  consents: readonly Consent[],
  now: Date,
): Date | null {
  const { phone, scheduledBy } = subject;
  if (channel !== 'WEB' && channel !== scheduledBy) return null;
  const byText = scheduledBy === 'SMS';
  if (!(byText ? ports.sms.isConnected : ports.telephony.dials)) return null;
  return nextCallAt({ ...subject, callsAgreed: covers(consents, byText ? 'SMS' : 'CALLS', phone) }, now);
}

/**
 * The number of characters that are answered, from the end of all waiting messages. Each message was already read
 * when it came.
 */
const mostAnswered = 20_000;

/** Reads the waiting messages as one. Private words of earlier turns are withheld from every later answer. */
async function readWaiting(turns: readonly Turn[], channel: Channel, subjectId: string, language: Language) {
  const waiting = unanswered(turns);
  const before = turns.slice(0, turns.length - waiting.length);
  const isPrivate = waiting.some((turn) => turn.private);
  const words = waiting
    .map((turn) => turn.text)
    .join('\n')
    .slice(-mostAnswered);
  const earlier = historyOf(before);
  const withheld = earlier.map((turn) => (turn.private ? { ...turn, text: null, told: null } : turn));
  if (!waiting.length) return { history: withheld, heard: null, isPrivate };

  const heard = await readWords({ text: words, history: earlier, channel, language }, subjectId);
  const told = toldText(words, heard.reading);
  const history: HistoryTurn[] = [...withheld, { role: 'user', text: words, told, private: isPrivate }];
  return { history, heard: isPrivate ? markPrivate(heard) : heard, isPrivate };
}

function markPrivate(heard: Heard): Heard {
  if (heard.privateScope) return heard;
  return { ...heard, privateScope: 'THIS', intents: [...heard.intents, 'PRIVATE'] };
}
