import { readUtterance } from '#api/dialogue-acts/read-utterance.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { Language } from '#api/language/languages.ts';
import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import { settledQuestions } from './interviewer/answering/settled-questions.ts';
import { builtInDraft } from './interviewer/builtin.ts';
import type { Effect, TurnDraft } from './interviewer/interviewer.ts';
import { contextOf, type Heard, listen } from './interviewer/mind.ts';
import { planTurn } from './interviewer/plan.ts';
import type { Channel, FamilyRequest, HistoryTurn, TurnRequest } from './interviewer/request.ts';

/** Words to read, and what was said before them. */
export type UtteranceInput = { text: string; history: HistoryTurn[]; channel: Channel; language: Language };

export const hearUtterance = textTask({
  name: 'conversations.hearUtterance',
  run: ({ text, history, channel, language }: UtteranceInput): Heard =>
    listen(text, contextOf(history, channel, language)),
});

/** How the last words affect the family’s questions, when no turn follows them. */
export const settleLastWords = textTask({
  name: 'conversations.settleLastWords',
  run: ({
    text,
    history,
    channel,
    language,
    questions,
  }: UtteranceInput & { questions: FamilyRequest[] }): Effect[] => {
    const heard = listen(text, contextOf(history, channel, language));
    const told = toldText(text, heard.reading);
    const words: HistoryTurn = { role: 'user', text, told, private: false };
    return settledQuestions({ history: [...history, words], heard, questions, language });
  },
});

export const draftTurn = textTask({
  name: 'conversations.draftTurn',
  run: (request: TurnRequest): TurnDraft => builtInDraft(planTurn(request), request),
});

export const readCorrected = textTask({
  name: 'conversations.readCorrected',
  run: ({ text, language }: { text: string; language: Language }) => readUtterance(text, language),
});

/** The text tasks of conversations that a worker can run. */
export const conversationTextTasks: readonly TextTask<never, unknown>[] = [
  hearUtterance,
  settleLastWords,
  draftTurn,
  readCorrected,
];
