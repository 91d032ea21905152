import { seeToAnswer } from '#api/conversations/engine/answering.ts';
import { jobs } from '#api/jobs.ts';
import { audit } from '#api/platform/audit.ts';
import { db, pool, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound } from '#api/platform/errors.ts';
import { readCursor } from '#api/platform/jobs.ts';
import {
  type FailedRun,
  failedRuns,
  retryJob,
  type SetAsideJob,
  setAsideCursor,
  setAsideJobs,
} from '#api/platform/set-aside.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/** Dead letters: work that failed repeatedly and is not retried automatically. */
export type SetAsideWork = {
  id: string;
  /** The job, or `conversations.answer`. */
  work: string;
  /** The kind of error, without its message. */
  failure: string;
  tries: number;
  setAsideAt: Date;
  conversationId: string | null;
  /** Its place in the list. */
  cursor: string;
};

const answer = 'conversations.answer';
/** The number of entries of a page, the latest first. */
const mostShown = 20;

/**
 * The latest dead letters: jobs, and answers in running conversations. With `about`, only those that name one of these
 * ids; with `after`, those that follow the one with this cursor.
 */
export async function setAsideWork({
  about = null,
  after = null,
}: {
  about?: readonly string[] | null;
  after?: string | null | undefined;
} = {}): Promise<SetAsideWork[]> {
  const [given, answers] = await Promise.all([
    setAsideJobs({ most: mostShown, after }, about),
    setAsideAnswers(about, after),
  ]);
  return [...given.map(workOf), ...answers]
    .sort((a, b) => (a.cursor < b.cursor ? 1 : -1))
    .slice(0, mostShown);
}

/** The latest failed runs of schedules, whose next run makes up for them, or those that follow the one with this cursor. */
export async function latestFailedRuns(after: string | null | undefined): Promise<FailedRun[]> {
  const runs = await failedRuns({ most: mostShown, after });
  return runs.map((run) => ({ ...run, failure: run.failure || 'Unfinished' }));
}

/** The number of answers that are not retried any more. */
export async function countSetAsideAnswers(): Promise<number> {
  return db.conversation.count({ where: setAside });
}

/** Retries a dead letter, and records the admin in the audit log. */
export async function retryWork(viewer: Viewer, id: string): Promise<string> {
  const conversationId = await transaction(async (tx, wake) => {
    const job = await retryJob(tx, wake, id, jobs);
    const work = job ? workOf(job) : await retryAnswer(tx, id);
    if (!work) throw new NotFound('Work', ['id']);
    const at = work.conversationId && (await conversationAt(tx, work.conversationId));
    await audit(tx, viewer, 'work.retried', {
      ...(at && { subjectId: at.subjectId }),
      targetId: work.conversationId ?? id,
      detail: { work: work.work },
    });
    return job ? null : work.conversationId;
  });
  if (conversationId) void seeToAnswer(conversationId);
  return id;
}

const setAside = {
  status: 'IN_PROGRESS',
  awaitingSeq: { not: null },
  answerSetAsideAt: { not: null },
} as const;

async function setAsideAnswers(
  about: readonly string[] | null,
  after: string | null,
): Promise<SetAsideWork[]> {
  const from = after === null ? null : readCursor(after);
  const { rows } = await pool.query<SetAsideWork>(
    `select id::text, id::text as "conversationId", $1 as work, coalesce(answer_failure, 'Unfinished') as failure,
        answer_tries as tries, answer_set_aside_at as "setAsideAt", ${setAsideCursor('answer_set_aside_at')} as cursor
      from conversation
      where awaiting_seq is not null and status = 'IN_PROGRESS' and answer_set_aside_at is not null
        and ($3::uuid[] is null or id = any($3::uuid[]))
        and ($4::timestamptz is null or (answer_set_aside_at, id::text) < ($4, $5))
      order by answer_set_aside_at desc, id::text desc limit $2`,
    [answer, mostShown, about, from?.time, from?.id],
  );
  return rows;
}

async function retryAnswer(
  tx: Tx,
  id: string,
): Promise<Pick<SetAsideWork, 'work' | 'conversationId'> | null> {
  const { count } = await tx.conversation.updateMany({
    where: { ...setAside, id },
    data: { answerTries: 0, answerFailure: null, answerSetAsideAt: null },
  });
  return count ? { work: answer, conversationId: id } : null;
}

function workOf({ id, job, input, failure, tries, setAsideAt, cursor }: SetAsideJob): SetAsideWork {
  const { conversationId = null } = (input ?? {}) as { conversationId?: string };
  return { id, work: job, failure: failure || 'Unfinished', tries, setAsideAt, conversationId, cursor };
}

function conversationAt(tx: Tx, id: string) {
  return tx.conversation.findUnique({ where: { id }, select: { subjectId: true } });
}
