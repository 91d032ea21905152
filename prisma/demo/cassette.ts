import { saveKeepsake } from '#api/keepsakes/service/change.ts';
import { keepSentFile } from '#api/keepsakes/service/keep-sent.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { beginOldRecording, putOldRecordingIntoBook, saveOldRecording } from '#api/recordings/old/service.ts';
import { cassette } from './family.ts';
import { wavWith } from './phones/wav.ts';
import { canSpeak, speak, voiceRate } from './voices.ts';
import { until } from './waiting.ts';

const pauseMs = 700;

/** A message on an old cassette: a keepsake, whose words the family types along, and so a conversation of the book. */
export async function keepCassette(viewer: Viewer, subjectId: string): Promise<void> {
  if (!canSpeak()) return;
  const lines: { startMs: number; endMs: number; text: string }[] = [];
  const parts: Int16Array[] = [];
  let atMs = 0;
  for (const text of cassette.said) {
    const voice = await speak(text, 'slt');
    const lengthMs = Math.floor((voice.length / voiceRate) * 1_000);
    const both = new Int16Array(Math.floor(((lengthMs + pauseMs) / 1_000) * voiceRate) * 2);
    for (let at = 0; at < voice.length; at += 1) both[at * 2] = both[at * 2 + 1] = voice[at] ?? 0;
    parts.push(both);
    lines.push({ startMs: atMs, endMs: atMs + lengthMs, text });
    atMs += lengthMs + pauseMs;
  }
  const keepsakeId = newId();
  const content = wavWith(parts);
  await keepSentFile({ id: keepsakeId, subjectId, content, isWanted: async () => true });
  await saveKeepsake(viewer, { id: keepsakeId, title: cassette.title });
  await beginOldRecording(viewer, { keepsakeId, transcribe: false, happened: cassette.happened });
  await until(() => isOldRecording(keepsakeId, 'DRAFT'));
  const { version } = await db.oldRecording.findUniqueOrThrow({ where: { mediaId: keepsakeId } });
  await saveOldRecording(viewer, {
    ...{ keepsakeId, version },
    lines: lines.map((line) => ({ ...line, someoneElse: false })),
  });
  await putOldRecordingIntoBook(viewer, keepsakeId);
  await until(() => isOldRecording(keepsakeId, 'IN_BOOK'));
}

async function isOldRecording(mediaId: string, status: 'DRAFT' | 'IN_BOOK'): Promise<boolean> {
  const found = await db.oldRecording.findUniqueOrThrow({ where: { mediaId } });
  if (found.status === 'FAILED') throw new Error(`The cassette could not be read: ${found.problem}`);
  return found.status === status && found.durationMs !== null;
}
