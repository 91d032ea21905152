import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { ports } from '#api/adapters/ports.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import {
  contentOf,
  type FileContent,
  sendFile,
  sendUnchanged,
  setFileHeaders,
} from '#api/platform/send-file.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Sound, soundFor } from './policy.ts';
import type { Words } from './spans.ts';

/** A cache of cut audio, so that range requests don't cut it again. */
const made = new LRUCache<string, Promise<Buffer>>({
  max: 500,
  maxSize: 96 * 1024 * 1024,
  // The size is unknown until the audio is made.
  sizeCalculation: () => 256 * 1024,
  ttl: 600_000,
});

/**
 * Sends a recording, the requested seconds or a byte range of it, to viewers who may hear it. Returns false when there
 * is none for them.
 */
export async function serveSound(
  request: IncomingMessage,
  response: ServerResponse,
  { id, viewer, asked }: { id: string; viewer: Viewer | null; asked: URLSearchParams },
): Promise<boolean> {
  const sound = await soundFor(viewer, rowId(id), wordsOf(asked));
  return sound !== null && sendSound(request, response, sound);
}

/** Sends a sound or a byte range of it. Returns false when its file is gone. */
export async function sendSound(
  request: IncomingMessage,
  response: ServerResponse,
  sound: Sound,
): Promise<boolean> {
  const name = createHash('sha256').update(JSON.stringify(sound)).digest('hex').slice(0, 32);
  const file = await fileOf(sound, name);
  if (!file) return false;
  const etag = `"${name}"`;
  setFileHeaders(response, etag, 'private, no-cache');
  if (sendUnchanged(request, response, etag)) return true;
  await sendFile(request, response, { ...file, etag, mediaType: sound.mediaType, disposition: 'inline' });
  return true;
}

async function fileOf(sound: Sound, name: string): Promise<FileContent | null> {
  const { storageKey, stretch, heard } = sound;
  const size = await ports.storage.size(storageKey);
  if (size === null) return null;
  // Everything is audible, so the stored file is sent.
  if (!stretch && heard === 'ALL') return { size, open: (range) => ports.storage.open(storageKey, range) };
  return contentOf(await cutSoundOf(sound, name));
}

function cutSoundOf(sound: Sound, name: string): Promise<Buffer> {
  const known = made.get(name);
  if (known) return known;
  const making = makeSound(sound);
  made.set(name, making);
  making.then(
    ({ length }) => made.set(name, making, { size: length + 1 }),
    () => made.delete(name),
  );
  return making;
}

/** Cuts the audible part of a recording, with silence in place of everything else. */
export async function makeSound({
  storageKey,
  stretch,
  heard,
}: Omit<Sound, 'id' | 'mediaType'>): Promise<Buffer> {
  // Loaded only where audio is processed.
  const { cutSound, silenceOutside } = await import('./sound.ts');
  const content = await buffer(await ports.storage.open(storageKey));
  if (stretch) return cutSound(content, stretch, heard);
  return heard === 'ALL' ? content : silenceOutside(content, heard);
}

/** The range of words in an address; null without one. */
function wordsOf(asked: URLSearchParams): Words | null {
  const [start, end] = [Number(asked.get('start') ?? Number.NaN), Number(asked.get('end') ?? Number.NaN)];
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end
    ? { start, end }
    : null;
}
