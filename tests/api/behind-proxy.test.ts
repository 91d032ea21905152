import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aText, hookWith, signatureOf } from '#tests/support/inbound.ts';
import { aPhone } from '#tests/support/phone.ts';
import { server, useOwnServer } from '#tests/support/server.ts';
import { aCallableFamily, callNow, expectStatus, messagesOf } from '#tests/support/twilio/calling.ts';
import { relayOf } from '#tests/support/twilio/phone-api.ts';
import { aPhoneService, askHook, pickUpAt } from '#tests/support/twilio/phone-service.ts';

const publicUrl = 'https://evertold.localhost';
const service = await aPhoneService();
useOwnServer({ ...service.env, PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' });

/** The headers of a proxy that takes requests by https and passes them to the server by http. */
const proxied = (host = 'evertold.localhost', proto = 'https') => ({
  'x-forwarded-for': '198.51.100.20',
  'x-forwarded-host': host,
  'x-forwarded-proto': proto,
});

describe('Behind a proxy', () => {
  test('a call goes on with requests that are signed for the public address', async () => {
    const { id, call } = await callNow(service, await aCallableFamily());
    expect([call.voiceUrl, call.statusUrl].every((url) => url.startsWith(`${publicUrl}/hooks/`))).toBe(true);
    const headers = proxied();
    const fields = {
      CallSid: call.sid,
      AccountSid: 'AC0123',
      CallStatus: 'in-progress',
      AnsweredBy: 'human',
    };
    const { status, twiml } = await askHook(call.voiceUrl, fields, { headers });
    expect(status).toBe(200);
    const { url } = relayOf(twiml);
    expect(url).toMatch(/^wss:\/\/evertold\.localhost\//);
    const phone = await pickUpAt(url, { callSid: call.sid, headers });
    expect(await phone.answer()).toMatch(/computer/);
    phone.speak('My mother sang while she baked.');
    await phone.answer();
    phone.hangUp();
    await askHook(call.statusUrl, { ...fields, CallStatus: 'completed' }, { headers });
    await expectStatus(id, 'COMPLETED');

    // The same request again changes nothing, and opens no second socket.
    const before = await messagesOf(id);
    expect((await askHook(call.voiceUrl, fields, { headers })).twiml).not.toContain('Relay');
    await expect(pickUpAt(url, { callSid: call.sid, headers })).rejects.toThrow(/403/);
    await askHook(call.statusUrl, { ...fields, CallStatus: 'busy' }, { headers });
    await expectStatus(id, 'COMPLETED');
    expect(await messagesOf(id)).toEqual(before);
  });

  test.each([
    ['is unsigned', () => '', proxied()],
    [
      'is signed for the address at which the server listens',
      (url: string, path: string) => url + path,
      proxied(),
    ],
    [
      'is signed for http',
      (_url: string, path: string) => `http://evertold.localhost${path}`,
      proxied(undefined, 'http'),
    ],
    [
      'names another host and is signed for it',
      (_url: string, path: string) => `https://elsewhere.example${path}`,
      proxied('elsewhere.example'),
    ],
    [
      'was sent to another address of ours',
      (_url: string, path: string) => `${publicUrl}${path}&again=1`,
      proxied(),
    ],
  ])('a request that %s changes nothing', async (_what, signedFor, headers) => {
    const { id, call } = await callNow(service, await aCallableFamily());
    const path = call.statusUrl.slice(publicUrl.length);
    const fields = { CallSid: call.sid, AccountSid: 'AC0123', CallStatus: 'busy' };
    const signed = signedFor(server().url, path);
    const signature = signed && signatureOf(signed, fields);

    expect((await askHook(call.statusUrl, fields, { signature, headers })).status).toBe(403);
    await expectStatus(id, 'RINGING');
    const { twiml } = await askHook(
      call.voiceUrl,
      { ...fields, CallStatus: 'in-progress', AnsweredBy: 'human' },
      { headers: proxied() },
    );
    const { url } = relayOf(twiml);
    await expect(pickUpAt(url, { callSid: call.sid, token: 'another token', headers })).rejects.toThrow(
      /403/,
    );
    await expectStatus(id, 'RINGING');
  });

  test('a text is taken when it is signed for the public address, and only then', async () => {
    const phone = aPhone();
    const fields = aText(phone, 'STOP');
    const path = '/hooks/twilio/sms';
    for (const address of [server().url, 'https://elsewhere.example'])
      expect(await hookWith(fields, signatureOf(address + path, fields), proxied('elsewhere.example'))).toBe(
        403,
      );
    expect(await db.inboundText.count({ where: { phone } })).toBe(0);
    expect(await hookWith(fields, signatureOf(publicUrl + path, fields), proxied())).toBe(200);
    expect(await hookWith(fields, signatureOf(publicUrl + path, fields), proxied())).toBe(200);
    expect(await db.inboundText.count({ where: { phone } })).toBe(1);
  });
});
