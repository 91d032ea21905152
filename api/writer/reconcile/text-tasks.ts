import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import { findConflicts } from './finding/find-conflicts.ts';

export const findBookConflicts = textTask({ name: 'reconcile.findConflicts', run: findConflicts });

/** The text tasks of reconcile. */
export const reconcileTextTasks: readonly TextTask<never, unknown>[] = [findBookConflicts];
