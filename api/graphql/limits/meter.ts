import type { GraphQLError } from 'graphql';
import { type Budget, type Spending, secondsUntil, spend } from '#api/platform/budgets.ts';
import { networkOf } from '#api/platform/domain-values/network.ts';
import { limits, refusal } from './limits.ts';

/**
 * Budgets per minute. A point is about five microseconds of one core: one account can use a twentieth of a core, one
 * address a quarter, which is enough for a household of readers.
 */
export const budgets = {
  account: { name: 'account', points: 600_000, seconds: 60 },
  /** A partner's key has its own budget, so that it doesn't use up that of the family that made it. */
  key: { name: 'key', points: 300_000, seconds: 60 },
  address: { name: 'address', points: 3_000_000, seconds: 60 },
} as const satisfies Record<string, Budget>;

/** The cost of a request that is refused before its own cost is known; it was still read and checked. */
export const refusedCost = 1000;
/** The cost of opening a socket: authentication. */
export const connectCost = 100;

/** The cost of a file, or of a range of one. */
export const fileCost = 100;
/** The cost of an uploaded photo, besides the limit of photos per hour: authentication and storage. */
export const photoCost = 1000;

/** Requests up to this length are covered by the base cost of an operation. */
const freeBytes = 8 * 1024;

/** The cost of reading a long request or message: a point for each hundred bytes beyond the free length. */
export function sizeCost(bytes: number): number {
  return Math.max(0, Math.ceil((bytes - freeBytes) / 100));
}

/** The caller: an account or a partner's key, and the address. */
export type Caller = { userId: string | null; keyId?: string | null; ipAddress: string };

export type Meter = {
  /** Whether callers are charged at all. */
  metered: boolean;
  /**
   * The spending of an address whose budget is used up, else null. It is synchronous, so it is checked before anything
   * is read.
   */
  spentUp: (ipAddress: string) => Spending | null;
  /**
   * Charges the caller and its address. Returns the spending of the budget that is used up, else that of the key or
   * account, else that of the address; null without metering.
   */
  charge: (caller: Caller, points: number) => Promise<Spending | null>;
};

const mostRemembered = 10_000;

/** Opens the meter of this server; with the rate limit off, it charges no one. */
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

/** The cost as shown in an answer. */
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

/** The refusal of a caller whose budget is used up. */
export function spentUpError(spending: Spending, extensions: Record<string, unknown> = {}): GraphQLError {
  const retryAfter = secondsUntil(spending.resetAt);
  return refusal(`Too many requests: try again in ${retryAfter} s`, {
    code: 'TOO_MANY_REQUESTS',
    retryAfter,
    ...extensions,
    http: { status: 429 },
  });
}

/** The state of a budget as headers. The reset time is in seconds since 1970. */
export function budgetHeaders(spending: Spending): Record<string, string> {
  return {
    'x-ratelimit-limit': `${spending.limit}`,
    'x-ratelimit-remaining': `${spending.remaining}`,
    'x-ratelimit-used': `${spending.used}`,
    'x-ratelimit-reset': `${Math.ceil(spending.resetAt / 1000)}`,
    ...(!spending.allowed && { 'retry-after': `${secondsUntil(spending.resetAt)}` }),
  };
}
