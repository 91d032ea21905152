import { z } from 'zod';
import { db, pool } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { type Job, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { openAnswering, seeToAnswer } from './engine/answering.ts';
import { endWithin, isLive, lockConversation } from './service/end.ts';
import { eraseDeletedWords } from './service/erase-deleted.ts';
import { openKeptWords } from './service/open-said-audiences.ts';
import { textPauses } from './text-pauses.ts';

/** A conversation ends after this many hours of silence. */
const silenceHours = 12;

/** The number of conversations answered in parallel; each may wait for a model. */
const atATime = 4;

/** Answers every utterance whose answering process died, unless the answer was set aside. */
export async function answerWaiting() {
  // Uses the pool, not Prisma, because it runs at each start and must not wait for Prisma to load.
  const { rows: waiting } = await pool.query<{ id: string }>(
    `select id::text as id from conversation
      where awaiting_seq is not null and status = 'IN_PROGRESS' and answer_set_aside_at is null
        and (channel <> 'SMS' or last_heard_at is null
          or last_heard_at < clock_timestamp() - $1 * interval '1 millisecond')
      order by last_heard_at nulls last`,
    // A person who texts may still be typing the next text.
    [textPauses.betweenTextsMs],
  );
  const next = waiting.values();
  const look = async () => {
    for (const { id } of next) await seeToAnswer(id);
  };
  await Promise.all(Array.from({ length: atATime }, look));
}

/**
 * Runs when a server starts, so that people whose answers a crash interrupted don't wait for the next cron minute.
 */
export function takeUpAnswers() {
  openAnswering();
  answerWaiting().catch((error: Error) =>
    log.warn({ error }, 'answering the conversations that waited at the start failed'),
  );
}

/** Ends every conversation that has been silent for `silenceHours`. */
export async function endSilent() {
  const long = new Date(Date.now() - silenceHours * 3_600_000);
  const silent = { status: { in: ['RINGING' as const, 'IN_PROGRESS' as const] }, startedAt: { lt: long } };
  const found = await db.conversation.findMany({
    where: { ...silent, OR: [{ lastHeardAt: null }, { lastHeardAt: { lt: long } }] },
    select: { id: true, channel: true },
  });
  for (const { id, channel } of found) {
    if (channel === 'SMS' && (await wasTextedSince(id, long))) continue;
    await transaction(async (tx, wake) => {
      const conversation = await lockConversation(tx, id);
      const { lastHeardAt } = await tx.conversation.findUniqueOrThrow({
        where: { id },
        select: { lastHeardAt: true },
      });
      if (!conversation || !isLive(conversation) || (lastHeardAt && lastHeardAt >= long)) return;
      await endWithin(tx, wake, conversation, 'SILENCE');
    });
  }
}

/** Whether our last text is still waiting to be sent, or was sent after `since`. */
async function wasTextedSince(conversationId: string, since: Date): Promise<boolean> {
  const last = await db.message.findFirst({
    where: { conversationId, role: 'assistant' },
    orderBy: { seq: 'desc' },
    select: { id: true },
  });
  if (!last) return false;
  const going = { OR: [{ status: 'WAITING' as const }, { sentAt: { gt: since } }] };
  return (await db.notice.count({ where: { dedupeKey: `said:${last.id}`, ...going } })) > 0;
}

const nothing = z.object({});

/** The scheduled jobs of conversations. */
export const conversationJobs = [
  job({
    name: 'conversations.answerWaiting',
    input: nothing,
    cron: '* * * * *',
    retries: 0,
    run: answerWaiting,
  }),
  job({
    name: 'conversations.eraseDeletedWords',
    input: nothing,
    cron: '47 3 * * *',
    retries: 2,
    timeoutSeconds: 3600,
    run: eraseDeletedWords,
  }),
  openKeptWords,
  job({ name: 'conversations.endSilent', input: nothing, cron: '*/10 * * * *', retries: 2, run: endSilent }),
] satisfies readonly Job[];
