import { afterEach } from 'vitest';
import { clock } from '#api/platform/domain-values/clock.ts';

const usual = clock.now;

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** Noon and night of today in the time zone of all test users. */
const today = usual().toISOString().slice(0, 10);
export const noon = `${today}T17:00:00Z`;
export const night = `${today}T05:00:00Z`;

/** Lets the tests of a file set the server's clock; it is reset after each test. */
export function useClock() {
  afterEach(goAsUsual);
}

export function goAsUsual() {
  clock.now = usual;
}

/** Moves the clock forward by this many milliseconds; it keeps running. */
export function later(ms: number) {
  clock.now = () => new Date(usual().getTime() + ms);
}

/** Stops the clock at a moment in ISO 8601. */
export function standAt(moment: string) {
  clock.now = () => new Date(moment);
}
