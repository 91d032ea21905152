import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { SmsRefused } from '#api/adapters/sms/port.ts';
import { textPauses } from '#api/conversations/text-pauses.ts';
import type { InboundText } from '#api/generated/prisma/client.ts';
import { keepSentFile } from '#api/keepsakes/service/keep-sent.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { DomainError, WrongState } from '#api/platform/errors.ts';
import { job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { messageIdOf } from './hear-words.ts';
import { askAboutPhoto, queuePhotoQuestion } from './photo-question.ts';

/** The size limit of a file that comes with a text, the same as for a photo. */
const mostBytes = 25 * 1024 * 1024;

/**
 * Makes a keepsake of a file that came with a text, and asks about it. It waits while the subject shares nothing,
 * because the family sees every keepsake.
 */
export const keepMedia = job({
  name: 'texts.keepMedia',
  input: z.object({ mediaId: z.uuid() }),
  retries: 8,
  timeoutSeconds: 240,
  atOnce: 2,
  run: ({ mediaId }, signal) => keep(mediaId, signal),
});

/** Makes keepsakes of files that waited for sharing or whose job was lost. */
export async function keepWaitingMedia() {
  const waiting = await db.inboundMedia.findMany({
    where: {
      settledAt: null,
      text: { toldAt: { lt: new Date(clock.now().getTime() - 30 * 60_000) }, subject: { sharing: true } },
    },
    orderBy: { id: 'asc' },
    take: 20,
    select: { id: true },
  });
  for (const { id } of waiting) await keep(id, AbortSignal.timeout(120_000));
}

async function keep(mediaId: string, signal: AbortSignal) {
  const media = await db.inboundMedia.findUnique({
    where: { id: mediaId },
    include: { text: { include: { subject: { select: { sharing: true } } } } },
  });
  const subjectId = media?.text.subjectId;
  if (!media || !subjectId || media.settledAt || !media.text.subject?.sharing) return;
  const { assigned } = media.text;
  const text = { ...media.text, subjectId };
  // The team may have taken the text back meanwhile.
  const stillTheirs = { id: mediaId, text: { subjectId } };
  const settle = () => db.inboundMedia.updateMany({ where: stillTheirs, data: { settledAt: clock.now() } });
  // Once the waiting texts are told, its job is queued again.
  if (assigned && (await othersWait(text, db))) return;
  if (assigned && (await isAmidPrivateWords(text, db))) {
    await settle();
    return;
  }
  let mustWait = false;
  try {
    const content = await ports.sms.fetchMedia(media.url, mostBytes);
    const isWanted = async (tx: Tx) => {
      if (!(await tx.inboundMedia.count({ where: stillTheirs }))) return false;
      if (!assigned) return true;
      mustWait = await othersWait(text, tx);
      return !mustWait && !(await isAmidPrivateWords(text, tx));
    };
    const { isPhoto } = await keepSentFile({ id: mediaId, subjectId, content, isWanted });
    // Nobody has proved that the person sent an assigned photo, so they aren't asked about it.
    if (isPhoto && !assigned) await queuePhotoQuestion({ mediaId, subjectId });
    const hasWords = media.text.text.trim() !== '';
    if (isPhoto && !hasWords && !assigned) {
      // A description that follows right after the photo makes the question unnecessary.
      await sleep(textPauses.betweenTextsMs, undefined, { signal });
      await askAboutPhoto({ mediaId, subjectId, since: media.text.at });
    }
  } catch (error) {
    if (mustWait) return;
    // A file that is refused now would always be refused.
    const isForGood = error instanceof SmsRefused || error instanceof DomainError;
    if (!isForGood || error instanceof WrongState) throw error;
    log.info({ error: error as Error }, 'a file that came with a text can’t become a keepsake');
  }
  await settle();
}

type AssignedText = InboundText & { subjectId: string };

/** Whether assigned texts of the same phone are not told yet: they may ask to keep the file's words private. */
async function othersWait({ phone, subjectId }: AssignedText, tx: Tx): Promise<boolean> {
  const untold = { assigned: true, tells: true, toldAt: null } as const;
  return (await tx.inboundText.count({ where: { phone, subjectId, ...untold } })) > 0;
}

/** Whether the words of an assigned text, or the nearest ones before and after one without words, are private by now. */
async function isAmidPrivateWords({ id, phone, subjectId, text }: AssignedText, tx: Tx) {
  const texts = await tx.inboundText.findMany({
    where: { phone, subjectId, assigned: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { id: true, text: true },
  });
  const at = texts.findIndex((each) => each.id === id);
  const hasWords = (each: { text: string }) => each.text.trim() !== '';
  const nearest = [texts.slice(0, at).findLast(hasWords), texts.slice(at + 1).find(hasWords)];
  const beside = hasWords({ text }) ? [{ id }] : nearest.flatMap((each) => each ?? []);
  const readable = await tx.message.count({
    where: {
      ...{ subjectId, private: false, deletedAt: null },
      clientMessageId: { in: beside.map((each) => messageIdOf(each.id)) },
    },
  });
  return readable < beside.length;
}
