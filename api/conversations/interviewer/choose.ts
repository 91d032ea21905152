import type { Language } from '#api/language/languages.ts';
import { meaningOf, similarityOf } from '#api/language/word-vectors.ts';
import { type BankQuestion, CHAPTERS, type ChapterKey, DEPTHS } from '#api/questions/bank/question.ts';
import { askAboutFinding } from './ask-about-finding.ts';
import { askedSentences, isRepeated } from './asked.ts';
import { askInFamilysWords, keepsakeKey } from './family-question.ts';
import { followUpsSoFar, namesSomething, strayed } from './follow-up.ts';
import { freshForms } from './forms/fresh.ts';
import { hearingOf } from './hearing-of.ts';
import type { Ask } from './interviewer.ts';
import { type HistoryTurn, type TurnRequest, toldIn } from './request.ts';
import type { NamedTopic } from './speech.ts';
import { speechOf } from './speech-of.ts';
import { contentOf, showsTheme, stem, touchesAvoided } from './themes.ts';
import { normalise, pick, plain, wordCount } from './words.ts';

export interface Wanted {
  /** The most words that the question and its lead may have. */
  maxWords: number;
  /** Ask nothing heavy: before the end, and after grief. */
  light: boolean;
  /** The first question of a conversation. */
  opens?: boolean;
  /** The most words of a question of our own, if there is a short one. */
  ownWords?: number;
  /** With `light`, questions of the family may be asked too, unless they are heavy. */
  familyToo?: boolean;
  /** Themes that the last words declined. */
  alsoAvoided: string[];
}

const avoidedBy = (request: TurnRequest, wanted: Wanted) => [
  ...request.subject.avoidedThemes,
  ...wanted.alsoAvoided,
];
const salt = (request: TurnRequest) => String(request.told.askedTexts.length + request.history.length);
const isQuestion = (turn: HistoryTurn) =>
  turn.role === 'assistant' && (turn.kind === 'OPEN' || turn.kind === 'ASK' || turn.kind === 'FOLLOW_UP');

/**
 * Whether to stay with what was just said: for two or three turns, or for one when the family's questions
 * wait or little was said.
 */
export function staysWithIt(request: TurnRequest): boolean {
  const turn = request.history.at(-1);
  const toldText = turn ? toldIn(turn) : '';
  const words = wordCount(toldText);
  const asked = questionsAsked(request.history);
  const left = request.conversation.limits.questions - asked;
  const waiting = request.requests.length;
  if (words < 4 && !namesSomething(toldText, request)) return false;
  if (hearingOf(request.subject.language).onlyAgrees(toldText) || left <= Math.max(1, waiting)) return false;
  // A person who has left our question twice has their own story to finish, and another question would cut
  // it off.
  // A long story is taken up before a question of the family that waits.
  const most =
    words < 12 || (waiting > 0 && words < STORY)
      ? 1
      : waiting > 0
        ? 2
        : words > 50 || strayed(request) > 1
          ? 3
          : 2;
  return followUpsSoFar(request.history) < most;
}

/** An answer of at least this many words is a story. */
const STORY = 30;

/** The number of questions in this conversation that asked for a story. */
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
      const toldCount = (request.told.chapters[key] ?? 0) + Math.floor(askedIn(key) / 2);
      return [key, toldCount * CHAPTERS.length + position];
    }),
  );
}

/**
 * The topics that the person spoke of in this conversation, the latest first, for leading over to a new
 * subject.
 */
function spokenOf(request: TurnRequest): NamedTopic[] {
  const { language, people } = request.subject;
  const { isHard } = hearingOf(language);
  return (
    request.history
      .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
      .slice(-3)
      // Nothing cheerful is connected to something hard.
      .filter((turn) => !isHard(turn.text ?? ''))
      .reverse()
      .flatMap((turn) =>
        speechOf(language)
          .topicsIn(turn.text ?? '', people)
          .slice(0, 5),
      )
  );
}

