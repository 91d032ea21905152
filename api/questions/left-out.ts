import { db, prepared, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';

/**
 * The keys of the interviewer's own questions that the family left out of a conversation that began at `at`: for good,
 * or of the next conversation, which is this one.
 */
export async function leftOutKeysOf(subjectId: string, at: Date): Promise<string[]> {
  const { rows } = await prepared.query<{ key: string }>({
    name: 'left-out-questions',
    text: `select q.key from left_out_question q
      where q.subject_id = $1 and (q.for_good or not exists (
        select from conversation c
        where c.subject_id = $1 and c.status in ('IN_PROGRESS', 'COMPLETED') and c.channel <> 'RECORDING'
          and c.created_at > q.at and c.created_at < $2))`,
    values: [subjectId, at],
  });
  return rows.map(({ key }) => key);
}

/** The keys that are left out of all conversations, the latest first. */
export async function leftOutForGood(subjectId: string): Promise<string[]> {
  const found = await db.leftOutQuestion.findMany({
    where: { subjectId, forGood: true },
    orderBy: [{ at: 'desc' }, { key: 'asc' }],
    select: { key: true },
  });
  return found.map(({ key }) => key);
}

/** Leaves a question of the interviewer's own out: of the next conversation, or for good. */
export function leaveOut(viewer: Viewer, subjectId: string, key: string, forGood: boolean): Promise<void> {
  const left = { forGood, at: clock.now() };
  return change(viewer, subjectId, async (tx) => {
    await tx.leftOutQuestion.upsert({
      where: { subjectId_key: { subjectId, key } },
      create: { subjectId, key, ...left },
      update: left,
    });
  });
}

/** Lets the interviewer ask a question again that was left out. */
export function putBack(viewer: Viewer, subjectId: string, key: string): Promise<void> {
  return change(viewer, subjectId, async (tx) => {
    await tx.leftOutQuestion.deleteMany({ where: { subjectId, key } });
  });
}

async function change(viewer: Viewer, subjectId: string, write: (tx: Tx) => Promise<void>): Promise<void> {
  await transaction(async (tx) => {
    // Concurrent changes run one after the other.
    await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
    await mustStill(tx, viewer, 'WRITE', subjectId);
    await write(tx);
  });
}
