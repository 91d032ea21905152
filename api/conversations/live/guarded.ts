import { readsByHolding } from '#api/conversations/policy.ts';
import type { SharedEvent } from '#api/platform/events/shared-event.ts';
import { soon, type Take } from '#api/platform/events/take.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { rightsOf, type Standing } from '#api/subjects/policy.ts';
import { watchAccess } from './access.ts';

export type Guard<T> = {
  /** The subject whose rights a stream as a whole depends on; null for the desk's view of everything. */
  subjectId: string | null;
  /** Whether somebody who stands so may go on following. */
  mayFollow: (standing: Standing) => boolean | Promise<boolean>;
  /** The subject that an item belongs to. */
  subjectOf: (item: T) => string;
  /** Whether an item is for somebody who stands so. */
  isFor: (item: T, standing: Standing) => boolean;
};

/** An item with the rights by which it was let through, for the resolvers behind it. */
export type Guarded<T> = SharedEvent & { item: T; standing: Standing };

/** Hands on the items of a stream until `signal` aborts. */
export type Open<T> = (signal: AbortSignal, hand: Take<T>) => Promise<void>;

/**
 * Lets through of a stream what the viewer may see at that moment, and ends it once they may follow it no
 * more: signed out, banned, a membership ended, sharing withdrawn. `open` is given the signal of that end. Rejects
 * when it can't be found out whether they may.
 */
export async function guarded<T extends object>(
  viewer: Viewer,
  guard: Guard<T>,
  open: Open<T>,
  signal: AbortSignal,
  take: Take<Guarded<T>>,
): Promise<void> {
  const lost = new AbortController();
  const access = watchAccess(viewer, () => void check());
  /** Why it could not be found out whether they may. */
  let unknown: unknown;
  let shared: { standing: Standing; rights: string | null } | null = null;

  function follows(standing: Standing): boolean | Promise<boolean> {
    if (guard.subjectId === null) return access.stands();
    return soon(access.stands(), (stands) => stands && guard.mayFollow(standing));
  }
  async function check() {
    const { subjectId } = guard;
    try {
      const may =
        subjectId === null
          ? access.stands()
          : soon(access.standing(subjectId), (standing) => follows(standing));
      if (await may) return;
    } catch (error) {
      unknown = error;
    }
    lost.abort();
  }
  function letThrough(item: T, standing: Standing): void | Promise<void> {
    return soon(follows(standing), (may) => {
      if (!may) return lost.abort();
      if (signal.aborted || lost.signal.aborted || !guard.isFor(item, standing)) return;
      if (shared?.standing !== standing) shared = { standing, rights: sharedRights(standing) };
      return take({ item, standing, rights: shared.rights });
    });
  }

  try {
    await open(AbortSignal.any([signal, lost.signal]), (item) =>
      soon(access.standing(guard.subjectOf(item)), (standing) => letThrough(item, standing)),
    );
    if (unknown) throw unknown;
  } finally {
    access.leave();
  }
}

function sharedRights(standing: Standing): string | null {
  return readsByHolding(standing) ? null : rightsOf(standing);
}
