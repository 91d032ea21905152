import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyMemoryBudget, Held } from './body-memory-budget.ts';

/** Of a request that is not wanted so much is read and thrown away, for the sake of its connection. */
const thrownAwayBytes = 64 * 1024;
/** How long a caller has to read why nothing more is read. */
const lingerMs = 1_000;

/** More was sent than is taken. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The body is too large: at most ${shown(limit)} is taken`);
  }
}

/** It came packed: a little of that can be as much as one likes, and nobody who is meant to sends it. */
export class BodyPacked extends Error {}

/** The caller is gone before the request was whole: nobody is there to be told. */
export class BrokenOff extends Error {}

type Reading = {
  /** How long it may be. */
  limit: number;
  bodies: BodyMemoryBudget;
  trace: { readonly ipAddress: string };
  /** Is told how much of it was read, also when that was for nothing. */
  weigh?: (bytes: number) => void;
};

/**
 * The whole body, or `BodyTooLarge` as soon as it is known to be longer than it may be, or `TooManyBodies` when others
 * take all the room, or `BrokenOff`. One that is not there at once takes up room until it is answered.
 */
export async function readBody(
  response: ServerResponse,
  { limit, bodies, trace, weigh }: Reading,
): Promise<Buffer> {
  const { req: request } = response;
  if (request.destroyed) throw new BrokenOff();
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new BodyPacked();
  const said = request.headers['content-length'];
  if (said !== undefined && Number(said) > limit) throw new BodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  let held = null as Held | null;
  try {
    // Not `for await`, which would close the connection before the refusal is sent.
    await new Promise<void>((resolve, reject) => {
      function take(chunk: Buffer) {
        size += chunk.length;
        chunks.push(chunk);
        const refusal = size > limit ? new BodyTooLarge(limit) : held?.add(chunk.length);
        if (refusal) stop(refusal);
      }
      function stop(refusal: Error) {
        request.off('data', take).pause();
        // Whoever is refused has a moment to read why, in which nothing of it is kept.
        chunks.length = 0;
        held?.drop();
        reject(refusal);
      }
      request.on('data', take);
      request.once('end', resolve);
      request.once('error', (error) => reject(new BrokenOff('', { cause: error })));
      request.once('aborted', () => reject(new BrokenOff()));
      // What came with the head has been taken by then.
      process.nextTick(() => {
        const isWhole = !isChunked(request) && size === Number(said ?? 0);
        if (isWhole || size > limit || response.destroyed) return;
        held = bodies.hold(trace.ipAddress);
        response.once('close', held.drop);
        const refusal = held.add(size);
        if (refusal) stop(refusal);
      });
    });
  } finally {
    weigh?.(size);
  }
  return Buffer.concat(chunks);
}

function shown(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`;
}

/** Whether a request has more than a head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return isChunked({ headers }) || Number(headers['content-length'] ?? 0) > 0;
}

function isChunked({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** Whether an answer comes while much of its request is still on the way. */
export function leavesMuch({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return isChunked({ headers }) || Number(headers['content-length'] ?? 0) > thrownAwayBytes;
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

/** Cuts who still sends when they have had time to read their answer. */
export function cutSoon(request: IncomingMessage): void {
  const cut = () => {
    if (!request.complete) request.socket.destroy();
  };
  setTimeout(cut, lingerMs).unref();
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
