import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { outboxSms } from '#api/adapters/sms/outbox.ts';
import { SmsRefused } from '#api/adapters/sms/port.ts';
import { twilioSms } from '#api/adapters/sms/twilio.ts';
import { aCarrier } from '#tests/support/carrier.ts';
import { textFrom } from '#tests/support/letters.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { sms, smsContract } from './sms.contract.ts';

const aFolder = () => path.join(mkdtempSync(path.join(inject('scratch'), 'sms-')), 'outbox');
const filesIn = (folder: string) => readdirSync(folder).sort();

describe('The outbox', () => {
  smsContract(async () => {
    const folder = aFolder();
    return {
      port: outboxSms(folder),
      taken: async () =>
        filesIn(folder).map((name) => textFrom(readFileSync(path.join(folder, name), 'utf8'))),
    };
  });

  test('keeps texts where only the server’s user reads them, under names that tell nothing of anybody', async () => {
    const folder = aFolder();
    await outboxSms(folder).send(sms);
    const [name = ''] = filesIn(folder);
    expect(name).toBe(`20261105T104200000Z-phone-code-${sms.id}.sms`);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('erases what is older, and nothing else', async () => {
    const folder = aFolder();
    const port = outboxSms(folder);
    await port.send(sms);
    await port.send({ ...sms, id: 'newer', at: new Date('2026-12-05T10:42:00Z') });
    await port.eraseBefore(new Date('2026-12-01T00:00:00Z'));
    expect(filesIn(folder)).toEqual(['20261205T104200000Z-phone-code-newer.sms']);
  });
});

describe('A carrier', () => {
  const through = (apiUrl: string) => twilioSms({ ...carrierAccount, apiUrl });
  const failureOf = (sending: Promise<void>) => sending.catch((error: Error) => error);

  smsContract(async () => {
    const { url, taken } = await aCarrier();
    return {
      port: through(url),
      taken: async () => taken.map(({ to, text }) => ({ to, text })),
    };
  });

  test('sends from our own number', async () => {
    const { url, taken } = await aCarrier();
    await through(`${url}/`).send(sms);
    expect(taken[0]?.from).toBe(carrierAccount.phoneNumber);
  });

  test('that took a text and lost its answer is not given it twice', async () => {
    const { url, taken, state } = await aCarrier({ trouble: 'lost answer' });
    expect(await failureOf(through(url).send(sms))).not.toBeInstanceOf(SmsRefused);
    delete state.trouble;
    await through(url).send({ ...sms, again: true });
    expect(taken).toHaveLength(1);
  });

  test.each([
    ['knows no such phone', { status: 400, code: 21211 }],
    ['was told to stop by this phone', { status: 400, code: 21610 }],
  ])('that %s refuses for good', async (_why, trouble) => {
    const { url } = await aCarrier({ trouble });
    const failure = await failureOf(through(url).send(sms));
    expect(failure).toBeInstanceOf(SmsRefused);
    expect((failure as Error).message).not.toContain(sms.to);
  });

  test.each([
    ['is busy', { status: 429, code: 20429 }],
    ['is out of order', { status: 503 }],
    ['does not know our number', { status: 400, code: 21606 }],
    ['does not know our password', { status: 401, code: 20003 }],
    ['hangs up', 'silence' as const],
  ])('that %s may be tried again', async (_why, trouble) => {
    const { url } = await aCarrier({ trouble });
    const failure = await failureOf(through(url).send(sms));
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(SmsRefused);
  });

  test('that is not there may be tried again', async () => {
    const { url, close } = await aCarrier();
    await close();
    expect(await failureOf(through(url).send(sms))).not.toBeInstanceOf(SmsRefused);
  });
});
