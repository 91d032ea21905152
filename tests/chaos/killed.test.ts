import { describe, expect, test } from 'vitest';
import { aKilling, type Killing } from './killing.ts';
import { drawn, moments } from './round.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 200);
const firstSeed = Number(process.env.CHAOS_SEED ?? 1_000);

/** Most of a round is waiting for what was held by the dead: these wait side by side. */
const lanes = ['small', 'large', 'small', 'large'] as const;

let done = 0;
const began = performance.now();

function tell(line: string) {
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`${String(done).padStart(3)} of ${kills}, ${minutes} min: ${line}\n`);
}

describe(`${kills} kills, from seed ${firstSeed}: all that was said is there once, and it goes on`, () => {
  test.concurrent.for(lanes.map((size, lane) => ({ size, lane })))(
    'in a $size house ($lane)',
    { timeout: kills * 120_000 },
    async ({ size, lane }) => {
      const failures: string[] = [];
      let killing: Killing | null = null;
      for (let seed = firstSeed + lane; seed < firstSeed + kills; seed += lanes.length) {
        killing ??= await aKilling(size);
        const victim = killing.victims[drawn(seed, killing.victims.length)] ?? 'all';
        const moment = moments[drawn(seed + 7_919, moments.length)] ?? 'talking';
        const name = `${size}: ${victim} amid ${moment}, seed ${seed}`;
        const failure = await killing.amid(moment, victim, seed).then(
          () => null,
          (error: Error) => error,
        );
        done++;
        tell(failure ? `${name}: FAILED, ${failure.stack}` : name);
        if (!failure) continue;
        failures.push(name);
        const lines = killing.lines().filter((line) => !line.includes('"msg":"request"'));
        tell(lines.slice(-60).join('\n'));
        // What is broken says nothing of the next kill.
        await killing.end().catch(() => {});
        killing = null;
      }
      await killing?.end();
      expect(failures).toEqual([]);
    },
  );
});
