import type { GraphQLError } from 'graphql';
import { type Budget, type Spending, secondsUntil, spend } from '#api/platform/budgets.ts';
import { networkOf } from '#api/platform/domain-values/network.ts';
import { limits, refusal } from './limits.ts';

/**
 * What may be spent in a minute. A point is about five microseconds of one core: an account flat out takes a
 * twentieth of it, an address a quarter, so that a house full of readers fits behind one.
 */
export const budgets = {
  account: { name: 'account', points: 600_000, seconds: 60 },
  /** A partner's key has its own, so that it takes nothing from the family that made it. */
  key: { name: 'key', points: 300_000, seconds: 60 },
  address: { name: 'address', points: 3_000_000, seconds: 60 },
} as const satisfies Record<string, Budget>;

/** What a request costs that is refused before its own cost is known: it has been read and checked for nothing. */
export const refusedCost = 1000;
/** What the opening of a socket costs: finding out whose it is. */
export const connectCost = 100;

/** What a file costs, or the part of one that is asked for. */
export const fileCost = 100;
/** What a photo costs beside its place among those of an hour: finding out whose it will be, and keeping it. */
export const photoCost = 1000;

/** Documents and variables of this length are read within what every operation costs. */
const bytesForNothing = 8 * 1024;

/** What the reading of a request or a message costs beyond the operation: a point for each hundred bytes of a long one. */
export function sizeCost(bytes: number): number {
  return Math.max(0, Math.ceil((bytes - bytesForNothing) / 100));
}

/** Who asks: an account, or a partner's key, and from where. */
export type Caller = { userId: string | null; keyId?: string | null; ipAddress: string };

export type Meter = {
  /** Whether anybody is charged at all. */
  metered: boolean;
  /** The spending of a caller whose address has nothing left. Known at once, so asked before anything is read. */
  spentUp: (ipAddress: string) => Spending | null;
  /**
   * Charges a caller, and the address it comes from. Tells of what is used up, else of the key or the account, else of
   * the address; null where nothing is metered.
   */
  charge: (caller: Caller, points: number) => Promise<Spending | null>;
};

const mostRemembered = 10_000;

/** Opens the meter of this server; off, it charges nobody. */
export function openMeter({ rateLimit }: { rateLimit: boolean }): Meter {
  if (!rateLimit) return { metered: false, spentUp: () => null, charge: async () => null };
  const waiting = new Map<string, Spending>();

  function spentUp(ipAddress: string): Spending | null {
    const network = networkOf(ipAddress);
    const spending = waiting.get(network);
    if (!spending || spending.resetAt > Date.now()) return spending ?? null;
    waiting.delete(network);
    return null;
  }

  return {
    metered: true,
    spentUp,
    async charge({ userId, keyId, ipAddress }, points) {
      const network = networkOf(ipAddress);
      const [ofAddress, ofCaller] = await Promise.all([
        spend(budgets.address, network, points),
        keyId ? spend(budgets.key, keyId, points) : userId ? spend(budgets.account, userId, points) : null,
      ]);
      if (!ofAddress.allowed) {
        if (waiting.size >= mostRemembered) waiting.delete(waiting.keys().next().value ?? '');
        waiting.set(network, ofAddress);
        return ofAddress;
      }
      return ofCaller ?? ofAddress;
    },
  };
}

/** What an answer says of its cost. */
export function costShown(requested: number, spending: Spending | null) {
  return {
    requested,
    limit: limits.cost,
    ...(spending && {
      throttle: {
        limit: spending.limit,
        used: spending.used,
        remaining: spending.remaining,
        resetAt: new Date(spending.resetAt).toISOString(),
      },
    }),
  };
}

/** The refusal of somebody who has spent everything. */
export function spentUpError(spending: Spending, extensions: Record<string, unknown> = {}): GraphQLError {
  const retryAfter = secondsUntil(spending.resetAt);
  return refusal(`Too many requests: try again in ${retryAfter} s`, {
    code: 'TOO_MANY_REQUESTS',
    retryAfter,
    ...extensions,
    http: { status: 429 },
  });
}

/** How a budget stands, as headers. The time of the reset is in seconds since 1970. */
export function budgetHeaders(spending: Spending): Record<string, string> {
  return {
    'x-ratelimit-limit': `${spending.limit}`,
    'x-ratelimit-remaining': `${spending.remaining}`,
    'x-ratelimit-used': `${spending.used}`,
    'x-ratelimit-reset': `${Math.ceil(spending.resetAt / 1000)}`,
    ...(!spending.allowed && { 'retry-after': `${secondsUntil(spending.resetAt)}` }),
  };
}
