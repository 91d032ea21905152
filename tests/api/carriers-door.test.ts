import { describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { isSigned } from '#api/adapters/sms/signature.ts';
import { budgets, refusedCost } from '#api/graphql/limits/meter.ts';
import { spend } from '#api/platform/budgets.ts';
import { db } from '#api/platform/database/database.ts';
import { aText, hookWith, signatureOf, textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { aPhone } from '#tests/support/phone.ts';
import { server, useOwnServer } from '#tests/support/server.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });
useCarriersSignature();

describe('The carrier’s webhook', () => {
  test('refuses unsigned requests', async () => {
    const phone = aPhone();
    const { config } = server();
    const fields = aText(phone, 'STOP');
    const address = `${config.publicUrl}/hooks/twilio/sms`;
    const signatures = [
      '',
      'x',
      signatureOf(address, fields, 'another token'),
      signatureOf(`${address}?x=1`, fields),
      signatureOf(address, { ...fields, Body: 'HELP' }),
    ];
    for (const signature of signatures) expect(await hookWith(fields, signature), signature).toBe(403);
    expect(await db.inboundText.count({ where: { phone } })).toBe(0);
    expect((await fetch(`${server().url}/hooks/twilio/sms`)).status).toBe(403);
  });

  test('refuses an address for a minute after too many unsigned requests, but never the carrier', async () => {
    const phone = aPhone();
    const [guessing, carrier] = ['198.51.100.7', '198.51.100.8'];
    const knock = (from: string, signed: boolean) => {
      const fields = aText(phone, 'Hello');
      return hookWith(fields, signed ? undefined : 'x', { 'x-forwarded-for': from });
    };
    for (const from of [guessing, carrier]) {
      await spend(budgets.address, from, budgets.address.points - 2 * refusedCost);
    }
    const guesses = [];
    for (let n = 0; n < 5; n++) guesses.push(await knock(guessing, false));
    expect(guesses).toEqual([403, 403, 403, 429, 429]);
    expect(await knock(guessing, true)).toBe(429);
    for (let n = 0; n < 5; n++) expect(await knock(carrier, true)).toBe(200);
    expect(await knock(carrier, false)).toBe(403);
  });

  test('accepts a message that no phone sends, and ignores it', async () => {
    expect(await textFromPhone('28849', 'STOP')).toBe(200);
    expect(await hookWith(aText(aPhone(), 'STOP', { MessageSid: '' }))).toBe(200);
    expect(await db.inboundText.count({ where: { phone: { contains: '28849' } } })).toBe(0);
  });

  test('accepts the carrier’s own signature example', () => {
    const form = new URLSearchParams({
      ...{ CallSid: 'CA1234567890ABCDE', Caller: '+14158675309', Digits: '1234' },
      ...{ From: '+14158675309', To: '+18005551212' },
    });
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(isSigned({ url, form, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }, '12345')).toBe(true);
    expect(isSigned({ url, form, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }, '12346')).toBe(false);
  });

  test('refuses all requests without a configured carrier', async () => {
    const { sms } = ports;
    openPorts({ ...ports, sms: { ...sms, isCarriers: () => false } });
    onTestFinished(() => openPorts({ ...ports, sms }));
    const fields = aText(aPhone(), 'STOP');
    expect(await hookWith(fields)).toBe(403);
  });
});
