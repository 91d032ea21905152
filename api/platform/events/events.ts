import type { Prisma } from '#api/generated/prisma/client.ts';
import { prepared, type Tx } from '#api/platform/database/database.ts';
import { type Page, pageSize, settledPage } from './follow.ts';
import type { Place } from './place.ts';

export type Happened = { id: string; kind: string; payload: Record<string, string> };

/**
 * Writes down what happened, in the transaction that made it happen: ids, never rows. After the commit the
 * caller publishes `topic` on the bus.
 */
export async function append(
  tx: Tx,
  topic: string,
  kind: string,
  payload: Record<string, string>,
  subjectId: string | null = null,
) {
  await tx.event.create({
    data: { topic, kind, payload: payload satisfies Prisma.InputJsonObject, subjectId },
  });
}

type Row = Happened & { xid: string; position: string; settled: boolean; createdAt: Date };

/** What happened on a topic after a place, in the order of commit. */
export async function readEvents(
  topic: string,
  place: Pick<Place, 'xid' | 'position'>,
): Promise<Page<Happened>> {
  const { rows } = await prepared.query<Row>({
    name: 'read-events',
    // By the columns, not by the texts that are selected of them: as text, 10 comes before 9.
    text: `select e.id::text, e.id::text as position, e.kind, e.payload, e.xid::text, e.created_at as "createdAt",
        e.xid < commit_xmin() as settled
      from event e where e.topic = $1 and (e.xid, e.id) > ($2::xid8, $3::bigint)
      order by e.xid, e.id limit ${pageSize}`,
    values: [topic, place.xid, place.position],
  });
  return settledPage(rows, ({ id, kind, payload }) => ({ id, kind, payload }));
}
