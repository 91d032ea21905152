import { ports } from '#api/adapters/ports.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { textSubject } from '#api/consent/texting.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { dayThere } from '#api/platform/domain-values/time-zone.ts';
import { type Called, nextCallAt } from '#api/subjects/calls.ts';

const day = 24 * 3_600_000;

/** Texts the announcement of a call the day before, once per call, to subjects who agreed to both calls and texts. */
export async function announceCalls() {
  if (!ports.telephony.dials) return;
  const now = clock.now();
  const subjects = await db.subject.findMany({
    where: {
      ...{ status: 'ACTIVE', deletedAt: null, scheduledBy: 'PHONE' },
      ...{ phone: { not: null }, callTimes: { some: {} } },
    },
    include: { callTimes: true },
  });
  for (const subject of subjects) {
    for (const at of callsTomorrow({ ...subject, callsAgreed: true }, now)) await announce(subject.id, at);
  }
}

/** The calls that come tomorrow in the subject's time zone and within 24 hours. */
function callsTomorrow(subject: Called, now: Date): Date[] {
  const { timeZone } = subject;
  const until = now.getTime() + day;
  const tomorrow = dayThere(new Date(until), timeZone);
  const calls: Date[] = [];
  for (let at = nextCallAt(subject, now); at && at.getTime() <= until; at = nextCallAt(subject, at)) {
    if (dayThere(at, timeZone) === tomorrow) calls.push(at);
  }
  return calls;
}

async function announce(subjectId: string, at: Date) {
  const dedupeKey = `call-tomorrow:${subjectId}:${at.toISOString()}`;
  if (await db.notice.count({ where: { dedupeKey } })) return;
  await transaction(async (tx) => {
    if (!(await hasConsent(tx, subjectId, 'CALLS'))) return;
    const data = { subjectId, at: at.toISOString() };
    await textSubject(tx, subjectId, { kind: 'call-tomorrow', data, dedupeKey });
  });
}
