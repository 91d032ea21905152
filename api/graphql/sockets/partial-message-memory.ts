import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** What takes up room until it is dropped; `add` says why no more of it may come, else null. */
export type Hold = (ipAddress: string) => { add: (bytes: number) => Error | null; drop: () => void };

/** So much of what is said may be on its way, or wait, without being counted: most comes in one piece, and is heard. */
export const shortBytes = 16 * 1024;
/** What a frame has before its payload, of those that come between the parts of a message. */
const headBytes = 6;

type Counting = {
  socket: WebSocket;
  wire: Socket;
  /** Takes up room, as the body of a request does. */
  hold: () => ReturnType<Hold>;
  /** There is no room for more. */
  refuse: () => void;
};

/** Has a message take up room from when it is no longer short until it is whole: the library keeps what came of it. */
export function countPartialMessage({ socket, wire, hold, refuse }: Counting): void {
  let whole = wire.bytesRead;
  let counted = 0;
  let held: ReturnType<Hold> | null = null;

  function drop() {
    held?.drop();
    held = null;
    counted = 0;
  }
  socket.on('message', () => {
    whole = wire.bytesRead;
    if (held) drop();
  });
  // These come in the midst of a message too, and end nothing.
  const passOver = ({ length }: Buffer) => {
    whole += length + headBytes;
  };
  socket.on('ping', passOver);
  socket.on('pong', passOver);
  // After the library, which has told of what was whole in it.
  wire.on('data', () => {
    const unfinished = wire.bytesRead - whole;
    if (unfinished <= shortBytes || socket.readyState !== socket.OPEN) return;
    held ??= hold();
    const refusal = held.add(unfinished - counted);
    counted = unfinished;
    if (refusal) refuse();
  });
  socket.once('close', drop);
}
