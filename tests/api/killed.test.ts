import { beforeAll, describe, test } from 'vitest';
import type { Victim } from '#tests/chaos/house.ts';
import { killedAmid } from '#tests/chaos/round.ts';
import { useScene } from '#tests/chaos/scene.ts';
import { aTeller } from '#tests/chaos/teller.ts';

const scene = useScene();
let teller: Awaited<ReturnType<typeof aTeller>>;
beforeAll(async () => {
  teller = await aTeller(scene().house, scene().mail);
});

describe('Whatever is killed', () => {
  test.each<[Victim, 'talking' | 'writing' | 'sending', number]>([
    ['server', 'talking', 1],
    ['database', 'talking', 2],
    ['session', 'writing', 3],
    ['all', 'writing', 4],
    ['server', 'sending', 5],
  ])(
    'be it the %s amid %s (seed %i): all that was said is there once, and it goes on',
    async (victim, moment, seed) => {
      await killedAmid(moment, victim, seed, { ...scene(), teller });
    },
    300_000,
  );
});
