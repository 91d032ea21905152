import { sessionStands } from '#api/accounts/session.ts';
import { prepared } from '#api/platform/database/database.ts';
import { together } from '#api/platform/database/together.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import {
  accessColumns,
  rightsOf,
  type SubjectAccess,
  type SubjectAccessRow,
  strangerTo,
  subjectAccessOf,
} from '../policy.ts';

/** How long rights are cached, unless a change is published. */
const goodForMs = 2_000;
/** Rights that expire without an event end a stream within this time. */
const askAgainEveryMs = 60_000;

/** The rights of a session at a subject. */
export type Rights = {
  /** Whether the session is still valid. */
  stands: boolean;
  subjectAccess: SubjectAccess;
  /** Followers with the same text may get the same answer; null when an audience names the follower. */
  alike: string | null;
};

type Watched = {
  stands: Kept<boolean> | null;
  at: Map<string, Kept<Rights>>;
  followers: Set<() => void>;
  stop: () => void;
};
type Kept<T> = { until: number; value: T | Promise<T> };

/** The cached rights of all followers in this process, by session. */
const watched = new Map<string, Watched>();

/** The rights of a follower, checked for each event from a cache. */
export type Access = {
  /** Whether the session is still valid. */
  stands: () => boolean | Promise<boolean>;
  /** The session and the viewer's current access to a subject. */
  at: (subjectId: string) => Rights | Promise<Rights>;
  leave: () => void;
};

/**
 * Watches a viewer's rights while they follow something; `changed` is called when the rights may have changed.
 * Followers of one session share the cache.
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
    const [stood, { subjectAccess, isNamed }] = await Promise.all([
      stands(),
      subjectAccessTogether(viewer, subjectId),
    ]);
    return { stands: stood, subjectAccess, alike: isNamed ? null : rightsOf(subjectAccess) };
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

/** An event reads the rights of all its followers at once; this many fit into one statement. */
const followersAtOnce = 1_000;

type Row = SubjectAccessRow & { asked: string; isNamed: boolean };

const rowOf = together<Row>(async (asked) => {
  const pairs = asked.map((each) => each.split(' '));
  const { rows } = await prepared.query<Row>({
    name: 'subjectAccesses-of-followers',
    text: `select p.user_id || ' ' || p.subject_id as asked, ${accessColumns},
        exists (select 1 from audience_member n where n.membership_id = member.id) as "isNamed"
      from unnest($1::text[], $2::text[]) p(user_id, subject_id)
        join subject s on s.id = p.subject_id::uuid
        left join membership member on member.subject_id = s.id and member.user_id = p.user_id::uuid`,
    values: [pairs.map(([userId]) => userId), pairs.map(([, subjectId]) => subjectId)],
  });
  return rows;
}, followersAtOnce);

/** A follower's access to a subject, read in one statement with all others requested in the same turn. */
async function subjectAccessTogether(
  viewer: Viewer,
  subjectId: string,
): Promise<{ subjectAccess: SubjectAccess; isNamed: boolean }> {
  const row = await rowOf(`${viewer.userId} ${subjectId}`);
  if (!row) return { subjectAccess: strangerTo(subjectId), isNamed: false };
  const subjectAccess = subjectAccessOf(viewer, row);
  // For a viewer who reads everything, being named makes no difference.
  return { subjectAccess, isNamed: row.isNamed && subjectAccess.reach !== 'ALL' };
}

function isFresh<T>(kept: Kept<T> | null | undefined): kept is Kept<T> {
  return !!kept && kept.until > performance.now();
}

/** Stores the promise, then its value; callers who wait see a failure. */
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
