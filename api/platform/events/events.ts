import type { Prisma } from '#api/generated/prisma/client.ts';
import { prepared, type Tx } from '#api/platform/database/database.ts';
import type { CommitPosition } from './commit-position.ts';
import { type Page, pageSize, settledPage } from './follow.ts';

export type Happened = { id: string; kind: string; payload: Record<string, string> };

/**
 * Records an event in the transaction that causes it: ids, never rows. After the commit, the caller publishes `topic`
 * on the bus.
 */
export async function append(
  tx: Tx,
  topic: string,
  kind: string,
  payload: Record<string, string>,
  subjectId: string | null = null,
) {
  await appendEach(tx, topic, kind, [payload], subjectId);
}

/** The same for several events of a kind, in one statement. */
export async function appendEach(
  tx: Tx,
  topic: string,
  kind: string,
  payloads: readonly Record<string, string>[],
  subjectId: string | null = null,
) {
  await tx.event.createMany({
    data: payloads.map((payload) => ({
      ...{ topic, kind, subjectId },
      payload: payload satisfies Prisma.InputJsonObject,
    })),
  });
}

/** A row carries the time its transaction began, which may be this much earlier than its commit. */
const longestMs = 60_000;

/**
 * The position on a topic from which all events of the last `seconds` are repeated: some known events may come again,
 * but none is missed.
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

/** The events of a topic after a position, in commit order. */
export async function readEvents(
  topic: string,
  place: Pick<CommitPosition, 'xid' | 'position'>,
): Promise<Page<Happened>> {
  const { rows } = await prepared.query<Row>({
    name: 'read-events',
    // Compare the columns, not their text aliases: as text, 10 comes before 9.
    text: `select e.id::text, e.id::text as position, e.kind, e.payload, e.xid::text, e.created_at as "createdAt",
        e.xid < commit_xmin() as settled
      from event e where e.topic = $1 and (e.xid, e.id) > ($2::xid8, $3::bigint)
      order by e.xid, e.id limit ${pageSize}`,
    values: [topic, place.xid, place.position],
  });
  return settledPage(rows, ({ id, kind, payload }) => ({ id, kind, payload }));
}
