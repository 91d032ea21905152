import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseOldTexts } from './inbound.ts';
import { eraseLedgers } from './retention.ts';

export const eraseTexts = job({
  name: 'consent.eraseTexts',
  input: z.object({}),
  cron: '47 3 * * *',
  run: () => eraseOldTexts(),
});

export const eraseConsents = job({
  name: 'consent.eraseConsents',
  input: z.object({}),
  cron: '17 4 * * *',
  run: () => eraseLedgers(),
});
