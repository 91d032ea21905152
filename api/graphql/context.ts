import type { YogaInitialContext } from 'graphql-yoga';
import type { User } from '#api/generated/prisma/client.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { Unauthorized } from '#api/platform/errors.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessesAt } from '#api/subjects/policy.ts';
import { batch } from './batch.ts';

/** What every resolver gets. `subjectAccess` asks the database once per subject and operation; what is known is at hand. */
export type Context = Partial<YogaInitialContext> & {
  viewer: Viewer | null;
  /** The viewer's own account as this request found it; null on a socket, which lasts. */
  account: User | null;
  origin: Origin;
  subjectAccess: (subjectId: string) => SubjectAccess | Promise<SubjectAccess>;
  /** Keeps a access that was read along with something else, so that it isn't asked for again. */
  cacheAccess: (subjectAccess: SubjectAccess) => void;
  /** What was known of a access no longer holds: a use case has changed it. */
  invalidateAccess: (subjectId: string) => void;
};

/** A context for one operation, or for one event of a subscription: rights are asked anew for each. */
export function createContext(viewer: Viewer | null, origin: Origin, account: User | null = null): Context {
  const known = new Map<string, SubjectAccess | Promise<SubjectAccess>>();
  const context: Context = {
    viewer,
    origin,
    account,
    subjectAccess(subjectId) {
      const subjectAccess = known.get(subjectId);
      if (subjectAccess) return subjectAccess;
      const asked = batch(context, 'subjectAccess', subjectId, (subjectIds) =>
        subjectAccessesAt(viewer, subjectIds),
      );
      known.set(subjectId, asked);
      asked.then(
        (found) => known.get(subjectId) === asked && known.set(subjectId, found),
        () => {},
      );
      return asked;
    },
    cacheAccess(subjectAccess) {
      known.set(subjectAccess.subjectId, subjectAccess);
    },
    invalidateAccess(subjectId) {
      known.delete(subjectId);
    },
  };
  return context;
}

/** Nobody in particular who has this viewer's rights: whatever is done in this name is no one's own. */
export function asNobody(viewer: Viewer | null): Viewer | null {
  return (
    viewer && { ...viewer, userId: nobody, sessionId: nobody, name: '', email: '', impersonatorId: null }
  );
}

/** The viewer of an operation whose scope already demanded one. */
export function viewerOf(ctx: Context): Viewer {
  if (!ctx.viewer) throw new Unauthorized();
  return ctx.viewer;
}
