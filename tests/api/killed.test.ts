import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Victim } from '#tests/chaos/house.ts';
import { aKilling, type Killing } from '#tests/chaos/killing.ts';
import type { Moment } from '#tests/chaos/round.ts';

let killing: Killing;
beforeAll(async () => {
  killing = await aKilling('small');
});
afterAll(() => killing.end());

describe('Whatever is killed', () => {
  test.each<[Victim, Moment, number]>([
    ['server', 'talking', 1],
    ['database', 'talking', 2],
    ['session', 'writing', 3],
    ['all', 'writing', 4],
    ['server', 'sending', 5],
  ])(
    'be it the %s amid %s (seed %i): all that was said is there once, and it goes on',
    (victim, moment, seed) => killing.amid(moment, victim, seed),
    300_000,
  );
});
