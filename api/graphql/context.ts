import type { YogaInitialContext } from 'graphql-yoga';
import { Unauthorized } from '#api/platform/errors.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { type Standing, standingAt } from '#api/subjects/policy.ts';

/** What every resolver gets. `standing` asks the database once per subject and operation. */
export type Context = Partial<YogaInitialContext> & {
  viewer: Viewer | null;
  origin: Origin;
  standing: (subjectId: string) => Promise<Standing>;
};

/** A context for one operation, or for one event of a subscription: rights are asked anew for each. */
export function createContext(viewer: Viewer | null, origin: Origin): Context {
  const known = new Map<string, Promise<Standing>>();
  return {
    viewer,
    origin,
    standing(subjectId) {
      let standing = known.get(subjectId);
      if (!standing) {
        standing = standingAt(viewer, subjectId);
        known.set(subjectId, standing);
      }
      return standing;
    },
  };
}

/** The viewer of an operation whose scope already demanded one. */
export function viewerOf(ctx: Context): Viewer {
  if (!ctx.viewer) throw new Unauthorized();
  return ctx.viewer;
}
