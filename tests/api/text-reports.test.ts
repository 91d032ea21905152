import { afterEach, describe, expect, test } from 'vitest';
import { noticeStates } from '#api/notices/measures.ts';
import { deliver } from '#api/notices/sending.ts';
import { notifyByText } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { aPhone } from '#tests/support/phone.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { askHook } from '#tests/support/twilio/phone-service.ts';
import { aTextService } from '#tests/support/twilio/text-service.ts';
import { useOwnServer } from '#tests/support/world.ts';

const service = await aTextService();
useOwnServer(service.env);
afterEach(() => {
  service.state.trouble = null;
});

/** Writes a text to a phone that nobody has; it is sent by the server's job. */
async function aTextTo(phone: string): Promise<string> {
  const dedupeKey = newId();
  await transaction((tx) => notifyByText(tx, { kind: 'texts-help', recipient: phone, data: {}, dedupeKey }));
  return (await db.notice.findUniqueOrThrow({ where: { dedupeKey } })).id;
}

const noticeOf = (id: string) => db.notice.findUniqueOrThrow({ where: { id } });
const stateOf = async (id: string) => (await noticeOf(id)).status;
const failedNow = async () =>
  (await noticeStates.read()).find(({ labels }) => labels.state === 'failed')?.value ?? 0;

async function aSentText() {
  const phone = aPhone();
  const id = await aTextTo(phone);
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('SENT');
  const sent = service.taken.filter(({ to }) => to === phone);
  expect(sent).toHaveLength(1);
  const address = sent[0]?.statusUrl ?? '';
  const report = (status: string, more: Record<string, string> = {}, signed = {}) =>
    askHook(address, fieldsOf(phone, status, more), signed);
  return { id, phone, address, report };
}

const fieldsOf = (phone: string, status: string, more: Record<string, string> = {}) => ({
  ...{ MessageSid: 'SM1', AccountSid: carrierAccount.accountSid, From: carrierAccount.phoneNumber },
  ...{ To: phone, MessageStatus: status, SmsStatus: status, ...more },
});

describe('The carrier’s report about a text', () => {
  test('that it was delivered is noted once', async () => {
    const { id, address, report } = await aSentText();
    expect(address).toContain(`/hooks/twilio/sms-status?notice=${id}`);
    for (const status of ['queued', 'sending', 'sent']) expect((await report(status)).status).toBe(200);
    expect(await noticeOf(id)).toMatchObject({ status: 'SENT', deliveredAt: null });
    await report('delivered');
    const { deliveredAt } = await noticeOf(id);
    expect(deliveredAt).not.toBeNull();

    await report('delivered');
    for (const late of ['sent', 'undelivered', 'failed']) await report(late, { ErrorCode: '30005' });
    expect(await noticeOf(id)).toMatchObject({ status: 'SENT', lastError: null, deliveredAt });
  });

  test.each(['undelivered', 'failed'])(
    'that it is %s makes it one that could not be sent, and sends nothing again',
    async (status) => {
      const { id, phone, report } = await aSentText();
      const before = await failedNow();
      await report(status, { ErrorCode: '30005' });
      const lastError = `The carrier could not deliver it: ${status} 30005`;
      expect(await noticeOf(id)).toMatchObject({ status: 'FAILED', lastError });
      expect(await failedNow()).toBe(before + 1);

      await report(status, { ErrorCode: '30007' });
      for (const late of ['queued', 'sent', 'delivered']) await report(late);
      expect(await noticeOf(id)).toMatchObject({ status: 'FAILED', lastError, deliveredAt: null });
      await deliver(id, 6);
      expect(service.textsTo(phone)).toHaveLength(1);
    },
  );

  test.each([
    ['undelivered', 'FAILED'],
    ['delivered', 'SENT'],
  ])('that it is %s, before we know that it was taken, ends it', async (status, state) => {
    const phone = aPhone();
    service.state.trouble = 'lost answer';
    const id = await aTextTo(phone);
    await expect.poll(() => service.textsTo(phone).length, { timeout: 30_000 }).toBe(1);
    const address = service.taken.find(({ to }) => to === phone)?.statusUrl ?? '';
    await askHook(address, fieldsOf(phone, status));
    expect(await stateOf(id)).toBe(state);
    await deliver(id, 6);
    expect([await stateOf(id), service.textsTo(phone).length]).toEqual([state, 1]);
  });

  test('changes nothing when it is unsigned, signed by another, or for another text', async () => {
    const { id, phone, address, report } = await aSentText();
    expect((await report('failed', {}, { signature: '' })).status).toBe(403);
    expect((await report('failed', {}, { token: 'another token' })).status).toBe(403);
    const other = address.replace(id, newId());
    const { status } = await askHook(other, fieldsOf(phone, 'failed'));
    expect(status).toBe(200);
    for (const query of ['', '?notice=', '?notice=1', '?notice=%00'])
      expect((await askHook(address.replace(/\?.*/, query), fieldsOf(phone, 'failed'))).status).toBe(200);
    // The signature of one address is none of another.
    const signature = 'c2lnbmF0dXJl';
    expect((await askHook(other, fieldsOf(phone, 'failed'), { signature })).status).toBe(403);
    await report('failed', { MessageSid: '' });
    expect(await noticeOf(id)).toMatchObject({ status: 'SENT', lastError: null });
  });

  test('is none about a text that was not sent yet, or a letter', async () => {
    const { address, id } = await aSentText();
    const about = (channel: string, attempts: number) =>
      db.notice.create({
        data: {
          ...{ channel, attempts, kind: 'texts-help', recipient: aPhone(), data: {}, dedupeKey: newId() },
          ...{ claimedUntil: new Date(Date.now() + 3_600_000) },
        },
      });
    for (const notice of [await about('sms', 0), await about('mail', 1)]) {
      for (const status of ['delivered', 'failed'])
        await askHook(address.replace(id, notice.id), fieldsOf(notice.recipient, status));
      expect(await stateOf(notice.id)).toBe('WAITING');
      await db.notice.delete({ where: { id: notice.id } });
    }
  });
});
