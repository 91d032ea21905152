import type { Hours } from '#api/platform/domain-values/time-zone.ts';

/** When texts go that nobody waits for, by the clock on their reader's wall. */
export const textingHours: Hours = { from: 9 * 60, until: 18 * 60 };

/** Within these at least, where a country is so wide that it is nowhere day everywhere by the hours above. */
export const outermostHours: Hours = { from: 8 * 60, until: 21 * 60 };
