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
  const over = { done: true, value: undefined } as const;
  return {
    async next() {
      for (;;) {
        const { done, value } = await answers.next();
        if (done) return over;
        if (socket.readyState !== socket.OPEN) continue;
        const frame = `${head}${value}}`;
        if (socket.bufferedAmount < mostUnsent) socket.send(frame, ignore);
        else await new Promise<void>((resolve) => socket.send(frame, () => resolve()));
      }
    },
    async return() {
      await answers.return();
      return over;
    },
    async throw(error) {
      await answers.return();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await answers.return();
    },
  };
}

/** A socket that can't be written to closes, and ends everything of its own. */
function ignore() {}
