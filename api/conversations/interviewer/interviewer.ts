import type { ChapterKey } from '#api/questions/bank/question.ts';
import type { ConsentKind } from './mind.ts';
import type { TurnKind, TurnRequest } from './request.ts';

export type EndReason =
  | 'ASKED_FOR_TODAY'
  | 'ASKED_FOR_GOOD'
  | 'TIME_LIMIT'
  | 'QUESTION_LIMIT'
  | 'CONSENT_WITHDRAWN'
  | 'NOTHING_LEFT';

/**
 * Consequences of a turn besides its words. The engine applies them in the transaction that stores the
 * person's message, before anything is answered.
 */
export type Effect =
  /**
   * Makes the message and its answer private, and as `scope` says the person's message before it or after
   * it.
   */
  | { effect: 'MAKE_PRIVATE'; scope: 'THIS' | 'THIS_AND_BEFORE' | 'THIS_AND_NEXT' }
  /** Adds a theme to the subject's avoided themes, so that it is not asked about any more. */
  | { effect: 'AVOID_THEME'; theme: string }
  | { effect: 'WITHDRAW_CONSENT'; kinds: ConsentKind[] }
  /** The owner is notified at once. */
  | { effect: 'WELLBEING_NOTE'; about: 'CRISIS' | 'MEDICAL' | 'VIOLENCE' }
  /** This turn asked the family's question, or the last words answered or declined it. */
  | { effect: 'REQUEST'; requestId: string; status: 'ASKED' | 'ANSWERED' | 'SKIPPED' }
  /** The question will be asked again another time. */
  | { effect: 'POSTPONE'; questionId: string }
  /** The conversation ends after this turn is spoken. */
  | { effect: 'END'; reason: EndReason };

/** The question that a turn asks. */
export interface Ask {
  text: string;
  from: 'REQUEST' | 'FINDING' | 'BANK' | 'BANK_FOLLOW_UP' | 'OWN_WORDS' | 'OPEN_FORM';
  /**
   * The key of the bank question that it is or follows up, or of the finding, so that it is not asked
   * again.
   */
  questionKey: string | null;
  requestId: string | null;
  chapter: ChapterKey | null;
  /** A sentence before the question when the subject changes, or null. */
  lead: string | null;
}

/** What a turn does. Rules alone decide it; a back end only words it. */
export interface TurnPlan {
  kind: TurnKind;
  ask: Ask | null;
  effects: Effect[];
}

/** A growing draft of a turn: always the whole text so far. The last draft has `done: true`. */
export interface TurnDraft {
  text: string;
  done: boolean;
  /** The bank question that this turn asks or follows up. A follow-up doesn't count as asking it. */
  questionKey: string | null;
  requestId: string | null;
  plan: TurnPlan;
  /** The author of the words: `built-in`, or a model's name. */
  by: string;
}

/**
 * Words the next turn. It yields at least one draft; the last one is `done`, has at most 25 words and at
 * most one question, and repeats no earlier question. If a back end fails in mid-turn it is replaced:
 * `text` may then start again, but never after `done`. An aborted signal ends the iteration without a last
 * draft.
 */
export interface Interviewer {
  name: string;
  answer(request: TurnRequest, signal: AbortSignal): AsyncIterable<TurnDraft>;
}
