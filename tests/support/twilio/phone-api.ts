import type { IncomingMessage, ServerResponse } from 'node:http';
import { carrierAccount } from './account.ts';

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
/** The service does what it was asked for, and answers when the promise resolves. */
type Slowness = { answersWhen: Promise<void> };

/** What is done when a call is placed or a recording fetched, and the sound of the recordings. */
export type PhoneApiOptions = {
  onCall?: (call: PlacedCall) => void;
  onDownload?: (recording: ServedRecording) => void;
  wav?: Buffer;
};

/** The part of Twilio's REST API that is about calls and their recordings. */
export function phoneApi({ onCall, onDownload, wav = Buffer.alloc(0) }: PhoneApiOptions = {}) {
  const calls: PlacedCall[] = [];
  const recordings: ServedRecording[] = [];
  const state: {
    trouble: Trouble | Slowness;
    recordingTrouble: Trouble | Slowness;
    downloadTrouble: number | null;
    /** Refuses every request with this status. */
    refusesAll: number | null;
  } = {
    trouble: null,
    refusesAll: null,
    recordingTrouble: null,
    downloadTrouble: null,
  };
  async function answer(request: IncomingMessage, response: ServerResponse, form: URLSearchParams) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const say = (status: number, body: object) => sayJson(response, status, body);
    if (!hasKey(request)) return say(401, { code: 20003 });
    if (state.refusesAll) return say(state.refusesAll, {});
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
      onCall?.(call);
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
      const { recordingTrouble } = state;
      if (recordingTrouble && typeof recordingTrouble === 'object' && 'answersWhen' in recordingTrouble)
        await recordingTrouble.answersWhen;
      return say(answer.status, answer.body);
    }
    const [, recorded, ending] = /\/Recordings\/(RE\d+)\.(json|wav)$/.exec(pathname) ?? [];
    if (recorded) {
      const recording = recordings.find((each) => each.sid === recorded && !each.isDeleted);
      if (!recording) return say(404, { code: 20404 });
      if (ending === 'json') {
        if (request.method !== 'DELETE') {
          const duration = String(secondsOf(recording));
          return say(200, { sid: recorded, status: recording.status, duration });
        }
        if (recording.status === 'in-progress') return say(400, { code: 20001 });
        recording.isDeleted = true;
        response.writeHead(204);
        return response.end();
      }
      recording.downloads += 1;
      onDownload?.(recording);
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
  }
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
    // A call that is over can't be recorded any more.
    if (['completed', 'canceled', 'busy'].includes(call.status))
      return { status: 400, body: { code: 21220 } };
    const { recordingTrouble } = state;
    if (recordingTrouble && recordingTrouble !== 'lost answer' && 'status' in recordingTrouble) {
      return { status: recordingTrouble.status, body: recordingTrouble };
    }
    const recording: ServedRecording = {
      sid: `RE${String(recordings.length + 1).padStart(32, '0')}`,
      ...{ call, asked: form, status: 'in-progress', downloads: 0, isDeleted: false },
      sound: { content: wav, mediaType: 'audio/x-wav' },
    };
    recordings.push(recording);
    if (recordingTrouble === 'lost answer') {
      state.recordingTrouble = null;
      return 'lost';
    }
    return { status: 201, body: { sid: recording.sid, status: 'in-progress', call_sid: call.sid } };
  }

  return { state, calls, recordings, answer };
}

/** The length of a recording in whole seconds: 8 kHz, two channels of 16 bits. */
export function secondsOf({ sound }: ServedRecording): number {
  return Math.max(0, Math.round((sound.content.length - 44) / 32_000));
}

/** Whether a request to the API comes from the holder of the account. */
export function hasKey({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
}

export function sayJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** The fields that a request sent. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** The relay's attributes in TwiML. */
export function relayOf(twiml: string): { url: string; action: string; attributes: string } {
  const unescaped = twiml.replaceAll('&amp;', '&');
  const [, url = ''] = /<ConversationRelay[^>]* url="([^"]+)"/.exec(unescaped) ?? [];
  const [, action = ''] = /<Connect[^>]* action="([^"]+)"/.exec(unescaped) ?? [];
  return { url, action, attributes: /<ConversationRelay([^>]*)>/.exec(unescaped)?.[1] ?? '' };
}
