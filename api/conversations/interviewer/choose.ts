import { type BankQuestion, CHAPTERS, type ChapterKey, DEPTHS } from '#api/questions/bank/question.ts';
import { askedSentences, isRepeated } from './asked.ts';
import { askInFamilysWords } from './family-question.ts';
import { FORMS, PLAIN_FOLLOW_UPS, RETURN_FORMS, TENDER_FOLLOW_UPS } from './forms.ts';
import type { Ask } from './interviewer.ts';
import { type Phrase, phrasesIn } from './own-words.ts';
import type { HistoryTurn, TurnRequest } from './request.ts';
import { showsTheme, touchesAvoided } from './themes.ts';
import { HARD_TO_TELL } from './weight.ts';
import { normalise, pick, plain, wordCount } from './words.ts';

export interface Wanted {
  /** Room for the question with its lead. */
  maxWords: number;
  /** Nothing that could weigh: before an end, after grief. */
  light: boolean;
  /** Themes declined with the words just heard. */
  alsoAvoided: string[];
}

const avoidedBy = (request: TurnRequest, wanted: Wanted) => [
  ...request.subject.avoidedThemes,
  ...wanted.alsoAvoided,
];
const salt = (request: TurnRequest) => String(request.told.askedTexts.length + request.history.length);
const isQuestion = (turn: HistoryTurn) =>
  turn.role === 'assistant' && (turn.kind === 'OPEN' || turn.kind === 'ASK' || turn.kind === 'FOLLOW_UP');

/** The turns since something new was last begun: how long we have stayed with one subject. */
export function followUpsSoFar(history: HistoryTurn[]): number {
  const since = history.findLastIndex(
    (turn) => turn.role === 'assistant' && (turn.kind === 'ASK' || turn.kind === 'OPEN'),
  );
  return history.slice(since + 1).filter((turn) => turn.kind === 'FOLLOW_UP').length;
}

/** Whether to stay with what was just said: two or three times, once where the family waits or little was said. */
export function staysWithIt(request: TurnRequest): boolean {
  const words = request.heard?.words ?? 0;
  const asked = questionsAsked(request.history);
  const left = request.conversation.limits.questions - asked;
  const waiting = request.requests.length;
  if (words < 4 || left <= Math.max(1, waiting)) return false;
  const most = waiting > 0 || words < 12 ? 1 : words > 80 ? 3 : 2;
  return followUpsSoFar(request.history) < most;
}

/** Questions of this conversation that asked for a story. */
export function questionsAsked(history: HistoryTurn[]): number {
  return history.filter(
    (turn) => isQuestion(turn) || (turn.role === 'assistant' && !turn.kind && turn.text?.includes('?')),
  ).length;
}

function chapterOrder(request: TurnRequest): Map<ChapterKey, number> {
  const done = new Set([...request.told.doneKeys, ...request.history.map((turn) => turn.questionKey ?? '')]);
  const askedIn = (chapter: ChapterKey) =>
    request.bank.filter((q) => q.chapter === chapter && done.has(q.key)).length;
  return new Map(
    CHAPTERS.map(({ key }, position) => {
      const told = (request.told.chapters[key] ?? 0) + Math.floor(askedIn(key) / 2);
      return [key, told * CHAPTERS.length + position];
    }),
  );
}

/** What the person spoke of in this conversation, lately first, for tying a new subject to it. */
function spokenOf(request: TurnRequest): Phrase[] {
  const open = request.history.filter((turn) => turn.role === 'user' && turn.text && !turn.private).slice(-4);
  return open
    .reverse()
    .flatMap((turn) => phrasesIn(turn.text ?? '', 8))
    .filter((phrase) => phrase.kind !== 'YEAR');
}

