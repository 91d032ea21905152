import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseEndedSessions } from './session.ts';

export const eraseSessions = job({
  name: 'accounts.eraseSessions',
  input: z.object({}),
  cron: '23 3 * * *',
  run: () => eraseEndedSessions(),
});
