import twilio from 'twilio/lib/webhooks/webhooks.js';
import { z } from 'zod';
import { CallRefused, type Dialling, type TelephonyPort } from './port.ts';
import { twilioVoices } from './twilio-voices.ts';

export type TwilioLine = {
  accountSid: string;
  authToken: string;
  phoneNumber: string;
  apiUrl: string;
  usdPerMinute: number | null;
};

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

const Recording = z.object({ sid: z.string() });
const RecordingStatus = z.object({ status: z.string(), duration: z.coerce.number().nullish() });
const Recordings = z.object({ recordings: z.array(z.object({ sid: z.string(), status: z.string() })) });

/** Codes for a call or recording that is over or does not exist. */
const over = new Set([20404, 21220]);

/** Codes for a called number that is invalid or can't be reached from ours. */
const wrongNumber = new Set([13223, 13224, 13225, 13226, 13227, 21211, 21214, 21215, 21216, 21217]);

/** Places calls through Twilio's Calls API; the conversation itself comes over its ConversationRelay. */
export function twilioTelephony({
  accountSid,
  authToken,
  phoneNumber,
  apiUrl,
  usdPerMinute,
}: TwilioLine): TelephonyPort {
  const account = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
  };

  async function ask(path: string, form?: URLSearchParams, method = form ? 'POST' : 'GET'): Promise<unknown> {
    const response = await fetch(account + path, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(form && { body: form }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const code = Refusal.safeParse(answer).data?.code;
    const message = `The phone service refused the request: ${response.status}${code ? ` ${code}` : ''}`;
    if (response.status === 404 || (code && over.has(code))) throw new Over(message);
    throw code && wrongNumber.has(code) ? new CallRefused(message) : new Error(message);
  }

  /** Resolves with null if the call or recording has ended or does not exist. */
  function unlessOver<T>(asked: Promise<T>): Promise<T | null> {
    return asked.catch((error: Error) => {
      if (error instanceof Over) return null;
      throw error;
    });
  }

  async function recordingsOf(callId: string) {
    const path = `/Calls/${encodeURIComponent(callId)}/Recordings.json?PageSize=50`;
    const found = await unlessOver(ask(path));
    return found === null ? [] : Recordings.parse(found).recordings;
  }

  async function placedSince({ to, since }: Pick<Dialling, 'to' | 'since'>): Promise<string | null> {
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
    hasBrowserPhone: true,
    number: phoneNumber,
    accountId: accountSid,
    usdPerMinute,
    voices: twilioVoices,
    async dial(call) {
      const before = call.again ? await placedSince(call) : null;
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
    placedSince,
    async hangUp(providerId) {
      const path = `/Calls/${encodeURIComponent(providerId)}.json`;
      await unlessOver(ask(path, new URLSearchParams({ Status: 'completed' })));
    },
    async startRecording({ callId, statusUrl, again }) {
      const isLive = (status: string) => status === 'in-progress' || status === 'paused';
      const before = again ? (await recordingsOf(callId)).find(({ status }) => isLive(status)) : null;
      if (before) return before.sid;
      const form = new URLSearchParams({
        RecordingChannels: 'dual',
        RecordingTrack: 'both',
        // Messages are placed by their time since the start of the recording, so its beginning must stay.
        Trim: 'do-not-trim',
        RecordingStatusCallback: statusUrl,
        RecordingStatusCallbackMethod: 'POST',
      });
      for (const event of ['in-progress', 'completed', 'absent']) {
        form.append('RecordingStatusCallbackEvent', event);
      }
      const answer = await unlessOver(ask(`/Calls/${encodeURIComponent(callId)}/Recordings.json`, form));
      return answer === null ? null : Recording.parse(answer).sid;
    },
    async recordingsOf(callId) {
      return (await recordingsOf(callId)).map(({ sid }) => sid);
    },
    async recordingState(id) {
      const found = await unlessOver(ask(`/Recordings/${encodeURIComponent(id)}.json`));
      if (found === null) return null;
      const { status, duration } = RecordingStatus.parse(found);
      return { isComplete: status === 'completed', durationSeconds: duration ?? null };
    },
    async openRecording(id, signal) {
      const address = `${account}/Recordings/${encodeURIComponent(id)}.wav?RequestedChannels=2`;
      const { authorization } = headers;
      const response = await fetch(address, { headers: { authorization }, redirect: 'error', signal });
      if (response.status === 404) return null;
      if (!response.ok || !response.body) {
        throw new Error(`The phone service refused the recording: ${response.status}`);
      }
      const size = response.headers.get('content-length');
      return {
        mediaType: response.headers.get('content-type') ?? '',
        size: size === null ? null : Number(size),
        content: response.body,
      };
    },
    async removeRecording({ callId, id }) {
      const sid = encodeURIComponent(id);
      const path = `/Calls/${encodeURIComponent(callId)}/Recordings/${sid}.json`;
      // Stopping fails if the recording has ended; it can still be deleted.
      await ask(path, new URLSearchParams({ Status: 'stopped' })).catch(() => null);
      await unlessOver(ask(`/Recordings/${sid}.json`, undefined, 'DELETE'));
    },
    isProviders({ url, form, signature }) {
      return twilio.validateRequest(authToken, signature, url, Object.fromEntries(form));
    },
  };
}

class Over extends Error {
  override name = 'Over';
}
