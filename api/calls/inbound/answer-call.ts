import { holdPhone } from '#api/accounts/phones/codes.ts';
import { ports } from '#api/adapters/ports.ts';
import { callConsentQuestion, enterCallConsent, readCallConsent } from '#api/consent/by-calling.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { commonLanguage, languageOfPhone } from '#api/consent/phone-language.ts';
import { languageOfWording } from '#api/consent/wordings.ts';
import { begin, liveConversation } from '#api/conversations/service/begin.ts';
import { endLiveText } from '#api/conversations/service/end.ts';
import { type Language, languageOf, languages } from '#api/language/languages.ts';
import type { Budget } from '#api/platform/budgets.ts';
import { type Cap, spendEach } from '#api/platform/caps.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { WebhookRequest } from '#api/platform/webhook.ts';
import { mayRecordCall } from '#api/recordings/calls/agreeing.ts';
import { type Callable, chosenOf, isAskedForConsent, subjectsOfNumber } from './callers.ts';
import { inboundWords } from './inbound-words.ts';

/** Limits on inbound calls: per number, per block of a thousand numbers, and in total. */
const perNumber: Budget = { name: 'calls-to-us', points: 12, seconds: 3600 };
const perBlock: Budget = { name: 'calls-to-us-block', points: 60, seconds: 3600 };
const inAll: Budget = { name: 'calls-to-us-all', points: 3_000, seconds: 3600 };

/** How often a caller is asked whom the call is about. */
const mostAsked = 3;

type Spoken = readonly { words: string; language: Language }[];

/** The first reply to an inbound call. */
export type Answered =
  | { kind: 'TALK'; conversationId: string }
  | { kind: 'SAY'; spoken: Spoken }
  | { kind: 'ASK'; spoken: Spoken; names: string[]; asked: number; language: Language }
  | { kind: 'ASK_CONSENT'; words: string; question: string; wordingVersion: number; language: Language }
  | { kind: 'BUSY' }
  | { kind: 'NOTHING' };

function say(words: string, language: Language): Answered {
  return { kind: 'SAY', spoken: [{ words, language }] };
}

/** What Evertold is, in every language, the phone's own language first. */
async function sayWhatWeAre(phone: string): Promise<Answered> {
  const own = await languageOfPhone(db, phone);
  const inOrder = [own, ...languages.filter((language) => language !== own)];
  return {
    kind: 'SAY',
    spoken: inOrder.map((language) => ({ words: inboundWords[language].whatWeAre, language })),
  };
}

/**
 * Answers an inbound call. A known number hears the names that the call can be about and may tell a story at once;
 * the phone of a book without consent to calls is asked for it;
 * any other number hears what Evertold is, in every language. Neither hears a name. Repeating the request changes nothing.
 */
export async function answerCall({ form, query }: WebhookRequest): Promise<Answered> {
  const providerId = form.get('CallSid') ?? '';
  if (form.get('AccountSid') !== ports.telephony.accountId || !providerId) return { kind: 'NOTHING' };
  const before = await answeredBefore(providerId);
  if (before) return before;
  const phone = form.get('From') ?? '';
  const wordingVersion = Number(query.get('consent')) || 0;
  if (wordingVersion)
    return hearConsent({ phone, providerId, wordingVersion }, form.get('SpeechResult') ?? '');
  const asked = Number(query.get('asked')) || 0;
  if (!asked && (await isTooOften(phone))) return { kind: 'BUSY' };
  const subjects = /^\+[1-9]\d{6,14}$/.test(phone) ? await subjectsOfNumber(db, phone) : [];
  const [only, ...others] = subjects;
  if (!only) {
    const isAsked = await isAskedForConsent(db, phone);
    if (!isAsked) return sayWhatWeAre(phone);
    return { kind: 'ASK_CONSENT', ...callConsentQuestion(await languageOfPhone(db, phone)) };
  }
  if (!others.length) return talkAbout(only, { phone, providerId });
  const answer = { digits: form.get('Digits') ?? '', speech: form.get('SpeechResult') ?? '' };
  const chosen = asked ? chosenOf(subjects, answer) : null;
  if (chosen) return talkAbout(chosen, { phone, providerId });
  return askWhom(subjects, asked);
}

