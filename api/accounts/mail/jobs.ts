import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { writeWhatWasAsked } from './writing.ts';

/** One at a time, so that of two sign-ups with one address the later is processed later. */
export const writeAsked = job({
  name: 'accounts.writeLetter',
  input: z.object({ id: z.uuid() }),
  // As many retries as for the letter itself.
  retries: 24,
  run: ({ id }) => writeWhatWasAsked(id),
});
