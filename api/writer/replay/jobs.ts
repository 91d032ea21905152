import { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue, type Job, job } from '#api/platform/jobs.ts';
import { eraseReplayTexts, runReplay } from './work.ts';

/** Answers the turns of a replay, one after the other; the rest of a long run is queued again. */
export const replayWork: Job<{ runId: string }> = job({
  name: 'writer.replay',
  input: z.object({ runId: z.uuid() }),
  retries: 5,
  timeoutSeconds: 900,
  async run({ runId }, signal) {
    if (!(await runReplay(runId, signal))) await transaction((tx) => enqueue(tx, replayWork, { runId }));
  },
});

/** Erases the texts of old answers, every night; their measures stay. */
export const eraseReplays = job({
  name: 'writer.eraseReplays',
  input: z.object({}),
  cron: '47 3 * * *',
  run: () => eraseReplayTexts(),
});
