import type { PlaygroundRun } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { atEachWake } from '#api/platform/events/each-wake.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { watchAccess } from '#api/subjects/live/rights.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { isStillReadable } from './readable.ts';
import { silentMs } from './run.ts';

/** The polling interval, because a wake-up between two processes can be lost. */
const lookAgainMs = 1_000;

/** Passes a run to `take` now and as it grows, until it has ended or may no longer be shown. */
export async function followRun(
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
  take: Take<PlaygroundRun>,
): Promise<void> {
  const access = watchAccess(viewer, () => {});
  let shown = '';
  const look = async () => {
    const run = await db.playgroundRun.findUnique({ where: { id } });
    if (!run || !(await access.stands())) return false;
    const now = (await isStillReadable((subjectId) => subjectAccessAt(viewer, subjectId), run))
      ? withEnd(run)
      : withheld(run);
    const state = `${now.status} ${now.text.length}`;
    if (state !== shown) await take(now);
    shown = state;
    return now.status === 'RUNNING';
  };
  try {
    await atEachWake(topics.playgroundRun(id), signal, look, () => lookAgainMs);
  } finally {
    access.leave();
  }
}

/** Shows a run whose process has ended as failed. */
function withEnd(run: PlaygroundRun): PlaygroundRun {
  if (run.status !== 'RUNNING' || Date.now() - run.beatAt.getTime() < silentMs) return run;
  return { ...run, status: 'FAILED', error: 'The server that ran it has stopped: run it again' };
}

function withheld(run: PlaygroundRun): PlaygroundRun {
  const error = 'What it rests on was made private, or may no longer be shown to a model';
  return { ...run, status: 'FAILED', text: '', verdict: null, error };
}
