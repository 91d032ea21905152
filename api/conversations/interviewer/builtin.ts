import { askedSentences, askingPart, isRepeated } from './asked.ts';
import type { Interviewer, TurnDraft, TurnPlan } from './interviewer.ts';
import { phrasesIn } from './own-words.ts';
import { planTurn } from './plan.ts';
import type { TurnRequest } from './request.ts';
import { touchesAvoided } from './themes.ts';
import { HARD_TO_TELL } from './weight.ts';
import { comfortWords, confirmStop, crisisWords, reassurance } from './wording/care.ts';
import { farewell } from './wording/closing.ts';
import { greeting, onWhoseBehalf } from './wording/greeting.ts';
import { capitalise, MAX_WORDS, pick, sentencesOf, wordCount } from './words.ts';

const WARM = [
  'Thank you for telling me that.',
  'I’m glad you told me.',
  'Thank you for that.',
  'I’m listening.',
  'Thank you.',
  'I see.',
  'I hear you.',
] as const;
const BRIEF = ['Thank you.', 'I see.', 'All right.'] as const;
const TENDER = [
  'Thank you for trusting me with that.',
  'That can’t have been easy.',
  'I’m sorry you went through that.',
] as const;

/** The parts in their order, without the dispensable ones (listed from the first to go) that don’t fit. */
function within(parts: (string | null)[], dispensable: number[]): string {
  const kept: (string | null)[] = [...parts];
  const size = () => kept.reduce((sum, part) => sum + (part ? wordCount(part) : 0), 0);
  for (const index of dispensable) if (size() > MAX_WORDS) kept[index] = null;
  return kept.filter(Boolean).join(' ');
}

function fresh(request: TurnRequest, options: readonly string[], salt: string): string {
  const recent = request.history
    .filter((turn) => turn.role === 'assistant')
    .slice(-5)
    .map((turn) => turn.text ?? '');
  const unused = options.filter((option) => !recent.some((text) => text.startsWith(option)));
  return pick(unused.length > 0 ? unused : options, request.seed, salt + request.history.length);
}

/** A sign of having listened; a few of their own words where they stand well by themselves. */
function acknowledgement(plan: TurnPlan, request: TurnRequest): string | null {
  const heard = request.heard;
  if (!heard) return null;
  if (heard.privateScope)
    return fresh(
      request,
      ['That stays private.', 'Of course, I’ll keep that private.', 'It stays between us.'],
      'private',
    );
  if (heard.audience) return 'I’ve noted who that is not for.';
  if (heard.theme)
    return fresh(
      request,
      ['Of course, I won’t ask about that again.', 'I understand. We’ll leave that alone.'],
      'avoid',
    );
  if (heard.intents.includes('SKIP'))
    return fresh(
      request,
      ['That’s quite all right.', 'Of course.', 'No trouble at all.', 'We’ll leave that one.'],
      'skip',
    );
  if (heard.intents.includes('GO_ON')) return fresh(request, ['Gladly.', 'Good.', 'All right.'], 'on');
  const words = request.history.at(-1)?.text ?? '';
  if (HARD_TO_TELL.test(words.slice(-400))) return fresh(request, TENDER, 'tender');
  if (heard.words < 8) return fresh(request, BRIEF, 'brief');
  const echo = phrasesIn(words, 3).find(
    (phrase) =>
      phrase.kind !== 'YEAR' &&
      phrase.kind !== 'THING' &&
      !touchesAvoided(request.subject.avoidedThemes, phrase.text),
  );
  const inAsk = echo && plan.ask && `${plan.ask.lead} ${plan.ask.text}`.includes(echo.text);
  const turn = request.history.length % 6;
  if (echo && !inAsk && plan.kind === 'FOLLOW_UP' && turn < 3) return `${capitalise(echo.text)}.`;
  // Not every turn needs a word of thanks: now and then the question alone shows that we listened.
  return inAsk && turn > 2 ? null : fresh(request, WARM, 'warm');
}

