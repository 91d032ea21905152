import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { deliverDueGifts, deliverGift, eraseGifts, remindOfGifts } from './service/deliver.ts';

/** Delivers a gift that was given for today. */
export const deliverOne = job({
  name: 'gifts.deliverOne',
  input: z.object({ giftId: z.uuid() }),
  run: ({ giftId }) => deliverGift(giftId),
});

export const deliverDue = job({
  name: 'gifts.deliverDue',
  input: z.object({}),
  cron: '*/5 * * * *',
  run: () => deliverDueGifts(),
});

/** Every hour: reminds of gifts that were not opened, and erases those that nobody gives any more. */
export const remind = job({
  name: 'gifts.remind',
  input: z.object({}),
  cron: '41 * * * *',
  async run() {
    await remindOfGifts();
    await eraseGifts();
  },
});

export const giftJobs = [deliverOne, deliverDue, remind] as const;
