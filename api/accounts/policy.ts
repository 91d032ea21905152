import type { Viewer } from '#api/platform/viewer.ts';

/** Whether a viewer sees what of an account is not for everyone who meets its name in a book. */
export function seesAccount(viewer: Viewer | null, userId: string): boolean {
  return !!viewer && !viewer.key && (viewer.admin || viewer.userId === userId);
}
