import { z } from 'zod';
import { conversationChanged } from '#api/conversations/events.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { isSetAside } from '#api/platform/set-aside.ts';
import { biographyWrite } from '../jobs.ts';

/** Longer than all retries of a job take together. */
const lostAfterMs = 60 * 60_000;

/**
 * Queues conversations again whose writing job was lost, or failed without being set aside. The
 * conversation's `updatedAt` is the time of the last attempt. A conversation whose job was set aside is not
 * retried: it shows as failed.
 */
async function resumeWriting() {
  const left = await db.conversation.findMany({
    where: {
      status: 'COMPLETED',
      writing: { in: ['WRITING', 'WRITING_FAILED'] },
      updatedAt: { lt: new Date(clock.now().getTime() - lostAfterMs) },
    },
    orderBy: { updatedAt: 'asc' },
    select: { id: true, subjectId: true, writing: true },
    take: 100,
  });
  for (const { id, subjectId, writing } of left) {
    await transaction(async (tx, wake) => {
      const isGivenUp = await isSetAside(tx, biographyWrite, { conversationId: id });
      const next = isGivenUp ? 'WRITING_FAILED' : 'WRITING';
      await tx.conversation.update({ where: { id }, data: { updatedAt: clock.now(), writing: next } });
      if (next !== writing) await conversationChanged(tx, wake, subjectId, id);
      if (!isGivenUp) await enqueue(tx, biographyWrite, { conversationId: id }, { subjectId });
    });
  }
}

/** Resumes writing that a crash interrupted. */
export const biographyResume = job({
  name: 'biography.resume',
  input: z.object({}),
  cron: '*/15 * * * *',
  run: () => resumeWriting(),
});
