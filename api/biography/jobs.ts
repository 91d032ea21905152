import { z } from 'zod';
import { job, Stopping } from '#api/platform/jobs.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import { WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { encodeMessages, encodeRecentMessages } from './asking/encode-messages.ts';
import { encodeRecentStories, encodeStories } from './asking/encode-stories.ts';
import { retitleConversation } from './pipeline/retitle.ts';
import { tellWeekly } from './pipeline/weekly.ts';
import { noteFailure, writeAgain, writeConversation } from './pipeline/write.ts';
import { eraseOldDrafts } from './service/story-drafts.ts';

const retries = 8;
const OneConversation = z.object({ conversationId: z.uuid() });

/**
 * Writes title, summary, cards, people, places and dates after a conversation. Queued in the transaction
 * that sets `writing` to WRITING.
 */
export const biographyWrite = job({
  name: 'biography.write',
  input: OneConversation,
  retries,
  timeoutSeconds: 900,
  // Two at once, so that a job which waits for a model doesn't block the others.
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

/** Finds titles, dates, places and people again after words became private or were corrected. */
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

/**
 * Sends the weekly mail about new stories, after the week's end, when everything of that week is committed.
 */
export const biographyWeekly = job({
  name: 'biography.weekly',
  input: z.object({}),
  cron: '5 14 * * 1',
  timeoutSeconds: 3600,
  run: () => tellWeekly(),
});

/** Erases drafts of stories that nobody went on with, every night. */
export const biographyEraseDrafts = job({
  name: 'biography.eraseDrafts',
  input: z.object({}),
  cron: '33 3 * * *',
  run: () => eraseOldDrafts(),
});

/** Encodes new messages and stories for questions to the book, a few minutes after they were said or written. */
export const biographyEncode = job({
  name: 'biography.encode',
  input: z.object({}),
  cron: '*/5 * * * *',
  timeoutSeconds: 1800,
  async run(_, signal) {
    await encodeRecentMessages(signal);
    await encodeRecentStories(signal);
  },
});

/** Encodes all messages and stories that have no meaning: after a correction, and in books from before. */
export const biographyEncodeAll = job({
  name: 'biography.encodeAll',
  input: z.object({}),
  cron: '12 2 * * *',
  timeoutSeconds: 6 * 3600,
  async run(_, signal) {
    await encodeMessages({}, signal);
    await encodeStories({}, signal);
  },
});
