import { acknowledgement, fresh } from './acknowledge.ts';
import { askedSentences, askingPart, isRepeated } from './asked.ts';
import type { Interviewer, TurnDraft, TurnPlan } from './interviewer.ts';
import { planTurn } from './plan.ts';
import type { TurnRequest } from './request.ts';
import { topicsIn } from './text-analysis/topics.ts';
import { touchesAvoided } from './themes.ts';
import { HARD_TO_TELL } from './weight.ts';
import { announcedBy, announcement } from './wording/announcing.ts';
import { comfortWords, confirmStop, confirmWithdrawal, crisisWords, reassurance } from './wording/care.ts';
import { farewell } from './wording/closing.ts';
import { greeting, onWhoseBehalf } from './wording/greeting.ts';
import { promiseOf } from './wording/promise.ts';
import { MAX_WORDS, sentencesOf, wordCount } from './words.ts';

/**
 * Joins the parts in order. When they exceed the word limit, the dispensable ones are left out in the
 * listed order.
 */
function fitParts(parts: (string | null)[], dispensable: number[]): string {
  const remaining: (string | null)[] = [...parts];
  const size = () => remaining.reduce((sum, part) => sum + (part ? wordCount(part) : 0), 0);
  for (const index of dispensable) if (size() > MAX_WORDS) remaining[index] = null;
  return remaining.filter(Boolean).join(' ');
}

/** Asks whether the call may be recorded. As the first words of a call, also says who is calling. */
function askToRecord(request: TurnRequest): string {
  const isFirst = request.history.length === 0;
  return fitParts(
    [isFirst ? greeting(request).short : null, 'May I record our call?', 'Yes or no, both are fine.'],
    [2],
  );
}

/** Says whether the call is recorded from now on; null unless that was asked just before. */
function recordingReply({ heard, history }: TurnRequest): string | null {
  if (history.at(-2)?.kind !== 'CONFIRM_RECORDING') return null;
  return heard?.confirmed?.recording ? 'Thank you. I’m recording now.' : 'That’s fine: I’m not recording.';
}

function opening(plan: TurnPlan, request: TurnRequest): string {
  const { long, short, memory } = greeting(request);
  if (!plan.ask) {
    const askedBy = announcedBy(request, MAX_WORDS - wordCount(short));
    if (!askedBy) return fitParts([long, memory, 'I’m listening.'], [1]);
    const options = announcement(askedBy).flatMap((said) => [`${long} ${said}`, `${short} ${said}`]);
    return options.find((option) => wordCount(option) <= MAX_WORDS) ?? `${short} I’m listening.`;
  }
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

const LOST = /\b(?:lost|what was I saying|where (?:was I|were we)|what were we talking about)\b/i;

/** Reminds a person who has lost the thread of what they told just before, if it can be named. */
function lostThreadReminder(request: TurnRequest): string | null {
  if (!LOST.test(request.history.at(-1)?.text ?? '')) return null;
  const before = request.history
    .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
    .slice(-3, -1);
  const topic = before
    .reverse()
    .filter((turn) => !HARD_TO_TELL.test(turn.text ?? ''))
    .flatMap((turn) => topicsIn(turn.text ?? '', request.subject.people))
    .find(({ text, hearsay }) => !hearsay && !touchesAvoided(request.subject.avoidedThemes, text));
  return topic ? `You were telling me about ${topic.text}.` : null;
}

/** Repeats the question as a statement, so that nothing is asked twice and nobody feels tested. */
function repeatQuestion(request: TurnRequest): string {
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
  const lost = lostThreadReminder(request);
  if (lost) return `${lost} Go on from there, or from wherever you like.`;
  const again = request.heard === null ? 'There you are again.' : 'Of course.';
  const count = request.history.filter((turn) => turn.kind === 'REPEAT').length;
  if (!question || count > 1)
    return `${again} There’s no right answer. Just tell me whatever comes to mind, and take your time.`;
  return fitParts(
    [
      again,
      count === 0 ? 'My question was this:' : 'Here it is once more:',
      `“${question}.”`,
      'Take your time.',
    ],
    [3, 0],
  );
}

/** The built-in interviewer's words for a plan: at most 25 words, at most one question. */
export function wordTurn(plan: TurnPlan, request: TurnRequest): string {
  const asked = askedSentences(request);
  const used = (text: string) => isRepeated(text, asked);
  switch (plan.kind) {
    case 'OPEN':
      return opening(plan, request);
    case 'CRISIS':
      return fitParts(crisisWords(plan, request), [0, 2]);
    case 'COMFORT':
      return fitParts(comfortWords(request, used), [0]);
    case 'CONFIRM_STOP':
      return fitParts([`Of course, ${request.subject.preferredName}.`, confirmStop(used)], [0]);
    case 'CONFIRM_PRIVATE':
      return 'Shall I keep that between us?';
    case 'CONFIRM_AUDIENCE':
      return 'That stays private for now. Who may read it?';
    case 'CONFIRM_SAFE':
      return 'That sounds very hard. I leave it out of your book unless you want it in. Are you safe right now?';
    case 'CONFIRM_WITHDRAWAL':
      return confirmWithdrawal(request);
    case 'CONFIRM_RECORDING':
      return askToRecord(request);
    case 'REASSURE':
      return fitParts(
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
      return repeatQuestion(request);
    case 'CLOSE': {
      const { thanks, recall, next, bye } = farewell(plan, request);
      return fitParts([thanks, recall, next, bye], [1, 0]);
    }
    default: {
      const ask = plan.ask;
      const recorded = recordingReply(request);
      if (recorded) {
        const rights = request.conversation.number === 1 ? 'Skip or stop whenever you like.' : null;
        return fitParts([recorded, rights, ask?.lead ?? null, ask?.text ?? null], [2, 1]);
      }
      // After something hard, no bridging sentence leads to the next question.
      const hard = HARD_TO_TELL.test((request.history.at(-1)?.text ?? '').slice(-400));
      return fitParts(
        [acknowledgement(plan, request), hard ? null : (ask?.lead ?? null), ask?.text ?? null],
        promiseOf(request) ? [1] : request.heard?.privateScope || request.heard?.theme ? [1, 0] : [0, 1],
      );
    }
  }
}

/** The finished draft of a plan in the built-in interviewer's words. */
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

/**
 * The interviewer that needs no network. A fresh install uses it, and every other interviewer falls back to
 * it.
 */
export function builtInInterviewer(draft: DraftTurn = draftHere): Interviewer {
  return {
    name: 'built-in',
    async *answer(request, signal) {
      if (!signal.aborted) yield await draft(request, signal);
    },
  };
}

/** Plans the turn that every back end follows, and drafts it in the built-in interviewer's words. */
export type DraftTurn = (request: TurnRequest, signal: AbortSignal) => Promise<TurnDraft>;

export async function draftHere(request: TurnRequest): Promise<TurnDraft> {
  return builtInDraft(planTurn(request), request);
}
