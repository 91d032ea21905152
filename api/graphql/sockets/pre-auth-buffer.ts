import { turnOf } from '#api/graphql/limits/turns.ts';
import { type Hold, shortBytes } from './partial-message-memory.ts';

/** Memory that each buffered message takes beside its bytes. */
const bytesOfMessage = 300;

type Line = {
  /** The network whose turns the messages wait for. */
  network: string;
  /** Reserves memory from the same budget as request bodies. */
  hold: () => ReturnType<Hold>;
  /** Called when the memory budget is used up. */
  refuse: () => void;
};

export type PreAuthBuffer = {
  /** Processes the message in its own turn, after the messages that wait already. */
  add: (bytes: number, hear: () => void) => void;
  isEmpty: () => boolean;
  /** Drops the messages that wait. */
  forget: () => void;
};

/**
 * Messages of one socket that wait for their turn, in order. Once they are longer than `shortBytes` together, each one
 * reserves memory until it is processed.
 */
export function openPreAuthBuffer({ network, hold, refuse }: Line): PreAuthBuffer {
  const waiting: { weight: number; hear: () => void; drop: () => void }[] = [];
  let weighs = 0;

  function next() {
    const first = waiting.shift();
    if (!first) return;
    weighs -= first.weight;
    first.drop();
    first.hear();
  }
  async function hearAll() {
    while (waiting.length) {
      await turnOf(network);
      next();
    }
  }

  return {
    add(bytes, hear) {
      const weight = bytes + bytesOfMessage;
      const held = weighs + weight > shortBytes ? hold() : null;
      const refusal = held?.add(bytes);
      if (refusal) {
        held?.drop();
        return refuse();
      }
      weighs += weight;
      if (waiting.push({ weight, hear, drop: () => held?.drop() }) === 1) void hearAll();
    },
    isEmpty: () => waiting.length === 0,
    forget() {
      for (const { drop } of waiting.splice(0)) drop();
      weighs = 0;
    },
  };
}
