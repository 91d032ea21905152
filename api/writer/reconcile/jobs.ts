import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { searchConflicts } from './search.ts';

/** Searches a subject's stories for conflicts, after a conversation is written and at the team's request. */
export const reconcileSearch = job({
  name: 'reconcile.search',
  input: z.object({ subjectId: z.uuid() }),
  retries: 5,
  timeoutSeconds: 300,
  perSubject: true,
  run: ({ subjectId }, signal) => searchConflicts(subjectId, signal),
});
