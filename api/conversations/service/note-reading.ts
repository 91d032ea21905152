import { auditAll } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { redis } from '#api/platform/redis.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** Repeated reads within this time count as one and are recorded once, not for every page. */
const oneReadingMs = 3_600_000;
const mostRemembered = 100_000;

export type Reading =
  | 'transcript.read'
  | 'call-log.read'
  | 'drafts.read'
  | 'messages.read'
  | 'messages.followed'
  | 'texts.read'
  | 'replay.read';

/**
 * When each read was recorded, by session and action, then by what was read. A promise is a record that is being
 * written.
 */
const noted = new Map<string, Map<string, number | Promise<void>>>();
let remembered = 0;

/**
 * Records that a team member reads what was said or is not published yet, at a subject or (null) everybody's. It is
 * recorded before it is shown, once per session, subject and hour. An admin's reads are recorded even if they are a
 * member, except in the book about themself; reads while impersonating are recorded under both names. Returns
 * undefined when nothing has to be written.
 */
export function noteReading(
  viewer: Viewer | null,
  action: Reading,
  at: SubjectAccess | null,
  targetId?: string,
): Promise<void> | undefined {
  return noteReadings(viewer, action, [at], targetId);
}

/** The same for a page with several subjects, in one statement. */
export function noteReadings(
  viewer: Viewer | null,
  action: Reading,
  all: readonly (SubjectAccess | null)[],
  targetId?: string,
): Promise<void> | undefined {
  if (!isOfTeam(viewer)) return;
  const before = notedBy(viewer, action);
  const since = Date.now() - oneReadingMs;
  const waiting = new Set<Promise<void>>();
  const fresh: { key: string; subjectId: string | null }[] = [];
  for (const at of all) {
    // An admin's membership is no exception: otherwise an admin could add themself and read unrecorded.
    if (at?.self && !viewer.impersonatorId) continue;
    const subjectId = at?.subjectId ?? null;
    const key = targetId ?? subjectId ?? '';
    const last = before.get(key) ?? 0;
    if (typeof last !== 'number') waiting.add(last);
    else if (last <= since) fresh.push({ key, subjectId });
  }
  if (fresh.length) {
    const writing = write(viewer, action, fresh, targetId);
    waiting.add(writing);
    remember(before, fresh, writing);
  }
  return waiting.size ? Promise.all(waiting).then(() => {}) : undefined;
}

/** Whether the viewer is a team member: an admin, or somebody who impersonates a user. */
export function isOfTeam(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && (viewer.admin || viewer.impersonatorId !== null);
}

function notedBy({ sessionId }: Viewer, action: Reading) {
  const by = `${sessionId} ${action}`;
  const before = noted.get(by) ?? new Map<string, number | Promise<void>>();
  noted.set(by, before);
  return before;
}

type Fresh = { key: string; subjectId: string | null };

/** A concurrent read waits for the same row. After a failure the next read records again. */
function remember(
  before: Map<string, number | Promise<void>>,
  fresh: readonly Fresh[],
  writing: Promise<void>,
) {
  remembered += fresh.length;
  if (remembered > mostRemembered) {
    noted.clear();
    remembered = 0;
  }
  for (const { key } of fresh) before.set(key, writing);
  writing.then(
    () => {
      for (const { key } of fresh) before.set(key, Date.now());
    },
    () => {
      for (const { key } of fresh) before.delete(key);
    },
  );
}

async function write(viewer: Viewer, action: Reading, fresh: readonly Fresh[], targetId?: string) {
  const keys = fresh.map(({ key }) => `evertold:noted:${viewer.sessionId},${action},${key}`);
  const elsewhere = await notedElsewhere(keys);
  const still = fresh.filter((_, at) => !elsewhere[at]);
  await auditAll(
    db,
    viewer,
    action,
    still.map(({ subjectId }) => ({ ...(subjectId && { subjectId }), ...(targetId && { targetId }) })),
  );
  for (const [at, key] of keys.entries()) if (!elsewhere[at]) await tellNoted(key);
}

/** Which reads another process recorded. While Redis is unavailable each process records for itself. */
async function notedElsewhere(keys: readonly string[]): Promise<boolean[]> {
  const found = await redis?.mGet([...keys]).catch(() => []);
  return (found ?? []).map((each) => each !== null);
}

async function tellNoted(key: string) {
  await redis?.set(key, '', { expiration: { type: 'PX', value: oneReadingMs } }).catch(() => {});
}
