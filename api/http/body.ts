import type { IncomingMessage, ServerResponse } from 'node:http';

/** Of a request that is not wanted so much is read and thrown away, for the sake of its connection. */
const thrownAwayBytes = 64 * 1024;
/** How long a caller has to read why nothing more is read. */
const lingerMs = 1_000;

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
    request.on('data', function take(chunk: Buffer) {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.off('data', take).pause();
      reject(new BodyTooLarge());
    });
    request.once('end', resolve);
    request.once('error', (error) => reject(new BrokenOff('', { cause: error })));
    request.once('aborted', () => reject(new BrokenOff()));
  });
  return Buffer.concat(chunks);
}

/** Whether an answer comes while much of its request is still on the way. */
export function leavesMuch({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > thrownAwayBytes
  );
}

/**
 * Sends the body of an answer, whose headers say how long it is and that the connection closes, and reads nothing more
 * of the request. The connection is cut when the caller has had time to read the answer: cut at once, it might be lost.
 */
export function endUnread(response: ServerResponse, body: string): void {
  response.req.pause();
  response.write(body);
  const cutting = setTimeout(() => response.end(), lingerMs);
  response.once('close', () => clearTimeout(cutting));
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
