import type { Prisma } from '#api/generated/prisma/client.ts';
import { prepared, type Tx } from '#api/platform/database/database.ts';
import type { CommitPosition } from './commit-position.ts';
import { type Page, pageSize, settledPage } from './follow.ts';

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

/** A transaction dates what it writes by its beginning, and may take so long. */
const longestMs = 60_000;

/**
 * The place on a topic from which everything comes again that happened in so many of the last seconds: rather some that
 * was known than none of what was missed.
 */
export async function positionBefore(topic: string, seconds: number): Promise<CommitPosition> {
  const since = new Date(Date.now() - seconds * 1000 - longestMs);
  const { rows } = await prepared.query<CommitPosition>({
    name: 'place-before',
    text: `select e.xid::text as xid, e.id::text as position from event e
      where e.topic = $1 and e.created_at < $2 order by e.xid desc, e.id desc limit 1`,
    values: [topic, since],
  });
  return rows[0] ?? { xid: '0', position: '-1' };
}

type Row = Happened & { xid: string; position: string; settled: boolean; createdAt: Date };

/** What happened on a topic after a place, in the order of commit. */
export async function readEvents(
  topic: string,
  place: Pick<CommitPosition, 'xid' | 'position'>,
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
