import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { aSmallHouse, type House } from './house.ts';
import { aLargeHouse } from './large-house.ts';
import { aMailServer } from './mail-server.ts';
import { aModelServer } from './model-server.ts';

/** An installation in which something can be killed, with the services that it uses. */
export type Scene = {
  house: House;
  mail: Awaited<ReturnType<typeof aMailServer>>;
  model: Awaited<ReturnType<typeof aModelServer>>;
  /** Stops all of it in order. */
  end: () => Promise<void>;
};

export async function aScene(size: 'small' | 'large'): Promise<Scene> {
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'chaos-'));
  // When the tests run as root, the database runs as another user, who needs access.
  chmodSync(dataDir, 0o711);
  const mail = await aMailServer({ takesMs: 100 });
  const model = await aModelServer({ wordMs: 20 });
  const open = size === 'small' ? aSmallHouse : aLargeHouse;
  const house = await open(dataDir, {
    SMTP_URL: mail.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'slow',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  });
  return {
    house,
    mail,
    model,
    async end() {
      const codes = await house.stop();
      await model.close();
      await mail.close();
      expect(
        codes.every((code) => code === 0),
        `${codes}`,
      ).toBe(true);
    },
  };
}
