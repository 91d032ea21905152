import { CloseCode } from 'graphql-ws';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Link, tryAgainLater } from './link.ts';

/** A session also ends by its age, of which nobody tells. */
const askAgainEveryMs = 5 * 60_000;

type Held = { socket: Link['socket']; sessionStands: (viewer: Viewer) => Promise<boolean> };

/** Closes a socket once the session or the key that opened it has ended, at once where somebody tells of it. */
export function endWithSession(viewer: Viewer, { socket, sessionStands }: Held, signal: AbortSignal): void {
  const check = async () => {
    try {
      if (await sessionStands(viewer)) return;
    } catch (error) {
      // Whether it stands is not known: the client asks again when it comes back.
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

/** How long until a moment has passed, as far ahead as a timer can be set. */
function untilGone(moment: Date): number {
  return Math.min(Math.max(moment.getTime() - Date.now() + 50, 0), 2 ** 31 - 1);
}

/** Closes a socket whose caller has had enough for now. */
export function tooMany(socket: Link['socket']): false {
  socket.close(CloseCode.TooManyInitialisationRequests, 'Too many requests');
  return false;
}

/** Closes a socket whose key is none; a client that is told so does not come back with the same. */
export function unauthorized(socket: Link['socket']): false {
  socket.close(CloseCode.Unauthorized, 'Unauthorized');
  return false;
}
