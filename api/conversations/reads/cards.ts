import { cardAdmitsInSql, reachInSql } from '#api/audiences/policy.ts';
import { cardsSeen } from '#api/biography/policy.ts';
import type { Card } from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { rowFromJson } from '#api/platform/database/json-rows.ts';
import type { Standing } from '#api/subjects/policy.ts';

/**
 * The cards that came of a conversation, as far as somebody who stands so may see them, in the order of their making.
 * A transcript asks for them each time: by Prisma they were a fifth of its work. What is written by hand
 * alone is told twice, here and by `visibleCards`: tests of both hold them together.
 */
export async function readCardsOf(conversationId: string, standing: Standing): Promise<Card[]> {
  const seen = cardsSeen(standing);
  if (!seen) return [];
  const { readsAll, userId, now } = reachInSql(standing);
  const { rows } = await prepared.query<{ card: object }>({
    name: 'cards-of-conversation',
    text: `select to_jsonb(k) as card from card k
      where k.id in (select r.card_id from card_revision r where r.conversation_id = $1::uuid)
        and k.subject_id = $2::uuid
        and ($3::boolean or not (
          exists (select 1 from card_revision n where n.card_id = k.id and n.writer is not null)
          or exists (select 1 from sentence e join source o on o.sentence_id = e.id where e.card_id = k.id)))
        and ($4::text[] is null or k.status::text = any($4))
        and ${cardAdmitsInSql('k', { readsAll: '$5::boolean', userId: '$6::uuid', now: '$7::timestamptz' })}
      order by k.created_at`,
    values: [conversationId, standing.subjectId, seen.said, seen.statuses, readsAll, userId, now],
  });
  return rows.map(({ card }) => rowFromJson<Card>('Card', card));
}
