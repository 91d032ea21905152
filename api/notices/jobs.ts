import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { deliver, eraseSentNotices } from './sending.ts';

/** With growing pauses of ten minutes at most: for about three hours. */
const retries = 24;

const sending = {
  input: z.object({ noticeId: z.uuid() }),
  retries,
  timeoutSeconds: 180,
  atOnce: 4,
  run: ({ noticeId }: { noticeId: string }) => deliver(noticeId, retries + 1),
};

/** Named as it was when texts went this way too: those that an earlier version queued are sent. */
export const sendLetter = job({ name: 'notices.send', ...sending });

/** By themselves: a mail server that hangs, or a thousand letters, hold up no text. */
export const sendText = job({ name: 'notices.sendText', ...sending });

export const eraseNotices = job({
  name: 'notices.eraseSent',
  input: z.object({}),
  cron: '17 3 * * *',
  run: () => eraseSentNotices(),
});
