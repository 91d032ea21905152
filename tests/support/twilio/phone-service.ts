import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, vi } from 'vitest';
import { WebSocket } from 'ws';
import { server } from '#tests/support/server.ts';
import { carrierAccount } from './account.ts';
import { formOf, type PlacedCall, phoneApi, type ServedRecording } from './phone-api.ts';

const { accountSid, authToken, phoneNumber } = carrierAccount;

/**
 * A phone service on loopback that behaves like Twilio: it places calls by REST, calls our signed webhooks, and opens
 * the ConversationRelay socket that they name. Must listen before the test's server starts.
 */
export async function aPhoneService() {
  const { state, calls, recordings, answer } = phoneApi();
  const http = createServer(async (request, response) => answer(request, response, await formOf(request)));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    http.close();
    http.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  return {
    url,
    state,
    calls,
    recordings,
    /** Resolves with the recording of a call once it was requested. */
    async recordingOf(callSid: string): Promise<ServedRecording> {
      return vi.waitFor(
        () => {
          const recording = recordings.findLast(({ call }) => call.sid === callSid);
          if (!recording) throw new Error('Nothing is recorded');
          return recording;
        },
        { timeout: 30_000, interval: 20 },
      );
    },
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_PHONE_NUMBER: phoneNumber,
      TWILIO_API_URL: url,
    },
    /** Resolves when a phone rings, with the call that was placed to it. */
    async callTo(phone: string): Promise<PlacedCall> {
      return vi.waitFor(
        () => {
          const call = calls.findLast(({ to }) => to === phone);
          if (!call) throw new Error('No phone rings');
          return call;
        },
        { timeout: 30_000, interval: 20 },
      );
    },
  };
}

export type PhoneService = Awaited<ReturnType<typeof aPhoneService>>;

/** Calls a webhook as the service does, signed with `token`; returns the status and the response body. */
export async function askHook(
  address: string,
  fields: Record<string, string>,
  {
    token = authToken,
    signature,
    headers,
  }: { token?: string; signature?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; twiml: string }> {
  const { url, config } = server();
  const signed = signature ?? twilio.getExpectedTwilioSignature(token, address, fields);
  const response = await fetch(address.replace(config.publicUrl, url), {
    method: 'POST',
    headers: { ...headers, 'x-twilio-signature': signed },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, twiml: await response.text() };
}

const about = ({ sid, to }: PlacedCall, more: Record<string, string>) => ({
  ...{ CallSid: sid, AccountSid: accountSid, From: phoneNumber, To: to, Direction: 'outbound-api' },
  ...more,
});

export const say = {
  /** A person or a machine picks up. */
  pickedUp: (call: PlacedCall, answeredBy = 'human') =>
    askHook(call.voiceUrl, about(call, { CallStatus: 'in-progress', AnsweredBy: answeredBy })),
  status: (call: PlacedCall, status: string) => askHook(call.statusUrl, about(call, { CallStatus: status })),
  /** The socket has ended, but the call continues. */
  disconnected: (call: PlacedCall, address: string) =>
    askHook(address, about(call, { CallStatus: 'in-progress', SessionStatus: 'failed' })),
  /** A report about a recording, signed with the account's token unless another `token` is given. */
  recorded: (
    { sid, call, asked, sound }: ServedRecording,
    status: string,
    { seconds, token, ...more }: { seconds?: number; token?: string; [field: string]: unknown } = {},
  ) =>
    askHook(
      asked.get('RecordingStatusCallback') ?? '',
      {
        ...{ AccountSid: accountSid, CallSid: call.sid, RecordingSid: sid, RecordingStatus: status },
        RecordingUrl: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Recordings/${sid}`,
        ...{ RecordingChannels: '2', RecordingSource: 'StartCallRecordingAPI', RecordingTrack: 'both' },
        RecordingStartTime: new Date().toUTCString(),
        ...(status === 'completed' && {
          RecordingDuration: String(seconds ?? Math.round((sound.content.length - 44) / 32_000)),
        }),
        ...(more as Record<string, string>),
      },
      token ? { token } : {},
    ),
  foreign: (call: PlacedCall, status: string) =>
    askHook(call.statusUrl, { ...about(call, { CallStatus: status }), CallSid: 'CA999' }),
};

export type Heard = { type: string; token?: string; last?: boolean; preemptible?: boolean };

/** The phone at the other end of a relay socket. */
export type Phone = {
  frames: Heard[];
  send: (frame: object | string) => void;
  /** Says something, as the service transcribes it. */
  speak: (words: string) => void;
  /** Is still speaking: the service transcribes what it has heard so far. */
  keepSpeaking: (words: string) => void;
  /** Resolves with the next complete answer, which the service then begins to speak. */
  answer: () => Promise<string>;
  /** The same, and the service reports that it has spoken all of it. */
  hearOut: () => Promise<string>;
  hangUp: (code?: number) => void;
  /** Resolves with the close code when the socket is closed. */
  closed: Promise<number>;
};

/**
 * Opens a relay socket as the service does, signed if `token` is given; rejects when it is refused. Sends the frame with
 * which a socket begins, unless `setUp` is false.
 */
export async function pickUpAt(
  address: string,
  {
    callSid,
    token = authToken,
    setUp = true,
    origin,
    headers,
  }: {
    callSid: string;
    token?: string | null;
    setUp?: boolean;
    origin?: string;
    headers?: Record<string, string>;
  },
): Promise<Phone> {
  const { url, config } = server();
  const target = address.replace(config.publicUrl.replace(/^http/, 'ws'), url.replace(/^http/, 'ws'));
  const socket = new WebSocket(target, {
    headers: {
      ...headers,
      ...(token && { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, address, {}) }),
      ...(origin && { origin }),
    },
  });
  const frames: Heard[] = [];
  let read = 0;
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  const send = (frame: object | string) =>
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  if (setUp) send({ type: 'setup', sessionId: 'VX1', callSid, accountSid, from: phoneNumber });
  async function answer() {
    const answer = await vi.waitFor(
      () => {
        const end = frames.findIndex(({ type, last }, at) => at >= read && type === 'text' && last);
        if (end < 0) throw new Error('No complete answer was spoken');
        const said = frames.slice(read, end + 1).map(({ token }) => token ?? '');
        read = end + 1;
        return said.join('');
      },
      { timeout: 20_000, interval: 5 },
    );
    send({ type: 'info', name: 'agentSpeaking', value: 'on' });
    return answer;
  }
  return {
    frames,
    send,
    speak: (words) => send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: true }),
    keepSpeaking: (words) => send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: false }),
    answer,
    async hearOut() {
      const spoken = await answer();
      send({ type: 'info', name: 'tokensPlayed', value: spoken });
      send({ type: 'info', name: 'agentSpeaking', value: 'off' });
      return spoken;
    },
    hangUp: (code) => socket.close(code),
    closed,
  };
}
