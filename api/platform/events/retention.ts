import { z } from 'zod';
import { pool } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { job } from '#api/platform/jobs.ts';

/** For so long whoever comes back is told what happened meanwhile. */
export const eventsKeptDays = 30;

/** Longer than that by what a transaction may take, and by a night: nothing goes that may still be asked for. */
const keptForMs = (eventsKeptDays + 1) * 24 * 3_600_000;
/** So many are erased by one statement, that none takes long. */
const atATime = 10_000;

/** Erases what happened so long ago that no stream tells of it any more. Messages are a log of their own, and stay. */
export async function eraseOldEvents(signal?: AbortSignal) {
  const before = new Date(clock.now().getTime() - keptForMs);
  let erased = atATime;
  while (erased === atATime && !signal?.aborted) {
    const { rowCount } = await pool.query(
      `delete from event where id in (
        select id from event where created_at < $1 order by created_at limit ${atATime})`,
      [before],
    );
    erased = rowCount ?? 0;
  }
}

export const eraseEvents = job({
  name: 'events.erase',
  input: z.object({}),
  cron: '27 3 * * *',
  timeoutSeconds: 3600,
  run: (_input, signal) => eraseOldEvents(signal),
});
