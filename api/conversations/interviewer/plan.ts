import type { Language } from '#api/language/languages.ts';
import { announcedBy } from './announced.ts';
import { type KeepsakeReply, keepsakeReply } from './answering/keepsake-reply.ts';
import { settledQuestions } from './answering/settled-questions.ts';
import { nextQuestion, questionsAsked, staysWithIt, type Wanted } from './choose.ts';
import { followUp, namesSomething } from './follow-up.ts';
import { hearingOf } from './hearing-of.ts';
import { fetchesPerson } from './intents/confirming.ts';
import { onlySaysHowTheyAre } from './intents/how-they-are.ts';
import type { Ask, Effect, EndReason, TurnPlan } from './interviewer.ts';
import type { FamilyRequest, HistoryTurn, TurnKind, TurnRequest } from './request.ts';
import { speechOf } from './speech-of.ts';
import { MAX_WORDS, wordCount } from './words.ts';

const kindsOf = (history: HistoryTurn[]) =>
  history.flatMap((turn) => (turn.role === 'assistant' ? [turn.kind ?? null] : []));

/** The length in words of what is said about the recording before the next question. */
const wordsOfRecording = 6;

/**
 * The lengths of our own first question, alone and beside what was told last time. They don't depend on how the greeting
 * is worded, so that the question is known before the conversation begins.
 */
const [wordsOfFirst, wordsBesideMemory] = [12, 7];

function openingOf({ conversation }: TurnRequest, wanted: Wanted): Wanted {
  return { ...wanted, light: conversation.number === 1, opens: true, ownWords: wordsOfFirst };
}

/**
 * The questions that a conversation would ask if it began now and each were answered briefly, without what the answers
 * lead to: at most `most` of our own, with those of the family in their places.
 */
export function plannedQuestions(request: TurnRequest, most: number): Ask[] {
  const asksFirst = request.conversation.asksToRecord
    ? nextQuestion(
        request,
        openingOf(request, { maxWords: MAX_WORDS - wordsOfRecording, light: false, alsoAvoided: [] }),
      )
    : (planTurn({ ...request, history: [] }).ask ??
      nextQuestion(request, openingOf(request, { maxWords: MAX_WORDS, light: false, alsoAvoided: [] })));
  const planned: Ask[] = [];
  const history: HistoryTurn[] = [];
  const usual: Wanted = { maxWords: MAX_WORDS, light: false, alsoAvoided: [] };
  const isOwn = ({ from }: Ask) => from === 'BANK' || from === 'FINDING';
  for (let ask = asksFirst; ask; ask = nextQuestion({ ...request, history }, usual)) {
    if (!isOwn(ask) && ask.from !== 'REQUEST') break;
    planned.push(ask);
    if (planned.filter(isOwn).length === most || planned.length >= request.conversation.limits.questions)
      break;
    const { text, questionKey, requestId } = ask;
    history.push(
      { role: 'assistant', text, told: null, private: false, kind: 'ASK', questionKey, requestId },
      { role: 'user', text: '', told: '', private: false },
    );
  }
  return planned;
}

/** Whether the last turn asked if the call may be recorded. */
const asksToRecord = (history: HistoryTurn[]) => kindsOf(history).at(-1) === 'CONFIRM_RECORDING';

/** Whether the last turn waited instead of an answer about the recording. */
function isHeldUp(kinds: (TurnKind | null)[]): boolean {
  const before = kinds.findLastIndex((kind) => kind !== 'WAIT');
  return kinds.at(-1) === 'WAIT' && kinds[before] === 'CONFIRM_RECORDING';
}

/** Whether a turn is for somebody in danger, or for words that end the conversation or may do so. */
function isOver(urgent: TurnPlan | null): boolean {
  return urgent !== null && ['CRISIS', 'CLOSE', 'CONFIRM_STOP', 'CONFIRM_SAFE'].includes(urgent.kind);
}

/** Whether the last turn asked for a yes in the person's own voice. */
const asksByVoice = (history: HistoryTurn[]) => kindsOf(history).at(-1) === 'CONFIRM_BY_VOICE';

