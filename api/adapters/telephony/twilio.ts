import twilio from 'twilio/lib/webhooks/webhooks.js';
import { z } from 'zod';
import { CallRefused, type Dialling, type TelephonyPort } from './port.ts';

export type TwilioLine = { accountSid: string; authToken: string; phoneNumber: string; apiUrl: string };

const timeoutMs = 15_000;
/** How long the phone rings. */
const ringSeconds = 40;
/** Longer than any conversation, so that no call can go on for ever. */
const longestSeconds = 125 * 60;
const second = 1_000;

const Refusal = z.object({ code: z.number() });
const Placed = z.object({ sid: z.string() });
const Calls = z.object({
  calls: z.array(z.object({ sid: z.string(), date_created: z.string().nullish(), status: z.string() })),
});

/** Codes for a called number that is invalid or can't be reached from ours. */
const wrongNumber = new Set([13223, 13224, 13225, 13226, 13227, 21211, 21214, 21215, 21216, 21217]);

/** Places calls through Twilio's Calls API; the conversation itself comes over its ConversationRelay. */
export function twilioTelephony({ accountSid, authToken, phoneNumber, apiUrl }: TwilioLine): TelephonyPort {
  const account = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
  };

  async function ask(path: string, form?: URLSearchParams): Promise<unknown> {
    const response = await fetch(account + path, {
      method: form ? 'POST' : 'GET',
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(form && { body: form }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const code = Refusal.safeParse(answer).data?.code;
    const message = `The phone service refused the request: ${response.status}${code ? ` ${code}` : ''}`;
    throw code && wrongNumber.has(code) ? new CallRefused(message) : new Error(message);
  }

  /** Finds the call if an earlier request placed it. */
  async function placedBefore({ to, since }: Dialling): Promise<string | null> {
    const query = new URLSearchParams({ To: to, From: phoneNumber, PageSize: '20' });
    const { calls } = Calls.parse(await ask(`/Calls.json?${query}`));
    const found = calls.find(
      ({ date_created: made }) => !!made && Date.parse(made) + second >= since.getTime() - second,
    );
    return found?.sid ?? null;
  }

  return {
    kind: 'twilio',
    dials: true,
    number: phoneNumber,
    accountId: accountSid,
    async dial(call) {
      const before = call.again ? await placedBefore(call) : null;
      if (before) return before;
      const form = new URLSearchParams({
        To: call.to,
        From: phoneNumber,
        Url: call.voiceUrl,
        Method: 'POST',
        StatusCallback: call.statusUrl,
        StatusCallbackMethod: 'POST',
        MachineDetection: 'DetectMessageEnd',
        Timeout: String(ringSeconds),
        TimeLimit: String(longestSeconds),
      });
      for (const event of ['initiated', 'ringing', 'answered', 'completed']) {
        form.append('StatusCallbackEvent', event);
      }
      return Placed.parse(await ask('/Calls.json', form)).sid;
    },
    async hangUp(providerId) {
      const path = `/Calls/${encodeURIComponent(providerId)}.json`;
      await ask(path, new URLSearchParams({ Status: 'completed' }));
    },
    isProviders({ url, form, signature }) {
      return twilio.validateRequest(authToken, signature, url, Object.fromEntries(form));
    },
  };
}
