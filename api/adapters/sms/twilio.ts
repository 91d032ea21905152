import { z } from 'zod';
import { PrivateAddressRefused, publicFetch } from '../public-fetch.ts';
import { longestSms, type Sms, type SmsPort, SmsRefused } from './port.ts';
import { isSigned } from './signature.ts';

/** An account at the carrier, and the number that texts come from. */
export type TwilioAccount = { accountSid: string; authToken: string; phoneNumber: string; apiUrl: string };

const timeoutMs = 15_000;
/** Files may take longer. */
const mediaTimeoutMs = 60_000;
/** The carrier's file address redirects to its storage. */
const mostRedirects = 3;
const Refusal = z.object({ code: z.number() });
const Messages = z.object({
  messages: z.array(z.object({ body: z.string(), date_created: z.string().nullish() })),
});

/** Error codes about our number, address, account or permissions, which a change of the configuration fixes. */
const ownFault = new Set([21212, 21603, 21606, 21609, 21611, 21659, 21660, 21661, 30034, 63038]);
/** The carrier's times have a resolution of one second. */
const second = 1_000;

/** Sends texts through Twilio's Messages API, one request each. */
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

  /** Whether an earlier attempt was delivered after all. */
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
      const form = new URLSearchParams({
        To: sms.to,
        From: phoneNumber,
        Body: sms.text,
        StatusCallback: sms.statusUrl,
      });
      if (sms.mediaUrl) form.set('MediaUrl', sms.mediaUrl);
      await ask('', form);
    },
    isCarriers: (request) => isSigned(request, authToken),
    async fetchMedia(address, mostBytes) {
      const signal = AbortSignal.timeout(mediaTimeoutMs);
      const own = URL.parse(address);
      // Our credentials are sent only to the carrier.
      if (own?.origin !== new URL(apiUrl).origin) throw new SmsRefused('The file is not at the carrier');
      const { authorization } = headers;
      let response = await fetch(own, { headers: { authorization }, redirect: 'manual', signal });
      let at = own;
      for (let n = 0; n < mostRedirects && [301, 302, 303, 307, 308].includes(response.status); n++) {
        const next = URL.parse(response.headers.get('location') ?? '', at);
        if (!next || !/^https?:$/.test(next.protocol)) throw new SmsRefused('The file has no address');
        const isOwn = next.origin === own.origin;
        at = next;
        response = await (isOwn ? fetch : fetchElsewhere)(next, { redirect: 'manual', signal });
      }
      if ([403, 404, 410].includes(response.status)) throw new SmsRefused('The carrier has the file no more');
      if (!response.ok) throw new Error(`The carrier did not give the file: ${response.status}`);
      return readAtMost(response, mostBytes);
    },
    async eraseBefore() {
      // Sent texts are not stored here.
    },
  };
}

const fetchElsewhere: typeof fetch = async (input, init) => {
  try {
    return await publicFetch()(input, init);
  } catch (error) {
    if ((error as Error).cause instanceof PrivateAddressRefused)
      throw new SmsRefused('The file is not public');
    throw error;
  }
};

/** Reads the body of an answer; throws `SmsRefused` as soon as it exceeds the limit. */
async function readAtMost(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new SmsRefused('The file is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
