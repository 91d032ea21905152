import type { Language } from '#api/language/languages.ts';
import type { Effect } from '../interviewer.ts';
import type { Heard } from '../mind.ts';
import { type FamilyRequest, type HistoryTurn, toldIn } from '../request.ts';
import { keepsakeReply } from './keepsake-reply.ts';
import { openQuestion } from './open-question.ts';
import { repliesOf } from './replies.ts';

/** What was heard, and the family's questions that it may settle. */
export type Hearing = {
  /** The conversation so far. The words just heard come last. */
  history: readonly HistoryTurn[];
  heard: Heard;
  /** The family's unanswered questions, asked or not. */
  questions: readonly FamilyRequest[];
  language: Language;
};

/**
 * What the last words do to the family's questions: they answer or decline the one just asked, and may
 * answer any other without being asked. Private words and words of distress never answer a question that
 * was not just asked.
 */
export function settledQuestions({ history, heard, questions, language }: Hearing): Effect[] {
  const last = history.at(-1);
  if (last?.role !== 'user') return [];
  const words = last.text ?? '';
  const { readReply, returns, answersIn } = repliesOf(language);
  const effects: Effect[] = [];
  const put = openQuestion(history);
  const asked =
    put?.requestId && put.kind !== 'FOLLOW_UP' ? questions.find(({ id }) => id === put.requestId) : undefined;
  // After “Yes, I do”, the telling is still to come.
  const isToCome = keepsakeReply({ history, heard, language }) === 'AGREES';
  const reply = asked && !isToCome ? readReply(asked.text, words, heard) : null;
  if (asked && reply === 'DECLINES')
    effects.push({ effect: 'REQUEST', requestId: asked.id, status: 'SKIPPED' });
  // Words of distress answer nothing, but a refusal among them holds.
  if (heard.crisis) return effects;
  const answersUnasked = answersIn(toldIn(last));
  // After “Are you safe?” or “Shall that stay between us?”, a story is only an answer if it takes up the question.
  const isReplyTo = asked && (!confirmsLast(history) || answersUnasked(asked.text, { wasPut: true }));
  if (asked && isReplyTo && reply === 'ANSWERS')
    effects.push({ effect: 'REQUEST', requestId: asked.id, status: 'ANSWERED' });
  if (last.private || heard.privateScope || heard.toldWords === 0) return effects;

  const putBefore = new Set(history.flatMap(({ requestId }) => requestId ?? []));
  const latest = [...putBefore].at(-1);
  for (const question of questions) {
    // The person has just declined this question, so the same words don't answer it.
    if (question.id === asked?.id) continue;
    const wasPut = putBefore.has(question.id);
    const comesBack = wasPut && question.id === latest && returns(words.slice(0, 600));
    const answers =
      (comesBack && readReply(question.text, words, heard) !== 'DECLINES') ||
      answersUnasked(question.text, { wasPut });
    if (answers) effects.push({ effect: 'REQUEST', requestId: question.id, status: 'ANSWERED' });
  }
  return effects;
}

/** Whether the interviewer's last turn asked whether it had understood something correctly. */
function confirmsLast(history: readonly HistoryTurn[]): boolean {
  const kind = history.findLast(({ role }) => role === 'assistant')?.kind;
  return (
    kind === 'CONFIRM_SAFE' ||
    kind === 'CONFIRM_PRIVATE' ||
    kind === 'CONFIRM_AUDIENCE' ||
    kind === 'CONFIRM_WITHDRAWAL'
  );
}
