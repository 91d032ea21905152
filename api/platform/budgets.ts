import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { redis } from './redis.ts';

/** Points per window of seconds, counted from the first spending. */
export type Budget = Readonly<{ name: string; points: number; seconds: number }>;

/** The state of a budget after spending. */
export type Spending = {
  /** False when the budget is used up: the request must be refused. */
  allowed: boolean;
  limit: number;
  used: number;
  remaining: number;
  /** When the budget is full again; milliseconds since 1970. */
  resetAt: number;
};

const limiters = new Map<string, RateLimiterAbstract>();

/** Spends points of a caller's budget atomically, so that concurrent requests can't exceed it. */
export async function spend(budget: Budget, key: string, points = 1): Promise<Spending> {
  const limit = budget.points;
  try {
    const { consumedPoints: used, msBeforeNext } = await limiterOf(budget).consume(key, points);
    return { allowed: true, limit, used, remaining: limit - used, resetAt: Date.now() + msBeforeNext };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { allowed: false, limit, used: limit, remaining: 0, resetAt: Date.now() + refusal.msBeforeNext };
  }
}

/** Whole seconds until a budget is full again, at least one, for `Retry-After`. */
export function secondsUntil(resetAt: number): number {
  return Math.max(Math.ceil((resetAt - Date.now()) / 1000), 1);
}

/** Counted in Redis for all processes; in this process alone without Redis or while it is away. */
function limiterOf({ name, points, seconds: duration }: Budget): RateLimiterAbstract {
  const keyPrefix = `budget:${name}:${points}:${duration}`;
  let limiter = limiters.get(keyPrefix);
  if (!limiter) {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration });
    limiter = redis
      ? new RateLimiterRedis({
          keyPrefix,
          points,
          duration,
          storeClient: redis,
          useRedisPackage: true,
          insuranceLimiter: memory,
          // A caller without budget is refused without a query to Redis.
          inMemoryBlockOnConsumed: points + 1,
        })
      : memory;
    limiters.set(keyPrefix, limiter);
  }
  return limiter;
}

/** Drops the counters of this process and its connection to Redis. */
export async function closeBudgets() {
  limiters.clear();
}
