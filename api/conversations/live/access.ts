import { sessionStands } from '#api/accounts/session.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Standing, standingAt } from '#api/subjects/policy.ts';

/** For so long an answer about rights is good for the next event, unless somebody says that they changed. */
const goodForMs = 2_000;
/** Rights that end by themselves, of which nobody tells, end a stream within this time. */
const askAgainEveryMs = 60_000;

type Watched = {
  stands: Kept<boolean> | null;
  standings: Map<string, Kept<Standing>>;
  followers: Set<() => void>;
  stop: () => void;
};
type Kept<T> = { until: number; value: T | Promise<T> };

/** What is known of the rights of everybody who follows something in this process, by session. */
const watched = new Map<string, Watched>();

/** The rights of somebody who follows a stream: asked again for each event, cheaply. */
export type Access = {
  /** Whether the session still stands. */
  stands: () => boolean | Promise<boolean>;
  /** How the viewer stands to a subject by now. */
  standing: (subjectId: string) => Standing | Promise<Standing>;
  leave: () => void;
};

/**
 * Watches over the rights of a viewer while they follow something; `changed` is called whenever they may have
 * changed. Followers of one session share what is known.
 */
export function watchAccess(viewer: Viewer, changed: () => void): Access {
  const key = `${viewer.sessionId}:${viewer.userId}`;
  const rights = watched.get(key) ?? begin(viewer, key);
  rights.followers.add(changed);
  return {
    stands() {
      rights.stands = fresh(rights.stands, () => sessionStands(viewer));
      return rights.stands.value;
    },
    standing(subjectId) {
      const kept = fresh(rights.standings.get(subjectId), () => standingAt(viewer, subjectId));
      rights.standings.set(subjectId, kept);
      return kept.value;
    },
    leave() {
      rights.followers.delete(changed);
      if (rights.followers.size) return;
      rights.stop();
      if (watched.get(key) === rights) watched.delete(key);
    },
  };
}

function fresh<T>(kept: Kept<T> | null | undefined, ask: () => Promise<T>): Kept<T> {
  const now = performance.now();
  if (kept && kept.until > now) return kept;
  const asked: Kept<T> = { until: now + goodForMs, value: ask() };
  void keep(asked);
  return asked;
}

/** Once it is known it is at hand, for many at once; who waits for it hears of a failure. */
async function keep<T>(asked: Kept<T>) {
  try {
    asked.value = await asked.value;
  } catch {}
}

function begin(viewer: Viewer, key: string): Watched {
  const over = new AbortController();
  const timer = setInterval(tell, askAgainEveryMs);
  timer.unref();
  const rights: Watched = {
    stands: null,
    standings: new Map(),
    followers: new Set(),
    stop() {
      clearInterval(timer);
      over.abort();
    },
  };
  watched.set(key, rights);
  function tell() {
    rights.stands = null;
    rights.standings.clear();
    for (const changed of rights.followers) changed();
  }
  bus.listen(topics.access(viewer.userId), over.signal, tell);
  return rights;
}
