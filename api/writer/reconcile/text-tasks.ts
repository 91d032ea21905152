import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import { findConflicts } from './finding/find-conflicts.ts';
import { findUnknownPhones } from './finding/unknown-phones.ts';

export const findBookConflicts = textTask({ name: 'reconcile.findConflicts', run: findConflicts });
export const findPhones = textTask({ name: 'reconcile.findPhones', run: findUnknownPhones });

/** The text tasks of reconcile. */
export const reconcileTextTasks: readonly TextTask<never, unknown>[] = [findBookConflicts, findPhones];