/** Asks whom a call is about; each subject is offered in their own language. The answer is heard in one language. */
function askWhom(subjects: readonly Callable[], asked: number): Answered {
  const choices = subjects.map(({ preferredName, language }, at) => ({
    number: at + 1,
    name: preferredName,
    language: languageOf(language),
  }));
  const byLanguage = [...Map.groupBy(choices, ({ language }) => language)];
  if (asked >= mostAsked) {
    const spoken = byLanguage.map(([language]) => ({
      words: inboundWords[language].notUnderstood,
      language,
    }));
    return { kind: 'SAY', spoken };
  }
  return {
    kind: 'ASK',
    spoken: byLanguage.map(([language, inLanguage]) => ({
      words: inboundWords[language].askWhom(inLanguage, asked > 0),
      language,
    })),
    names: choices.map(({ name }) => name),
    asked: asked + 1,
    language: commonLanguage(subjects),
  };
}

/** The reply to a call that was answered already: the provider may repeat its request until the socket is open. */
async function answeredBefore(providerId: string): Promise<Answered | null> {
  const call = await db.call.findUnique({
    where: { providerId },
    select: {
      conversationId: true,
      inbound: true,
      ticketHash: true,
      conversation: { select: { status: true } },
    },
  });
  if (!call) return null;
  const waits = call.inbound && call.ticketHash !== null && call.conversation.status === 'IN_PROGRESS';
  return waits ? { kind: 'TALK', conversationId: call.conversationId } : { kind: 'NOTHING' };
}

/** Enters a caller's answer to the question for consent. The provider may repeat the request: it is entered once. */
async function hearConsent(
  { phone, providerId, wordingVersion }: { phone: string; providerId: string; wordingVersion: number },
  speech: string,
): Promise<Answered> {
  const language = languageOfWording('CALLS', wordingVersion);
  const answer = readCallConsent(speech, language);
  const entered = await transaction(async (tx, wake) => {
    await holdPhone(tx, phone);
    // An earlier request of this call has entered it.
    if (answer === 'YES' && (await subjectsOfNumber(tx, phone)).length) return answer;
    return enterCallConsent(tx, wake, { phone, answer, speech, callId: providerId, wordingVersion });
  });
  return say(inboundWords[language].consentAnswers[entered], language);
}

async function isTooOften(phone: string): Promise<boolean> {
  const caps: Cap[] = [
    { budget: perNumber, of: phone || 'hidden' },
    { budget: perBlock, of: phone.slice(0, -3) || 'hidden' },
    { budget: inAll, of: 'all', raisesAlarm: true },
  ];
  return (await spendEach(caps)) !== null;
}

/** Begins the conversation with its first words. They reveal nothing that is stored until the caller is confirmed. */
async function talkAbout(
  { id: subjectId, preferredName, ...callable }: Callable,
  { phone, providerId }: { phone: string; providerId: string },
): Promise<Answered> {
  const language = languageOf(callable.language);
  const words = inboundWords[language];
  const later = say(words.later, language);
  await endLiveText(subjectId);
  try {
    return await transaction(async (tx, wake): Promise<Answered> => {
      const subject = await lockSubject(tx, subjectId);
      if (subject?.status !== 'ACTIVE' && subject?.status !== 'PAUSED') return later;
      if (await liveConversation(subjectId, tx)) return later;
      // A family member's number is not stored with the book.
      const own = subject.phone === phone ? phone : null;
      const talk = { subjectId, channel: 'PHONE', phone: own, heldById: null, together: false } as const;
      const { id } = await begin(tx, wake, { ...talk, status: 'IN_PROGRESS', opens: false });
      // Counts as connected from now on, so that it ends after a while if its socket never opens.
      const call = { conversationId: id, subjectId, line: 'PROVIDER', inbound: true, providerId } as const;
      await tx.call.create({ data: { ...call, connectedAt: clock.now() } });
      const asksToRecord = await mayRecordCall(tx, subjectId, own);
      await tx.message.create({
        data: {
          ...{ id: newId(), subjectId, conversationId: id, seq: 1, role: 'assistant', phone: own },
          text: words.opening(preferredName, asksToRecord),
          ...{ turnKind: asksToRecord ? 'CONFIRM_RECORDING' : 'OPEN', madeBy: 'built-in' },
        },
      });
      await tx.conversation.update({ where: { id }, data: { lastSeq: 1 } });
      return { kind: 'TALK', conversationId: id };
    });
  } catch (error) {
    // The same call, or another conversation, began concurrently.
    if ((error as { code?: string }).code !== 'P2002') throw error;
    return (await answeredBefore(providerId)) ?? later;
  }
}
