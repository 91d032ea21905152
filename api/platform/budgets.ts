import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { redis } from './redis.ts';

/** So many points in so many seconds, counted from the first one that is spent. */
export type Budget = Readonly<{ name: string; points: number; seconds: number }>;

/** How a budget stands after something was spent of it. */
export type Spending = {
  /** False when more was spent than there is: then nothing may be done for it. */
  allowed: boolean;
  limit: number;
  used: number;
  remaining: number;
  /** When all of it is there again; milliseconds since 1970. */
  resetAt: number;
};

const limiters = new Map<string, RateLimiterAbstract>();

/** Spends of somebody's budget, in one step: of many at once none passes that should not. */
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

/** Whole seconds until a budget is there again: at least one, as `Retry-After` says it. */
export function secondsUntil(resetAt: number): number {
  return Math.max(Math.ceil((resetAt - Date.now()) / 1000), 1);
}

/** Counted in Redis for all processes together, where there is one; in this process alone while Redis is away. */
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
          // Whoever has nothing left is refused without asking Redis.
          inMemoryBlockOnConsumed: points + 1,
        })
      : memory;
    limiters.set(keyPrefix, limiter);
  }
  return limiter;
}

/** Forgets what was spent in this process, and which Redis was asked. */
export async function closeBudgets() {
  limiters.clear();
}
