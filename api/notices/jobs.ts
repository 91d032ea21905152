import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { deliver, eraseSentNotices } from './sending.ts';

/** Retries with growing pauses of at most ten minutes: about three hours. */
const retries = 24;

const sending = {
  input: z.object({ noticeId: z.uuid() }),
  retries,
  timeoutSeconds: 180,
  atOnce: 4,
  run: ({ noticeId }: { noticeId: string }) => deliver(noticeId, retries + 1),
};

/** The old name, so that notices queued by an earlier version are sent. */
export const sendLetter = job({ name: 'notices.send', ...sending });

/** A separate job, so that a hanging mail server or a thousand letters delay no text. */
export const sendText = job({ name: 'notices.sendText', ...sending });

export const eraseNotices = job({
  name: 'notices.eraseSent',
  input: z.object({}),
  cron: '17 3 * * *',
  run: () => eraseSentNotices(),
});
