import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The first and last byte, both included. */
type Range = { first: number; last: number };

/** The bytes of a file; `open` without a range gives them all. */
export type FileContent = {
  size: number;
  open: (range?: Range) => Promise<Readable | Buffer>;
};

export function contentOf(bytes: Buffer): FileContent {
  return {
    size: bytes.length,
    open: async (range) => (range ? bytes.subarray(range.first, range.last + 1) : bytes),
  };
}

/** Sets the headers of a family's file. A browser may only show it, never run it as a page. */
export function setFileHeaders(response: ServerResponse, etag: string, cacheControl: string): void {
  response.setHeader('etag', etag);
  response.setHeader('cache-control', cacheControl);
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  response.setHeader('accept-ranges', 'bytes');
}

/** Answers 304 when the browser already has the file with this ETag; returns whether it did. */
export function sendUnchanged(request: IncomingMessage, response: ServerResponse, etag: string): boolean {
  if (request.headers['if-none-match'] !== etag) return false;
  response.writeHead(304).end();
  return true;
}

/** Sends a file or the range that the request asks for, after `setFileHeaders`. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { size, open, ...file }: FileContent & { etag: string; mediaType: string; disposition: string },
): Promise<void> {
  const { range: asked, 'if-range': unchangedSince } = request.headers;
  const range = !unchangedSince || unchangedSince === file.etag ? askedRange(asked, size) : null;
  if (range === 'none') {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    return;
  }
  // Opened before the headers, so that a file that can't be opened gets the answer of an error.
  const content = request.method === 'HEAD' ? null : await open(range ?? undefined);
  if (response.destroyed) {
    // A pipeline to a response that is gone leaves its source open.
    if (content && !(content instanceof Uint8Array)) content.destroy();
    return;
  }
  response.writeHead(range ? 206 : 200, {
    'content-type': file.mediaType,
    'content-length': range ? range.last - range.first + 1 : size,
    'content-disposition': file.disposition,
    ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
  });
  if (content === null) response.end();
  else if (content instanceof Uint8Array) response.end(content);
  // A client that disconnects in the middle is no error.
  else await pipeline(content, response).catch(() => response.destroy());
}

/**
 * The range that a `Range` header requests: null for the whole file, 'none' for a range outside of it. A request for
 * several ranges gets the whole file, as the standard allows.
 */
export function askedRange(header: string | undefined, size: number): Range | 'none' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  const [from, to] = [match[1], match[2]].map((digits) => (digits ? Number(digits) : null));
  const first = from ?? Math.max(0, size - (to ?? 0));
  const last = from === null || from === undefined ? size - 1 : Math.min(to ?? size - 1, size - 1);
  if (first >= size || (from === null && to === 0)) return 'none';
  return last < first ? null : { first, last };
}