/** With fewer story words than this, a person who was asked for their yes by voice has told nothing. */
const TELLS_INSTEAD = 4;

/** With fewer story words than this, “I told you that already” leaves nothing to follow up. */
const MEANT_TO_TELL = 8;

/**
 * Whether the last words let the call be recorded and tell nothing, so that a yes in the person's own voice can be asked
 * for as soon as it is recorded. It is asked for once in a call.
 */
export function leadsToVoiceYes({ history, heard, conversation }: TurnRequest): boolean {
  return (
    conversation.asksToRecord === true &&
    asksToRecord(history) &&
    heard?.confirmed?.recording === true &&
    heard.toldWords < MEANT_TO_TELL &&
    !kindsOf(history).includes('CONFIRM_BY_VOICE')
  );
}

/** Whether the last words are about the recording and tell no story, so that the first question follows. */
function isOnlyOfRecording({ history, heard }: TurnRequest): boolean {
  if (!heard) return false;
  if (asksToRecord(history)) return heard.toldWords < MEANT_TO_TELL;
  if (!asksByVoice(history)) return false;
  return heard.toldWords < (heard.confirmed?.voice === undefined ? TELLS_INSTEAD : MEANT_TO_TELL);
}

/** Whether the last words say how the person is, where they were asked for a yes or no. */
function saysHowTheyAreInstead({ history, heard, subject }: TurnRequest): boolean {
  return (
    heard?.confirmed?.recording === undefined &&
    onlySaysHowTheyAre(history.at(-1)?.text ?? '', hearingOf(subject.language))
  );
}

/** Minutes since the conversation began. */
export function minutesSpent(request: TurnRequest): number {
  return (request.now.getTime() - request.conversation.startedAt.getTime()) / 60_000;
}

/** The effects of the person's words. All are applied before the answer is made. */
function effectsOf(request: TurnRequest): Effect[] {
  const { heard, history } = request;
  if (!heard) return [];
  const effects: Effect[] = [];
  if (heard.privateScope) effects.push({ effect: 'MAKE_PRIVATE', scope: heard.privateScope });
  if (heard.crisis) effects.push({ effect: 'WELLBEING_NOTE', about: heard.crisis });
  if (heard.theme) effects.push({ effect: 'AVOID_THEME', theme: heard.theme });
  const kinds = new Set(heard.withdraws);
  if (heard.intents.includes('STOP_FOR_GOOD') && kinds.size === 0) {
    kinds.add('CALLS');
    kinds.add('SMS');
  }
  if (kinds.size > 0) effects.push({ effect: 'WITHDRAW_CONSENT', kinds: [...kinds] });

  return [
    ...effects,
    ...settledQuestions({
      ...{ history, heard, questions: questionsOf(request), language: request.subject.language },
    }),
  ];
}

const questionsOf = ({ requests, unanswered = [] }: TurnRequest) => [...requests, ...unanswered];

/** The family's questions that the last words did not answer. */
function stillOpen({ requests }: TurnRequest, effects: readonly Effect[]): FamilyRequest[] {
  const settled = new Set(effects.map((each) => (each.effect === 'REQUEST' ? each.requestId : '')));
  return requests.filter(({ id }) => !settled.has(id));
}

function withAsk(kind: TurnKind, ask: Ask | null, effects: Effect[]): TurnPlan | null {
  if (!ask) return null;
  const fresh = ask.requestId && ask.from === 'REQUEST';
  const asked: Effect[] = fresh
    ? [{ effect: 'REQUEST', requestId: ask.requestId ?? '', status: 'ASKED' }]
    : [];
  return { kind, ask, effects: [...effects, ...asked] };
}

function closing(reason: EndReason, effects: Effect[]): TurnPlan {
  return { kind: 'CLOSE', ask: null, effects: [...effects, { effect: 'END', reason }] };
}

