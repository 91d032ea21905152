import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { expireMakings } from './service/expire.ts';
import { produceFromStories } from './service/produce.ts';
import { workOnMaking } from './service/work.ts';

const tries = 3;

/** Makes a book or a quote card; queued together with its row. A process makes one at a time. */
export const makingsMake = job({
  name: 'makings.make',
  input: z.object({ makingId: z.uuid() }),
  retries: 8,
  timeoutSeconds: 900,
  perSubject: true,
  run: ({ makingId }, signal) => workOnMaking(makingId, signal, { tries, produce: produceFromStories }),
});

/** Removes files with expired links, every hour. */
export const makingsExpire = job({
  name: 'makings.expire',
  input: z.object({}),
  cron: '23 * * * *',
  timeoutSeconds: 1800,
  run: () => expireMakings(),
});
