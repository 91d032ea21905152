import twilio from 'twilio/lib/webhooks/webhooks.js';
import { afterEach, describe, expect, test } from 'vitest';
import { loopbackTelephony } from '#api/adapters/telephony/loopback.ts';
import { noTelephony } from '#api/adapters/telephony/none.ts';
import { CallRefused } from '#api/adapters/telephony/port.ts';
import { twilioTelephony } from '#api/adapters/telephony/twilio.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { aPhoneService } from '#tests/support/twilio/phone-service.ts';
import { dialling, telephonyContract } from './telephony.contract.ts';

const service = await aPhoneService();
const open = () => twilioTelephony({ ...carrierAccount, apiUrl: `${service.url}/`, usdPerMinute: null });
const placed = () => service.calls.map(({ to }) => to);
afterEach(() => {
  service.state.trouble = null;
});

describe('Without a phone service, the browser’s phone', () => {
  telephonyContract(() => ({ port: loopbackTelephony(), placed: () => [] }));

  test('is there to try calls with', () => {
    expect(loopbackTelephony()).toMatchObject({ kind: 'loopback', hasBrowserPhone: true });
  });
});

describe('No calls at all', () => {
  telephonyContract(() => ({ port: noTelephony(), placed: () => [] }));

  test('means none that can be tried', () => {
    expect(noTelephony()).toMatchObject({ kind: 'none', hasBrowserPhone: false });
  });
});

describe('Twilio', () => {
  telephonyContract(() => ({ port: open(), placed }));

  test('that called and lost its answer does not call twice', async () => {
    const call = { ...dialling, to: '+12025550120', since: new Date() };
    service.state.trouble = 'lost answer';
    await expect(open().dial(call)).rejects.not.toBeInstanceOf(CallRefused);
    const id = await open().dial({ ...call, again: true });
    expect(service.calls.filter(({ to }) => to === call.to).map(({ sid }) => sid)).toEqual([id]);
  });

  test.each([
    ['is busy', { status: 429, code: 20429 }, false],
    ['is out of order', { status: 503 }, false],
    ['does not know our password', { status: 401, code: 20003 }, false],
    ['knows no such phone', { status: 400, code: 21211 }, true],
    ['may not call there', { status: 400, code: 21215 }, true],
  ])('that %s (%j) refuses for good: %s', async (_why, trouble, isForGood) => {
    service.state.trouble = trouble;
    const failure = await open()
      .dial({ ...dialling, to: '+12025550121' })
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure instanceof CallRefused).toBe(isForGood);
    expect((failure as Error).message).not.toContain('+12025550121');
    expect(placed()).not.toContain('+12025550121');
  });

  test('signs an address with its fields, and no other', () => {
    const fields = { CallSid: 'CA1', From: '+12025550118' };
    const url = dialling.voiceUrl;
    const signature = twilio.getExpectedTwilioSignature(carrierAccount.authToken, url, fields);
    const form = new URLSearchParams(fields);
    expect(open().isProviders({ url, form, signature })).toBe(true);
    expect(open().isProviders({ url: `${url}1`, form, signature })).toBe(false);
    form.set('From', '+12025550119');
    expect(open().isProviders({ url, form, signature })).toBe(false);
  });
});
