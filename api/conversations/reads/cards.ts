import { cardAdmitsInSql, reachInSql } from '#api/audiences/policy.ts';
import { cardsSeen } from '#api/biography/policy.ts';
import type { Card } from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { rowFromJson } from '#api/platform/database/json-rows.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** A conversation whose cards are requested, and the viewer's access to its subject. */
export type CardsAsked = { conversationId: string; subjectAccess: SubjectAccess };

/**
 * The visible cards that were written from each conversation, oldest first. Every transcript reads them, and through
 * Prisma they took a fifth of its time. The rule for cards written only by hand is repeated here in SQL from
 * `visibleCards`; tests of both keep them equal.
 */
export async function readCardsOf(asked: readonly CardsAsked[]): Promise<Card[][]> {
  const seen = asked.map(({ subjectAccess }) => cardsSeen(subjectAccess));
  const reach = asked.map(({ subjectAccess }) => reachInSql(subjectAccess));
  const admits = cardAdmitsInSql('k', {
    readsAll: 'q.reads_all',
    userId: 'q.user_id',
    now: '$8::timestamptz',
  });
  const { rows } = await prepared.query<{ at: number; card: object }>({
    name: 'cards-of-conversations',
    text: `select q.at::int as at, to_jsonb(k) as card
      from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[], $5::text[], $6::boolean[], $7::uuid[])
        with ordinality q(conversation_id, subject_id, sees, said, statuses, reads_all, user_id, at)
      cross join lateral (
        select * from card k
        where q.sees and k.subject_id = q.subject_id
          and k.id in (select r.card_id from card_revision r where r.conversation_id = q.conversation_id)
          and (q.said or not (
            exists (select 1 from card_revision n where n.card_id = k.id and n.writer is not null)
            or exists (select 1 from sentence e join source o on o.sentence_id = e.id where e.card_id = k.id)))
          and (q.statuses is null or k.status::text = any(string_to_array(q.statuses, ',')))
          and ${admits}
      ) k
      order by k.created_at`,
    values: [
      asked.map(({ conversationId }) => conversationId),
      asked.map(({ subjectAccess }) => subjectAccess.subjectId),
      seen.map((each) => each !== null),
      seen.map((each) => each?.said ?? false),
      seen.map((each) => each?.statuses?.join() ?? null),
      reach.map(({ readsAll }) => readsAll),
      reach.map(({ userId }) => userId),
      clock.now(),
    ],
  });
  const cards: Card[][] = asked.map(() => []);
  for (const { at, card } of rows) cards[at - 1]?.push(rowFromJson<Card>('Card', card));
  return cards;
}