function leadTo(question: BankQuestion, request: TurnRequest, avoided: string[]): string | null {
  const link = spokenOf(request).find(
    (phrase) =>
      question.theme.some((theme) => showsTheme(theme, phrase.head)) && !touchesAvoided(avoided, phrase.text),
  );
  if (link) return `You mentioned ${link.text}.`;
  if (question.reason) return `I ask because ${question.reason}.`;
  const last = request.history.findLast((turn) => turn.role === 'assistant' && turn.questionKey)?.questionKey;
  if (last && request.bank.find((q) => q.key === last)?.chapter === question.chapter) return null;
  return request.history.length === 0 ? null : pick(TURNS[question.chapter], request.seed, salt(request));
}

const TURNS: Record<ChapterKey, readonly string[]> = {
  origins: ['Let’s go back to where you come from.', 'Let’s start with the people before you.'],
  'childhood-home': [
    'Let’s step into your childhood home.',
    'I’d like to hear about home, when you were small.',
  ],
  school: ['Let’s turn to your school days.', 'School comes to mind here.'],
  'friends-and-play': ['Let’s turn to your friends.', 'I wonder about play and friends in those days.'],
  'first-work': ['Let’s turn to your first working years.', 'I wonder how you started out.'],
  love: ['Let’s turn to love, if you like.', 'I wonder about the people you gave your heart to.'],
  'family-made': ['Let’s turn to the family around you.', 'I wonder about your own household.'],
  'lifes-work': ['Let’s turn to the work you did.', 'I wonder about your working life.'],
  'places-and-moves': ['Let’s turn to the places you knew.', 'I wonder about the places of your life.'],
  'hard-times': ['Life has its uphill parts too.', 'If you like, let’s look at the harder years.'],
  'beliefs-and-values': ['Let’s turn to what you believe in.', 'I wonder what has guided you.'],
  'wisdom-and-wishes': ['Let’s come to the present.', 'Let’s turn to life as it is now.'],
};

function fromBank(request: TurnRequest, wanted: Wanted, asked: Set<string>): Ask | null {
  const avoided = avoidedBy(request, wanted);
  const early = request.conversation.number <= 2;
  const done = new Set([...request.told.doneKeys, ...request.history.map((turn) => turn.questionKey ?? '')]);
  const order = chapterOrder(request);
  const open = request.bank.filter(
    (question) =>
      !done.has(question.key) &&
      !isRepeated(question.text, asked) &&
      !touchesAvoided(avoided, question.text, question.theme) &&
      wordCount(question.text) <= wanted.maxWords &&
      !(early && (question.sensitivity === 2 || question.chapter === 'hard-times')) &&
      !(wanted.light && (question.sensitivity > 0 || question.chapter === 'hard-times')),
  );
  const depth = (question: BankQuestion) => DEPTHS.indexOf(question.depth) * 4 + question.sensitivity;
  const best = open.sort(
    (a, b) => (order.get(a.chapter) ?? 0) - (order.get(b.chapter) ?? 0) || depth(a) - depth(b),
  );
  const first = best[0];
  if (!first) return null;
  const peers = best.filter(
    (question) => question.chapter === first.chapter && depth(question) === depth(first),
  );
  const question = pick(peers, request.seed, `bank${request.told.askedTexts.length}`);
  const lead = leadTo(question, request, avoided);
  return {
    text: question.text,
    from: 'BANK',
    questionKey: question.key,
    requestId: null,
    chapter: question.chapter,
    lead: lead && wordCount(lead) + wordCount(question.text) <= wanted.maxWords ? lead : null,
  };
}

function formed(
  phrases: Phrase[],
  forms: (phrase: Phrase) => readonly string[],
  request: TurnRequest,
  wanted: Wanted,
  asked: Set<string>,
) {
  const avoided = avoidedBy(request, wanted);
  const recent = plain(
    request.history
      .slice(-9)
      .flatMap((turn) => (turn.role === 'assistant' ? [turn.text ?? ''] : []))
      .join(' '),
  );
  const fresh = phrases.filter(
    (phrase) => !touchesAvoided(avoided, phrase.text) && !recent.includes(plain(phrase.text)),
  );
  for (const phrase of fresh) {
    const texts = forms(phrase)
      .map((form) => form.replace('{x}', phrase.text))
      .filter((text) => wordCount(text) <= wanted.maxWords && !isRepeated(text, asked));
    if (texts.length > 0)
      return { phrase, text: pick(texts, request.seed, normalise(phrase.text) + salt(request)) };
  }
  return null;
}

