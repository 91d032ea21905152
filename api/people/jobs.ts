import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { settleSuccessions } from './service/succession.ts';

/** Makes successors owners whose owner has died, every hour. */
export const peopleSettle = job({
  name: 'people.settleSuccessions',
  input: z.object({}),
  cron: '17 * * * *',
  retries: 2,
  run: () => settleSuccessions(),
});
