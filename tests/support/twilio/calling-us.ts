import { server } from '#tests/support/server.ts';
import { carrierAccount } from './account.ts';
import { relayOf } from './phone-api.ts';
import { askHook, pickUpAt } from './phone-service.ts';

const { accountSid, phoneNumber } = carrierAccount;
let calls = 0;

/** The address that the phone service asks when somebody calls our number. */
export function voiceHook(query = ''): string {
  return `${server().config.publicUrl}/hooks/twilio/voice${query}`;
}

/** The fields of a call to our number, as the phone service sends them. */
export function aCallFrom(phone: string, more: Record<string, string> = {}) {
  return {
    CallSid: `CAin${String(++calls).padStart(30, '0')}`,
    AccountSid: accountSid,
    From: phone,
    To: phoneNumber,
    Direction: 'inbound',
    CallStatus: 'ringing',
    ...more,
  };
}

/** Somebody calls us, and is connected; gives the phone at their ear and the first words. */
export async function callUs(from: string) {
  const fields = aCallFrom(from);
  const { twiml } = await askHook(voiceHook(), fields);
  const relay = relayOf(twiml);
  const phone = await pickUpAt(relay.url, { callSid: fields.CallSid });
  return { fields, relay, phone, opening: await phone.answer() };
}

/** The caller has hung up, as the action address of the relay is told. */
export function hungUp(action: string, fields: Record<string, string>) {
  return askHook(action, { ...fields, CallStatus: 'completed', SessionStatus: 'ended' });
}
