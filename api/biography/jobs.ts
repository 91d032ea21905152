import { z } from 'zod';
import { job, Stopping } from '#api/platform/jobs.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import { WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { retitleConversation } from './pipeline/retitle.ts';
import { tellWeekly } from './pipeline/weekly.ts';
import { noteFailure, writeAgain, writeConversation } from './pipeline/write.ts';

const retries = 8;
const OneConversation = z.object({ conversationId: z.uuid() });

/** After a conversation: title, summary, cards, people, places and dates. Queued with `writing` set to WRITING. */
export const biographyWrite = job({
  name: 'biography.write',
  input: OneConversation,
  retries,
  timeoutSeconds: 900,
  // One that waits for a model holds up no other.
  atOnce: 2,
  perSubject: true,
  beforeRetry: (tx, wake, { conversationId }) => writeAgain(tx, wake, conversationId),
  async run({ conversationId }, signal) {
    concerning(conversationId);
    try {
      await writeConversation(conversationId, signal);
    } catch (error) {
      const tries = error instanceof WorkerKilled ? 1 : retries + 1;
      if (!(signal.reason instanceof Stopping)) await noteFailure(conversationId, error, tries);
      throw error;
    }
  },
});

/** What was lost with words that became private or were corrected, found anew: titles, dates, places, people. */
export const biographyRetitle = job({
  name: 'biography.retitle',
  input: OneConversation,
  retries,
  timeoutSeconds: 900,
  perSubject: true,
  run({ conversationId }, signal) {
    concerning(conversationId);
    return retitleConversation(conversationId, signal);
  },
});

/** After a week's end, when all that happened in it is committed: its stories, for those who want them so. */
export const biographyWeekly = job({
  name: 'biography.weekly',
  input: z.object({}),
  cron: '5 14 * * 1',
  timeoutSeconds: 3600,
  run: () => tellWeekly(),
});