/** The topic that a question takes up. The question's words must name it, not only its tags. */
function linkOf(question: BankQuestion, topics: NamedTopic[], language: Language): NamedTopic | null {
  const named = contentOf(question.text, language);
  const stemOf = (word: string) => stem(word, language);
  return (
    topics.find((topic) => {
      const theme = question.theme.find((tag) => tag === topic.head || showsTheme(tag, topic.head, language));
      return (
        theme !== undefined &&
        named.some((word) => stemOf(word) === stemOf(topic.head) || showsTheme(theme, word, language))
      );
    }) ?? null
  );
}

/** An option that was not used recently, if there is one. */
function freshOf(options: readonly string[], request: TurnRequest): string {
  const fresh = options.filter(freshForms(request));
  return pick(fresh.length > 0 ? fresh : options, request.seed, salt(request));
}

function leadTo(question: BankQuestion, link: NamedTopic | null, request: TurnRequest): string | null {
  const { language } = request.subject;
  const { links, back, turns, because, fill } = speechOf(language).asking;
  if (link) {
    // A question that names the topic needs no lead.
    const named = contentOf(question.text, language).some(
      (word) => stem(word, language) === stem(link.head, language),
    );
    if (named) return null;
    return fill(freshOf(links, request), link.text);
  }
  if (question.reason) return because(question.reason);
  const last = request.history.findLast((turn) => turn.role === 'assistant' && turn.questionKey)?.questionKey;
  if (last && request.bank.find((q) => q.key === last)?.chapter === question.chapter)
    return strayed(request) > 0 || (request.heard?.words ?? 0) > 20 ? freshOf(back, request) : null;
  return request.history.length === 0 ? null : freshOf(turns[question.chapter], request);
}

/** Only this much of what was told last decides which question is near to it. */
const LAST_WORDS = 1_500;

/** The question that is nearest in meaning to what the person told last, if they told anything. */
function nearest(request: TurnRequest, questions: readonly BankQuestion[]): BankQuestion | null {
  const told = request.history.findLast((turn) => turn.role === 'user' && turn.text && !turn.private);
  const words = told ? toldIn(told) : (request.told.earlierWords[0] ?? '');
  // The word vectors are English.
  const isRead = wordCount(words) >= 8 && request.subject.language === 'en';
  const meaning = !isRead ? null : meaningOf(contentOf(words.slice(-LAST_WORDS)));
  if (!meaning) return null;
  const near = ({ text, theme }: BankQuestion) => {
    const asked = meaningOf([...contentOf(text), ...theme]);
    return asked ? similarityOf(meaning, asked) : 0;
  };
  return (
    questions.reduce<{ question: BankQuestion; score: number } | null>((best, question) => {
      const score = near(question);
      return best && best.score >= score ? best : { question, score };
    }, null)?.question ?? null
  );
}

/** The keys of our own questions that were asked, now or before, or answered without being asked. */
function doneIn(request: TurnRequest): Set<string> {
  return new Set([...request.told.doneKeys, ...request.history.flatMap((turn) => turn.questionKey ?? [])]);
}

/** Tells whether a question of the bank can be asked now. */
function fitsNow(
  request: TurnRequest,
  wanted: Wanted,
  asked: Set<string>,
): (question: BankQuestion) => boolean {
  const avoided = avoidedBy(request, wanted);
  const { language } = request.subject;
  const early = request.conversation.number <= 2;
  const done = doneIn(request);
  const leftOut = new Set(request.told.leftOutKeys);
  return (question) =>
    !done.has(question.key) &&
    !leftOut.has(question.key) &&
    !isRepeated(question.text, asked) &&
    !touchesAvoided(avoided, question.text, question.theme, language) &&
    wordCount(question.text) <= wanted.maxWords &&
    !(early && (question.sensitivity === 2 || question.chapter === 'hard-times')) &&
    !(wanted.light && (question.sensitivity > 0 || question.chapter === 'hard-times'));
}

