import type { IncomingMessage, ServerResponse } from 'node:http';
import { cutSoon, hasBody, leavesMuch } from './body.ts';
import { refuse } from './headers.ts';

/** So much of a body comes in a second at least, once it takes long: a very slow line brings that. */
const leastBytesPerSecond = 8 * 1024;

/** Keeps connections from being held by who sends or reads nothing. */
export type Pace = {
  watch: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => void;
};

/**
 * Any body may take `graceMs`; one that takes longer must come at a least rate in each such while, however much of it
 * came before, else its sender is told 408 and cut. While it is us who do not read it, nobody is blamed. Who takes
 * nothing of an answer that waits for them is cut when the server's own timeout has passed, and who goes on to send much
 * after it is cut then.
 */
export function openPace({ graceMs, lookEveryMs }: { graceMs: number; lookEveryMs: number }): Pace {
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
        // Whoever waits for a long answer to be made may wait; theirs alone is cut that is made and not taken.
        if (socket.writableLength > 0) socket.destroy();
        else socket.setTimeout(socket.timeout ?? 0);
      });
      if (!hasBody(request)) return;
      coming.set(request, { response, since: performance.now(), from: socket.bytesRead });
      response.once('close', () => coming.delete(request));
      if (!leavesMuch(request)) return;
      // Else the library reads on to its end, once the request is answered, what nobody wanted of it.
      request.read(0);
      response.once('finish', () => {
        if (leavesMuch(request)) cutSoon(request);
      });
    },
    close: () => clearInterval(looking),
  };
}

function tooSlow(request: IncomingMessage, response: ServerResponse, told: string) {
  if (response.headersSent) return request.destroy();
  response.setHeader('connection', 'close');
  refuse(response, 408, 'BAD_REQUEST', told);
}
