import { CloseCode } from 'graphql-ws';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Link, tryAgainLater } from './link.ts';

/** A session also expires by age, without an event. */
const askAgainEveryMs = 5 * 60_000;

type Held = { socket: Link['socket']; sessionStands: (viewer: Viewer) => Promise<boolean> };

/** Closes a socket when its session or key has ended: at once on an event, else at the next check. */
export function endWithSession(viewer: Viewer, { socket, sessionStands }: Held, signal: AbortSignal): void {
  const check = async () => {
    try {
      if (await sessionStands(viewer)) return;
    } catch (error) {
      // The session can't be checked now; it is checked again when the client reconnects.
      log.warn({ error }, 'socket session');
      return socket.close(tryAgainLater, 'Try again later');
    }
    socket.close(CloseCode.Forbidden, 'Forbidden');
  };
  const timer = setInterval(() => void check(), askAgainEveryMs);
  const expiring = viewer.key && setTimeout(() => void check(), untilGone(viewer.key.expiresAt));
  const ended = () => {
    clearInterval(timer);
    if (expiring) clearTimeout(expiring);
  };
  signal.addEventListener('abort', ended, { once: true });
  bus.listen(topics.access(viewer.userId), signal, () => void check());
}

/** Milliseconds until a moment has passed, limited to the longest timer. */
function untilGone(moment: Date): number {
  return Math.min(Math.max(moment.getTime() - Date.now() + 50, 0), 2 ** 31 - 1);
}

/** Closes a socket whose caller exceeds a limit. */
export function tooMany(socket: Link['socket']): false {
  socket.close(CloseCode.TooManyInitialisationRequests, 'Too many requests');
  return false;
}

/** Closes a socket whose key is invalid, with a code after which the client doesn't retry. */
export function unauthorized(socket: Link['socket']): false {
  socket.close(CloseCode.Unauthorized, 'Unauthorized');
  return false;
}
