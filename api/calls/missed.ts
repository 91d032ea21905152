import { notify } from '#api/notices/service.ts';
import { unsubscribeUrl } from '#api/notices/unsubscribing.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { isOvertaken } from './service/again.ts';

const hour = 3_600_000;
/** After a missed try, a further try would have come within this time. */
const noMoreTriesAfterMs = 2 * hour;
/** A call that was missed longer ago is not reported. */
const newsForMs = 36 * hour;

/** Notifies the family once about a call of which all tries were missed, whether it was scheduled or asked for. */
export async function tellOfMissedCalls() {
  const now = clock.now().getTime();
  const missed = await db.call.findMany({
    where: {
      scheduledFor: { gt: new Date(now - newsForMs) },
      conversation: { status: 'MISSED', endedAt: { lt: new Date(now - noMoreTriesAfterMs) } },
    },
    distinct: ['subjectId', 'scheduledFor'],
    select: { subjectId: true, scheduledFor: true },
  });
  for (const { subjectId, scheduledFor } of missed) if (scheduledFor) await tell(subjectId, scheduledFor);
}

async function tell(subjectId: string, scheduledFor: Date) {
  await transaction(async (tx) => {
    const tries = await tx.call.findMany({
      where: { subjectId, scheduledFor },
      orderBy: { attempt: 'asc' },
      select: {
        ...{ subjectId: true, scheduledFor: true, createdAt: true, asked: true },
        conversation: { select: { status: true, endReason: true, endedAt: true } },
      },
    });
    const missed = tries.filter(({ conversation }) => conversation.status === 'MISSED');
    const last = tries.at(-1);
    const endedAt = last?.conversation.endedAt;
    // A later try was answered, or is still going on.
    if (!endedAt || missed.length < tries.length) return;
    if (endedAt.getTime() > clock.now().getTime() - noMoreTriesAfterMs) return;
    if (await isOvertaken(tx, last)) return;
    const subject = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      include: {
        members: {
          where: { role: { in: ['OWNER', 'EDITOR'] }, missedCallNotices: true },
          include: { user: { select: { id: true, email: true } } },
        },
      },
    });
    const { preferredName, timeZone, selfUserId, deletedAt } = subject;
    if (deletedAt || subject.status === 'MEMORIAL') return;
    const [time, timeInSpanish] = ['en-US', 'es-US'].map((locale) =>
      new Intl.DateTimeFormat(locale, {
        ...{ timeZone, weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      }).format(scheduledFor),
    );
    for (const { id: membershipId, user } of subject.members) {
      if (user.id === selfUserId) continue;
      await notify(tx, {
        kind: 'call-missed',
        channel: 'mail',
        recipient: user.email,
        data: {
          subjectName: preferredName,
          tries: tries.length,
          asked: last.asked,
          time: time ?? '',
          timeInSpanish,
          url: `${publicUrl()}/dashboard/${subjectId}/`,
          unsubscribeUrl: unsubscribeUrl(membershipId, 'missed-calls'),
        },
        dedupeKey: `call-missed:${subjectId}:${scheduledFor.toISOString()}:${user.id}`,
        subjectId,
      });
    }
  });
}
