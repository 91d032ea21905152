import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseDeletedKeepsakes } from './service/change.ts';
import { expireUploads } from './service/uploads.ts';

/** Every hour: files that were not sent whole in a day. */
export const expireKeepsakeUploads = job({
  name: 'keepsakes.expireUploads',
  input: z.object({}),
  cron: '41 * * * *',
  timeoutSeconds: 1800,
  run: () => expireUploads(),
});

/** Every night: keepsakes that were deleted 30 days ago. */
export const eraseKeepsakes = job({
  name: 'keepsakes.erase',
  input: z.object({}),
  cron: '13 4 * * *',
  timeoutSeconds: 1800,
  run: () => eraseDeletedKeepsakes(),
});
