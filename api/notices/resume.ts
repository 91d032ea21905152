import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { job } from '#api/platform/jobs.ts';
import { queuedNotices, queueNotice } from './queueing.ts';

/** A younger notice still has its job. */
const forgottenMs = 5 * 60_000;

/** Queues waiting notices without a job: it was given up, or died more often than it is retried. */
async function resumeNotices() {
  const waiting = await db.notice.findMany({
    where: {
      status: 'WAITING',
      createdAt: { lt: new Date(clock.now().getTime() - forgottenMs) },
      OR: [{ claimedUntil: null }, { claimedUntil: { lt: clock.now() } }],
    },
    orderBy: { createdAt: 'asc' },
    select: { id: true, channel: true, kind: true, subjectId: true },
    take: 1_000,
  });
  if (!waiting.length) return;
  const known = await queuedNotices();
  for (const notice of waiting) if (!known.has(notice.id)) await transaction((tx) => queueNotice(tx, notice));
}

export const resumeWaiting = job({
  name: 'notices.resumeWaiting',
  input: z.object({}),
  cron: '*/5 * * * *',
  retries: 0,
  run: () => resumeNotices(),
});
