import { db, prepared, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';

/** The family's changes to the interviewer's own questions, by the questions' keys. */
export type WantedOfOwn = {
  /** Left out: for good, or of this conversation. */
  leftOutKeys: string[];
  /** Asked before all others, in this order. */
  orderedKeys: string[];
};

/**
 * The family's changes that apply to a conversation that began at `at`. A question that was
 * left out of the next conversation is left out of the first one that begins after that.
 */
export async function wantedOfOwn(subjectId: string, at: Date): Promise<WantedOfOwn> {
  const { rows } = await prepared.query<WantedOfOwn>({
    name: 'wanted-of-own-questions',
    text: `select coalesce((select keys from own_question_order where subject_id = $1), '{}') as "orderedKeys",
      array(select q.key from left_out_question q
        where q.subject_id = $1 and (q.for_good or not exists (
          select from conversation c
          where c.subject_id = $1 and c.status in ('IN_PROGRESS', 'COMPLETED') and c.channel <> 'RECORDING'
            and c.created_at > q.at and c.created_at < $2))) as "leftOutKeys"`,
    values: [subjectId, at],
  });
  return rows[0] ?? { leftOutKeys: [], orderedKeys: [] };
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

/** Has the interviewer ask these of its own questions before its others, in this order. */
export function order(viewer: Viewer, subjectId: string, keys: string[]): Promise<void> {
  return change(viewer, subjectId, async (tx) => {
    await tx.ownQuestionOrder.upsert({
      where: { subjectId },
      create: { subjectId, keys },
      update: { keys },
    });
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
