import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { startChild } from '#tests/bench/child.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import type { Order, Traffic } from './carrier.ts';
import { type ChangingZones, zonesThatChange } from './changing-zones.ts';
import { aSmallHouse, type House } from './house.ts';
import { aLargeHouse } from './large-house.ts';
import { aMailServer } from './mail-server.ts';
import { aModelServer } from './model-server.ts';

/** An installation in which something can be killed, with the services that it uses. */
export type Scene = {
  house: House;
  mail: Awaited<ReturnType<typeof aMailServer>>;
  model: Awaited<ReturnType<typeof aModelServer>>;
  carrier: Carrier;
  zones: ChangingZones;
  /** Stops all of it in order. */
  end: () => Promise<void>;
};

/** The process that carries calls and texts. */
export type Carrier = {
  order: (order: Order) => Promise<object>;
  traffic: () => Promise<Traffic>;
};

const publicUrl = 'http://evertold.localhost';

export async function aScene(size: 'small' | 'large', seed: number): Promise<Scene> {
  const zones = zonesThatChange(seed);
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'chaos-'));
  // When the tests run as root, the database runs as another user, who needs access.
  chmodSync(dataDir, 0o711);
  const mail = await aMailServer({ takesMs: 100 });
  const model = await aModelServer({ wordMs: 20 });
  const child = await startChild('../chaos/carrier.ts');
  let last: Promise<unknown> = Promise.resolve();
  /** The process handles one order at a time. */
  function ask<Answer extends object>(order: Order): Promise<Answer> {
    const answer = last.then(() => child.ask<Answer>(order));
    last = answer.catch(() => {});
    return answer;
  }
  const { url: carrierUrl } = await ask<{ url: string }>({ do: 'address' });
  const open = size === 'small' ? aSmallHouse : aLargeHouse;
  const house = await open(dataDir, {
    PUBLIC_URL: publicUrl,
    SMTP_URL: mail.url,
    TWILIO_ACCOUNT_SID: carrierAccount.accountSid,
    TWILIO_AUTH_TOKEN: carrierAccount.authToken,
    TWILIO_PHONE_NUMBER: carrierAccount.phoneNumber,
    TWILIO_API_URL: carrierUrl,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'slow',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    RATE_LIMIT: 'off',
    ...zones.env,
  });
  return {
    house,
    mail,
    model,
    zones,
    carrier: {
      order: ask,
      traffic: () => ask<Traffic>({ do: 'report' }),
    },
    async end() {
      const codes = await house.stop();
      await model.close();
      await mail.close();
      await child.stop();
      expect(
        codes.every((code) => code === 0),
        `${codes}`,
      ).toBe(true);
    },
  };
}
