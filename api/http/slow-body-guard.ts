import type { IncomingMessage, ServerResponse } from 'node:http';
import { cutSoon, hasBody, leavesMuch } from './body.ts';
import { refuse } from './headers.ts';

/** The least rate of a body that takes longer than the grace time; a very slow line reaches it. */
const leastBytesPerSecond = 8 * 1024;

/** Cuts connections that send or read too slowly. */
export type SlowBodyGuard = {
  watch: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => void;
};

/**
 * A body may take `graceMs`. A longer one must keep the least rate in each further `graceMs`, else the answer is 408 and
 * the connection is cut; time in which the server itself doesn't read doesn't count. A client that doesn't read its
 * answer is cut after the server's timeout, and a client that sends on after the answer is cut at once.
 */
export function openSlowBodyGuard({
  graceMs,
  lookEveryMs,
}: {
  graceMs: number;
  lookEveryMs: number;
}): SlowBodyGuard {
  const coming = new Map<IncomingMessage, { response: ServerResponse; since: number; from: number }>();
  const least = `in each ${graceMs / 1000} s at least ${leastBytesPerSecond / 1024} KB a second must come`;

  function look() {
    const now = performance.now();
    for (const [request, of] of coming) {
      if (request.complete) coming.delete(request);
      const took = now - of.since;
      if (request.complete || took < graceMs) continue;
      const { bytesRead } = request.socket;
      const isRead = request.readableFlowing === true;
      if (!isRead || bytesRead - of.from >= (took / 1000) * leastBytesPerSecond) {
        of.since = now;
        of.from = bytesRead;
        continue;
      }
      coming.delete(request);
      tooSlow(request, of.response, `The body came too slowly: ${least}`);
    }
  }
  const looking = setInterval(look, lookEveryMs).unref();

  return {
    watch(request, response) {
      const { socket } = request;
      response.on('timeout', () => {
        // A client may wait long for its answer; it is cut only when the answer is ready and it doesn't read.
        if (socket.writableLength > 0) socket.destroy();
        else socket.setTimeout(socket.timeout ?? 0);
      });
      if (!hasBody(request)) return;
      coming.set(request, { response, since: performance.now(), from: socket.bytesRead });
      response.once('close', () => coming.delete(request));
      if (!leavesMuch(request)) return;
      // Without this, the library reads the rest of a refused body once the request is answered.
      request.read(0);
      response.once('finish', () => {
        if (leavesMuch(request)) cutSoon(request);
      });
    },
    close: () => clearInterval(looking),
  };
}

function tooSlow(request: IncomingMessage, response: ServerResponse, message: string) {
  if (response.headersSent) return request.destroy();
  response.setHeader('connection', 'close');
  refuse(response, 408, 'BAD_REQUEST', message);
}
