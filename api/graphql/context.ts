import type { YogaInitialContext } from 'graphql-yoga';
import type { User } from '#api/generated/prisma/client.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { Unauthorized } from '#api/platform/errors.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessesAt } from '#api/subjects/policy.ts';
import { batch } from './batch.ts';

/**
 * The context of every resolver. `subjectAccess` reads the database once per subject and operation, then answers
 * synchronously.
 */
export type Context = Partial<YogaInitialContext> & {
  viewer: Viewer | null;
  /** The viewer's account as read by this request; null on a socket, because it outlives the read. */
  account: User | null;
  origin: Origin;
  subjectAccess: (subjectId: string) => SubjectAccess | Promise<SubjectAccess>;
  /** Caches an access that was read together with something else. */
  cacheAccess: (subjectAccess: SubjectAccess) => void;
  /** Drops a cached access after a use case changed it. */
  invalidateAccess: (subjectId: string) => void;
};

/** A context for one operation, or for one event of a subscription; access is read again for each. */
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

/** An anonymous viewer with the same rights: results made for it contain nothing personal and can be shared. */
export function asNobody(viewer: Viewer | null): Viewer | null {
  return (
    viewer && { ...viewer, userId: nobody, sessionId: nobody, name: '', email: '', impersonatorId: null }
  );
}

/** The viewer of an operation whose scope requires one. */
export function viewerOf(ctx: Context): Viewer {
  if (!ctx.viewer) throw new Unauthorized();
  return ctx.viewer;
}
