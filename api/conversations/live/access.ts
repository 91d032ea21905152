import { sessionStands } from '#api/accounts/session.ts';
import { readsByHolding } from '#api/conversations/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { rightsOf, type Standing, standingAt } from '#api/subjects/policy.ts';

/** For so long an answer about rights is good for the next event, unless somebody says that they changed. */
const goodForMs = 2_000;
/** Rights that end by themselves, of which nobody tells, end a stream within this time. */
const askAgainEveryMs = 60_000;

/** The rights of a session at a subject. */
export type Rights = {
  /** Whether the session still stands. */
  stands: boolean;
  standing: Standing;
  /** Who has the same may be shown the same; null where what they see hangs on who they are. */
  alike: string | null;
};

type Watched = {
  stands: Kept<boolean> | null;
  at: Map<string, Kept<Rights>>;
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
  /** The same, with how the viewer stands to a subject by now. */
  at: (subjectId: string) => Rights | Promise<Rights>;
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
  const stands = () => {
    if (!isFresh(rights.stands)) rights.stands = keep(sessionStands(viewer));
    return rights.stands.value;
  };
  const ask = async (subjectId: string): Promise<Rights> => {
    const [stood, standing] = await Promise.all([stands(), standingAt(viewer, subjectId)]);
    const isOwn = readsByHolding(standing) || (await isNamed(standing));
    return { stands: stood, standing, alike: isOwn ? null : rightsOf(standing) };
  };
  return {
    stands,
    at(subjectId) {
      const known = rights.at.get(subjectId);
      if (isFresh(known)) return known.value;
      const asked = keep(ask(subjectId));
      rights.at.set(subjectId, asked);
      return asked.value;
    },
    leave() {
      rights.followers.delete(changed);
      if (rights.followers.size) return;
      rights.stop();
      if (watched.get(key) === rights) watched.delete(key);
    },
  };
}

function isFresh<T>(kept: Kept<T> | null | undefined): kept is Kept<T> {
  return !!kept && kept.until > performance.now();
}

/** Once it is known it is at hand, for many at once; who waits for it hears of a failure. */
function keep<T>(asked: Promise<T>): Kept<T> {
  const kept: Kept<T> = { until: performance.now() + goodForMs, value: asked };
  asked.then(
    (known) => {
      kept.value = known;
    },
    () => {},
  );
  return kept;
}

function begin(viewer: Viewer, key: string): Watched {
  const over = new AbortController();
  const timer = setInterval(tell, askAgainEveryMs);
  timer.unref();
  const rights: Watched = {
    stands: null,
    at: new Map(),
    followers: new Set(),
    stop() {
      clearInterval(timer);
      over.abort();
    },
  };
  watched.set(key, rights);
  function tell() {
    rights.stands = null;
    rights.at.clear();
    for (const changed of rights.followers) changed();
  }
  bus.listen(topics.access(viewer.userId), over.signal, tell);
  return rights;
}

/** Whether an audience of the book names them: then they may be shown what others with their rights may not. */
async function isNamed({ subjectId, reach }: Standing): Promise<boolean> {
  if (typeof reach === 'string') return false;
  const { userId } = reach;
  const named = await db.audienceMember.findFirst({
    where: { subjectId, membership: { is: { userId } } },
    select: { audienceId: true },
  });
  return named !== null;
}
