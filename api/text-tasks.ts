import { biographyTextTasks } from './biography/text-tasks.ts';
import { conversationTextTasks } from './conversations/text-tasks.ts';
import { encodeTexts } from './language/sentence-encoder.ts';
import type { TextTask } from './platform/text-workers/task.ts';
import { reconcileTextTasks } from './writer/reconcile/text-tasks.ts';

/** All text tasks that a worker thread can run. */
export const textTasks: readonly TextTask<never, unknown>[] = [
  ...biographyTextTasks,
  ...conversationTextTasks,
  ...reconcileTextTasks,
  encodeTexts,
];
