import { cardChanged } from '#api/biography/events.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { keepsakesChanged } from '../events.ts';
import { keptMedia } from '../policy.ts';

/**
 * Notifies open albums, and the open transcripts in which a question is about one of these keepsakes. Called before their
 * questions or they themselves are deleted.
 */
export async function tellAlbums(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await keepsakesChanged(tx, wake, subjectId, ids);
  await messagesChanged(tx, wake, subjectId, await messagesAbout(tx, subjectId, ids));
}

/** The same, and notifies the open stories to which these keepsakes belong. */
export async function tellOfKeepsakes(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  ids: readonly string[],
): Promise<void> {
  await tellAlbums(tx, wake, subjectId, ids);
  const tied = await tx.media.findMany({
    where: { id: { in: [...ids] }, cardId: { not: null } },
    distinct: ['cardId'],
    select: { cardId: true },
  });
  for (const { cardId } of tied) if (cardId) await cardChanged(tx, wake, subjectId, cardId);
}

/**
 * Notifies readers that what they see of these stories, and of the keepsakes of these, may have changed. Called before
 * stories are deleted.
 */
export async function tellReaders(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  cardIds: readonly string[],
): Promise<void> {
  for (const cardId of cardIds) await cardChanged(tx, wake, subjectId, cardId);
  const keepsakes = await tx.media.findMany({
    where: { ...keptMedia, cardId: { in: [...cardIds] }, photoOf: { is: null } },
    select: { id: true },
  });
  await tellAlbums(
    tx,
    wake,
    subjectId,
    keepsakes.map(({ id }) => id),
  );
}

/** The messages that ask about these keepsakes, and those after them that may still wait for the answer. */
async function messagesAbout(tx: Tx, subjectId: string, ids: readonly string[]): Promise<string[]> {
  const requests = await tx.questionRequest.findMany({
    where: { mediaId: { in: [...ids] } },
    select: { id: true },
  });
  if (!requests.length) return [];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with asking as (
      select conversation_id, min(seq) as seq from message
      where subject_id = ${subjectId}::uuid
        and request_id in (${Prisma.join(requests.map(({ id }) => Prisma.sql`${id}::uuid`))})
      group by conversation_id
    )
    select m.id::text from asking a join message m on m.conversation_id = a.conversation_id and m.seq >= a.seq
    where m.role = 'assistant' and (m.request_id is not null or m.turn_kind in ('WAIT', 'REPEAT', 'REASSURE'))`;
  return rows.map(({ id }) => id);
}
