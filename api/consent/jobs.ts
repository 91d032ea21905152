import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseLedgers } from './retention.ts';

export const eraseConsents = job({
  name: 'consent.eraseConsents',
  input: z.object({}),
  cron: '17 4 * * *',
  run: () => eraseLedgers(),
});
