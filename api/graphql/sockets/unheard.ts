import { turnOf } from '#api/graphql/limits/turns.ts';
import { type Hold, shortBytes } from './unfinished.ts';

/** What the keeping of each message takes besides. */
const bytesOfMessage = 300;

type Line = {
  /** Whose turns these are. */
  network: string;
  /** Takes up room, as the body of a request does. */
  hold: () => ReturnType<Hold>;
  /** There is no room for more. */
  refuse: () => void;
};

export type Unheard = {
  /** Has it heard in a turn of its own, after all that waits already. */
  add: (bytes: number, hear: () => void) => void;
  isEmpty: () => boolean;
  /** What waits is not heard any more. */
  forget: () => void;
};

/**
 * What came over one socket and waits for its turn, in its order. Beyond what is short, all of it together, each message
 * takes up room until it is heard: it comes as fast as it may, whatever the turns of its network take.
 */
export function openUnheard({ network, hold, refuse }: Line): Unheard {
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
