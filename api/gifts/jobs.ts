import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { deliverDueGifts, deliverGift, eraseGifts, remindOfGifts } from './service/deliver.ts';

/** Delivers a gift on the day it was created. */
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

/** Reminds of unopened gifts and erases gifts without a giver, every hour. */
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
