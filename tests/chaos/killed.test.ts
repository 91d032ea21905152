import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aHouse, type House, type Victim } from './house.ts';
import { aMailServer } from './mail-server.ts';
import { aModelServer } from './model-server.ts';
import { drawn, killedAmid } from './round.ts';
import { stories } from './stories.ts';
import { aTeller } from './teller.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 200);
const firstSeed = Number(process.env.CHAOS_SEED ?? 1_000);
const victims: readonly Victim[] = ['server', 'database', 'session', 'all'];
const moments = ['talking', 'writing', 'sending'] as const;

let house: House;
let mail: Awaited<ReturnType<typeof aMailServer>>;
let model: Awaited<ReturnType<typeof aModelServer>>;
beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'chaos-'));
  // Run as root, the database runs as another user, who has to get there.
  chmodSync(dataDir, 0o711);
  mail = await aMailServer({ takesMs: 100 });
  model = await aModelServer({ wordMs: 20 });
  house = await aHouse(dataDir, {
    SMTP_URL: mail.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'slow',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  expect(await house.stop()).toBe(0);
  await model.close();
  await mail.close();
});

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
      if (at % stories.length === 0) teller = await aTeller(house, mail);
      await killedAmid(moment, victim, seed, { house, mail, model, teller });
    },
    300_000,
  );
});
