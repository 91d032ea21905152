import { randomUUID } from 'node:crypto';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { encodeCall } from '#api/recordings/calls/encode.ts';
import { speak, voiceRate } from './voices.ts';

/** A message and where in the recording it is spoken, in ms. */
export type Spoken = { id: string; startMs: number; endMs: number };

/** The silence after each message, in ms. */
const pauseMs = 1_500;

type Said = { id: string; role: string; text: string };

/** Speaks a conversation with voices of a machine, the person on the first channel and Evertold on the second. */
export async function speakAloud(
  messages: readonly Said[],
): Promise<{ spoken: Spoken[]; samples: Int16Array[] }> {
  const samples: Int16Array[] = [];
  const spoken: Spoken[] = [];
  let atMs = 0;
  for (const { id, role, text } of messages) {
    const isPerson = role === 'user';
    const voice = await speak(text, isPerson ? 'slt' : 'rms');
    const lengthMs = Math.floor((voice.length / voiceRate) * 1_000);
    const both = new Int16Array(((lengthMs + pauseMs) / 1_000) * voiceRate * 2);
    const channel = isPerson ? 0 : 1;
    for (let at = 0; at < voice.length; at += 1) both[at * 2 + channel] = voice[at] ?? 0;
    samples.push(both);
    spoken.push({ id, startMs: atMs, endMs: atMs + lengthMs });
    atMs += lengthMs + pauseMs;
  }
  return { spoken, samples };
}

/** Keeps the sound of a conversation that began then as its recording. */
export async function keepSound(
  conversationId: string,
  { startedAt, spoken, samples }: { startedAt: Date; spoken: Spoken[]; samples: Int16Array[] },
): Promise<void> {
  const { subjectId } = await db.conversation.findUniqueOrThrow({ where: { id: conversationId } });
  const wav = {
    layout: { rate: voiceRate, channels: 2, encoding: 'PCM' } as const,
    samples: partsOf(samples),
  };
  const { content, durationMs, loudness } = await encodeCall(wav, new AbortController().signal);
  const id = newId();
  const storageKey = `${subjectId}/recordings/${id}-${randomUUID()}`;
  await ports.storage.put(storageKey, content);
  const sound = { mediaType: 'audio/webm', approximate: false, startedAt, durationMs, storageKey, loudness };
  await db.recording.create({ data: { id, subjectId, conversationId, ...sound } });
  for (const { id: messageId, startMs, endMs } of spoken)
    await db.message.update({ where: { id: messageId }, data: { audioStartMs: startMs, audioEndMs: endMs } });
}

async function* partsOf(samples: readonly Int16Array[]) {
  yield* samples;
}
