import { readsByHolding } from '#api/conversations/policy.ts';
import type { SharedEvent } from '#api/platform/events/shared-event.ts';
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

/**
 * Lets through of a stream what the viewer may see at that moment, and ends it once they may follow it no
 * more: signed out, banned, a membership ended, sharing withdrawn. `open` is given the signal of that end.
 */
export async function* guarded<T extends object>(
  viewer: Viewer,
  guard: Guard<T>,
  open: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<Guarded<T>> {
  const lost = new AbortController();
  const access = watchAccess(viewer, () => void check());

  async function follows(standing?: Standing): Promise<boolean> {
    if (!(await access.stands())) return false;
    if (guard.subjectId === null) return true;
    return guard.mayFollow(standing ?? (await access.standing(guard.subjectId)));
  }
  async function check() {
    try {
      if (await follows()) return;
    } catch {
      // Whether they may is not known: they can ask again.
    }
    lost.abort();
  }

  try {
    for await (const item of open(AbortSignal.any([signal, lost.signal]))) {
      const standing = await access.standing(guard.subjectOf(item));
      if (lost.signal.aborted || !(await follows(standing))) return;
      if (guard.isFor(item, standing)) yield { item, standing, rights: sharedRights(standing) };
      if (signal.aborted) return;
    }
  } finally {
    access.leave();
  }
}

function sharedRights(standing: Standing): string | null {
  return readsByHolding(standing) ? null : rightsOf(standing);
}
