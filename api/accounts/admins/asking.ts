import type { Viewer } from '#api/platform/viewer.ts';
import { viewerFrom } from '../session.ts';

const known = new WeakMap<Headers, Promise<Viewer | null>>();

/** Who sends a request, as it was when it began: an act may end the session that it was done with. */
export function askedBy(headers: Headers | undefined): Promise<Viewer | null> {
  if (!headers) return Promise.resolve(null);
  const viewer = known.get(headers) ?? viewerFrom(headers);
  known.set(headers, viewer);
  return viewer;
}
