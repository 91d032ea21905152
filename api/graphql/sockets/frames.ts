import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import type { Answers } from './subscribe.ts';

/** With so many bytes on their way to a client, the next answer waits until they are sent. */
const mostUnsent = 64 * 1024;

/**
 * Hands the answers of a subscription to its socket as they are, under the client's id, without writing each of them
 * as JSON again. To the protocol it is a stream that brings nothing, and ends with the last answer.
 */
export function frames(id: string, answers: Answers, socket: WebSocket): AsyncGenerator<ExecutionResult> {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;

  function send(answer: string): void | Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const frame = `${head}${answer}}`;
    // A socket that can't be written to closes, and ends everything of its own.
    if (socket.bufferedAmount < mostUnsent) return socket.send(frame);
    return new Promise((resolve) => socket.send(frame, () => resolve()));
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
