import type { SharedEvent } from '#api/platform/events/shared-event.ts';
import type { Open } from '#api/platform/events/subscription.ts';
import { soon } from '#api/platform/events/take.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '../policy.ts';
import { type Rights, watchAccess } from './rights.ts';

export type Guard<T> = {
  /** The subject whose rights the whole stream needs; null for the admin desk's view of everything. */
  subjectId: string | null;
  /** Whether a viewer with this access may continue to follow. */
  mayFollow: (subjectAccess: SubjectAccess) => boolean | Promise<boolean>;
  /** The subject that an item belongs to. */
  subjectOf: (item: T) => string;
  /** Whether a viewer with this access may see an item. */
  isFor: (item: T, subjectAccess: SubjectAccess) => boolean;
  /** Whether the result depends on the user and not only on their rights: it is then never shared. */
  isPersonal?: (subjectAccess: SubjectAccess, item: T) => boolean;
};

/** An item with the access that allowed it, for the resolvers. */
export type Guarded<T> = SharedEvent & { item: T; subjectAccess: SubjectAccess };

/**
 * Filters a stream to what the viewer may see at that moment, and ends it when they may no longer follow it: sign-out,
 * ban, ended membership, withdrawn sharing. `open` gets the signal of that end. Rejects when the rights can't be read.
 */
export function guarded<T extends object>(viewer: Viewer, guard: Guard<T>, open: Open<T>): Open<Guarded<T>> {
  return async (signal, take) => {
    const over = new AbortController();
    // A combined signal would check both at every event of every follower.
    const end = () => over.abort();
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const access = watchAccess(viewer, () => void check());
    /** The error of a failed rights check. */
    let unknown: unknown;

    function follows({ stands, subjectAccess }: Rights): boolean | Promise<boolean> {
      return stands && (guard.subjectId === null || guard.mayFollow(subjectAccess));
    }
    async function check() {
      const { subjectId } = guard;
      try {
        if (await (subjectId === null ? access.stands() : soon(access.at(subjectId), follows))) return;
      } catch (error) {
        unknown = error;
      }
      end();
    }
    function letThrough(item: T, rights: Rights): void | Promise<void> {
      return soon(follows(rights), (may) => {
        if (!may) return end();
        const { subjectAccess, alike } = rights;
        if (over.signal.aborted || !guard.isFor(item, subjectAccess)) return;
        return take({ item, subjectAccess, rights: guard.isPersonal?.(subjectAccess, item) ? null : alike });
      });
    }

    try {
      await open(over.signal, (item) =>
        soon(access.at(guard.subjectOf(item)), (rights) => letThrough(item, rights)),
      );
      if (unknown) throw unknown;
    } finally {
      signal.removeEventListener('abort', end);
      access.leave();
    }
  };
}
