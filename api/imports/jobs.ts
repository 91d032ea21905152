import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { expireImports, workOnImport } from './service/work.ts';

/** Brings a book from an uploaded export; queued together with its row. A process brings one at a time. */
export const importsMake = job({
  name: 'imports.make',
  input: z.object({ importId: z.uuid() }),
  retries: 8,
  // An export may contain 32 GB, and each photo is redrawn.
  timeoutSeconds: 4 * 3600,
  run: ({ importId }, signal) => workOnImport(importId, signal),
});

/** Gives up lost imports and erases what is left of them, every hour. */
export const importsExpire = job({
  name: 'imports.expire',
  input: z.object({}),
  cron: '29 * * * *',
  timeoutSeconds: 1800,
  run: () => expireImports(),
});
