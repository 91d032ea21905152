import { z } from 'zod';
import { covers, lockSubject, newestConsents } from '#api/consent/ledger.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { begin } from '#api/conversations/service/begin.ts';
import { textPauses } from '#api/conversations/text-pauses.ts';
import type { InboundText } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { hearWords, messageIdOf } from './hear-words.ts';
import { keepMedia } from './media.ts';
import { endIdleTexts, hasWaited, holdOthers } from './shared-phone.ts';
import { tellAssigned } from './tell-assigned.ts';

/** Adds a phone's texts to their conversation, oldest first. Safe to run twice and concurrently. */
export const tellText = job({
  name: 'texts.tell',
  input: z.object({ textId: z.uuid() }),
  retries: 6,
  timeoutSeconds: 120,
  atOnce: 4,
  async run({ textId }) {
    const text = await db.inboundText.findUnique({ where: { id: textId }, select: { phone: true } });
    if (text) await tellTextsOf(text.phone);
  },
});

/** Adds waiting texts that have no job any more, because another conversation was live or the book was paused. */
export async function tellWaiting() {
  const waiting = await db.inboundText.findMany({
    where: untold,
    distinct: ['phone'],
    select: { phone: true },
    take: 200,
  });
  for (const { phone } of waiting) await tellTextsOf(phone);
}

async function tellTextsOf(phone: string) {
  await tellWordsOf(phone);
  await tellAssigned(phone);
}

const untold = { tells: true, toldAt: null, subjectId: { not: null } } as const;

/** The number of texts that one run adds; the next minute adds the rest. */
const mostAtATime = 200;

async function tellWordsOf(phone: string) {
  const laterSubjectIds: string[] = [];
  for (let n = 0; n < mostAtATime; n++) {
    const text = await db.inboundText.findFirst({
      where: { phone, ...untold, assigned: false, subjectId: { not: null, notIn: laterSubjectIds } },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });
    if (!text?.subjectId) return;
    if ((await tell(text, text.subjectId)) === 'LATER') laterSubjectIds.push(text.subjectId);
  }
}

/**
 * Adds one text to its conversation. `LATER` means that neither it nor later texts of the same subject can be added
 * now.
 */
async function tell(text: InboundText, subjectId: string): Promise<'SETTLED' | 'LATER'> {
  const { id, phone } = text;
  const words = text.text.trim();
  const clientMessageId = messageIdOf(id);
  const before = await db.message.findFirst({
    where: { subjectId, clientMessageId, conversation: { channel: 'SMS' } },
    select: { private: true },
  });
  let isPrivate = before?.private ?? false;
  if (!before) {
    const at = await conversationFor(subjectId, text);
    if (at === 'LATER') return at;
    if (at === 'NEVER') {
      await db.inboundText.updateMany({ where: { id, toldAt: null }, data: { tells: false } });
      return 'SETTLED';
    }
    const heard = words
      ? await hearWords(at.id, {
          ...{ textId: id, words, speaker: { kind: 'CALLER', callId: at.id, phone } },
          // People often send several texts in a row; they are answered together.
          pauseMs: textPauses.betweenTextsMs,
        })
      : { isPrivate: at.announced };
    // The conversation ended meanwhile; the caller tries again, which begins another.
    if (!heard) return 'SETTLED';
    isPrivate = heard.isPrivate;
  }
  await transaction(async (tx) => {
    const { count } = await tx.inboundText.updateMany({
      where: { id, toldAt: null },
      data: { toldAt: clock.now() },
    });
    if (!count) return;
    const media = await tx.inboundMedia.findMany({
      where: { textId: id, settledAt: null },
      select: { id: true },
    });
    // A picture that came with private words must not become a keepsake that the family sees.
    if (isPrivate) {
      await tx.inboundMedia.updateMany({ where: { textId: id }, data: { settledAt: clock.now() } });
      return;
    }
    for (const { id: mediaId } of media) await enqueue(tx, keepMedia, { mediaId }, { subjectId });
  });
  return 'SETTLED';
}

/**
 * The live conversation by text with a subject, or a new one that begins with these words. Words that waited begin none
 * while somebody else writes from the phone; those that were just written may, because they said whose they are.
 */
async function conversationFor(
  subjectId: string,
  { phone, at }: Pick<InboundText, 'phone' | 'at'>,
): Promise<{ id: string; announced: boolean } | 'LATER' | 'NEVER'> {
  return transaction(async (tx, wake) => {
    const others = hasWaited(at) ? await holdOthers(tx, { phone, subjectId }) : null;
    // Locks the subject, so that two servers begin only one conversation.
    const subject = await lockSubject(tx, subjectId);
    if (!subject || subject.phone !== phone || subject.status === 'MEMORIAL') return 'NEVER';
    const agreed = covers(await newestConsents(subjectId, tx), 'SMS', phone) && !(await isStopped(tx, phone));
    if (!agreed) return 'NEVER';
    if (subject.status !== 'ACTIVE') return 'LATER';
    const live = await tx.conversation.findFirst({
      where: { subjectId, status: { in: ['RINGING', 'IN_PROGRESS'] } },
      select: { id: true, channel: true, announced: true, silent: true },
    });
    if (live) return live.channel === 'SMS' && !live.silent ? live : 'LATER';
    if (others && !(await endIdleTexts(tx, wake, { phone, subjectId }, others))) return 'LATER';
    const talk = { subjectId, channel: 'SMS', phone, heldById: null, together: false } as const;
    const { id } = await begin(tx, wake, { ...talk, status: 'IN_PROGRESS', opens: false });
    return { id, announced: false };
  });
}
