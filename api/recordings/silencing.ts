import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { job } from '#api/platform/jobs.ts';
import { withoutUnheard } from './loudness.ts';
import { subtract } from './spans.ts';

/** Makes the seconds of words that are erased silent in the stored sound, for good. */
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
  const recording = message?.conversation.recording;
  if (!message || !recording) return;
  const { audioStartMs: startMs, audioEndMs: endMs } = message;
  const { storageKey, durationMs } = recording;
  // What is not joined yet is heard by nobody; its pieces are erased when the words are, a month later, long since.
  if (startMs === null || endMs === null || !storageKey || durationMs === null) return;
  const { silenceOutside } = await import('./sound.ts');
  const all = [{ startMs: 0, endMs: durationMs + 1_000 }];
  const left = subtract(all, [{ startMs, endMs }]);
  const content = silenceOutside(await buffer(await ports.storage.open(storageKey)), left);
  const loudness = withoutUnheard(recording.loudness, left);
  const next = `${recording.subjectId}/recordings/${recording.id}-${randomUUID()}`;
  await ports.storage.put(next, content);
  const isKept = await transaction(async (tx) => {
    const { count } = await tx.recording.updateMany({
      where: { id: recording.id, storageKey },
      data: { storageKey: next, loudness },
    });
    if (count === 0) return false;
    await tx.message.update({ where: { id: messageId }, data: { audioStartMs: null, audioEndMs: null } });
    return true;
  });
  await ports.storage.remove(isKept ? storageKey : next);
  if (!isKept) throw new Error('The sound changed meanwhile');
}