function openForm(request: TurnRequest, wanted: Wanted, asked: Set<string>): Ask | null {
  const mine = request.history
    .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
    .map((turn) => turn.text ?? '');
  const told = [...mine.slice(0, -1).reverse(), ...request.told.earlierWords];
  const phrases = told.flatMap((text) => phrasesIn(text, 20)).filter((phrase) => phrase.kind !== 'YEAR');
  const found = formed(
    phrases,
    (phrase) => [...FORMS[phrase.kind], ...RETURN_FORMS],
    request,
    { ...wanted, maxWords: wanted.maxWords - 6 },
    asked,
  );
  if (!found) return null;
  const lead = 'I’d like to go back a little.';
  return { text: found.text, from: 'OPEN_FORM', questionKey: null, requestId: null, chapter: null, lead };
}

/** Something new: what the family asked for, else the bank from the chapter least told, else a way back. */
export function nextQuestion(request: TurnRequest, wanted: Wanted): Ask | null {
  const asked = askedSentences(request);
  const avoided = avoidedBy(request, wanted);
  const tried = new Set(request.history.map((turn) => turn.requestId ?? ''));
  for (const family of wanted.light && request.history.length > 0 ? [] : request.requests) {
    if (tried.has(family.id) || touchesAvoided(avoided, family.text)) continue;
    const ask = askInFamilysWords(family, wanted.maxWords);
    if (ask && !isRepeated(ask.text, asked)) return ask;
  }
  return fromBank(request, wanted, asked) ?? openForm(request, wanted, asked);
}

/** Stays with what was just said: their own words first, then what belongs to the question, then what fits any story. */
export function followUp(request: TurnRequest, wanted: Wanted): Ask | null {
  const asked = askedSentences(request);
  const avoided = avoidedBy(request, wanted);
  const words = request.history.at(-1)?.text ?? '';
  const last = request.history.findLast((turn) => turn.role === 'assistant');
  const key = last?.questionKey ?? null;
  const bank = key ? request.bank.find((question) => question.key === key) : undefined;
  const ask = { requestId: last?.requestId ?? null, chapter: bank?.chapter ?? null, lead: null };
  const free = (text: string) =>
    wordCount(text) <= wanted.maxWords && !isRepeated(text, asked) && !touchesAvoided(avoided, text);

  if (HARD_TO_TELL.test(words.slice(-600))) {
    const tender = TENDER_FOLLOW_UPS.filter(free)[0];
    // One gentle question after something hard; a second would be pressing.
    return tender && followUpsSoFar(request.history) === 0
      ? { ...ask, text: tender, from: 'OWN_WORDS', questionKey: key }
      : null;
  }
  const own = formed(phrasesIn(words), (phrase) => FORMS[phrase.kind], request, wanted, asked);
  const belonging = bank?.followUps.filter(free) ?? [];
  // A short answer to the bank’s own question is best met by the question’s own follow-up.
  const near =
    followUpsSoFar(request.history) === 0 && wordCount(words) < 60 && (own?.phrase.score ?? 0) < 5.5;
  if (belonging.length > 0 && (near || !own)) {
    return {
      ...ask,
      text: pick(belonging, request.seed, salt(request)),
      from: 'BANK_FOLLOW_UP',
      questionKey: key,
    };
  }
  if (own) return { ...ask, text: own.text, from: 'OWN_WORDS', questionKey: key };
  const plainOnes = PLAIN_FOLLOW_UPS.filter(free);
  if (plainOnes.length === 0 || wordCount(words) < 12) return null;
  return { ...ask, text: pick(plainOnes, request.seed, salt(request)), from: 'OWN_WORDS', questionKey: key };
}
