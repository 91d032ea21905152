import { z } from 'zod';
import { longestSms, type Sms, type SmsPort, SmsRefused } from './port.ts';
import { isSigned } from './signature.ts';

/** An account at the carrier, and the number that texts come from. */
export type TwilioAccount = { accountSid: string; authToken: string; phoneNumber: string; apiUrl: string };

const timeoutMs = 15_000;
const Refusal = z.object({ code: z.number() });
const Messages = z.object({
  messages: z.array(z.object({ body: z.string(), date_created: z.string().nullish() })),
});

/** What is wrong with us, the sender, and mends with the configuration: our number, what it may send, our account. */
const ownFault = new Set([21212, 21603, 21606, 21611, 21659, 21660, 21661, 30034, 63038]);
/** The carrier tells times by the second. */
const second = 1_000;

/** Sends texts through Twilio's Messages, one request each. */
export function twilioSms({ accountSid, authToken, phoneNumber, apiUrl }: TwilioAccount): SmsPort {
  const address = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
  };

  async function ask(query: string, form?: URLSearchParams): Promise<unknown> {
    const response = await fetch(address + query, {
      method: form ? 'POST' : 'GET',
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(form && { body: form }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const code = Refusal.safeParse(answer).data?.code;
    const told = `The carrier refused it: ${response.status}${code ? ` ${code}` : ''}`;
    const forGood = response.status === 400 && !(code && ownFault.has(code));
    throw forGood ? new SmsRefused(told) : new Error(told);
  }

  /** Whether one that was tried before has gone after all. */
  async function hasGone({ to, text, at }: Sms): Promise<boolean> {
    const query = new URLSearchParams({ To: to, From: phoneNumber, PageSize: '50' });
    const { messages } = Messages.parse(await ask(`?${query}`));
    return messages.some(
      ({ body, date_created: made }) =>
        body === text && !!made && Date.parse(made) + second >= at.getTime() - second,
    );
  }

  return {
    isConnected: true,
    async send(sms) {
      if (sms.text.length > longestSms) throw new SmsRefused('The text is too long');
      if (sms.again && (await hasGone(sms))) return;
      await ask('', new URLSearchParams({ To: sms.to, From: phoneNumber, Body: sms.text }));
    },
    isCarriers: (request) => isSigned(request, authToken),
    async eraseBefore() {
      // What was handed on is no longer here.
    },
  };
}
