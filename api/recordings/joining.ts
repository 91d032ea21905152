import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import type { RecordingTake } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { queueWordTimes } from './words/time-words.ts';

/**
 * Joins the takes of a conversation into one recording, and stores for each message where in it the message is spoken.
 */
export const joinRecording = job({
  name: 'recordings.join',
  input: z.object({ conversationId: z.uuid() }),
  timeoutSeconds: 600,
  perSubject: true,
  run: ({ conversationId }) => join(conversationId),
});

async function join(conversationId: string): Promise<void> {
  const recording = await db.recording.findUnique({
    where: { conversationId },
    include: { takes: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
  });
  const takes = recording?.takes.filter(({ pieces }) => pieces.length > 0) ?? [];
  if (!recording || recording.silencedAt || takes.length === 0) return;
  // Loaded only where audio is processed.
  const { joinTakes } = await import('./sound.ts');
  const readable: { take: RecordingTake; content: Buffer }[] = [];
  for (const take of takes) {
    const content = Buffer.concat(await Promise.all(take.pieces.map(contentOf)));
    const isSound = await joinTakes([content]).then(
      ({ durationMs }) => durationMs > 0,
      (error: Error) => {
        log.warn({ error }, 'a take could not be read');
        return false;
      },
    );
    if (isSound) readable.push({ take, content });
  }
  if (readable.length === 0) return;
  const joined = await joinTakes(readable.map(({ content }) => content));
  const storageKey = `${recording.subjectId}/recordings/${recording.id}-${randomUUID()}`;
  await ports.storage.put(storageKey, joined.content);
  const isKept = await transaction(async (tx) => {
    // A recording that was silenced meanwhile is not stored.
    const { count } = await tx.recording.updateMany({
      where: { id: recording.id, silencedAt: null, storageKey: recording.storageKey },
      data: {
        ...{ storageKey, durationMs: joined.durationMs, loudness: joined.loudness },
        ...{ wordsTimedAt: null, wordsApproximate: true },
      },
    });
    if (count === 0) return false;
    for (const [at, { take }] of readable.entries()) {
      const begin = joined.begins[at] ?? 0;
      const takeEnd = joined.begins[at + 1] ?? joined.durationMs;
      await tx.$executeRaw`
        update message m set audio_start_ms = ${begin} + k.start_ms,
          audio_end_ms = least(${begin} + k.end_ms, ${takeEnd}), word_starts_ms = '{}'
        from recording_mark k
        where k.message_id = m.id and k.take_id = ${take.id}::uuid and m.conversation_id = ${conversationId}::uuid
          and ${begin} + k.start_ms < ${takeEnd}`;
    }
    await queueWordTimes(tx, recording.subjectId, conversationId);
    return true;
  });
  const unused = isKept ? recording.storageKey : storageKey;
  if (unused) await ports.storage.remove(unused);
}

async function contentOf(key: string): Promise<Buffer> {
  return buffer(await ports.storage.open(key));
}
