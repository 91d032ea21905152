import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseDeleted } from './erasing.ts';

/** Erases subjects deleted 30 days ago, every night. */
export const eraseSubjects = job({
  name: 'subjects.erase',
  input: z.object({}),
  cron: '41 3 * * *',
  timeoutSeconds: 3600,
  run: () => eraseDeleted(),
});
