import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import { findConflicts } from './finding/find-conflicts.ts';

export const findBookConflicts = textTask({ name: 'reconcile.findConflicts', run: findConflicts });

/** What a worker can do with people's words for reconcile. */
export const reconcileTextTasks: readonly TextTask<never, unknown>[] = [findBookConflicts];
