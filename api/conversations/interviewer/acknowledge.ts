import { joinedPieces } from './asked.ts';
import { isOpenPrompt } from './forms/open-prompts.ts';
import { hearingOf } from './hearing-of.ts';
import type { TurnPlan } from './interviewer.ts';
import type { TurnRequest } from './request.ts';
import { speechOf } from './speech-of.ts';
import { touchesAvoided } from './themes.ts';
import { normalise, pick, sentencesOf, wordCount } from './words.ts';

/** Words of at least this score are repeated back; repeating weaker ones would sound like a parrot. */
const STRIKING = 2.2;
/** Words of at least this score are repeated back even soon after others were. */
const UNFORGETTABLE = 3.2;

/** One of several phrasings, preferably one that was not used recently. */
export function fresh(request: TurnRequest, options: readonly string[], salt: string): string {
  const recent = request.history
    .filter((turn) => turn.role === 'assistant')
    .slice(-5)
    .map((turn) => turn.text ?? '');
  const unused = options.filter((option) => !recent.some((text) => text.startsWith(option)));
  return pick(unused.length > 0 ? unused : options, request.seed, salt + request.history.length);
}

/** The number of turns since the interviewer last said something before its question. */
function sinceLastWord(request: TurnRequest): number {
  const turns = request.history.filter((turn) => turn.role === 'assistant');
  const at = turns.findLastIndex((turn) => turn.kind !== 'OPEN' && sentencesOf(turn.text ?? '').length > 1);
  return at < 0 ? turns.length : turns.length - 1 - at;
}

/** The reply to a wish, given before anything else is asked. */
function answerToWish(request: TurnRequest): string | null {
  const heard = request.heard;
  const speech = speechOf(request.subject.language);
  const { replies } = speech;
  if (heard?.intents.includes('DELETE')) return replies.deleted;
  if (heard?.confirmed?.yes === false && heard.privateScope === null) return null;
  if (heard?.privateTheme) return replies.privateTheme;
  const promise = speech.promiseOf(request);
  if (promise) return promise;
  if (heard?.intents.includes('PRIVATE')) return fresh(request, replies.private, 'private');
  if (heard?.theme) return fresh(request, replies.avoided, 'avoid');
  if (heard?.intents.includes('SKIP')) return fresh(request, replies.skipped, 'skip');
  const hearing = hearingOf(request.subject.language);
  const said = request.history.at(-1)?.text ?? '';
  if (heard && heard.words < 8 && hearing.neverMinds(said)) return replies.neverMind;
  if (heard && heard.words < 8 && hearing.compliments(said)) return replies.complimented;
  if (heard?.intents.includes('REPETITION') && heard.words < 12 && hearing.saysWeAskedAlready(said))
    return replies.askedAlready;
  if (heard?.intents.includes('REPETITION') && heard.words < 20)
    return fresh(request, replies.toldAlready, 'again');
  if (heard?.intents.includes('GO_ON')) return fresh(request, replies.goingOn, 'on');
  return null;
}

/**
 * The person's own words, repeated back. Never words that the question uses anyway, and never the same
 * words twice.
 */
function echo(plan: TurnPlan, request: TurnRequest, strength: number): string | null {
  const said = joinedPieces([
    ...request.told.askedTexts,
    ...request.history.map((turn) => (turn.role === 'assistant' ? (turn.text ?? '') : '')),
  ]);
  const ask = ` ${normalise(plan.ask?.text ?? '')} `;
  const nouns = (text: string) =>
    normalise(text)
      .split(' ')
      .filter((word) => word.length > 3 && word !== 'your' && word !== 'what' && word !== 'with');
  const { language, avoidedThemes } = request.subject;
  const { followUps } = speechOf(language);
  const found = followUps
    .echoesOf(request.history.at(-1)?.text ?? '')
    .find(
      ({ text, score }) =>
        score >= strength &&
        !said.includes(normalise(text)) &&
        !touchesAvoided(avoidedThemes, text, [], language) &&
        !nouns(text).some((word) => ask.includes(` ${word} `)),
    );
  return found?.text ?? null;
}

/**
 * A short acknowledgement before the question. Mostly there is none, because asking a follow-up shows
 * enough attention; sometimes a few of the person's own words; thanks only when the story is left for
 * another subject.
 */
export function acknowledgement(plan: TurnPlan, request: TurnRequest): string | null {
  const wish = answerToWish(request);
  if (wish) return wish;
  const { language, birthYear } = request.subject;
  const { followUps, replies } = speechOf(language);
  const { isHard, tellsOfEarlierTimes } = hearingOf(language);
  const words = request.history.at(-1)?.text ?? '';
  const since = sinceLastWord(request);
  if (isHard(words.slice(-400)) && !tellsOfEarlierTimes(words, birthYear))
    return fresh(request, replies.tender, 'tender');
  if (wordCount(words) < 8 || plan.ask?.lead) return null;
  // A question from the bank after a long story needs an acknowledgement first.
  if (plan.ask?.from === 'BANK' && wordCount(words) > 20) return fresh(request, replies.thanks, 'thanks');
  if (since < 1) return null;
  // “It” in the question must refer to what the person meant, not to an acknowledgement before the
  // question.
  const bound = plan.ask?.from === 'BANK_FOLLOW_UP' || followUps.isBound(plan.ask?.text ?? '');
  // Before a question about somebody else, an echo would be about something else.
  if (plan.kind === 'FOLLOW_UP')
    return bound || !isOpenPrompt(plan.ask?.text ?? '')
      ? null
      : echo(plan, request, since > 1 ? STRIKING : UNFORGETTABLE);
  return since > 2 && wordCount(words) > 40 ? fresh(request, replies.thanks, 'thanks') : null;
}
