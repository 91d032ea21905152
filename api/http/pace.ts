import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './headers.ts';

/** So much of a body has come in each second of its way, at least, once it takes long: a very slow line brings that. */
const leastBytesPerSecond = 8 * 1024;

/** Keeps connections from being held by who sends or reads nothing. */
export type Pace = {
  watch: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => void;
};

/**
 * Any body may take `graceMs`; one that takes longer must come at a least rate, else its sender is told 408 and cut. Who
 * takes nothing of an answer that waits for them is cut when the server's own timeout has passed.
 */
export function openPace({ graceMs, lookEveryMs }: { graceMs: number; lookEveryMs: number }): Pace {
  const coming = new Map<IncomingMessage, { response: ServerResponse; began: number; from: number }>();

  function look() {
    const now = performance.now();
    for (const [request, { response, began, from }] of coming) {
      if (request.complete) coming.delete(request);
      const took = now - began;
      const least = (took / 1000) * leastBytesPerSecond;
      if (request.complete || took < graceMs || request.socket.bytesRead - from >= least) continue;
      coming.delete(request);
      tooSlow(request, response);
    }
  }
  const looking = setInterval(look, lookEveryMs).unref();

  return {
    watch(request, response) {
      const { socket } = request;
      response.on('timeout', () => {
        // Whoever waits for a long answer to be made may wait; theirs alone is cut that is made and not taken.
        if (socket.writableLength > 0) socket.destroy();
        else socket.setTimeout(socket.timeout ?? 0);
      });
      if (!hasBody(request)) return;
      coming.set(request, { response, began: performance.now(), from: socket.bytesRead });
      response.once('close', () => coming.delete(request));
    },
    close: () => clearInterval(looking),
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function tooSlow(request: IncomingMessage, response: ServerResponse) {
  if (response.headersSent) return request.destroy();
  response.setHeader('connection', 'close');
  refuse(response, 408, 'BAD_REQUEST', 'The body came too slowly');
}
