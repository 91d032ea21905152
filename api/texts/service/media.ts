import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { SmsRefused } from '#api/adapters/sms/port.ts';
import { textPauses } from '#api/conversations/text-pauses.ts';
import { keepSentFile } from '#api/keepsakes/service/keep-sent.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { DomainError, WrongState } from '#api/platform/errors.ts';
import { job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { askAboutPhoto, queuePhotoQuestion } from './photo-question.ts';

/** What comes with a text is never larger than a photo may be. */
const mostBytes = 25 * 1024 * 1024;

/**
 * Makes a keepsake of a file that came with a text, and has it asked about. While the words are shared with nobody it
 * waits: the family sees every keepsake.
 */
export const keepMedia = job({
  name: 'texts.keepMedia',
  input: z.object({ mediaId: z.uuid() }),
  retries: 8,
  timeoutSeconds: 240,
  atOnce: 2,
  run: ({ mediaId }, signal) => keep(mediaId, signal),
});

/** Keeps what waited until somebody may see it, or was forgotten. */
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
  try {
    const content = await ports.sms.fetchMedia(media.url, mostBytes);
    const { isPhoto } = await keepSentFile({ id: mediaId, subjectId, content });
    if (isPhoto) await queuePhotoQuestion({ mediaId, subjectId });
    const hasWords = media.text.text.trim() !== '';
    if (isPhoto && !hasWords) {
      // What is written about it just after needs no question.
      await sleep(textPauses.betweenTextsMs, undefined, { signal });
      await askAboutPhoto({ mediaId, subjectId, since: media.text.at });
    }
  } catch (error) {
    // What is no keepsake now will never be one.
    const isForGood = error instanceof SmsRefused || error instanceof DomainError;
    if (!isForGood || error instanceof WrongState) throw error;
    log.info({ error: error as Error }, 'what came with a text is no keepsake');
  }
  await db.inboundMedia.updateMany({ where: { id: mediaId }, data: { settledAt: clock.now() } });
}
