import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue, queued } from '#api/platform/jobs.ts';
import { clock } from '#api/platform/values/clock.ts';
import { sendNotice } from './jobs.ts';

/** One that is younger has its job. */
const forgottenMs = 5 * 60_000;

/** Queues what waits and was forgotten: its job was given up, or died more often than it is tried. */
export async function resumeNotices() {
  const waiting = await db.notice.findMany({
    where: {
      status: 'WAITING',
      createdAt: { lt: new Date(clock.now().getTime() - forgottenMs) },
      OR: [{ claimedUntil: null }, { claimedUntil: { lt: clock.now() } }],
    },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
    take: 1_000,
  });
  if (!waiting.length) return;
  const known = new Set((await queued(sendNotice)).map((data) => (data as { noticeId?: string }).noticeId));
  for (const { id } of waiting) {
    if (!known.has(id)) await transaction((tx) => enqueue(tx, sendNotice, { noticeId: id }));
  }
}
