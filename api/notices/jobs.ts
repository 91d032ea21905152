import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { resumeNotices } from './resume.ts';
import { deliver, eraseSentNotices } from './sending.ts';

/** With growing pauses of ten minutes at most: for about three hours. */
const retries = 24;

export const sendNotice = job({
  name: 'notices.send',
  input: z.object({ noticeId: z.uuid() }),
  retries,
  timeoutSeconds: 180,
  run: ({ noticeId }) => deliver(noticeId, retries + 1),
});

export const resumeWaiting = job({
  name: 'notices.resumeWaiting',
  input: z.object({}),
  cron: '*/5 * * * *',
  retries: 0,
  run: () => resumeNotices(),
});

export const eraseNotices = job({
  name: 'notices.eraseSent',
  input: z.object({}),
  cron: '17 3 * * *',
  run: () => eraseSentNotices(),
});
