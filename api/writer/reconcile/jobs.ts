import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { searchConflicts } from './search.ts';

/** After a conversation is written, and when the team asks for it: what doesn't fit together in a book. */
export const reconcileSearch = job({
  name: 'reconcile.search',
  input: z.object({ subjectId: z.uuid() }),
  retries: 5,
  timeoutSeconds: 300,
  perSubject: true,
  run: ({ subjectId }, signal) => searchConflicts(subjectId, signal),
});
