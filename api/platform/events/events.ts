import type { Prisma } from '#api/generated/prisma/client.ts';
import { pool, type Tx } from '#api/platform/database/database.ts';
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

type Row = Happened & { xid: string; position: string; settled: boolean };

/** What happened on a topic after a place, in the order of commit. */
export async function readEvents(
  topic: string,
  place: Pick<Place, 'xid' | 'position'>,
): Promise<Page<Happened>> {
  const { rows } = await pool.query<Row>({
    name: 'read-events',
    text: `select id::text, id::text as position, kind, payload, xid::text,
        xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
      from event where topic = $1 and (xid, id) > ($2::xid8, $3::bigint) order by xid, id limit ${pageSize}`,
    values: [topic, place.xid, place.position],
  });
  return settledPage(rows, ({ id, kind, payload }) => ({ id, kind, payload }));
}
