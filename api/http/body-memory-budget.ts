import { networkOf } from '#api/platform/domain-values/network.ts';

const [KB, MB] = [1024, 1024 * 1024];

/**
 * Memory limits for request bodies that did not arrive together with their head, from their arrival until they are
 * answered: in one process, and from one network.
 */
export const most = {
  ofAll: { bodies: 4_000, bytes: 256 * MB },
  ofNetwork: { bodies: 200, bytes: 64 * MB },
} as const;

/** Bodies up to this length are accepted even when the byte limit is reached. Every message is shorter. */
const shortBytes = 32 * KB;
/** Memory overhead of each chunk, so that a body in tiny chunks is counted fully. */
const bytesOfPiece = 700;

/** A limit is reached for now: for one network (429) or for the process (503). */
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

/** The body limit of the network or of the process is reached. */
export class TooManyBodies extends TooMany {
  constructor(of: keyof typeof most) {
    const { bodies, bytes } = most[of];
    const which = of === 'ofNetwork' ? 'from one address' : 'by one server';
    const said = `${bodies} bodies at once, or ${bytes / MB} MB of them, are taken ${which}`;
    super(of === 'ofNetwork' ? 429 : 503, `Too much is being sent: ${said}`);
  }
}

/** A body that is counted in the budget. */
export type Held = {
  /** Adds a chunk; returns the error when the limit is exceeded, else null. */
  add: (bytes: number) => TooManyBodies | null;
  /** Takes the body out of the budget. */
  drop: () => void;
};

export type BodyMemoryBudget = { hold: (ipAddress: string) => Held };

type Sum = { bodies: number; bytes: number };

/** Counts the bodies that this process holds in memory. Without metering, only the limit of the process applies. */
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
