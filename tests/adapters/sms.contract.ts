import { expect, test } from 'vitest';
import { type Sms, type SmsPort, SmsRefused } from '#api/adapters/sms/port.ts';

export const sms: Sms = {
  id: '01a1f000-0000-7000-8000-000000000002',
  kind: 'phone-code',
  at: new Date('2026-11-05T10:42:00.000Z'),
  to: '+12025550118',
  text: '417032 is your Evertold code.\n\n“Für dich” & nobody else + @evertold.test #417032',
  statusUrl: 'https://evertold.test/hooks/twilio/sms-status?notice=01a1f000-0000-7000-8000-000000000002',
  again: false,
};

/** What every way of sending texts does: `taken` gives what was taken, in the order of its taking. */
export function smsContract(
  open: () => Promise<{ port: SmsPort; taken: () => Promise<{ to: string; text: string }[]> }>,
) {
  test('hands on to whom and what, word for word', async () => {
    const { port, taken } = await open();
    await port.send(sms);
    expect(await taken()).toEqual([{ to: sms.to, text: sms.text }]);
  });

  test('has a text that is tried again once, if it had gone', async () => {
    const { port, taken } = await open();
    await port.send(sms);
    await port.send({ ...sms, again: true });
    expect(await taken()).toHaveLength(1);
  });

  test('sends one that is tried again and had not gone', async () => {
    const { port, taken } = await open();
    await port.send({ ...sms, again: true });
    expect(await taken()).toEqual([{ to: sms.to, text: sms.text }]);
  });

  test('refuses for good what no carrier takes in one message', async () => {
    const { port, taken } = await open();
    await port.send({ ...sms, text: 'x'.repeat(1_600) });
    await expect(port.send({ ...sms, text: 'x'.repeat(1_601) })).rejects.toBeInstanceOf(SmsRefused);
    expect(await taken()).toHaveLength(1);
  });
}
