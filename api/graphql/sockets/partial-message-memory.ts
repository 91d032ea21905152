import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** Reserves memory until it is dropped; `add` returns the refusal when the budget is used up, else null. */
export type Hold = (ipAddress: string) => { add: (bytes: number) => Error | null; drop: () => void };

/** Up to so many bytes of an unfinished or waiting message are not counted; most messages arrive in one piece. */
export const shortBytes = 16 * 1024;
/** Header bytes of the control frames between the parts of a message. */
const headBytes = 6;

type Counting = {
  socket: WebSocket;
  wire: Socket;
  /** Reserves memory from the budget of request bodies. */
  hold: () => ReturnType<Hold>;
  /** Called when the memory budget is used up. */
  refuse: () => void;
};

/**
 * Counts a message in the memory budget from when it exceeds `shortBytes` until it is complete, because the library
 * buffers its parts.
 */
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
  // Control frames can come between the parts of a message and don't end it.
  const passOver = ({ length }: Buffer) => {
    whole += length + headBytes;
  };
  socket.on('ping', passOver);
  socket.on('pong', passOver);
  // This listener runs after the library's, which has reported complete messages already.
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
