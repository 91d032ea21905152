import type { SharedEvent } from '#api/platform/events/shared-event.ts';
import { soon, type Take } from '#api/platform/events/take.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '../policy.ts';
import { type Rights, watchAccess } from './rights.ts';

export type Guard<T> = {
  /** The subject whose rights a stream as a whole depends on; null for the desk's view of everything. */
  subjectId: string | null;
  /** Whether somebody who stands so may go on following. */
  mayFollow: (subjectAccess: SubjectAccess) => boolean | Promise<boolean>;
  /** The subject that an item belongs to. */
  subjectOf: (item: T) => string;
  /** Whether an item is for somebody who stands so. */
  isFor: (item: T, subjectAccess: SubjectAccess) => boolean;
  /** Whether what this viewer sees depends on who they are, and not on their rights alone: it is shared with nobody. */
  isPersonal?: (subjectAccess: SubjectAccess) => boolean;
};

/** An item with the rights by which it was let through, for the resolvers behind it. */
export type Guarded<T> = SharedEvent & { item: T; subjectAccess: SubjectAccess };

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
  const over = new AbortController();
  // One signal made of two would be asked for both, at every event of every follower.
  const end = () => over.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const access = watchAccess(viewer, () => void check());
  /** Why it could not be found out whether they may. */
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
      return take({ item, subjectAccess, rights: guard.isPersonal?.(subjectAccess) ? null : alike });
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
}
