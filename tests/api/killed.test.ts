import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aHouse, type House, type Victim } from '#tests/chaos/house.ts';
import { aMailServer } from '#tests/chaos/mail-server.ts';
import { aModelServer } from '#tests/chaos/model-server.ts';
import { killedAmid } from '#tests/chaos/round.ts';
import { aTeller } from '#tests/chaos/teller.ts';

let house: House;
let mail: Awaited<ReturnType<typeof aMailServer>>;
let model: Awaited<ReturnType<typeof aModelServer>>;
let teller: Awaited<ReturnType<typeof aTeller>>;
beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'killed-'));
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
  teller = await aTeller(house, mail);
});
afterAll(async () => {
  expect(await house.stop()).toBe(0);
  await model.close();
  await mail.close();
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
      await killedAmid(moment, victim, seed, { house, mail, model, teller });
    },
    300_000,
  );
});
