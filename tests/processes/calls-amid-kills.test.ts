import { afterAll, beforeAll, describe, test } from 'vitest';
import { aKilling, type Killing } from '#tests/chaos/killing.ts';

// A few of the rounds of `npm run test:chaos`, whose seeds are random.
describe('A small server that is killed amid calls and texts', () => {
  let killing: Killing;
  beforeAll(async () => {
    killing = await aKilling('small');
  });
  afterAll(() => killing.end());

  test.each([
    ['listening', 'server', 11],
    ['texting', 'server', 12],
  ] as const)(
    'loses and doubles no heard word, and calls or texts nobody twice: amid %s, %s',
    async (moment, victim, seed) => {
      await killing.amid(moment, victim, seed);
    },
  );
});
