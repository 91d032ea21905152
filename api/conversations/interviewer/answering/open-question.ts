import type { HistoryTurn } from '../request.ts';

/** The last turn that asked a question. Turns that only wait, repeat or reassure ask nothing new. */
export function openQuestion(history: readonly HistoryTurn[]): HistoryTurn | undefined {
  return history.findLast(
    ({ role, kind, requestId }) =>
      role === 'assistant' && (requestId || kind === 'OPEN' || kind === 'ASK' || kind === 'FOLLOW_UP'),
  );
}
