import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { redis } from '#api/platform/redis.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { roleName, type Standing } from '#api/subjects/policy.ts';

/** Reading on is the same reading: it is noted once in this time, not for every page. */
const oneReadingMs = 3_600_000;
const mostRemembered = 10_000;

const noted = new Map<string, number>();

export type Reading = 'transcript.read' | 'call-log.read' | 'messages.read' | 'messages.followed';

/**
 * Writes down that somebody of the team reads what was said: at a subject, or (null) everybody's. Before it is
 * shown; once for each session, subject and hour. Whoever reads as family is not noted.
 */
export async function noteReading(viewer: Viewer, action: Reading, at: Standing | null, targetId?: string) {
  if (!viewer.admin || (at && roleName(at) !== null)) return;
  const key = [viewer.sessionId, action, at?.subjectId, targetId].join();
  const now = Date.now();
  if ((noted.get(key) ?? 0) > now - oneReadingMs) return;
  if (noted.size >= mostRemembered) noted.clear();
  if (!(await isNotedElsewhere(key))) {
    await audit(db, viewer, action, {
      ...(at && { subjectId: at.subjectId }),
      ...(targetId && { targetId }),
    });
    await tellNoted(key);
  }
  noted.set(key, now);
}

/** Noted by another process. While Redis is away each process notes for itself. */
async function isNotedElsewhere(key: string): Promise<boolean> {
  return !!(await redis?.exists(keyOf(key)).catch(() => 0));
}

async function tellNoted(key: string) {
  await redis?.set(keyOf(key), '', { expiration: { type: 'PX', value: oneReadingMs } }).catch(() => {});
}

function keyOf(key: string): string {
  return `evertold:noted:${key}`;
}
