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
 * What follows from a turn beside its words. The engine carries them out in the transaction that stores
 * the person's message, before anything is answered.
 */
export type Effect =
  /** The message, the answer to it, and as `scope` says the person's message before or the one to come. */
  | { effect: 'MAKE_PRIVATE'; scope: 'THIS' | 'THIS_AND_BEFORE' | 'THIS_AND_NEXT' }
  /** From now on nothing is asked about this; add it to the subject's avoided themes. */
  | { effect: 'AVOID_THEME'; theme: string }
  | { effect: 'WITHDRAW_CONSENT'; kinds: ConsentKind[] }
  /** The owner is told at once. */
  | { effect: 'WELLBEING_NOTE'; about: 'CRISIS' | 'MEDICAL' | 'VIOLENCE' }
  /** The family's question has been asked with this turn, was answered by the last words, or was declined. */
  | { effect: 'REQUEST'; requestId: string; status: 'ASKED' | 'ANSWERED' | 'SKIPPED' }
  /** The conversation ends once this turn is spoken. */
  | { effect: 'END'; reason: EndReason };

/** The question a turn asks. */
export interface Ask {
  text: string;
  from: 'REQUEST' | 'FINDING' | 'BANK' | 'BANK_FOLLOW_UP' | 'OWN_WORDS' | 'OPEN_FORM';
  /** The bank question it is, or belongs to; of a finding its key, by which it is never asked again. */
  questionKey: string | null;
  requestId: string | null;
  chapter: ChapterKey | null;
  /** Said before the question when the subject changes: a sentence, or null. */
  lead: string | null;
}

/** What a turn does, decided by rules alone; every back end only finds the words for it. */
export interface TurnPlan {
  kind: TurnKind;
  ask: Ask | null;
  effects: Effect[];
}

/** A turn as it grows: always the whole text so far. The last draft has `done: true`. */
export interface TurnDraft {
  text: string;
  done: boolean;
  /** Which bank question this turn asks, follow-ups included; a follow-up does not mark it as new. */
  questionKey: string | null;
  requestId: string | null;
  plan: TurnPlan;
  /** Who found the words: `built-in`, or a model's name. */
  by: string;
}

/**
 * Finds the words of the next turn. At least one draft comes, the last one is `done`, at most 25 words long,
 * with at most one question, never one that was asked before. A failing back end is replaced in mid-turn:
 * `text` may then start anew, never after `done`. An aborted signal ends the iteration without a last draft.
 */
export interface Interviewer {
  name: string;
  answer(request: TurnRequest, signal: AbortSignal): AsyncIterable<TurnDraft>;
}
