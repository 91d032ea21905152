import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { aHouse, type House } from './house.ts';
import { aMailServer } from './mail-server.ts';
import { aModelServer } from './model-server.ts';

/** A house in which something can be killed, and what it talks to beyond itself. */
export type Scene = {
  house: House;
  mail: Awaited<ReturnType<typeof aMailServer>>;
  model: Awaited<ReturnType<typeof aModelServer>>;
};

/** Starts one before the tests of this file, and ends it in order after them; gives it once they run. */
export function useScene(env: NodeJS.ProcessEnv = {}): () => Scene {
  let scene: Scene;
  beforeAll(async () => {
    const dataDir = mkdtempSync(path.join(inject('scratch'), 'chaos-'));
    // Run as root, the database runs as another user, who has to get there.
    chmodSync(dataDir, 0o711);
    const mail = await aMailServer({ takesMs: 100 });
    const model = await aModelServer({ wordMs: 20 });
    const house = await aHouse(dataDir, {
      SMTP_URL: mail.url,
      MODEL_BASE_URL: model.url,
      MODEL_NAME: 'slow',
      ALLOW_PRIVATE_ADDRESSES: 'yes',
      LOG_LEVEL: 'error',
      ...env,
    });
    scene = { house, mail, model };
  });
  afterAll(async () => {
    expect(await scene.house.stop()).toBe(0);
    await scene.model.close();
    await scene.mail.close();
  });
  return () => scene;
}
