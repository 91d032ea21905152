import type { IncomingMessage, ServerResponse } from 'node:http';

/** More was sent than is taken. */
export class BodyTooLarge extends Error {}

/** It came packed: a little of that can be as much as one likes, and nobody who is meant to sends it. */
export class BodyPacked extends Error {}

/** The caller is gone before the request was whole: nobody is there to be told. */
export class BrokenOff extends Error {}

/** The whole body, or `BodyTooLarge` as soon as it is known to be more than `limit` bytes, or `BrokenOff`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new BodyPacked();
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Not `for await`, which would close the connection before the refusal is sent.
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) reject(new BodyTooLarge());
      else chunks.push(chunk);
    });
    request.once('end', resolve);
    request.once('error', (error) => reject(new BrokenOff('', { cause: error })));
    request.once('aborted', () => reject(new BrokenOff()));
  });
  return Buffer.concat(chunks);
}

/** Passes on an answer made in the terms of `fetch`. */
export async function sendResponse(from: Response, to: ServerResponse): Promise<void> {
  const body = from.body ? Buffer.from(await from.arrayBuffer()) : null;
  if (to.destroyed) return;
  for (const [name, value] of from.headers) if (name !== 'set-cookie') to.setHeader(name, value);
  const cookies = from.headers.getSetCookie();
  if (cookies.length) to.setHeader('set-cookie', cookies);
  to.statusCode = from.status;
  to.end(body ?? undefined);
}

/** Aborts when the caller has gone before the answer was sent. */
export function untilGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
