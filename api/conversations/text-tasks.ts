import { readUtterance } from '#api/dialogue-acts/read-utterance.ts';
import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import { builtInDraft } from './interviewer/builtin.ts';
import type { TurnDraft } from './interviewer/interviewer.ts';
import { contextOf, type Heard, listen } from './interviewer/mind.ts';
import { planTurn } from './interviewer/plan.ts';
import type { Channel, HistoryTurn, TurnRequest } from './interviewer/request.ts';

/** Words to be heard, and what was said before them. */
export type Utterance = { text: string; history: HistoryTurn[]; channel: Channel };

export const hearUtterance = textTask({
  name: 'conversations.hearUtterance',
  run: ({ text, history, channel }: Utterance): Heard => listen(text, contextOf(history, channel)),
});

export const draftTurn = textTask({
  name: 'conversations.draftTurn',
  run: (request: TurnRequest): TurnDraft => builtInDraft(planTurn(request), request),
});

export const readCorrected = textTask({
  name: 'conversations.readCorrected',
  run: (text: string) => readUtterance(text),
});

/** What a worker can do with people's words for a conversation. */
export const conversationTextTasks: readonly TextTask<never, unknown>[] = [
  hearUtterance,
  draftTurn,
  readCorrected,
];
