import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseDeletedKeepsakes } from './service/change.ts';
import { expireUploads } from './service/uploads.ts';

/** Erases uploads that were not finished within a day, every hour. */
export const expireKeepsakeUploads = job({
  name: 'keepsakes.expireUploads',
  input: z.object({}),
  cron: '41 * * * *',
  timeoutSeconds: 1800,
  run: () => expireUploads(),
});

/** Erases keepsakes deleted 30 days ago, every night. */
export const eraseKeepsakes = job({
  name: 'keepsakes.erase',
  input: z.object({}),
  cron: '13 4 * * *',
  timeoutSeconds: 1800,
  run: () => eraseDeletedKeepsakes(),
});
