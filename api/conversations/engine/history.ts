import type { HistoryTurn, TurnKind } from '#api/conversations/interviewer/request.ts';
import { readUtterance, type UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import { db, type Tx } from '#api/platform/database/database.ts';

/** One turn of a conversation. */
export type Turn = {
  id: string;
  seq: number;
  role: 'user' | 'assistant';
  /** The corrected text if the words were misheard. */
  text: string;
  private: boolean;
  turnKind: string | null;
  questionKey: string | null;
  requestId: string | null;
  /** For a person's turn, the part that tells a story. */
  told: string | null;
};

/** Everything said in a conversation so far, oldest first. */
export async function turnsOf(conversationId: string, tx: Tx = db): Promise<Turn[]> {
  const turns = await tx.message.findMany({
    where: { conversationId },
    orderBy: { seq: 'asc' },
    select: {
      id: true,
      seq: true,
      role: true,
      text: true,
      correctedText: true,
      private: true,
      turnKind: true,
      questionKey: true,
      requestId: true,
      reading: true,
    },
  });
  return turns.map(({ correctedText, text: first, reading, ...turn }) => {
    const text = correctedText ?? first;
    const isSaid = turn.role === 'user';
    return { ...turn, text, told: isSaid ? toldText(text, readingOf(text, reading)) : null };
  });
}

/** The stored reading of the words. Words stored before readings existed are read now. */
export function readingOf(text: string, stored: unknown): UtteranceReading {
  return (stored as UtteranceReading | null) ?? readUtterance(text);
}

/**
 * Limits, in characters, on what is read again for each turn: the end of each turn, and the latest turns in total.
 */
const mostOfTurn = 4_000;
const mostOfHistory = 40_000;

/**
 * The turns in the form that the interviewer's rules use. Beyond the total limit only the beginning of a turn is
 * kept.
 */
export function historyOf(turns: readonly Turn[]): HistoryTurn[] {
  let left = mostOfHistory;
  return turns
    .toReversed()
    .map(({ role, text, told, private: isPrivate, turnKind, questionKey, requestId }) => {
      const end = text.slice(-mostOfTurn);
      left -= role === 'user' ? end.length : 0;
      return {
        role,
        text: role === 'assistant' ? text : left >= 0 ? end : `${text.slice(0, 100)}…`,
        told: told?.slice(-mostOfTurn) ?? null,
        private: isPrivate,
        kind: turnKind as TurnKind | null,
        questionKey,
        requestId,
      };
    })
    .reverse();
}

/** The turns since the interviewer last spoke. */
export function unanswered(turns: readonly Turn[]): Turn[] {
  return turns.slice(turns.findLastIndex((turn) => turn.role === 'assistant') + 1);
}

/**
 * The turns that were answered together with the one at `seq`, and the answer to them. Words that come while an
 * answer is being made are answered together with the earlier ones.
 */
export function exchangeAt(turns: readonly Turn[], seq: number): { said: Turn[]; answers: Turn[] } {
  const before = turns.filter((turn) => turn.seq < seq);
  const after = turns.filter((turn) => turn.seq >= seq);
  const answeredAt = countOf(after, 'user');
  const answers = after.slice(answeredAt);
  return {
    said: [...unanswered(before), ...after.slice(0, answeredAt)],
    answers: answers.slice(0, countOf(answers, 'assistant')),
  };
}

/** The number of leading turns that have this role. */
function countOf(turns: readonly Turn[], role: Turn['role']): number {
  const other = turns.findIndex((turn) => turn.role !== role);
  return other < 0 ? turns.length : other;
}

/** The person's last turn and the answer to it, to which "keep that between us" refers. */
export function exchangeBefore(turns: readonly Turn[]): Turn[] {
  const said = turns.findLastIndex((turn) => turn.role === 'user');
  return said < 0 ? [] : turns.slice(said);
}