/** The topics that a question may take up from what was said. */
function topicsToTakeUp(request: TurnRequest, wanted: Wanted): NamedTopic[] {
  const { language } = request.subject;
  const avoided = avoidedBy(request, wanted);
  return spokenOf(request).filter(
    ({ text, hearsay, leads }) =>
      !hearsay && leads && !touchesAvoided(avoided, text, [], language) && !hearingOf(language).isHard(text),
  );
}

function askFromBank(
  question: BankQuestion,
  topics: NamedTopic[],
  request: TurnRequest,
  { maxWords }: Wanted,
): Ask {
  const lead = leadTo(question, linkOf(question, topics, request.subject.language), request);
  return {
    text: question.text,
    from: 'BANK',
    questionKey: question.key,
    requestId: null,
    chapter: question.chapter,
    lead: lead && wordCount(lead) + wordCount(question.text) <= maxWords ? lead : null,
  };
}

function fromBank(request: TurnRequest, wanted: Wanted, asked: Set<string>): Ask | null {
  const { language } = request.subject;
  const order = chapterOrder(request);
  const open = request.bank.filter(fitsNow(request, wanted, asked));
  const depth = (question: BankQuestion) => DEPTHS.indexOf(question.depth) * 4 + question.sensitivity;
  const place = (question: BankQuestion) => question.position ?? Number.MAX_SAFE_INTEGER;
  const best = open.sort(
    (a, b) =>
      (order.get(a.chapter) ?? 0) - (order.get(b.chapter) ?? 0) || place(a) - place(b) || depth(a) - depth(b),
  );
  const first = best[0];
  if (!first) return null;
  const topics = topicsToTakeUp(request, wanted);
  // A question about something the person mentioned comes first, in any chapter, if it is as easy to answer
  // as the one due.
  const tied = best.filter(
    (question) =>
      question.sensitivity === 0 &&
      DEPTHS.indexOf(question.depth) <= Math.max(1, DEPTHS.indexOf(first.depth)) &&
      linkOf(question, topics, language),
  );
  const peers = best.filter(
    (question) =>
      question.chapter === first.chapter &&
      depth(question) === depth(first) &&
      place(question) === place(first),
  );
  const question =
    tied.find((candidate) => candidate.chapter === first.chapter) ??
    tied[0] ??
    nearest(request, peers) ??
    pick(peers, request.choiceSeed ?? request.seed, `bank${doneIn(request).size}`);
  return askFromBank(question, topics, request, wanted);
}

/** The first question that the family moved forward and that can be asked now. */
function inFamilysOrder(request: TurnRequest, wanted: Wanted, asked: Set<string>): Ask | null {
  const fits = fitsNow(request, wanted, asked);
  for (const key of request.told.orderedKeys ?? []) {
    const question = request.bank.find((each) => each.key === key);
    if (question && fits(question))
      return askFromBank(question, topicsToTakeUp(request, wanted), request, wanted);
    const finding = request.findings.find((each) => each.key === key);
    const ask = finding && aboutFinding(finding, request, wanted, asked);
    if (ask) return ask;
  }
  return null;
}

/** Returns to something told long ago, when the bank has no questions left. */
function openForm(request: TurnRequest, wanted: Wanted, asked: Set<string>): Ask | null {
  const { language, people } = request.subject;
  const { topicsIn, asking } = speechOf(language);
  const avoided = avoidedBy(request, wanted);
  const mine = request.history
    .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
    .map((turn) => turn.text ?? '');
  const recent = plain(
    request.history
      .slice(-9)
      .flatMap((turn) => (turn.role === 'assistant' ? [turn.text ?? ''] : []))
      .join(' '),
  );
  const topics = [...mine.slice(0, -1).reverse(), ...request.told.earlierWords]
    .filter((text) => !hearingOf(language).isHard(text))
    .flatMap((text) => topicsIn(text, people))
    .filter(({ text }) => !touchesAvoided(avoided, text, [], language) && !recent.includes(plain(text)));
  const fresh = freshForms(request);
  for (const { text, forms, hearsay } of topics) {
    const texts = [...(hearsay ? [] : forms.filter(fresh)), ...asking.returnForms]
      .map((form) => asking.fill(form, text))
      .filter((candidate) => wordCount(candidate) <= wanted.maxWords - 6 && !isRepeated(candidate, asked));
    if (texts.length > 0) {
      return {
        text: pick(texts, request.seed, normalise(text) + salt(request)),
        from: 'OPEN_FORM',
        questionKey: null,
        requestId: null,
        chapter: null,
        lead: asking.goBack,
      };
    }
  }
  return null;
}

