import { afterEach } from 'vitest';
import { clock } from '#api/platform/domain-values/clock.ts';

const usual = clock.now;

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** Noon and night of today where everybody in the tests lives. */
const today = usual().toISOString().slice(0, 10);
export const noon = `${today}T17:00:00Z`;
export const night = `${today}T05:00:00Z`;

/** Puts the server's clock into the hands of a file's tests; after each it goes as usual again. */
export function useClock() {
  afterEach(goAsUsual);
}

export function goAsUsual() {
  clock.now = usual;
}

/** So many milliseconds later than it is, and going on from there. */
export function later(ms: number) {
  clock.now = () => new Date(usual().getTime() + ms);
}

/** Standing still at a moment, in ISO 8601. */
export function standAt(moment: string) {
  clock.now = () => new Date(moment);
}