/** The turn for anything that must be answered before everything else. */
function planUrgent(request: TurnRequest, effects: Effect[]): TurnPlan | null {
  const intents = new Set(request.heard?.intents);
  const kinds = kindsOf(request.history);
  if (intents.has('CRISIS')) return { kind: 'CRISIS', ask: null, effects };
  if (intents.has('STOP_FOR_GOOD'))
    return closing(intents.has('WITHDRAW') ? 'CONSENT_WITHDRAWN' : 'ASKED_FOR_GOOD', effects);
  if (intents.has('STOP_TODAY')) return closing('ASKED_FOR_TODAY', effects);
  if (intents.has('STOP_UNCLEAR')) {
    return kinds.includes('CONFIRM_STOP')
      ? closing('ASKED_FOR_TODAY', effects)
      : { kind: 'CONFIRM_STOP', ask: null, effects };
  }
  if (intents.has('WITHDRAW')) return { kind: 'REASSURE', ask: null, effects };
  const doubt = request.heard?.doubt;
  if (doubt && !kinds.slice(-4).includes(CONFIRMS[doubt]))
    return { kind: CONFIRMS[doubt], ask: null, effects };
  if (request.keptFor === 'UNSURE' && !kinds.includes('CONFIRM_AUDIENCE'))
    return { kind: 'CONFIRM_AUDIENCE', ask: null, effects };
  if (kinds.at(-1) === 'CRISIS') return { kind: 'COMFORT', ask: null, effects };
  if (intents.has('GRIEF') && !kinds.slice(-3).includes('COMFORT'))
    return { kind: 'COMFORT', ask: null, effects };
  // A person who turns away from something hard is first offered comfort, not the next question.
  const { language } = request.subject;
  const lastWords = request.history.at(-1)?.text ?? '';
  const turnsAway = intents.has('AVOID') || intents.has('SKIP');
  if (
    turnsAway &&
    (isHeavy(lastWords, language) ||
      isHeavy(request.history.findLast(({ role }) => role === 'assistant')?.text ?? '', language)) &&
    !kinds.slice(-3).includes('COMFORT')
  )
    return { kind: 'COMFORT', ask: null, effects };
  if (hearingOf(language).asksForAMoment(lastWords)) return { kind: 'WAIT', ask: null, effects };
  if (intents.has('ASKS_US')) return { kind: 'REASSURE', ask: null, effects };
  if (
    (intents.has('CONFUSION') || intents.has('LOST')) &&
    !kinds.slice(-2).every((kind) => kind === 'REPEAT')
  )
    return { kind: 'REPEAT', ask: null, effects };
  if (intents.has('PAUSE')) return { kind: 'WAIT', ask: null, effects };
  if (isInstructed(request)) return { kind: 'REASSURE', ask: null, effects };
  return null;
}

function isHeavy(text: string, language: Language): boolean {
  const { isHard, isOfIllness } = hearingOf(language);
  return isHard(text) || isOfIllness(text);
}

/** Acts that may follow an instruction without changing what the turn is about. */
const BESIDE = new Set(['GREETS', 'ASIDE', 'ANSWERS']);

/** Whether the person tells us how to do something, and doesn't go on with a story or ask for another question. */
function isInstructed({ heard }: TurnRequest): boolean {
  if (!heard?.intents.includes('INSTRUCTS') || heard.privateScope) return false;
  if (heard.intents.some((intent) => intent === 'SKIP' || intent === 'AVOID' || intent === 'ASK_ME'))
    return false;
  const last = heard.reading.spans.findLast(({ act, doubtful }) => !doubtful && !BESIDE.has(act));
  return last?.label === 'instruct';
}

/** A reply of at most this many words that names nothing only points at the keepsake: “That’s me”. */
const ONLY_POINTS = 6;

/** Whether a reply to a question about a keepsake leaves the telling for the next words. */
function isTellingToCome(request: TurnRequest, reply: KeepsakeReply): boolean {
  const words = request.history.at(-1)?.text ?? '';
  return (
    reply === 'AGREES' ||
    (reply === 'SAYS' && wordCount(words) <= ONLY_POINTS && !namesSomething(words, request))
  );
}

