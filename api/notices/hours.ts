import type { Hours } from '#api/platform/domain-values/time-zone.ts';

/** The hours for texts that no one waits for, in the recipient's local time. */
export const textingHours: Hours = { from: 9 * 60, until: 18 * 60 };

/** The wider hours for countries with many zones, where the hours above never hold everywhere at once. */
export const outermostHours: Hours = { from: 8 * 60, until: 21 * 60 };
