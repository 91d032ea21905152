import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { writeWhatWasAsked } from './writing.ts';

/** One after the other: of two sign-ups with one address the later one is to come later. */
export const writeAsked = job({
  name: 'accounts.writeLetter',
  input: z.object({ id: z.uuid() }),
  // As long as the letter itself would be tried.
  retries: 24,
  run: ({ id }) => writeWhatWasAsked(id),
});