/** The turn that settles each kind of doubt. */
const CONFIRMS = {
  PRIVACY: 'CONFIRM_PRIVATE',
  DISTRESS: 'CONFIRM_SAFE',
  WITHDRAWAL: 'CONFIRM_WITHDRAWAL',
} as const;

function limitReached(request: TurnRequest): EndReason | null {
  const { limits } = request.conversation;
  if (minutesSpent(request) >= limits.minutes) return 'TIME_LIMIT';
  return questionsAsked(request.history) >= limits.questions ? 'QUESTION_LIMIT' : null;
}

/**
 * Decides the next turn: what it does, what it asks, and its effects. Pure. Every back end follows it, so
 * that conversations follow the same rules whoever words them.
 */
export function planTurn(whole: TurnRequest): TurnPlan {
  const effects = effectsOf(whole);
  const request = { ...whole, requests: stillOpen(whole, effects) };
  const { heard, history, conversation } = request;
  const intents = new Set(heard?.intents);
  const { greeting, promiseOf } = speechOf(request.subject.language);
  const { isHard, closesSubject } = hearingOf(request.subject.language);
  const promise = promiseOf(request);
  const isOfRecording =
    asksToRecord(history) || isOnlyOfRecording(request) || heard?.confirmed?.voice !== undefined;
  const wanted: Wanted = {
    maxWords: MAX_WORDS - (isOfRecording ? wordsOfRecording : 0) - (promise ? wordCount(promise) : 0),
    light: false,
    alsoAvoided: heard?.theme ? [heard.theme] : [],
  };

  if (history.length === 0) {
    if (conversation.asksToRecord) return { kind: 'CONFIRM_RECORDING', ask: null, effects };
    const { short, memory } = greeting(request);
    const room = MAX_WORDS - wordCount(short);
    const first = openingOf(request, { ...wanted, maxWords: room });
    // A question that the family put first leaves no room for a reminder of the last conversation.
    const isOrdered = request.requests.length > 0 || Boolean(request.told.orderedKeys?.length);
    const brief = memory && !isOrdered ? Math.min(room, wordsBesideMemory) : room;
    // A question of the family that is too long for the greeting is announced, and asked whole in the next turn.
    if (announcedBy(request, room)) return { kind: 'OPEN', ask: null, effects };
    const ask = nextQuestion(request, { ...first, maxWords: brief }) ?? nextQuestion(request, first);
    const bare =
      ask && wordCount(ask.text) + (ask.lead ? wordCount(ask.lead) : 0) > room ? { ...ask, lead: null } : ask;
    return withAsk('OPEN', bare, effects) ?? { kind: 'OPEN', ask: null, effects };
  }
  if (!heard) return { kind: 'REPEAT', ask: null, effects };

  const kinds = kindsOf(history);
  const ofKeepsake = keepsakeReply({ history, heard, language: request.subject.language });
  const urgent = planUrgent(request, effects);
  const lastWords = history.at(-1)?.text ?? '';
  if (
    asksToRecord(history) &&
    !isOver(urgent) &&
    fetchesPerson(lastWords, hearingOf(request.subject.language))
  )
    return { kind: 'WAIT', ask: null, effects };
  // After a wait, another person may be on the phone, who hasn’t been asked yet.
  if (isHeldUp(kinds) && !isOver(urgent) && urgent?.kind !== 'WAIT')
    return { kind: 'CONFIRM_RECORDING', ask: null, effects };
  const mayAskAgain = asksToRecord(history) && kinds.at(-2) !== 'CONFIRM_RECORDING';
  const asksAgain = urgent?.kind === 'REPEAT' || (!urgent && saysHowTheyAreInstead(request));
  if (mayAskAgain && asksAgain) return { kind: 'CONFIRM_RECORDING', ask: null, effects };
  // Waiting or asking again doesn't help a person who doesn't know the keepsake, and “That’s me” doesn't end a talk.
  const isVain = ofKeepsake === 'UNKNOWN' && (urgent?.kind === 'WAIT' || urgent?.kind === 'REPEAT');
  const { pointsAtSomebody } = hearingOf(request.subject.language);
  const points = ofKeepsake !== null && pointsAtSomebody(lastWords);
  // The yes by voice is asked for once; somebody who did not understand gets the first question instead.
  const isPassedOver = urgent?.kind === 'REPEAT' && asksByVoice(history);
  if (urgent && !isVain && !isPassedOver && !(points && urgent.kind === 'CONFIRM_STOP')) return urgent;
  if (conversation.lacksVoiceYes && leadsToVoiceYes(request))
    return { kind: 'CONFIRM_BY_VOICE', ask: null, effects };
  if (isOnlyOfRecording(request)) {
    const first = withAsk('ASK', nextQuestion(request, openingOf(request, wanted)), effects);
    if (first) return first;
  }

  const heavy = intents.has('GRIEF') || isHard(history.at(-1)?.text ?? '');
  const limit = limitReached(request);
  // One light question may exceed the time limit, so that nobody is left alone with something hard. The
  // question limit is never exceeded.
  if (
    limit === 'TIME_LIMIT' &&
    heavy &&
    minutesSpent(request) < conversation.limits.minutes + 3 &&
    questionsAsked(history) < conversation.limits.questions
  ) {
    const light = withAsk('ASK', nextQuestion(request, { ...wanted, light: true }), effects);
    if (light) return light;
  }
  if (limit) return closing(limit, effects);

  if (kinds.at(-1) !== 'WAIT' && isTellingToCome(request, ofKeepsake))
    return { kind: 'WAIT', ask: null, effects };

  const nearEnd = questionsAsked(history) >= conversation.limits.questions - 1;
  const afterComfort = kinds.at(-1) === 'COMFORT';
  if (intents.has('GO_ON') && kinds.at(-1) === 'WAIT') return { kind: 'REPEAT', ask: null, effects };
  const isDone = intents.has('META') && (heard?.toldWords ?? 0) < 4;
  const lastTurn = history.at(-1);
  // A follow-up to private words would draw out more, which nobody has said is private.
  const isConfided = heard.privateScope !== null && heard.privateScope !== 'THIS_AND_NEXT';
  // Reads all of the words, including those that are left out of the story.
  const closed = closesSubject(lastTurn?.text ?? '');
  const toldBefore = intents.has('REPETITION') && (heard?.toldWords ?? 0) < MEANT_TO_TELL;
  const isDeclined = effects.some((each) => each.effect === 'REQUEST' && each.status === 'SKIPPED');
  const moveOn =
    isConfided ||
    isDeclined ||
    ofKeepsake === 'UNKNOWN' ||
    isDone ||
    closed ||
    toldBefore ||
    intents.has('SKIP') ||
    intents.has('AVOID') ||
    intents.has('GO_ON') ||
    nearEnd;
  const justTold = isHard((history.at(-1)?.text ?? '').slice(-160));
  if (!moveOn && (justTold || staysWithIt(request))) {
    const stay = withAsk('FOLLOW_UP', followUp(request, wanted.maxWords, wanted.alsoAvoided), effects);
    if (stay) return stay;
  }
  // After something hard, the person chooses before another story is asked for.
  if (justTold && !moveOn && !kinds.slice(-3).includes('COMFORT'))
    return { kind: 'COMFORT', ask: null, effects };
  const next = nextQuestion(request, {
    ...wanted,
    light: nearEnd || afterComfort || heavy || closed || intents.has('AVOID'),
    // Declining one question of the family does not decline the others.
    familyToo: isDeclined && !heavy && !afterComfort,
  });
  return (
    withAsk('ASK', next ?? nextQuestion(request, wanted), effects) ??
    (promise ? { kind: 'REASSURE', ask: null, effects } : null) ??
    withAsk('FOLLOW_UP', followUp(request, wanted.maxWords, wanted.alsoAvoided), effects) ??
    closing('NOTHING_LEFT', effects)
  );
}
