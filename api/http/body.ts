import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyMemoryBudget, Held } from './body-memory-budget.ts';

/** Up to so many bytes of a refused body are read and dropped, to keep its connection usable. */
const discardBytes = 64 * 1024;
/** Time for the client to read its refusal before the connection is cut. */
const lingerMs = 1_000;

/** The body exceeds its limit. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The body is too large: at most ${shown(limit)} is taken`);
  }
}

/** The body is compressed: it may expand to any size, and no real client sends one. */
export class BodyPacked extends Error {}

/** The client disconnected before the request was complete; no answer is possible. */
export class BrokenOff extends Error {}

type Reading = {
  /** Limit in bytes. */
  limit: number;
  bodies: BodyMemoryBudget;
  trace: { readonly ipAddress: string };
  /** Called with the number of bytes read, also when the request is refused. */
  weigh?: (bytes: number) => void;
};

/**
 * Reads the whole body. Rejects with `BodyTooLarge` as soon as it exceeds the limit, with `TooManyBodies` when the
 * memory budget is used up, and with `BrokenOff` when the client disconnects. A body that is not there at once counts
 * in the memory budget until it is answered.
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
        // The connection stays open while the refusal is read; the chunks are freed already.
        chunks.length = 0;
        held?.drop();
        reject(refusal);
      }
      request.on('data', take);
      request.once('end', resolve);
      request.once('error', (error) => reject(new BrokenOff('', { cause: error })));
      request.once('aborted', () => reject(new BrokenOff()));
      // By the next tick, the chunks that came with the head have been read.
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

/** Whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return isChunked({ headers }) || Number(headers['content-length'] ?? 0) > 0;
}

function isChunked({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** Whether more than `discardBytes` of the request are still to come when it is answered. */
export function leavesMuch({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return isChunked({ headers }) || Number(headers['content-length'] ?? 0) > discardBytes;
}

/**
 * Sends the body of an answer with content-length and `connection: close`, and reads no more of the request. The
 * connection is cut later: cut at once, the answer might be lost.
 */
export function endUnread(response: ServerResponse, body: string): void {
  response.req.pause();
  response.write(body);
  const cutting = setTimeout(() => response.end(), lingerMs);
  response.once('close', () => clearTimeout(cutting));
}

/** Cuts a connection that still sends, after its client had time to read the answer. */
export function cutSoon(request: IncomingMessage): void {
  const cut = () => {
    if (!request.complete) request.socket.destroy();
  };
  setTimeout(cut, lingerMs).unref();
}

/** Sends a `fetch` Response as a Node response. */
export async function sendResponse(from: Response, to: ServerResponse): Promise<void> {
  const body = from.body ? Buffer.from(await from.arrayBuffer()) : null;
  if (to.destroyed) return;
  for (const [name, value] of from.headers) if (name !== 'set-cookie') to.setHeader(name, value);
  const cookies = from.headers.getSetCookie();
  if (cookies.length) to.setHeader('set-cookie', cookies);
  to.statusCode = from.status;
  to.end(body ?? undefined);
}

/** A signal that aborts when the client disconnects before the answer was sent. */
export function untilGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
