import { LRUCache } from 'lru-cache';
import type { Label } from '#api/dialogue-acts/labels.ts';
import { objectOf, sentenceAround } from '#api/dialogue-acts/objects.ts';
import { type ActSpan, readUtterance, type UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import {
  answeredAudience,
  limitsReaders,
  type SaidAudience,
  saidAudience,
} from '#api/dialogue-acts/rules/audience.ts';
import { tellsOfGrief } from '#api/dialogue-acts/rules/distress.ts';
import { wantsItGone } from '#api/dialogue-acts/rules/privacy.ts';
import { consentsNamedIn, isStopKeyword } from '#api/dialogue-acts/rules/withdrawal.ts';
import type { Language } from '#api/language/languages.ts';
import { hearingOf } from './hearing-of.ts';
import type { Channel, HistoryTurn } from './history-turn.ts';
import {
  answerToConfirm,
  answerToOffer,
  type Confirmed,
  onlyAnswers,
  plainAnswer,
} from './intents/confirming.ts';
import { isOnlyState, splitByState } from './intents/how-they-are.ts';
import { repeats } from './intents/repeating.ts';
import { isThemeWish, type PrivateScope, scopeOf, themeOfWishes } from './intents/scope.ts';
import { readVoiceYes, withAnswer } from './intents/voice-yes.ts';
import { namedTheme, themeOfQuestion } from './themes.ts';
import { wordCount } from './words.ts';

export type ConsentKind = 'CALLS' | 'SMS' | 'RECORDING' | 'AI_WRITING' | 'SHARING';

export type Intent =
  | 'ANSWER'
  | 'PRIVATE'
  | 'DELETE'
  | 'AUDIENCE'
  | 'AVOID'
  | 'SKIP'
  | 'STOP_TODAY'
  | 'STOP_FOR_GOOD'
  | 'STOP_UNCLEAR'
  | 'WITHDRAW'
  | 'GRIEF'
  | 'CRISIS'
  | 'CONFUSION'
  | 'LOST'
  | 'REPETITION'
  | 'PAUSE'
  | 'GO_ON'
  | 'ASKS_US'
  | 'ASK_ME'
  | 'INSTRUCTS'
  | 'PERMITS'
  | 'GREETS'
  | 'COURTESY'
  | 'META'
  | 'DOUBT';

/**
 * What an utterance asks of us, as the rules of the conversation need it. Several intents can apply at
 * once.
 */
export interface Heard {
  /** The reading that this is derived from. It is stored with the message. */
  reading: UtteranceReading;
  intents: Intent[];
  /**
   * The scope of a wish for privacy, even a doubtful one: its words are withheld until the doubt is
   * settled.
   */
  privateScope: PrivateScope | null;
  /** With THIS_AND_BEFORE: the part of what was told before that the wish names, if any. */
  reachesBackTo: string | null;
  /** Everything said about this theme is private from now on. */
  privateTheme: string | null;
  /** With AVOID: the theme not to ask about, as a tag or in the person's own words. */
  theme: string | null;
  /** With ASK_ME: what the person wants to be asked about. */
  wantsToTell: string | null;
  /** With WITHDRAW: the consents. */
  withdraws: ConsentKind[];
  /** With CRISIS: the kind of danger. */
  crisis: 'CRISIS' | 'MEDICAL' | 'VIOLENCE' | null;
  /** With ASKS_US: what the person wants to know about us. */
  about: 'COMPUTER' | 'WHO' | 'PRIVACY' | 'MONEY' | 'PURPOSE' | 'PRACTICAL' | 'OURSELVES' | null;
  /**
   * Who may read the words besides the person; UNSURE where the person limits that but not in certain words. Null for
   * words that are open, or for nobody else.
   */
  audience: SaidAudience | 'UNSURE' | null;
  /** With DOUBT: what the person may have meant. One short question settles it. */
  doubt: 'PRIVACY' | 'DISTRESS' | 'WITHDRAWAL' | null;
  /** The answer to our question that settles a doubt. */
  confirmed: Confirmed | null;
  words: number;
  /** The number of words that tell or answer. */
  toldWords: number;
}

/** What `listen` needs to know about the conversation to understand the next words. */
export interface ListenContext {
  channel: Channel;
  /** The language that the person speaks with us. */
  language: Language;
  /** The interviewer's last words and the kind of that turn. */
  lastAssistant: { text: string | null; kind: HistoryTurn['kind'] };
  /** The theme of the question just asked. A function, because few utterances need it. */
  lastTheme: () => string | null;
  /** The person announced that their next words are private. */
  privacyAnnounced: boolean;
  /** The consents that our last question was about, because the person may have withdrawn them. */
  doubtedConsents: () => ConsentKind[];
  /** What the person said before in this conversation. */
  earlier: string[];
}

/** The context for a text that arrives outside a conversation. */
export const withoutConversation: ListenContext = {
  channel: 'SMS',
  language: 'en',
  lastAssistant: { text: null, kind: null },
  lastTheme: () => null,
  privacyAnnounced: false,
  doubtedConsents: () => [],
  earlier: [],
};

/** The context for `listen` from the turns so far, without the new words. */
export function contextOf(
  history: HistoryTurn[],
  channel: Channel,
  language: Language = 'en',
): ListenContext {
  const lastAssistant = history.findLast((turn) => turn.role === 'assistant');
  const earlier = history.flatMap((turn) => (turn.role === 'user' && turn.text ? [turn.text] : []));
  const lastUser = history.findLast((turn) => turn.role === 'user');
  return {
    channel,
    language,
    lastAssistant: { text: lastAssistant?.text ?? null, kind: lastAssistant?.kind ?? null },
    lastTheme: () =>
      lastAssistant ? themeOfQuestion(lastAssistant.questionKey ?? null, lastAssistant.text, language) : null,
    privacyAnnounced: announcesPrivacy(lastUser?.text ?? '', language),
    doubtedConsents: () => doubtedConsents(readEarlier(lastUser?.text ?? '', language)),
    earlier,
  };
}

const INTENT_OF: Partial<Record<Label, Intent>> = {
  'delete-this': 'DELETE',
  audience: 'AUDIENCE',
  'avoid-theme': 'AVOID',
  skip: 'SKIP',
  'stop-today': 'STOP_TODAY',
  'stop-unclear': 'STOP_UNCLEAR',
  grief: 'GRIEF',
  repeat: 'CONFUSION',
  lost: 'LOST',
  'already-told': 'REPETITION',
  wait: 'PAUSE',
  'aside-room': 'PAUSE',
  resume: 'GO_ON',
  'ask-me-about': 'ASK_ME',
  instruct: 'INSTRUCTS',
  permit: 'PERMITS',
  greet: 'GREETS',
  courtesy: 'COURTESY',
  meta: 'META',
};

const ABOUT: Partial<Record<Label, NonNullable<Heard['about']>>> = {
  'asks-computer': 'COMPUTER',
  'asks-who': 'WHO',
  'asks-privacy': 'PRIVACY',
  'asks-money': 'MONEY',
  'asks-purpose': 'PURPOSE',
  'asks-practical': 'PRACTICAL',
  'asks-us': 'OURSELVES',
};

const CONSENT_OF: Partial<Record<Label, ConsentKind>> = {
  'withdraw-calls': 'CALLS',
  'withdraw-texts': 'SMS',
  'withdraw-recording': 'RECORDING',
  'withdraw-writing': 'AI_WRITING',
  'withdraw-sharing': 'SHARING',
};

const CRISIS_OF: Partial<Record<Label, NonNullable<Heard['crisis']>>> = {
  'crisis-self': 'CRISIS',
  'crisis-medical': 'MEDICAL',
  'crisis-harm': 'VIOLENCE',
};

/** The consent that a conversation on this channel depends on. */
const CARRIED_BY: Partial<Record<Channel, ConsentKind>> = { PHONE: 'CALLS', SMS: 'SMS' };

/** An aside followed by this many words of a story is over, and the story is answered. */
const GOES_ON_WORDS = 8;

/** The latest readings by language and words, because each turn needs the reading of the words before the new ones. */
const latest = new LRUCache<string, UtteranceReading>({ max: 64 });
const keyOf = (utterance: string, language: Language) => `${language} ${utterance}`;

function readEarlier(utterance: string, language: Language): UtteranceReading {
  return latest.get(keyOf(utterance, language)) ?? readUtterance(utterance, language);
}

/**
 * Decides what was heard, from the one reading of the utterance, before anything else uses the words. Pure:
 * the same words in the same context always give the same result.
 */
export function listen(utterance: string, context: ListenContext): Heard {
  const reading = readUtterance(utterance, context.language);
  latest.set(keyOf(utterance, context.language), reading);
  return heardFrom(reading, utterance, context);
}

/** The same for words that have been read. */
export function heardFrom(read: UtteranceReading, utterance: string, context: ListenContext): Heard {
  const { language } = context;
  const hearing = hearingOf(language);
  const isByVoice = context.lastAssistant.kind === 'CONFIRM_BY_VOICE';
  const voiceYes = isByVoice ? readVoiceYes(utterance, hearing) : { voice: null, end: 0 };
  const reading = withAnswer(read, voiceYes.end);
  const textOf = ({ start, end }: ActSpan) => utterance.slice(start, end);
  const wordsOf = (spans: ActSpan[]) => spans.reduce((sum, span) => sum + wordCount(textOf(span)), 0);
  const toldWords = wordsOf(reading.spans.filter((span) => tells(span) && span.end > voiceYes.end));
  const answered =
    context.lastAssistant.kind === 'CONFIRM_AUDIENCE' ? answerToAudience(utterance, language) : null;
  const confirmed = answered
    ? { audience: true as const }
    : voiceYes.voice !== null
      ? { voice: voiceYes.voice }
      : answerToConfirm(utterance, context.lastAssistant.kind, hearing);
  const asked = context.lastAssistant.kind;
  const isNoWish = (span: ActSpan) =>
    ((isByVoice || asked === 'CONFIRM_RECORDING') && takesNothingBack(span, textOf(span), language)) ||
    (asked === 'CONFIRM_RECORDING' && stopsNothing(span, textOf(span), language));
  const sure = reading.spans.filter((span) => !span.doubtful && !isNoWish(span));
  const labelled = (...labels: Label[]) => sure.filter((span) => labels.includes(span.label));

  const agreed = confirmed?.yes && asked === 'CONFIRM_WITHDRAWAL' ? context.doubtedConsents() : [];
  const all = withdrawnBy(sure, agreed, utterance, context);
  const withdraws = refusesRecording(confirmed) ? takenBackBeside(all, utterance, context) : all;
  const isUnsafe = asked === 'CONFIRM_SAFE' && confirmed?.yes === false;
  const crisis = sure.map(({ label }) => CRISIS_OF[label]).find(Boolean) ?? (isUnsafe ? 'CRISIS' : null);
  const scope = scopeOf(reading, utterance, toldWords, context);
  const privateScope = scope.privateScope ?? (answered && 'THIS');
  const { reachesBackTo } = scope;
  const avoided = sure.find(({ labels }) => labels.includes('avoid-theme'));
  // “I don't speak of the wreck. I don't want it in there.”: what is not to be talked about stays private whenever it comes up.
  const leaves = avoided !== undefined && toldWords < GOES_ON_WORDS;
  const themes = sure.filter(
    (span) => isThemeWish(span, utterance, language) || (leaves && span.act === 'PRIVACY'),
  );
  const wanted = labelled('ask-me-about')[0];
  // Words that are only held back from print are doubtful too, and nobody is asked about them.
  const doubtful = reading.spans.find(({ doubtful, act }) => doubtful && DOUBT_OF[act]);

  const intents = new Set<Intent>();
  if (crisis) intents.add('CRISIS');
  if (tellsOfGrief(utterance, language)) intents.add('GRIEF');
  const isSure =
    context.privacyAnnounced || answered !== null || sure.some(({ act }) => DOUBT_OF[act] === 'PRIVACY');
  if (privateScope && isSure) intents.add('PRIVATE');
  if (privateScope && isSure && sure.some((span) => isGone(span, utterance, language))) intents.add('DELETE');
  if (avoided) intents.add('AVOID');
  if (withdraws.length > 0) intents.add('WITHDRAW');
  const carried = CARRIED_BY[context.channel];
  const ends = withdraws.some((kind) => kind === carried) || withdraws.length === 5;
  if (ends && !crisis) intents.add('STOP_FOR_GOOD');
  for (const [at, span] of sure.entries()) {
    const intent = ABOUT[span.label] ? 'ASKS_US' : INTENT_OF[span.label];
    if (!intent) continue;
    const after = wordsOf(reading.spans.slice(reading.spans.indexOf(span) + 1).filter(tells));
    if (intent === 'CONFUSION' && toldWords >= GOES_ON_WORDS && !hearing.asksAgain(textOf(span))) continue;
    if (intent === 'GRIEF' || LASTING.has(intent) || after < GOES_ON_WORDS || at === sure.length - 1)
      intents.add(intent);
  }
  if (confirmed?.stop) for (const stop of STOPS) intents.delete(stop);
  if (confirmed?.stop && !crisis) intents.add(confirmed.stop);
  const chosen = answerToOffer(utterance, context.lastAssistant.kind, hearing);
  if (chosen) for (const stop of STOPS) intents.delete(stop);
  if (chosen && !crisis) intents.add(chosen);
  if (confirmed?.goOn) for (const stop of STOPS) intents.delete(stop);
  if (confirmed?.goOn) intents.add('GO_ON');
  // “I don’t want to” declines what we asked for, not the call.
  if (confirmed?.voice === false) intents.delete('STOP_UNCLEAR');
  // So does “not this time”.
  if (refusesRecording(confirmed) && isNotThisTime(utterance, language)) intents.delete('STOP_TODAY');
  if (crisis) for (const stop of STOPS) intents.delete(stop);
  if (isAlone(utterance)) intents.add('CONFUSION');
  if (repeats(utterance, context.earlier)) intents.add('REPETITION');
  const isOpen = !confirmed || (confirmed.voice === true && doubtful?.act === 'DISTRESS');
  const doubt = doubtful && isOpen ? DOUBT_OF[doubtful.act] : undefined;
  if (doubt && ![...intents].some((intent) => SETTLED_BY[doubt].includes(intent))) intents.add('DOUBT');
  if (toldWords > 0 && (intents.size === 0 || toldWords > 12)) intents.add('ANSWER');
  // A yes to the recording counts only if our answer confirms it, not if it must first react to something else.
  const isAside = confirmed?.recording && [...intents].some((intent) => ANSWERED_FIRST.has(intent));

  return {
    reading,
    intents: [...intents],
    privateScope,
    reachesBackTo,
    privateTheme: themeOfWishes(themes, utterance, context.lastAssistant.text, language),
    theme: avoided ? themeLeft(textOf(avoided), context) : null,
    wantsToTell: wanted ? objectOf(textOf(wanted), language) : null,
    withdraws,
    crisis,
    about: sure.map(({ label }) => ABOUT[label]).find(Boolean) ?? null,
    audience:
      crisis || privateScope === 'THIS_AND_NEXT' ? null : (answered ?? audienceOf(sure, utterance, language)),
    doubt: intents.has('DOUBT') ? (doubt ?? null) : null,
    confirmed: isAside ? null : confirmed,
    words: wordCount(utterance),
    toldWords,
  };
}

/** Whether the answer is that this call may not be recorded, or not any more. */
export function refusesRecording(confirmed: Confirmed | null): boolean {
  return confirmed?.recording === false || confirmed?.voice === false;
}

function isNotThisTime(utterance: string, language: Language): boolean {
  const { confirming } = hearingOf(language);
  const words = confirming.plainByVoice(utterance).match(/[\p{L}']+/gu) ?? [];
  return confirming.notThisTime.test(words.join(' '));
}

/** Whether words seem to take back the consent to recording, but only say how the person is: “Yes. My voice is no good.” */
function takesNothingBack({ act, labels }: ActSpan, words: string, language: Language): boolean {
  if (act !== 'WITHDRAWS' || labels.some((label) => CONSENT_OF[label] !== 'RECORDING')) return false;
  const hearing = hearingOf(language);
  const beside = splitByState(words, hearing)?.beside;
  return beside !== undefined && onlyAnswers(beside, hearing) && plainAnswer(beside, hearing) !== false;
}

/** Whether words seem to end the call or pause it, but only say how the person is, who asks for no rest. */
function stopsNothing({ label }: ActSpan, words: string, language: Language): boolean {
  const intent = INTENT_OF[label];
  const isStop = intent === 'STOP_TODAY' || intent === 'STOP_UNCLEAR' || intent === 'PAUSE';
  const hearing = hearingOf(language);
  return isStop && isOnlyState(words, hearing) && !hearing.confirming.tired.test(hearing.plain(words));
}

/** The theme to leave: the one that is named; the question's, where the words only point; else just this. */
function themeLeft(wish: string, { lastTheme, language }: ListenContext): string {
  const asked = hearingOf(language).wishes.namesAThing(wish) ? null : lastTheme();
  return namedTheme(objectOf(wish, language) ?? '', language) ?? asked ?? 'this';
}

function isGone(span: ActSpan, utterance: string, language: Language): boolean {
  return DOUBT_OF[span.act] === 'PRIVACY' && wantsItGone(sentenceAround(utterance, span), language);
}

/** The most words of an answer to “who may read it?”; more are a story. */
const mostAnswerWords = 12;

function answerToAudience(utterance: string, language: Language): Heard['audience'] {
  return wordCount(utterance) > mostAnswerWords ? null : answeredAudience(utterance, language);
}

/** Who may read the words, by the sentences of the wishes in them. Different answers make it uncertain. */
function audienceOf(sure: readonly ActSpan[], utterance: string, language: Language): Heard['audience'] {
  const wishes = sure.filter(({ act }) => act === 'AUDIENCE' || act === 'PRIVACY');
  const isTheme = wishes.some((span) => isThemeWish(span, utterance, language));
  if (isTheme || sure.some(({ act }) => act === 'DELETION')) return null;
  const sentences = [...new Set(wishes.map((span) => sentenceAround(utterance, span)))];
  const [said, ...others] = sentences.map((sentence) => saidAudience(sentence, language));
  const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(said));
  if (said && isOne) return said;
  return wishes.some(({ act }) => act === 'AUDIENCE') ||
    sentences.some((sentence) => limitsReaders(sentence, language))
    ? 'UNSURE'
    : null;
}

/** Intents that are answered before anything else. */
const ANSWERED_FIRST = new Set<Intent>([
  ...(['CRISIS', 'GRIEF', 'WITHDRAW', 'ASKS_US', 'CONFUSION', 'LOST', 'PAUSE', 'DOUBT', 'AVOID'] as const),
  ...(['STOP_TODAY', 'STOP_FOR_GOOD', 'STOP_UNCLEAR', 'SKIP'] as const),
]);

/** One or two words with a question mark: the person did not understand. */
function isAlone(utterance: string): boolean {
  return /\?\s*$/.test(utterance) && wordCount(utterance) > 0 && wordCount(utterance) <= 2;
}

/** Whether the words announce a private story that is still to come: “this is just between us”. */
export function announcesPrivacy(utterance: string, language: Language = 'en'): boolean {
  return readEarlier(utterance, language).spans.at(-1)?.label === 'private-next';
}

/** These intents apply whatever story follows them in the same utterance. */
const LASTING = new Set<Intent>(['DELETE', 'AUDIENCE', 'AVOID', 'ASK_ME']);
const STOPS = ['STOP_TODAY', 'STOP_FOR_GOOD', 'STOP_UNCLEAR'] as const;
const DOUBT_OF: Partial<Record<ActSpan['act'], NonNullable<Heard['doubt']>>> = {
  PRIVACY: 'PRIVACY',
  AUDIENCE: 'PRIVACY',
  DELETION: 'PRIVACY',
  DISTRESS: 'DISTRESS',
  WITHDRAWS: 'WITHDRAWAL',
};
const SETTLED_BY: Record<NonNullable<Heard['doubt']>, readonly Intent[]> = {
  PRIVACY: ['PRIVATE', 'CRISIS'],
  DISTRESS: ['CRISIS'],
  WITHDRAWAL: ['WITHDRAW', 'STOP_TODAY', 'STOP_FOR_GOOD', 'STOP_UNCLEAR', 'CRISIS'],
};

function tells({ act, doubtful }: ActSpan): boolean {
  return !doubtful && (act === 'TELLS' || act === 'ANSWERS' || act === 'CORRECTS');
}

function withdrawnBy(
  spans: readonly ActSpan[],
  agreed: readonly ConsentKind[],
  utterance: string,
  { channel, lastAssistant, language }: ListenContext,
): ConsentKind[] {
  const asked = consentsNamedIn(lastAssistant.text?.split(/(?<=[.!])\s/).at(-1) ?? '', language);
  const taken = spans.flatMap((span) => {
    if (span.act !== 'WITHDRAWS') return [];
    // “I must ask you to discontinue them”, after “How are your texts coming through?”
    const names = consentsNamedIn(utterance.slice(span.start, span.end), language).length > 0;
    const labels = names || asked.length !== 1 ? span.labels : asked;
    return labels.flatMap((label) => CONSENT_OF[label] ?? []);
  });
  const kinds = new Set([...agreed, ...taken]);
  if (channel === 'SMS' && isStopKeyword(utterance, language)) kinds.add('SMS');
  return (['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'] as const).filter((kind) => kinds.has(kind));
}

/**
 * What is taken back by somebody who doesn't want this call recorded: what they name besides. “No, don’t record me”
 * declines for this call, so that the consent and earlier recordings stay; “I don't want the call recorded” takes back no
 * calls, and a bare “I don't want to” nothing.
 */
function takenBackBeside(
  kinds: readonly ConsentKind[],
  utterance: string,
  { language }: ListenContext,
): ConsentKind[] {
  if (kinds.length === 5) return [...kinds];
  const { confirming, plain, isOfEveryCall } = hearingOf(language);
  const named = consentsNamedIn(utterance, language).flatMap((label) => CONSENT_OF[label] ?? []);
  return kinds.filter((kind) => {
    if (kind === 'CALLS') return confirming.noCalls.test(plain(utterance));
    if (kind === 'RECORDING') return isOfEveryCall(utterance);
    return named.includes(kind);
  });
}

/** The consents that the words may have withdrawn, where that is doubtful. */
export function doubtedConsents({ spans }: UtteranceReading): ConsentKind[] {
  return spans
    .filter(({ act, doubtful }) => act === 'WITHDRAWS' && doubtful)
    .flatMap(({ labels }) => labels.flatMap((label) => CONSENT_OF[label] ?? []));
}
