import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { job } from '#api/platform/jobs.ts';
import { withoutUnheard } from './loudness.ts';
import { eraseKeepsakeOf, replaceKeepsakeOf } from './old/silencing.ts';
import { subtract } from './spans.ts';

/** Overwrites the seconds of erased words in the stored recording with silence, permanently. */
export const silenceErasedWords = job({
  name: 'recordings.silenceErasedWords',
  input: z.object({ messageId: z.uuid() }),
  perSubject: true,
  run: ({ messageId }) => silenceWords(messageId),
});

async function silenceWords(messageId: string): Promise<void> {
  const message = await db.message.findUnique({
    where: { id: messageId },
    include: { conversation: { include: { recording: { include: { takes: true } } } } },
  });
  if (message?.conversation.channel === 'RECORDING' && !message.conversation.recording)
    await eraseKeepsakeOf(message.conversationId);
  const recording = message?.conversation.recording;
  if (!message || !recording) return;
  const { audioStartMs: startMs, audioEndMs: endMs } = message;
  const { storageKey: playedKey, heldKey, durationMs } = recording;
  const storageKey = playedKey ?? heldKey;
  // A recording that is not joined yet can't be heard; its pieces are erased long before the words, which are kept for
  // a month.
  if (startMs === null || endMs === null || !storageKey || durationMs === null) return;
  const { silenceOutside } = await import('./sound.ts');
  const all = [{ startMs: 0, endMs: durationMs + 1_000 }];
  const left = subtract(all, [{ startMs, endMs }]);
  const content = await silenceOutside(await buffer(await ports.storage.open(storageKey)), left);
  const loudness = withoutUnheard(recording.loudness, left);
  const next = `${recording.subjectId}/recordings/${recording.id}-${randomUUID()}`;
  await ports.storage.put(next, content);
  if (message.conversation.channel === 'RECORDING')
    await replaceKeepsakeOf(message.conversationId, { content, mediaType: recording.mediaType });
  const isKept = await transaction(async (tx) => {
    const { count } = await tx.recording.updateMany({
      where: { id: recording.id, storageKey: playedKey, heldKey },
      data: { ...(playedKey === null ? { heldKey: next } : { storageKey: next }), loudness },
    });
    if (count === 0) return false;
    await tx.message.update({
      where: { id: messageId },
      data: { audioStartMs: null, audioEndMs: null, wordStartsMs: [] },
    });
    return true;
  });
  await ports.storage.remove(isKept ? storageKey : next);
  if (!isKept) throw new Error('The sound changed meanwhile');
}
