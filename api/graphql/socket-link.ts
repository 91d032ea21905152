import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { outageIn } from '#api/platform/database/outage.ts';
import { log } from '#api/platform/log.ts';

/** What the protocol's hooks know of a connection. */
export type Link = { socket: WebSocket; request: IncomingMessage };

/** A link that does not answer this long after a ping is dead. */
const pingEveryMs = 12_000;

/** A client comes back after this code, and follows its streams on from where they were. */
export const tryAgainLater = 1013;

/** Speaks graphql-transport-ws over a socket until it closes. */
export function link(protocol: Server<Link>, socket: WebSocket, request: IncomingMessage): void {
  const fail = (error: Error) => {
    log.warn({ error }, 'socket');
    if (outageIn(error)) socket.close(tryAgainLater, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
  };
  // The other side cut it, or sent what is no frame: it closes, and whoever was there comes back.
  socket.on('error', cutOff);

  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const pings = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingEveryMs);

  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          socket.send(data, (error) => {
            if (error) cutOff(error);
            resolve();
          });
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (hear) =>
        socket.on('message', (data) => {
          hear(String(data)).catch(fail);
        }),
    },
    { socket, request },
  );
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    closed(code, String(reason)).catch(fail);
  });
}

function cutOff(error: Error) {
  log.debug({ error }, 'socket cut off');
}