function opening(plan: TurnPlan, request: TurnRequest): string {
  const { long, short, memory } = greeting(request);
  if (!plan.ask) return within([long, memory, 'I’m listening.'], [1]);
  const { lead, text } = plan.ask;
  const full = [long, memory, lead, text].filter(Boolean).join(' ');
  if (wordCount(full) <= MAX_WORDS) return full;
  const options = [
    [short, memory, lead, text],
    [short, memory, text],
    [long, lead, text],
    [long, text],
    [short, lead, text],
  ].map((parts) => parts.filter(Boolean).join(' '));
  return options.find((option) => wordCount(option) <= MAX_WORDS) ?? `${short} ${text}`;
}

/** The question again, as a statement: nothing is asked twice, and nobody is tested. */
function repeated(request: TurnRequest): string {
  const asked = request.history.findLast(
    (turn) =>
      turn.role === 'assistant' && (turn.kind === 'OPEN' || turn.kind === 'ASK' || turn.kind === 'FOLLOW_UP'),
  );
  const sentences = sentencesOf(asked?.text ?? '');
  const before = sentences.at(-2) ?? '';
  // “Walk me into the kitchen. What is on the stove?” is one question in two sentences.
  const scene = /^(?:Walk|Tell|Show|Describe|Set|Put|Think|Take|Open) /.test(before) ? `${before} ` : '';
  const question = (scene + askingPart(asked?.text ?? ''))
    .replace(/^[^:]*asks: /, '')
    .replace(/[?.!…]+$/, '');
  const again = request.heard === null ? 'There you are again.' : 'Of course.';
  const count = request.history.filter((turn) => turn.kind === 'REPEAT').length;
  if (!question || count > 1)
    return `${again} There’s no right answer. Just tell me whatever comes to mind, and take your time.`;
  return within(
    [
      again,
      count === 0 ? 'My question was this:' : 'Here it is once more:',
      `“${question}.”`,
      'Take your time.',
    ],
    [3, 0],
  );
}

/** The built-in interviewer’s words for a plan: at most 25, at most one question. */
export function wordTurn(plan: TurnPlan, request: TurnRequest): string {
  const asked = askedSentences(request);
  const used = (text: string) => isRepeated(text, asked);
  switch (plan.kind) {
    case 'OPEN':
      return opening(plan, request);
    case 'CRISIS':
      return within(crisisWords(plan, request), [0, 2]);
    case 'COMFORT':
      return within(comfortWords(request, used), [0]);
    case 'CONFIRM_STOP':
      return within([`Of course, ${request.subject.preferredName}.`, confirmStop(used)], [0]);
    case 'REASSURE':
      return within(
        [
          reassurance(request, onWhoseBehalf(request)),
          fresh(request, ['Go on whenever you like.', 'Please go on, if you like.'], 'on'),
        ],
        [1],
      );
    case 'WAIT':
      return fresh(
        request,
        [
          'Take all the time you need. I’m here.',
          'No hurry. I’ll wait right here.',
          'Of course. I’m here when you’re ready.',
        ],
        'wait',
      );
    case 'REPEAT':
      return repeated(request);
    case 'CLOSE': {
      const { thanks, recall, next, bye } = farewell(plan, request);
      return within([thanks, recall, next, bye], [1, 0]);
    }
    default: {
      const ask = plan.ask;
      return within(
        [acknowledgement(plan, request), ask?.lead ?? null, ask?.text ?? null],
        request.heard?.privateScope || request.heard?.theme ? [1, 0] : [0, 1],
      );
    }
  }
}

/** The finished draft of a plan in the built-in interviewer’s words. */
export function builtInDraft(plan: TurnPlan, request: TurnRequest): TurnDraft {
  return {
    text: wordTurn(plan, request),
    done: true,
    questionKey: plan.ask?.questionKey ?? null,
    requestId: plan.ask?.requestId ?? null,
    plan,
    by: 'built-in',
  };
}

/** The interviewer that needs no network: it is what a fresh install uses, and the last that every other falls back to. */
export const builtInInterviewer: Interviewer = {
  name: 'built-in',
  async *answer(request, signal) {
    if (!signal.aborted) yield builtInDraft(planTurn(request), request);
  },
};
