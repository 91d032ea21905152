import { cardsForEveryone } from '#api/audiences/policy.ts';
import { cardChanged } from '#api/biography/events.ts';
import { openSentence } from '#api/biography/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { keptMedia } from '../policy.ts';

type Told = { subjectId: string; cardIds: readonly string[]; conversationId?: string | null };

/**
 * Ties each keepsake that belongs to no story to the one of these published cards that tells most of the answer to its
 * question. Cards that are not for everyone are left out, because a keepsake is shown only to readers of its story. With
 * `conversationId` only what was answered in that conversation is tied, so that a picture that the family took out of a
 * story stays out.
 */
export async function tieToldKeepsakes(
  tx: Tx,
  wake: Wake,
  { subjectId, cardIds, conversationId }: Told,
): Promise<void> {
  const told: Prisma.QuestionRequestWhereInput = {
    ...{ subjectId, status: 'ANSWERED' },
    ...(conversationId && { conversationId }),
    keepsake: { is: { ...keptMedia, cardId: null, photoOf: { is: null } } },
  };
  const questions = await tx.questionRequest.findMany({
    where: told,
    select: { mediaId: true, answerMessageId: true },
  });
  for (const { mediaId, answerMessageId } of questions) {
    if (!mediaId || !answerMessageId) continue;
    const sentences = await tx.sentence.findMany({
      where: {
        AND: [
          openSentence,
          { sources: { some: { messageId: answerMessageId } } },
          {
            card: { is: { id: { in: [...cardIds] }, subjectId, status: 'PUBLISHED', ...cardsForEveryone() } },
          },
        ],
      },
      select: { cardId: true, revision: true, card: { select: { revision: true } } },
      orderBy: { id: 'asc' },
    });
    const current = sentences.filter(({ revision, card }) => revision === card.revision);
    const byCard = Map.groupBy(current, ({ cardId }) => cardId);
    const [most] = [...byCard].toSorted(([, one], [, other]) => other.length - one.length);
    if (!most) continue;
    const [cardId] = most;
    await tx.media.update({ where: { id: mediaId }, data: { cardId, afterParagraph: null } });
    await cardChanged(tx, wake, subjectId, cardId);
  }
}
