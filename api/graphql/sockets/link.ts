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

/** What the protocol's hooks know of a connection. */
export type Link = {
  socket: WebSocket;
  /** The connection beneath it. */
  wire: Duplex;
  request: IncomingMessage;
  ipAddress: string;
  /** Whose it is; null until it is acknowledged, and for nobody. */
  viewer: Viewer | null;
  /** What it asked for and what has not ended yet, by the client's ids. */
  ids: Set<string>;
};

/** A link that does not answer this long after a ping is dead. */
const pingEveryMs = 12_000;
/** The first message says who one is; nobody needs more to say it. */
const mostInFirst = 16 * 1024;
/** A socket to which so many bytes are on their way does not read, and is cut. */
const mostUnread = 4 * 1024 * 1024;

/** Who pays for what comes over a link. */
export function payer({ viewer, ipAddress }: Pick<Link, 'viewer' | 'ipAddress'>): Caller {
  return { userId: viewer?.userId ?? null, keyId: viewer?.key?.id ?? null, ipAddress };
}

/** A client comes back after this code, and follows its streams on from where they were. */
export const tryAgainLater = 1013;

/** Speaks graphql-transport-ws over a socket until it closes; one that sends too much is closed with 4429. */
export function link(protocol: Server<Link>, of: Link, { meter, hold }: { meter: Meter; hold: Hold }): void {
  const { socket, wire } = of;
  const fail = (error: Error) => {
    log.warn({ error }, 'socket');
    if (outageIn(error)) socket.close(tryAgainLater, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
  };
  /** Reads nothing more of who is shown out: what they go on to send waits on their side until the socket is cut. */
  let isOver = false;
  const readNoMore = () => {
    if (isOver) return;
    isOver = true;
    preAuthBuffer.forget();
    wire.end();
    // The library reads on for the answer to its goodbye, and begins that in a moment.
    setImmediate(() => wire.pause());
  };
  // The other side cut it, or sent what is no frame: it closes, and whoever was there comes back.
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
  /** What nobody in particular said. */
  const preAuthBuffer = openPreAuthBuffer({ network: networkOf(of.ipAddress), ...room });

  let alive = true;
  socket.on('pong', (data) => {
    alive = true;
    takes(data.length);
  });
  const pings = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingEveryMs);

  const isTooMuch = meter.metered ? counting() : () => false;
  /** Whether what came is to be heard. */
  function takes(bytes: number): boolean {
    // Hundreds may have come with the one that was too much.
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
  socket.on('ping', (data) => void takes(data.length));

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
          if (!takes(length)) return;
          if (first && length > mostInFirst) {
            socket.close(CloseCode.BadRequest, 'Too long');
            return readNoMore();
          }
          const weight = sizeCost(length);
          if (weight) meter.charge(payer(of), weight).catch(fail);
          const hearIt = () => void (socket.readyState === socket.OPEN && hear(String(data)).catch(fail));
          // What came before its sender was known has its turn first.
          if (first || (of.viewer && preAuthBuffer.isEmpty())) hearIt();
          else preAuthBuffer.add(length, hearIt);
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

/** Counts what comes in a while; true once it is too much. */
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
