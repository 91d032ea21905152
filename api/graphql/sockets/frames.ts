import type { ExecutionResult } from 'graphql';
import type { Link } from './link.ts';
import type { Answers } from './subscribe.ts';

/** With so many bytes on their way to a client, the next answer waits until they are sent. */
const mostUnsent = 64 * 1024;

/** Frames of so many bytes are kept ready at most: a client's backlog does not show them yet. */
const mostReady = 128 * 1024;

const end = 0x7d; // }

/** Where the answers of a subscription go, and what each of its frames begins with. */
type Follower = Pick<Link, 'socket' | 'wire'> & { head: Buffer };

/** A frame, and what it is made of. */
type Frame = { bytes: Buffer; headAt: number; head: Buffer; answer: Buffer };

let ready: { to: Follower; answer: Buffer }[] = [];
let readyBytes = 0;

/**
 * Hands the answers of a subscription to its socket as they are, under the client's id, without writing each of them
 * as JSON again. To the protocol it is a stream that brings nothing, and ends with the last answer.
 */
export function frames(
  id: string,
  answers: Answers,
  { socket, wire }: Pick<Link, 'socket' | 'wire'>,
): AsyncGenerator<ExecutionResult> {
  const to = { socket, wire, head: Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`) };

  // Whole frames go past the WebSocket straight to its connection: of many sockets, making and sending a frame in
  // parts would be most of the work. It keeps none back itself, as nothing is compressed, so they stay in order.
  function send(answer: Buffer): void | Promise<void> {
    // A socket that can't be written to closes, and ends everything of its own.
    if (wire.writableLength < mostUnsent) return writeSoon(to, answer);
    writeReady();
    if (!isOpen(to)) return;
    return new Promise((resolve) => wire.write(frameOf(to.head, answer).bytes, () => resolve()));
  }
  async function stop() {
    answers.stop();
    return { done: true, value: undefined } as const;
  }

  return {
    async next() {
      await answers.run(send);
      return { done: true, value: undefined };
    },
    return: stop,
    throw: stop,
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      answers.stop();
    },
  };
}

/**
 * Writes a frame at the end of this turn, in one go with those for other sockets: the network takes many for less where
 * nothing else is done in between.
 */
function writeSoon(to: Follower, answer: Buffer): void {
  if (ready.push({ to, answer }) === 1) queueMicrotask(writeReady);
  readyBytes += to.head.length + answer.length;
  if (readyBytes > mostReady) writeReady();
}

function writeReady(): void {
  const frames = ready;
  ready = [];
  readyBytes = 0;
  let frame: Frame | null = null;
  for (const { to, answer } of frames) {
    if (!isOpen(to)) continue;
    frame = frame && reframed(frame, to.head, answer) ? frame : frameOf(to.head, answer);
    to.wire.write(frame.bytes);
    // Until all of it is sent, it is still read from.
    if (to.wire.writableLength) frame = null;
  }
}

/** Whether a socket takes anything more: after a goodbye nothing is said. */
function isOpen({ socket, wire }: Follower): boolean {
  return socket.readyState === socket.OPEN && wire.writable;
}

/** Makes a frame that was sent that of the same answer under another head; false when it takes more than that. */
function reframed(frame: Frame, head: Buffer, answer: Buffer): boolean {
  if (frame.answer !== answer || frame.head.length !== head.length) return false;
  head.copy(frame.bytes, frame.headAt);
  return true;
}

/** A server's text frame (RFC 6455, 5.2), in one piece: a head, an answer, and the brace that the head opened. */
function frameOf(head: Buffer, answer: Buffer): Frame {
  const length = head.length + answer.length + 1;
  const headAt = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(headAt + length);
  bytes[0] = 0x81;
  if (headAt === 2) bytes[1] = length;
  else if (headAt === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  head.copy(bytes, headAt);
  answer.copy(bytes, headAt + head.length);
  bytes[headAt + length - 1] = end;
  return { bytes, headAt, head, answer };
}
