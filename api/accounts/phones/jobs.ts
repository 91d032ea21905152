import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseOldCodes } from './codes.ts';

export const eraseCodes = job({
  name: 'accounts.eraseCodes',
  input: z.object({}),
  cron: '37 3 * * *',
  run: () => eraseOldCodes(),
});
