import { holdPhone } from '#api/accounts/phones/codes.ts';
import { ports } from '#api/adapters/ports.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { answer } from '#api/conversations/engine/answering.ts';
import { begin, liveConversation } from '#api/conversations/service/begin.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { dueCallAt } from '#api/subjects/calls.ts';
import { endIdleTexts, takeTurnsOf } from './shared-phone.ts';
import { whyNoTextNow } from './why.ts';

const minute = 60_000;
/** A scheduled question is skipped if it would be later than this. */
const lateMs = 60 * minute;

/** Begins the conversations by text that are due. */
export async function askDueQuestions() {
  if (!ports.sms.isConnected) return;
  const now = clock.now();
  const subjects = await db.subject.findMany({
    where: {
      ...{ status: 'ACTIVE', deletedAt: null, scheduledBy: 'SMS' },
      ...{ phone: { not: null }, callTimes: { some: {} } },
    },
    include: { callTimes: true },
  });
  for (const subject of subjects) {
    const due = dueCallAt({ ...subject, callsAgreed: true }, now, lateMs);
    if (due && subject.phone) await ask(subject.id, subject.phone, due);
  }
}

/** Asks once, even if several servers see that it is due. */
async function ask(subjectId: string, phone: string, scheduledFor: Date) {
  if (await db.scheduledText.count({ where: { subjectId, scheduledFor } })) return;
  const id = await transaction(async (tx, wake) => {
    const left = await takeTurnsOf(tx, { phone });
    // Locks the phone and the subject, so that of two servers the second sees what the first did.
    await holdPhone(tx, phone);
    await lockSubject(tx, subjectId);
    if (await tx.scheduledText.count({ where: { subjectId, scheduledFor } })) return null;
    const live = await liveConversation(subjectId, tx);
    if (live && !left.includes(live.id)) return null;
    const subject = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
    const { callsPausedUntil, scheduledBy } = subject;
    if (subject.phone !== phone || scheduledBy !== 'SMS') return null;
    if (callsPausedUntil && callsPausedUntil > clock.now()) return null;
    if (await whyNoTextNow(tx, subjectId, clock.now())) return null;
    if (!(await endIdleTexts(tx, wake, { phone }, left))) return null;
    const talk = { subjectId, channel: 'SMS', phone, heldById: null, together: false } as const;
    const { id } = await begin(tx, wake, { ...talk, status: 'IN_PROGRESS' });
    await tx.scheduledText.create({ data: { conversationId: id, subjectId, scheduledFor } });
    return id;
  });
  if (id) await answer(id);
}
