import { z } from 'zod';
import { workOnMaking } from '#api/makings/service/work.ts';
import { job } from '#api/platform/jobs.ts';
import { notifyReady } from './service/notify-ready.ts';
import { produceExport } from './service/produce.ts';

const tries = 3;

/** Exports a subject as a ZIP; queued together with its row. */
export const exportsMake = job({
  name: 'exports.make',
  input: z.object({ exportId: z.uuid() }),
  retries: 8,
  // An export may contain several gigabytes.
  timeoutSeconds: 4 * 3600,
  perSubject: true,
  run: ({ exportId }, signal) =>
    workOnMaking(exportId, signal, { tries, produce: produceExport, onDone: notifyReady }),
});
