import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { metrics } from '#api/platform/observability/metrics.ts';

/** Where the carrier reports what became of a text. */
export const smsStatusPath = '/hooks/twilio/sms-status';

/** A report about the text of a notice. */
export type TextReport = { noticeId: string; status: string; errorCode: string | null };

/**
 * Notes what became of a text that the carrier took. Only its end counts, and only the first one, as reports may be
 * repeated or come out of order. A text that couldn't be delivered counts as one that couldn't be sent, and isn't sent
 * again. The report may come before the sender has stored that the carrier took it.
 */
export async function noteTextReport({ noticeId, status, errorCode }: TextReport) {
  const now = clock.now();
  const open = {
    ...{ id: noticeId, channel: 'sms', deliveredAt: null, attempts: { gt: 0 } },
    status: { in: ['SENT' as const, 'WAITING' as const] },
  };
  if (status === 'delivered') {
    await db.notice.updateMany({ where: { ...open, status: 'WAITING' }, data: { sentAt: now } });
    await db.notice.updateMany({
      where: open,
      data: { status: 'SENT', deliveredAt: now, lastError: null, claimedUntil: null },
    });
  }
  if (status === 'undelivered' || status === 'failed') {
    const why = errorCode ? `${status} ${errorCode}` : status;
    const failed = await db.notice.updateManyAndReturn({
      where: open,
      data: { status: 'FAILED', lastError: `The carrier could not deliver it: ${why}`, claimedUntil: null },
      select: { kind: true },
    });
    for (const { kind } of failed) metrics.texts.inc({ kind, outcome: 'undelivered' });
  }
}
