import { joinedPieces } from './asked.ts';
import { isOpenPrompt } from './forms/open-prompts.ts';
import type { TurnPlan } from './interviewer.ts';
import type { TurnRequest } from './request.ts';
import { echoesOf } from './text-analysis/echo.ts';
import { touchesAvoided } from './themes.ts';
import { HARD_TO_TELL, tellsOfEarlierTimes } from './weight.ts';
import { promiseOf } from './wording/promise.ts';
import { normalise, pick, plain, sentencesOf, wordCount } from './words.ts';

const THANKS = [
  'Thank you for telling me that.',
  'Thank you for telling me.',
  'Thank you for that story.',
  'Thank you for all of that.',
] as const;
const TENDER = [
  'Thank you for trusting me with that.',
  'That can’t have been easy.',
  'I’m sorry you went through that.',
] as const;

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

const NEVER_MIND =
  /^(?:oh,? |well,? )?(?:never mind|(?:it|that) (?:doesn't|does not) matter|it's not important|forget it)\b/;
const COMPLIMENT =
  /^(?:oh,? |well,? )?(?:you're|you are|that's|that is) (?:very |so |too )?(?:kind|nice|sweet|lovely)\b/;

/** The reply to a wish, given before anything else is asked. */
function answerToWish(request: TurnRequest): string | null {
  const heard = request.heard;
  if (heard?.intents.includes('DELETE')) return 'Of course. I’ve taken that out.';
  if (heard?.confirmed?.yes === false && heard.privateScope === null) return null;
  if (heard?.privateTheme) return 'Of course. Whatever you tell me about that stays private.';
  const promise = promiseOf(request);
  if (promise) return promise;
  if (heard?.intents.includes('PRIVATE'))
    return fresh(
      request,
      ['That stays private.', 'Of course, I’ll keep that private.', 'It stays between us.'],
      'private',
    );
  if (heard?.theme)
    return fresh(
      request,
      ['Of course, I won’t ask about that again.', 'I understand. We’ll leave that alone.'],
      'avoid',
    );
  if (heard?.intents.includes('SKIP'))
    return fresh(
      request,
      ['That’s quite all right.', 'Of course.', 'No trouble at all.', 'We’ll leave that one.'],
      'skip',
    );
  const said = plain(request.history.at(-1)?.text ?? '');
  if (heard && heard.words < 8 && NEVER_MIND.test(said)) return 'That’s quite all right.';
  if (heard && heard.words < 8 && COMPLIMENT.test(said)) return 'Thank you.';
  if (
    heard?.intents.includes('REPETITION') &&
    heard.words < 12 &&
    /\byou(?:'ve| have)?(?: already)? asked\b/.test(said)
  )
    return 'Yes, I’m sorry about that.';
  if (heard?.intents.includes('REPETITION') && heard.words < 20)
    return fresh(request, ['Yes, you told me about that.', 'Yes, I have that from before.'], 'again');
  if (heard?.intents.includes('GO_ON')) return fresh(request, ['Gladly.', 'Good.', 'All right.'], 'on');
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
  const found = echoesOf(request.history.at(-1)?.text ?? '').find(
    ({ text, score }) =>
      score >= strength &&
      !said.includes(normalise(text)) &&
      !touchesAvoided(request.subject.avoidedThemes, text) &&
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
  const words = request.history.at(-1)?.text ?? '';
  const since = sinceLastWord(request);
  if (HARD_TO_TELL.test(words.slice(-400)) && !tellsOfEarlierTimes(words, request.subject.birthYear))
    return fresh(request, TENDER, 'tender');
  if (wordCount(words) < 8 || plan.ask?.lead) return null;
  // A question from the bank after a long story needs an acknowledgement first.
  if (plan.ask?.from === 'BANK' && wordCount(words) > 20) return fresh(request, THANKS, 'thanks');
  if (since < 1) return null;
  // “It” in the question must refer to what the person meant, not to an acknowledgement before the
  // question.
  const bound =
    plan.ask?.from === 'BANK_FOLLOW_UP' ||
    /\b(?:it|them|there|those|then|(?:said|heard) that)\b/i.test(plan.ask?.text ?? '');
  // Before a question about somebody else, an echo would be about something else.
  if (plan.kind === 'FOLLOW_UP')
    return bound || !isOpenPrompt(plan.ask?.text ?? '')
      ? null
      : echo(plan, request, since > 1 ? STRIKING : UNFORGETTABLE);
  return since > 2 && wordCount(words) > 40 ? fresh(request, THANKS, 'thanks') : null;
}
