import { networkOf } from '#api/platform/domain-values/network.ts';

const [KB, MB] = [1024, 1024 * 1024];

/**
 * How much one process holds of bodies that did not come in one piece with the head of their request, until they are
 * answered. So much of a crowd fits into its memory, and so much of one house.
 */
export const most = {
  ofAll: { bodies: 4_000, bytes: 256 * MB },
  ofNetwork: { bodies: 200, bytes: 64 * MB },
} as const;

/** One as short as this is held however long the others are: what people say fits into it. */
const shortBytes = 32 * KB;
/** What the keeping of each piece takes besides, so that a body in crumbs is not a bargain. */
const bytesOfPiece = 700;

/** There is no room for now: for one network (429), or for anybody (503). */
export class TooMany extends Error {
  readonly status: 429 | 503;
  readonly code: 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE';
  readonly retryAfterSeconds = 10;

  constructor(status: 429 | 503, message: string) {
    super(message);
    this.status = status;
    this.code = status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE';
  }
}

/** No more bodies are held: from this network, or in this process. */
export class TooManyBodies extends TooMany {
  constructor(of: keyof typeof most) {
    const { bodies, bytes } = most[of];
    const which = of === 'ofNetwork' ? 'from one address' : 'by one server';
    const said = `${bodies} bodies at once, or ${bytes / MB} MB of them, are taken ${which}`;
    super(of === 'ofNetwork' ? 429 : 503, `Too much is being sent: ${said}`);
  }
}

/** A body that is held. */
export type Held = {
  /** A piece of it has come; why no more of it may, else null. */
  add: (bytes: number) => TooManyBodies | null;
  /** It is held no longer. */
  drop: () => void;
};

export type BodyMemoryBudget = { hold: (ipAddress: string) => Held };

type Sum = { bodies: number; bytes: number };

/** Counts the bodies that this process holds. Where nothing is metered only the whole of them is bounded. */
export function openBodyMemoryBudget({ metered }: { metered: boolean }): BodyMemoryBudget {
  const all: Sum = { bodies: 0, bytes: 0 };
  const networks = new Map<string, Sum>();

  return {
    hold(ipAddress) {
      const network = networkOf(ipAddress);
      const its = networks.get(network) ?? { bodies: 0, bytes: 0 };
      networks.set(network, its);
      const sums = [all, its];
      for (const sum of sums) sum.bodies += 1;
      let weight = 0;
      let dropped = false;
      const exceeds = (sum: Sum, { bodies, bytes }: Sum) =>
        sum.bodies > bodies || (sum.bytes > bytes && weight > shortBytes);
      return {
        add(bytes) {
          const more = bytes + bytesOfPiece;
          weight += more;
          for (const sum of sums) sum.bytes += more;
          if (metered && exceeds(its, most.ofNetwork)) return new TooManyBodies('ofNetwork');
          return exceeds(all, most.ofAll) ? new TooManyBodies('ofAll') : null;
        },
        drop() {
          if (dropped) return;
          dropped = true;
          for (const sum of sums) {
            sum.bodies -= 1;
            sum.bytes -= weight;
          }
          if (its.bodies === 0) networks.delete(network);
        },
      };
    },
  };
}
