import { conversationChanged } from '#api/conversations/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { biographyWrite } from '../jobs.ts';

/**
 * Queues the ended conversations that nothing was written from, in the transaction that grants AI_WRITING. What was
 * said before the consent was last withdrawn stays unwritten, and so do calls whose caller isn't confirmed.
 */
export async function writeUnwritten(tx: Tx, wake: Wake, subjectId: string) {
  const withdrawn = await tx.consentEntry.findFirst({
    where: { subjectId, kind: 'AI_WRITING', status: 'WITHDRAWN' },
    orderBy: { position: 'desc' },
    select: { at: true },
  });
  const unwritten = await tx.conversation.findMany({
    where: {
      subjectId,
      status: 'COMPLETED',
      writing: null,
      brought: false,
      ...(withdrawn && { startedAt: { gt: withdrawn.at } }),
      messages: { some: { role: 'user' } },
      OR: [
        { call: null },
        { call: { is: { inbound: false } } },
        { call: { is: { confirmedAt: { not: null } } } },
      ],
    },
    orderBy: { startedAt: 'asc' },
    select: { id: true },
  });
  for (const { id } of unwritten) {
    await tx.conversation.update({ where: { id }, data: { writing: 'WRITING' } });
    await enqueue(tx, biographyWrite, { conversationId: id }, { subjectId });
    await conversationChanged(tx, wake, subjectId, id);
  }
}
