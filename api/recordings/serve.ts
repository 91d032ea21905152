import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { ports } from '#api/adapters/ports.ts';
import type { ByteRange } from '#api/adapters/storage/port.ts';
import { askedRange } from '#api/http/ranges.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
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
  const { size, open } = file;
  const etag = `"${name}"`;
  response.setHeader('etag', etag);
  response.setHeader('cache-control', 'private, no-cache');
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  response.setHeader('accept-ranges', 'bytes');
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  const fits = !request.headers['if-range'] || request.headers['if-range'] === etag;
  const range = fits ? askedRange(request.headers.range, size) : null;
  if (range === 'none') {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    return true;
  }
  response.writeHead(range ? 206 : 200, {
    'content-type': sound.mediaType,
    'content-length': range ? range.last - range.first + 1 : size,
    'content-disposition': 'inline',
    ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return true;
  }
  const content = await open(range ?? { first: 0, last: size - 1 });
  if (content instanceof Uint8Array) response.end(content);
  // A client that disconnects in the middle is no error.
  else await pipeline(content, response).catch(() => response.destroy());
  return true;
}

type File = { size: number; open: (range: ByteRange) => Promise<NodeJS.ReadableStream | Buffer> };

async function fileOf(sound: Sound, name: string): Promise<File | null> {
  const { storageKey, stretch, heard } = sound;
  const size = await ports.storage.size(storageKey);
  if (size === null) return null;
  // Everything is audible, so the stored file is sent.
  if (!stretch && heard === 'ALL') return { size, open: (range) => ports.storage.open(storageKey, range) };
  const content = await contentOf(sound, name);
  return { size: content.length, open: async ({ first, last }) => content.subarray(first, last + 1) };
}

function contentOf(sound: Sound, name: string): Promise<Buffer> {
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
