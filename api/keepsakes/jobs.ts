import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseDeletedKeepsakes } from './service/change.ts';
import { drawPlaceholders } from './service/placeholders.ts';
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

/** Draws the placeholders of new pictures, and every hour those of pictures that have none. */
export const drawKeepsakePlaceholders = job({
  name: 'keepsakes.drawPlaceholders',
  input: z.object({}),
  cron: '23 * * * *',
  timeoutSeconds: 1800,
  run: (_input, signal) => drawPlaceholders(signal),
});
