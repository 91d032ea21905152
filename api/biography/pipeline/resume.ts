import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { clock } from '#api/platform/values/clock.ts';
import { biographyWrite } from '../jobs.ts';

const minute = 60_000;
/** Longer than all retries of a job together take. */
const lostAfterMs = 60 * minute;
const againAfterMs = 6 * 60 * minute;

/**
 * Queues conversations whose writing was lost or has failed, hours apart, until it succeeds. The time of the
 * last attempt is the conversation's `updatedAt`.
 */
export async function resumeWriting() {
  const now = clock.now().getTime();
  const left = await db.conversation.findMany({
    where: {
      status: 'COMPLETED',
      OR: [
        { writing: 'WRITING', updatedAt: { lt: new Date(now - lostAfterMs) } },
        { writing: 'WRITING_FAILED', updatedAt: { lt: new Date(now - againAfterMs) } },
      ],
    },
    orderBy: { updatedAt: 'asc' },
    select: { id: true },
    take: 100,
  });
  for (const { id } of left) {
    await transaction(async (tx) => {
      await tx.conversation.update({ where: { id }, data: { updatedAt: clock.now() } });
      await enqueue(tx, biographyWrite, { conversationId: id });
    });
  }
}
