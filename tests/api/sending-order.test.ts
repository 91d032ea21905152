import { expect, onTestFinished, test } from 'vitest';
import { sendLetter } from '#api/notices/jobs.ts';
import { notify } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { hearText } from '#api/texts/service/hear-text.ts';
import { anAddress, signUp } from '#tests/support/account.ts';
import { aCarrier } from '#tests/support/carrier.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { aPhone } from '#tests/support/phone.ts';
import { speakTo, startTestServer } from '#tests/support/server.ts';
import { aStoryToTell } from '#tests/support/story.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';

/** So many letters are sent at once. */
const atOnce = 4;

/** A server with a mail server and a carrier: the first says nothing to what it is given, until `answers` is called. */
async function withMailThatHangs() {
  const [mail, carrier] = [await startMailServer(), await aCarrier()];
  const { accountSid, authToken, phoneNumber } = carrierAccount;
  const started = await startTestServer({
    SMTP_URL: mail.url,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_PHONE_NUMBER: phoneNumber,
    TWILIO_API_URL: carrier.url,
  });
  speakTo(started);
  const answers = mail.hang();
  onTestFinished(async () => {
    answers();
    await started.stop();
    speakTo(null);
    await mail.stop();
  });
  return { mail, carrier, answers };
}

async function tellWeekly(recipients: string[]) {
  const data = await aStoryToTell();
  await transaction(async (tx) => {
    for (const recipient of recipients) {
      const kind = 'stories-of-a-week' as const;
      await notify(tx, { kind, channel: 'mail', recipient, data, dedupeKey: newId() });
    }
  });
}

const soon = { timeout: 20_000 };

test('A mail server that hangs has a few letters in hand, and holds up no text', async () => {
  const { mail, carrier } = await withMailThatHangs();
  await tellWeekly(Array.from({ length: 2 * atOnce }, anAddress));
  await expect.poll(mail.recipients, soon).toHaveLength(atOnce);

  const phone = aPhone();
  await hearText({ providerId: newId(), phone, text: 'HELP' });
  await expect.poll(() => carrier.taken.map(({ to }) => to), soon).toEqual([phone]);
  expect(await mail.recipients()).toHaveLength(atOnce);
  expect(await db.notice.count({ where: { channel: 'mail', status: 'WAITING', lastError: null } })).toBe(8);
});

test('A letter that somebody waits for goes before all that can wait, which go in the end', async () => {
  const { mail, answers } = await withMailThatHangs();
  const [readers, waiting] = [Array.from({ length: 40 }, anAddress), anAddress()];
  await tellWeekly(readers);
  await expect.poll(mail.recipients, soon).toHaveLength(atOnce);

  await signUp(waiting);
  await expect.poll(() => db.notice.count({ where: { recipient: waiting } }), soon).toBe(1);
  answers();

  await mail.received(waiting, /Confirm your address/);
  // What was in hand, and what another had just taken.
  expect((await mail.recipients()).indexOf(waiting)).toBeLessThan(2 * atOnce);
  await expect
    .poll(async () => new Set(await mail.recipients()), soon)
    .toEqual(new Set([...readers, waiting]));
});

test('A text that an earlier version has queued among the letters is sent', async () => {
  const { carrier } = await withMailThatHangs();
  const phone = aPhone();
  const kind = { kind: 'texts-help', channel: 'sms', data: {} };
  const { id } = await db.notice.create({ data: { ...kind, recipient: phone, dedupeKey: newId() } });
  await transaction((tx) => enqueue(tx, sendLetter, { noticeId: id }));

  await expect.poll(() => carrier.taken.map(({ to }) => to), soon).toEqual([phone]);
});
