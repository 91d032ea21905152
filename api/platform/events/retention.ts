import { z } from 'zod';
import { pool } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { job } from '#api/platform/jobs.ts';
import { eraseOldModelUse } from '#api/platform/model-use.ts';

/** How long events are kept for clients that reconnect. */
export const eventsKeptDays = 30;

/** One day longer, for long transactions and the nightly run: no event that a client may still need is erased. */
const keptForMs = (eventsKeptDays + 1) * 24 * 3_600_000;
/** Rows per delete statement, so that none takes long. */
const atATime = 10_000;

/** Erases events that no stream returns any more. Messages are a separate log and stay. */
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

/** Erases old events, old model calls and their old totals, every night. */
export const eraseEvents = job({
  name: 'events.erase',
  input: z.object({}),
  cron: '27 3 * * *',
  timeoutSeconds: 3600,
  async run(_input, signal) {
    await eraseOldModelUse(signal);
    await eraseOldEvents(signal);
  },
});
