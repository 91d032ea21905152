import type { BankQuestion } from '#api/questions/bank/question.ts';
import { openQuestion } from './answering/open-question.ts';
import { askedSentences, isRepeated } from './asked.ts';
import { hearingOf } from './hearing-of.ts';
import type { Ask } from './interviewer.ts';
import { type HistoryTurn, type TurnRequest, toldIn } from './request.ts';
import type { Candidate } from './speech.ts';
import { speechOf } from './speech-of.ts';
import { staysWith } from './text-analysis/telling.ts';
import { touchesAvoided } from './themes.ts';
import { wordCount } from './words.ts';

/** In an answer of at most this many words, a death that was asked about needs no telling. */
const FEW_WORDS = 16;

/** The number of turns on the current subject. */
export function followUpsSoFar(history: HistoryTurn[]): number {
  const since = history.findLastIndex(
    (turn) => turn.role === 'assistant' && (turn.kind === 'ASK' || turn.kind === 'OPEN'),
  );
  return history.slice(since + 1).filter((turn) => turn.kind === 'FOLLOW_UP').length;
}

/** The bank question that was last asked or followed up, if any. */
function rootQuestion(request: TurnRequest): BankQuestion | undefined {
  const key = request.history.findLast((turn) => turn.role === 'assistant')?.questionKey;
  return key ? request.bank.find((question) => question.key === key) : undefined;
}

const answersOf = (request: TurnRequest) =>
  request.history.flatMap((turn) => (turn.role === 'user' && toldIn(turn) ? [toldIn(turn)] : []));

/** How many of the latest answers in a row left the question for a story of the person's own. */
export function strayed(request: TurnRequest): number {
  const root = rootQuestion(request);
  if (!root) return 0;
  let count = 0;
  for (const answer of answersOf(request)
    .slice(-(followUpsSoFar(request.history) + 1))
    .reverse()) {
    if (staysWith(root, answer, request.subject.language)) break;
    count++;
  }
  return count;
}

/** How many answers since a question was asked have left it. */
function strayedSince(request: TurnRequest, root: BankQuestion): number {
  return answersOf(request)
    .slice(-(followUpsSoFar(request.history) + 1))
    .filter((answer) => !staysWith(root, answer, request.subject.language)).length;
}

/** Whether an answer names anything or anybody to ask about. */
export function namesSomething(words: string, { subject }: TurnRequest): boolean {
  return speechOf(subject.language).followUps.namesSomething(words, subject.people);
}

/** The best follow-up to what was just said, never in a form that was used recently. */
export function followUp(request: TurnRequest, maxWords: number, alsoAvoided: string[]): Ask | null {
  const asked = askedSentences(request);
  const { language, birthYear } = request.subject;
  const { followUps } = speechOf(language);
  const { isHard, tellsOfEarlierTimes } = hearingOf(language);
  const avoided = [...request.subject.avoidedThemes, ...alsoAvoided];
  const turn = request.history.at(-1);
  const words = turn ? toldIn(turn) : '';
  const last = request.history.findLast((turn) => turn.role === 'assistant');
  const root = rootQuestion(request);
  // After a turn that only waits, the answer is still the one to the question before it.
  const answered = last?.kind === 'WAIT' ? openQuestion(request.history) : last;
  const ask = {
    requestId: answered?.requestId ?? null,
    chapter: root?.chapter ?? null,
    lead: null,
    questionKey: answered?.questionKey ?? null,
  };
  // After a wish for privacy, don't ask what others thought of it.
  const between = request.heard?.privateScope != null;
  const free = (text: string) =>
    !(between && followUps.bringsInOthers(text)) &&
    wordCount(text) <= maxWords &&
    !isRepeated(text, asked) &&
    !touchesAvoided(avoided, text, [], language);

  const isOfDeath = followUps.asksOfDeath(last?.text ?? '') && wordCount(words) <= FEW_WORDS;
  const isLongAgo = tellsOfEarlierTimes(words, birthYear);
  if ((isHard(words.slice(-600)) && !isLongAgo) || isOfDeath) {
    const [tender] = [...followUps.aboutTheDead(words, request), ...followUps.tender].filter(free);
    // One gentle question is asked after something hard. A second one would be pressing.
    const asksAgain =
      followUps.tender.some((form) => last?.text?.endsWith(form)) ||
      (followUps.asksTenderly(last?.text ?? '') && isHard(answersOf(request).at(-2)?.slice(-600) ?? ''));
    return tender && !asksAgain ? { ...ask, text: tender, from: 'OWN_WORDS' } : null;
  }
  // Once the person has left the question, its own follow-ups no longer fit.
  const ofRoot = root && strayedSince(request, root) === 0 ? root.followUps : [];
  const score = followUpsSoFar(request.history) === 0 ? 4.9 : 4.4;
  const best = [
    ...followUps.candidates(words, request),
    ...ofRoot.map((text): Candidate => ({ text, from: 'BANK_FOLLOW_UP', score })),
  ]
    .filter(({ text }) => free(text))
    .sort((a, b) => b.score - a.score)[0];
  return best ? { ...ask, text: best.text, from: best.from } : null;
}
