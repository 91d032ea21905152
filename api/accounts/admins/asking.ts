import type { Viewer } from '#api/platform/viewer.ts';
import { viewerFrom } from '../session.ts';

const known = new WeakMap<Headers, Promise<Viewer | null>>();

/** The sender as read when the request began, because the request may end its own session. */
export function askedBy(headers: Headers | undefined): Promise<Viewer | null> {
  if (!headers) return Promise.resolve(null);
  const viewer = known.get(headers) ?? viewerFrom(headers);
  known.set(headers, viewer);
  return viewer;
}
