import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { job } from '#api/platform/jobs.ts';

/** Hangs up the provider's call of an ended conversation; safe to run twice. */
export const hangUpCall = job({
  name: 'calls.hangUp',
  input: z.object({ conversationId: z.uuid() }),
  retries: 6,
  timeoutSeconds: 60,
  atOnce: 8,
  async run({ conversationId }) {
    const call = await db.call.findUnique({ where: { conversationId }, select: { providerId: true } });
    if (call?.providerId) await ports.telephony.hangUp(call.providerId);
  },
});
