import { expect, test } from 'vitest';
import { cutSound } from '#api/recordings/sound.ts';
import { aTake, heardIn } from '#tests/support/sound.ts';

test.each([20, 60] as const)(
  'A stretch can be cut at any moment of a sound in packets of %i ms, silent where nothing may be heard',
  async (packetMs) => {
    const sound = await aTake(3, 1, packetMs);
    for (const startMs of [0, 1, 30, 59, 61, 100, 119, 1_234]) {
      const stretch = { startMs, endMs: startMs + 900 };
      const [all, half, nothing] = await Promise.all([
        cutSound(sound, stretch, 'ALL'),
        cutSound(sound, stretch, [{ startMs: startMs + 450, endMs: startMs + 900 }]),
        cutSound(sound, stretch, []),
      ]);
      for (const part of [all, half, nothing])
        expect(Math.abs((await heardIn(part)).seconds - 0.9), `from ${startMs}`).toBeLessThan(0.13);
      expect(all.equals(nothing)).toBe(false);
    }
  },
);
