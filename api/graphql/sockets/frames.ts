import type { ExecutionResult } from 'graphql';
import type { Link } from './link.ts';
import type { Answers } from './subscribe.ts';

/** With so many bytes on their way to a client, the next answer waits until they are sent. */
const mostUnsent = 64 * 1024;

/** Frames of so many bytes are kept ready at most: a client's backlog does not show them yet. */
const mostReady = 128 * 1024;

const end = 0x7d; // }

type Frame = Pick<Link, 'socket' | 'wire'> & { frame: Buffer };

let ready: Frame[] = [];
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
  const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);

  // Whole frames go past the WebSocket straight to its connection: of many sockets, making and sending a frame in
  // parts would be most of the work. It keeps none back itself, as nothing is compressed, so they stay in order.
  function send(answer: Buffer): void | Promise<void> {
    if (socket.readyState !== socket.OPEN || !wire.writable) return;
    const frame = textFrame(head, answer);
    // A socket that can't be written to closes, and ends everything of its own.
    if (wire.writableLength < mostUnsent) return writeSoon({ socket, wire, frame });
    writeReady();
    return new Promise((resolve) => wire.write(frame, () => resolve()));
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
function writeSoon(one: Frame): void {
  if (ready.push(one) === 1) queueMicrotask(writeReady);
  readyBytes += one.frame.length;
  if (readyBytes > mostReady) writeReady();
}

function writeReady(): void {
  const frames = ready;
  ready = [];
  readyBytes = 0;
  for (const { socket, wire, frame } of frames) {
    // After a goodbye nothing more is said.
    if (socket.readyState === socket.OPEN && wire.writable) wire.write(frame);
  }
}

/** A server's text frame (RFC 6455, 5.2), in one piece: a head, an answer, and the brace that the head opened. */
function textFrame(head: Buffer, answer: Buffer): Buffer {
  const length = head.length + answer.length + 1;
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x81;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  head.copy(frame, start);
  answer.copy(frame, start + head.length);
  frame[start + length - 1] = end;
  return frame;
}
