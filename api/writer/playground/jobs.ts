import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { job } from '#api/platform/jobs.ts';

const keptDays = 7;

/** Erases runs older than a week with their texts, every night. */
export const erasePlaygroundRuns = job({
  name: 'playground.eraseRuns',
  input: z.object({}),
  cron: '41 3 * * *',
  run: async () => {
    const before = new Date(Date.now() - keptDays * 86_400_000);
    await db.playgroundRun.deleteMany({ where: { createdAt: { lt: before } } });
  },
});
