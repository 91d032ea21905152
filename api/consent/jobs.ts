import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseOldTexts } from './inbound.ts';

export const eraseTexts = job({
  name: 'consent.eraseTexts',
  input: z.object({}),
  cron: '47 3 * * *',
  run: () => eraseOldTexts(),
});
