import { Forbidden } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/** Only admins in their own name may tune: no partner's key, and no impersonating admin. */
export function mustBeTeam(viewer: Viewer): void {
  if (!viewer.admin || actsForAnother(viewer)) throw new Forbidden();
}
