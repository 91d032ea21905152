import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CloseCode, type Server } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { type Caller, type Meter, sizeCost } from '#api/graphql/limits/meter.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { networkOf } from '#api/platform/domain-values/network.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { messageRate } from './connection-limits.ts';
import { countPartialMessage, type Hold } from './partial-message-memory.ts';
import { openPreAuthBuffer } from './pre-auth-buffer.ts';

/** The state of a connection, for the protocol's hooks. */
export type Link = {
  socket: WebSocket;
  /** The TCP connection. */
  wire: Duplex;
  request: IncomingMessage;
  ipAddress: string;
  /** The signed-in viewer; null before acknowledgement and for anonymous callers. */
  viewer: Viewer | null;
  /** The client's ids of running operations. */
  ids: Set<string>;
};

/** A connection that sends no pong for this long is cut. */
const pingEveryMs = 12_000;
/** The first message only authenticates, which needs no more bytes. */
const mostInFirst = 16 * 1024;
/** A socket with so many unsent bytes doesn't read and is cut. */
const mostUnread = 4 * 1024 * 1024;

/** The caller that is charged for a connection's messages. */
export function payer({ viewer, ipAddress }: Pick<Link, 'viewer' | 'ipAddress'>): Caller {
  return { userId: viewer?.userId ?? null, keyId: viewer?.key?.id ?? null, ipAddress };
}

/** Close code after which the client reconnects and resumes its streams. */
export const tryAgainLater = 1013;

/** Runs graphql-transport-ws over a socket until it closes; a socket that sends too much is closed with 4429. */
export function link(protocol: Server<Link>, of: Link, { meter, hold }: { meter: Meter; hold: Hold }): void {
  const { socket, wire } = of;
  const fail = (error: Error) => {
    log.warn({ error }, 'socket');
    if (outageIn(error)) socket.close(tryAgainLater, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
  };
  /** Stops reading from a closing socket; further data waits on the client's side until the socket is cut. */
  let isOver = false;
  const readNoMore = () => {
    if (isOver) return;
    isOver = true;
    preAuthBuffer.forget();
    wire.end();
    // The ws library starts to read for the close reply in a moment; pause after that.
    setImmediate(() => wire.pause());
  };
  // The client cut the connection or sent an invalid frame: the socket closes and the client may reconnect.
  socket.on('error', (error) => {
    cutOff(error);
    readNoMore();
  });

  const room = {
    hold: () => hold(of.ipAddress),
    refuse() {
      socket.close(tryAgainLater, 'Too much is being sent');
      readNoMore();
    },
  };
  countPartialMessage({ socket, wire: wire as Socket, ...room });
  /** Messages from callers who are not authenticated. */
  const preAuthBuffer = openPreAuthBuffer({ network: networkOf(of.ipAddress), ...room });

  let alive = true;
  socket.on('pong', (data) => {
    alive = true;
    acceptMessage(data.length);
  });
  const pings = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingEveryMs);

  const isTooMuch = meter.metered ? counting() : () => false;
  /** Whether a message is accepted. */
  function acceptMessage(bytes: number): boolean {
    // Hundreds of messages may follow the one that exceeded the rate.
    if (isOver) return false;
    if (socket.readyState !== socket.OPEN) {
      readNoMore();
      return false;
    }
    if (!isTooMuch(bytes)) return true;
    socket.close(CloseCode.TooManyInitialisationRequests, 'Too many messages');
    readNoMore();
    return false;
  }
  socket.on('ping', (data) => void acceptMessage(data.length));

  let first = true;
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          if (socket.bufferedAmount > mostUnread) return resolve(socket.terminate());
          socket.send(data, (error) => {
            if (error) cutOff(error);
            resolve();
          });
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (hear) =>
        socket.on('message', (data: RawData) => {
          const { length } = data as Buffer;
          if (!acceptMessage(length)) return;
          if (first && length > mostInFirst) {
            socket.close(CloseCode.BadRequest, 'Too long');
            return readNoMore();
          }
          const weight = sizeCost(length);
          if (weight) meter.charge(payer(of), weight).catch(fail);
          const processIt = () => void (socket.readyState === socket.OPEN && hear(String(data)).catch(fail));
          // Messages received before authentication are processed first.
          if (first || (of.viewer && preAuthBuffer.isEmpty())) processIt();
          else preAuthBuffer.add(length, processIt);
          first = false;
        }),
    },
    of,
  );
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    preAuthBuffer.forget();
    closed(code, String(reason)).catch(fail);
  });
}

function cutOff(error: Error) {
  log.debug({ error }, 'socket cut off');
}

/** Counts messages and bytes in a time window; true once the rate is exceeded. */
function counting(): (bytes: number) => boolean {
  let began = 0;
  let messages = 0;
  let sum = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - began > messageRate.everyMs) [began, messages, sum] = [now, 0, 0];
    messages += 1;
    sum += bytes;
    return messages > messageRate.messages || sum > messageRate.bytes;
  };
}
