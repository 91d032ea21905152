import { Forbidden } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/** The team tunes under its own name: no partner's key does, and nobody who acts as somebody else. */
export function mustBeTeam(viewer: Viewer): void {
  if (!viewer.admin || actsForAnother(viewer)) throw new Forbidden();
}
