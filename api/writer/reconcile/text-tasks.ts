import { withMeanings } from '#api/language/text-meanings.ts';
import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import type { ReconciledBook } from './finding/book.ts';
import { findConflicts } from './finding/find-conflicts.ts';
import { findUnknownPhones, readPrivacy } from './finding/unknown-phones.ts';

export const findBookConflicts = textTask({
  name: 'reconcile.findConflicts',
  run: (book: ReconciledBook) => withMeanings(() => findConflicts(book)),
});
export const findPhones = textTask({ name: 'reconcile.findPhones', run: findUnknownPhones });
export const readPrivacyOfTexts = textTask({ name: 'reconcile.readPrivacy', run: readPrivacy });

/** The text tasks of reconcile. */
export const reconcileTextTasks: readonly TextTask<never, unknown>[] = [
  findBookConflicts,
  findPhones,
  readPrivacyOfTexts,
];
