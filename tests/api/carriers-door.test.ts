import { describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { isSigned } from '#api/adapters/sms/signature.ts';
import { db } from '#api/platform/database/database.ts';
import { aText, hookWith, signatureOf, textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { aPhone } from '#tests/support/phone.ts';
import { server, useServer } from '#tests/support/server.ts';

useServer();
useCarriersSignature();

describe('The carrier’s door', () => {
  test('opens to nothing that is not signed', async () => {
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

  test('takes what no phone sends, and does nothing about it', async () => {
    expect(await textFromPhone('28849', 'STOP')).toBe(200);
    expect(await hookWith(aText(aPhone(), 'STOP', { MessageSid: '' }))).toBe(200);
    expect(await db.inboundText.count({ where: { phone: { contains: '28849' } } })).toBe(0);
  });

  test('knows the carrier’s own example', () => {
    const form = new URLSearchParams({
      ...{ CallSid: 'CA1234567890ABCDE', Caller: '+14158675309', Digits: '1234' },
      ...{ From: '+14158675309', To: '+18005551212' },
    });
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(isSigned({ url, form, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }, '12345')).toBe(true);
    expect(isSigned({ url, form, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }, '12346')).toBe(false);
  });

  test('is shut where no carrier is set', async () => {
    const { sms } = ports;
    openPorts({ ...ports, sms: { ...sms, isCarriers: () => false } });
    onTestFinished(() => openPorts({ ...ports, sms }));
    const fields = aText(aPhone(), 'STOP');
    expect(await hookWith(fields)).toBe(403);
  });
});