/**
 * A question about what the writer found: at most one of each kind in a conversation, none as the first
 * question, none when it should be light, and none that the family left out.
 */
function aboutFinding(
  finding: TurnRequest['findings'][number],
  request: TurnRequest,
  wanted: Wanted,
  asked: Set<string>,
): Ask | null {
  if (wanted.light || wanted.opens) return null;
  const { language } = request.subject;
  const kindOf = (key: string | null | undefined) => key?.split(':', 1)[0];
  const kinds = new Set(request.history.map((turn) => kindOf(turn.questionKey)));
  if (kinds.has(kindOf(finding.key)) || request.told.doneKeys.includes(finding.key)) return null;
  if (request.told.leftOutKeys?.includes(finding.key)) return null;
  const ask = askAboutFinding(finding, wanted.maxWords, language);
  if (!ask || touchesAvoided(avoidedBy(request, wanted), ask.text, [], language)) return null;
  return isRepeated(ask.text, asked) ? null : ask;
}

function fromFindings(request: TurnRequest, wanted: Wanted, asked: Set<string>): Ask | null {
  for (const finding of request.findings) {
    const ask = aboutFinding(finding, request, wanted, asked);
    if (ask) return ask;
  }
  return null;
}

function shortened(wanted: Wanted): Wanted {
  return { ...wanted, maxWords: Math.min(wanted.maxWords, wanted.ownWords ?? wanted.maxWords) };
}

/** A question of the family may be written in English, whatever language the subject speaks. */
function isHard(question: string, language: Language): boolean {
  return hearingOf(language).isHard(question) || hearingOf('en').isHard(question);
}

/** The largest number of keepsakes that one conversation asks about. */
const mostKeepsakes = 2;

/**
 * A new question, from the first source that has one: the family's questions, our own in the order that the family
 * chose, the writer's findings, the bank starting with the chapter that has been told least, or something told long ago.
 */
export function nextQuestion(request: TurnRequest, wanted: Wanted): Ask | null {
  const asked = askedSentences(request);
  const { language } = request.subject;
  const avoided = avoidedBy(request, wanted);
  const tried = new Set(request.history.map((turn) => turn.requestId ?? ''));
  // A follow-up has the key of the question it follows.
  const keys = new Set(request.history.map((turn) => turn.questionKey ?? ''));
  const keepsakes = [...keys].filter((key) => key.startsWith(keepsakeKey)).length;
  const isLight = wanted.light && !wanted.opens;
  for (const family of isLight && !wanted.familyToo ? [] : request.requests) {
    if (isLight && isHard(family.text, language)) continue;
    if (tried.has(family.id) || touchesAvoided(avoided, family.text, [], language)) continue;
    if (family.keepsake && keepsakes >= mostKeepsakes) continue;
    const ask = askInFamilysWords(family, wanted.maxWords, request.subject);
    // Questions about keepsakes all say “Tell me about it”, so they are exempt from the repeat check.
    if (ask && (family.isAgain || family.keepsake || !isRepeated(ask.text, asked))) return ask;
  }
  return (
    inFamilysOrder(request, wanted, asked) ??
    fromFindings(request, wanted, asked) ??
    fromBank(request, shortened(wanted), asked) ??
    fromBank(request, wanted, asked) ??
    openForm(request, wanted, asked)
  );
}
