import type { ExecutionResult } from 'graphql';
import type { Link } from './link.ts';
import type { Answers } from './subscribe.ts';

/** With so many unsent bytes, the next answer waits. */
const mostUnsent = 64 * 1024;

/** The limit of batched bytes, which a client's backlog doesn't include yet. */
const mostReady = 128 * 1024;

const end = 0x7d; // }

/** The socket of a subscription, and the first bytes of each of its frames. */
type Follower = Pick<Link, 'socket' | 'wire'> & { head: Buffer };

/** A frame and its parts. */
type Frame = { bytes: Buffer; headAt: number; head: Buffer; answer: Buffer };

let ready: { to: Follower; answer: Buffer }[] = [];
let readyBytes = 0;

/**
 * Sends a subscription's serialized answers to its socket under the client's id, without serializing them again. For
 * the protocol library, it is a stream without items that ends after the last answer.
 */
export function frames(
  id: string,
  answers: Answers,
  { socket, wire }: Pick<Link, 'socket' | 'wire'>,
): AsyncGenerator<ExecutionResult> {
  const to = { socket, wire, head: Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`) };

  // Whole frames are written directly to the TCP connection: with many sockets, building and sending frames in parts
  // would be most of the work. The WebSocket buffers nothing itself, because nothing is compressed, so the order is
  // kept.
  function send(answer: Buffer): void | Promise<void> {
    // A socket that can't be written to closes and ends its subscriptions.
    if (wire.writableLength < mostUnsent) return batchWrite(to, answer);
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

/** Writes a frame at the end of this turn, batched with those of other sockets: many writes in a row are cheaper. */
function batchWrite(to: Follower, answer: Buffer): void {
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
    // The buffer can't be reused until it is sent.
    if (to.wire.writableLength) frame = null;
  }
}

/** Whether a socket can be written to; after a close frame, nothing may follow. */
function isOpen({ socket, wire }: Follower): boolean {
  return socket.readyState === socket.OPEN && wire.writable;
}

/** Reuses a sent frame for the same answer under another head; false when the lengths differ. */
function reframed(frame: Frame, head: Buffer, answer: Buffer): boolean {
  if (frame.answer !== answer || frame.head.length !== head.length) return false;
  head.copy(frame.bytes, frame.headAt);
  return true;
}

/** A server's text frame (RFC 6455, 5.2) in one buffer: head, answer, and the closing brace. */
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
