import { notify } from '#api/notices/service.ts';
import { unsubscribeUrl } from '#api/notices/unsubscribing.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import {
  type Failing,
  failingOf,
  isOvertaken,
  nextTryAt,
  toldKey,
  triedForMs,
  triesOf,
  untold,
} from './service/again.ts';
import { wereToldOfPause } from './service/pause-for-answer.ts';
import { whyNoCalls } from './service/place.ts';

/** The family is told this long after the last try. */
const toldAfterMs = 2 * 3_600_000;
/** A call of longer ago is not reported; all its tries have been made by then. */
const newsForMs = triedForMs + 12 * 3_600_000;

/** Tells the family once about a call of which all tries came to nothing, whether it was scheduled or asked for. */
export async function tellOfMissedCalls() {
  const now = clock.now().getTime();
  const failed = await db.call.findMany({
    where: {
      ...{ line: 'PROVIDER', scheduledFor: { gt: new Date(now - newsForMs) } },
      conversation: {
        status: { in: ['MISSED', 'FAILED', 'CANCELLED'] },
        endedAt: { lt: new Date(now - toldAfterMs) },
      },
    },
    distinct: ['subjectId', 'scheduledFor'],
    select: { subjectId: true, scheduledFor: true },
  });
  const calls = failed.flatMap(({ subjectId, scheduledFor }) =>
    scheduledFor ? [{ subjectId, scheduledFor }] : [],
  );
  for (const { subjectId, scheduledFor } of await untold(db, calls)) await tell(subjectId, scheduledFor);
}

async function tell(subjectId: string, scheduledFor: Date) {
  await transaction(async (tx) => {
    const tries = await triesOf(tx, { subjectId, scheduledFor });
    const failings = tries.map(({ conversation }) => failingOf(conversation));
    const last = tries.at(-1);
    const endedAt = last?.conversation.endedAt;
    // A try was answered or called off, or is still going on.
    if (!endedAt || failings.includes(null)) return;
    if (await wereToldOfPause(tx, { conversationId: last.conversation.id, subjectId })) return;
    const now = clock.now();
    if (endedAt.getTime() > now.getTime() - toldAfterMs) return;
    if (await isOvertaken(tx, last)) return;
    const subject = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      include: {
        callTimes: true,
        members: {
          where: { role: { in: ['OWNER', 'EDITOR'] }, missedCallNotices: true },
          include: { user: { select: { id: true, email: true } } },
        },
      },
    });
    const { preferredName, timeZone, selfUserId, deletedAt } = subject;
    if (deletedAt || subject.status === 'MEMORIAL') return;
    if (nextTryAt(tries, subject, now) && !(await whyNoCalls(tx, subjectId))) return;
    const count = (failing: Failing) => failings.filter((each) => each === failing).length;
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
          notConnected: count('NOT_CONNECTED'),
          notDialled: count('NOT_DIALLED'),
          asked: last.asked,
          time: time ?? '',
          timeInSpanish,
          url: `${publicUrl()}/dashboard/${subjectId}/`,
          unsubscribeUrl: unsubscribeUrl(membershipId, 'missed-calls'),
        },
        dedupeKey: `${toldKey({ subjectId, scheduledFor })}${user.id}`,
        subjectId,
      });
    }
  });
}
