import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, vi } from 'vitest';
import { WebSocket } from 'ws';
import { carrierAccount } from '#tests/support/carrier.ts';
import { server } from '#tests/support/server.ts';

const { accountSid, authToken, phoneNumber } = carrierAccount;

export type PlacedCall = {
  sid: string;
  to: string;
  voiceUrl: string;
  statusUrl: string;
  made: Date;
  status: string;
};

/** A recording that the service was asked to make. */
export type ServedRecording = {
  sid: string;
  call: PlacedCall;
  /** The fields of the request. */
  asked: URLSearchParams;
  status: 'in-progress' | 'stopped' | 'completed';
  /** The finished sound and its content type. */
  sound: { content: Buffer; mediaType: string };
  downloads: number;
  isDeleted: boolean;
};

type Trouble = { status: number; code?: number } | 'lost answer' | null;
/** The service places the call, and answers when the promise resolves. */
type Slowness = { answersWhen: Promise<void> };

/**
 * A phone service on loopback that behaves like Twilio: it places calls by REST, calls our signed webhooks, and opens
 * the ConversationRelay socket that they name. Must listen before the test's server starts.
 */
export async function aPhoneService() {
  const calls: PlacedCall[] = [];
  const recordings: ServedRecording[] = [];
  const state: { trouble: Trouble | Slowness; recordingTrouble: Trouble; downloadTrouble: number | null } = {
    trouble: null,
    recordingTrouble: null,
    downloadTrouble: null,
  };
  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const key = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    const form = new URLSearchParams(await bodyOf(request));
    if (request.headers.authorization !== `Basic ${key}`) return say(401, { code: 20003 });
    const account = `/2010-04-01/Accounts/${accountSid}`;
    if (pathname === `${account}/Calls.json` && request.method === 'GET') {
      const found = calls.filter(({ to }) => to === searchParams.get('To')).toReversed();
      return say(200, {
        calls: found.map(({ sid, made, status }) => ({ sid, status, date_created: made.toUTCString() })),
      });
    }
    if (pathname === `${account}/Calls.json`) {
      const { trouble } = state;
      if (trouble && trouble !== 'lost answer' && 'status' in trouble) return say(trouble.status, trouble);
      const call = {
        sid: `CA${String(calls.length + 1).padStart(32, '0')}`,
        ...{ to: form.get('To') ?? '', voiceUrl: form.get('Url') ?? '' },
        ...{ statusUrl: form.get('StatusCallback') ?? '', made: new Date(), status: 'queued' },
      };
      calls.push(call);
      if (trouble === 'lost answer') {
        state.trouble = null;
        return request.socket.destroy();
      }
      if (trouble) await trouble.answersWhen;
      return say(201, { sid: call.sid, status: 'queued' });
    }
    const [, ofCall, ofRecording] = /\/Calls\/(CA\w+)\/Recordings(?:\/(RE\d+))?\.json$/.exec(pathname) ?? [];
    if (ofCall) {
      const asked = { call: callOf(ofCall), recordingId: ofRecording, method: request.method, form };
      const answer = answerRecordings(asked);
      if (answer === 'lost') return request.socket.destroy();
      return say(answer.status, answer.body);
    }
    const [, recorded, ending] = /\/Recordings\/(RE\d+)\.(json|wav)$/.exec(pathname) ?? [];
    if (recorded) {
      const recording = recordings.find((each) => each.sid === recorded && !each.isDeleted);
      if (!recording) return say(404, { code: 20404 });
      if (ending === 'json') {
        if (request.method !== 'DELETE') return say(200, { sid: recorded, status: recording.status });
        if (recording.status === 'in-progress') return say(400, { code: 20001 });
        recording.isDeleted = true;
        response.writeHead(204);
        return response.end();
      }
      recording.downloads += 1;
      if (state.downloadTrouble) return say(state.downloadTrouble, {});
      const { content, mediaType } = recording.sound;
      response.writeHead(200, { 'content-type': mediaType, 'content-length': content.length });
      return response.end(content);
    }
    const [, sid] = /\/Calls\/(CA\d+)\.json$/.exec(pathname) ?? [];
    const call = calls.find((each) => each.sid === sid);
    if (!call) return say(404, { code: 20404 });
    call.status = form.get('Status') ?? call.status;
    say(200, { sid, status: call.status });
  });
  /** A placed call, or an inbound one. */
  const callOf = (sid: string): PlacedCall =>
    calls.find((each) => each.sid === sid) ?? {
      ...{ sid, to: phoneNumber, voiceUrl: '', statusUrl: '', made: new Date(), status: 'in-progress' },
    };

  function answerRecordings({
    call,
    recordingId,
    method,
    form,
  }: {
    call: PlacedCall;
    recordingId: string | undefined;
    method: string | undefined;
    form: URLSearchParams;
  }): { status: number; body: object } | 'lost' {
    const own = recordings.filter((each) => each.call.sid === call.sid && !each.isDeleted);
    if (recordingId) {
      const recording = own.find(({ sid }) => sid === recordingId);
      if (!recording) return { status: 404, body: { code: 20404 } };
      if (recording.status !== 'in-progress') return { status: 400, body: { code: 21220 } };
      recording.status = 'stopped';
      return { status: 200, body: { sid: recordingId, status: 'stopped' } };
    }
    if (method === 'GET') {
      return { status: 200, body: { recordings: own.map(({ sid, status }) => ({ sid, status })) } };
    }
    const { recordingTrouble } = state;
    if (recordingTrouble && recordingTrouble !== 'lost answer') {
      return { status: recordingTrouble.status, body: recordingTrouble };
    }
    const recording: ServedRecording = {
      sid: `RE${String(recordings.length + 1).padStart(32, '0')}`,
      ...{ call, asked: form, status: 'in-progress', downloads: 0, isDeleted: false },
      sound: { content: Buffer.alloc(0), mediaType: 'audio/x-wav' },
    };
    recordings.push(recording);
    if (recordingTrouble === 'lost answer') {
      state.recordingTrouble = null;
      return 'lost';
    }
    return { status: 201, body: { sid: recording.sid, status: 'in-progress', call_sid: call.sid } };
  }

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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Calls a webhook as the service does, signed with `token`; returns the status and the response body. */
export async function askHook(
  address: string,
  fields: Record<string, string>,
  { token = authToken, signature }: { token?: string; signature?: string } = {},
): Promise<{ status: number; twiml: string }> {
  const { url, config } = server();
  const signed = signature ?? twilio.getExpectedTwilioSignature(token, address, fields);
  const response = await fetch(address.replace(config.publicUrl, url), {
    method: 'POST',
    headers: { 'x-twilio-signature': signed },
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

/** The relay's attributes in TwiML. */
export function relayOf(twiml: string): { url: string; action: string; attributes: string } {
  const unescaped = twiml.replaceAll('&amp;', '&');
  const [, url = ''] = /<ConversationRelay[^>]* url="([^"]+)"/.exec(unescaped) ?? [];
  const [, action = ''] = /<Connect[^>]* action="([^"]+)"/.exec(unescaped) ?? [];
  return { url, action, attributes: /<ConversationRelay([^>]*)>/.exec(unescaped)?.[1] ?? '' };
}

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
  hangUp: () => void;
  /** Resolves with the close code when the socket is closed. */
  closed: Promise<number>;
};

/** Opens a relay socket as the service does, signed if `token` is given; rejects when it is refused. */
export async function pickUpAt(
  address: string,
  { callSid, token = authToken, origin }: { callSid: string; token?: string | null; origin?: string },
): Promise<Phone> {
  const { url, config } = server();
  const target = address.replace(config.publicUrl.replace(/^http/, 'ws'), url.replace(/^http/, 'ws'));
  const socket = new WebSocket(target, {
    headers: {
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
  send({ type: 'setup', sessionId: 'VX1', callSid, accountSid, from: phoneNumber });
  return {
    frames,
    send,
    speak: (words) => send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: true }),
    keepSpeaking: (words) => send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: false }),
    async answer() {
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
    },
    hangUp: () => socket.close(),
    closed,
  };
}
