import { lockSubject } from '#api/consent/ledger.ts';
import { begin } from '#api/conversations/service/begin.ts';
import { endText } from '#api/conversations/service/end.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { hearWords } from './hear-words.ts';
import { keepMedia } from './media.ts';

/** How often one run begins a conversation, when another channel ends it before all texts are in it. */
const beginnings = 3;

type Assigned = { subjectId: string; phone: string };

/**
 * Adds the texts of a phone that the team assigned to a subject to a conversation of their own, oldest first, and ends
 * it at once. Nothing is answered, asked or sent. Safe to run twice and concurrently.
 */
export async function tellAssigned(phone: string) {
  const [waiting, unfinished] = await Promise.all([
    db.inboundText.findMany({
      where: { phone, ...untold, subjectId: { not: null } },
      distinct: ['subjectId'],
      select: { subjectId: true },
    }),
    db.conversation.findMany({
      where: { phone, silent: true, status: 'IN_PROGRESS' },
      select: { subjectId: true },
    }),
  ]);
  const subjectIds = new Set([...waiting, ...unfinished].flatMap(({ subjectId }) => subjectId ?? []));
  for (const subjectId of subjectIds) await tellTextsTo({ subjectId, phone });
}

const untold = { assigned: true, tells: true, toldAt: null } as const;

async function tellTextsTo(of: Assigned) {
  for (let n = 0; n < beginnings; n++) {
    const conversationId = await silentConversation(of);
    if (!conversationId) return;
    if (!(await addTexts(conversationId, of))) continue;
    await endText(conversationId, 'TEXTS_ADDED');
    await queueMedia(of);
    return;
  }
}

/** The live conversation with these texts, or a new one; null when none can begin now or nothing waits. */
async function silentConversation({ subjectId, phone }: Assigned): Promise<string | null> {
  return transaction(async (tx, wake) => {
    // Taking the texts back locks the subject too: it finds either this conversation, or texts that wait.
    const subject = await lockSubject(tx, subjectId);
    if (!subject || subject.status === 'DELETED') return null;
    const live = await tx.conversation.findFirst({
      where: { subjectId, status: { in: ['RINGING', 'IN_PROGRESS'] } },
      select: { id: true, silent: true, phone: true },
    });
    if (live) return live.silent && live.phone === phone ? live.id : null;
    const waiting = { subjectId, phone, ...untold };
    if (subject.status === 'MEMORIAL') {
      await tx.inboundText.updateMany({ where: waiting, data: { tells: false } });
      return null;
    }
    if (!(await tx.inboundText.count({ where: waiting }))) return null;
    const talk = { subjectId, channel: 'SMS', phone, heldById: null, together: false } as const;
    const { id } = await begin(tx, wake, { ...talk, status: 'IN_PROGRESS', opens: false, silent: true });
    return id;
  });
}

/** Returns false when the conversation ended before all texts were in it. */
async function addTexts(conversationId: string, { subjectId, phone }: Assigned): Promise<boolean> {
  const texts = await db.inboundText.findMany({
    where: { subjectId, phone, ...untold },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { id: true, text: true },
  });
  for (const { id, text } of texts) {
    const words = text.trim();
    if (
      words &&
      !(await hearWords(conversationId, { textId: id, words, speaker: { kind: 'ASSIGNED_TEXT' } }))
    )
      return false;
    const waiting = { id, subjectId, ...untold };
    await db.inboundText.updateMany({ where: waiting, data: { toldAt: clock.now() } });
  }
  return true;
}

/** Queued after all words are heard, because a later text may ask to keep an earlier one private. */
async function queueMedia({ subjectId, phone }: Assigned) {
  await transaction(async (tx) => {
    const media = await tx.inboundMedia.findMany({
      where: { settledAt: null, text: { subjectId, phone, assigned: true, toldAt: { not: null } } },
      select: { id: true },
    });
    for (const { id: mediaId } of media) await enqueue(tx, keepMedia, { mediaId }, { subjectId });
  });
}
