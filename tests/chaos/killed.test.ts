import { describe, test } from 'vitest';
import type { Victim } from './house.ts';
import { drawn, killedAmid } from './round.ts';
import { useScene } from './scene.ts';
import { stories } from './stories.ts';
import { aTeller } from './teller.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 200);
const firstSeed = Number(process.env.CHAOS_SEED ?? 1_000);
const victims: readonly Victim[] = ['server', 'database', 'session', 'all'];
const moments = ['talking', 'writing', 'sending'] as const;

const scene = useScene();

describe(`${kills} kills, from seed ${firstSeed}`, () => {
  let teller: Awaited<ReturnType<typeof aTeller>>;
  const rounds = Array.from({ length: kills }, (_, at) => {
    const seed = firstSeed + at;
    const victim = victims[drawn(seed, victims.length)] ?? 'all';
    const moment = moments[drawn(seed + 7_919, moments.length)] ?? 'talking';
    return [victim, moment, seed, at] as const;
  });

  test.each(rounds)(
    'the %s amid %s, seed %i',
    async (victim, moment, seed, at) => {
      // A book holds each story once: whoever has told them all is followed by somebody else.
      if (at % stories.length === 0) teller = await aTeller(scene().house, scene().mail);
      await killedAmid(moment, victim, seed, { ...scene(), teller });
    },
    300_000,
  );
});
