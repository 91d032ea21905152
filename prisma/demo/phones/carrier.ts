import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepIn } from '#api/adapters/outbox.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { log } from '#api/platform/log.ts';
import { demoAccount } from './account.ts';
import {
  type DemoCall,
  type DemoRecording,
  deliver,
  hangUp,
  ring,
  startRecording,
  type Taking,
} from './call.ts';

const { accountSid, authToken } = demoAccount;

/** How long a phone rings before it is taken, if nothing else is decided. */
const ringsMs = 3_000;

/** What the phone service answers: a status with JSON or a sound, or a status alone. */
type Answer = { status: number; body?: object; wav?: Buffer };

/** The phone service of the demo: the phones of its family, and no others, are answered. */
export type DemoCarrier = {
  url: string;
  /** Decides what happens when this phone rings next; a phone for which nothing is decided is not answered. */
  takesNext: (phone: string, taking: Taking) => void;
  /** Has every further call of this phone taken, by somebody who says all of this. */
  takesFurther: (phone: string, said: readonly string[]) => void;
  /** Delivers the sound of a call that is over, if it was recorded. */
  deliver: (callSid: string, wav: Buffer) => Promise<void>;
};

/**
 * Opens a phone service on loopback that speaks Twilio's protocol, so that the demo's calls go the way of real ones. Texts
 * go to nobody: they are stored in the outbox.
 */
export async function openCarrier(dataDir: string): Promise<DemoCarrier> {
  const outbox = path.join(dataDir, 'outbox');
  const calls: DemoCall[] = [];
  const recordings: DemoRecording[] = [];
  const texts: { to: string; body: string; made: Date }[] = [];
  const takings = new Map<string, Taking[]>();
  const further = new Map<string, readonly string[]>();

  async function answer(method: string, address: URL, form: URLSearchParams): Promise<Answer> {
    const { pathname, searchParams } = address;
    const [, resource, sid, part, partSid] = pathname
      .replace(`/2010-04-01/Accounts/${accountSid}`, '')
      .replace(/\.(?:json|wav)$/, '')
      .split('/');
    if (resource === 'Messages') return method === 'GET' ? textsTo(searchParams.get('To')) : takeText(form);
    if (resource === 'Recordings') return ofRecording(method, sid ?? '', pathname.endsWith('.wav'));
    if (resource !== 'Calls') return missing;
    if (!sid) return method === 'GET' ? callsTo(searchParams.get('To')) : dial(form);
    const call = calls.find((each) => each.sid === sid);
    if (!call) return missing;
    if (part === 'Recordings') return ofCall({ call, method, recordingSid: partSid, form });
    if (form.get('Status') === 'completed') hangUp(call);
    return { status: 200, body: { sid, status: call.status } };
  }

  function dial(form: URLSearchParams): Answer {
    const to = form.get('To') ?? '';
    const call: DemoCall = {
      ...{ sid: `CA${newId().replaceAll('-', '')}`, to, status: 'queued', made: new Date(), sounds: [] },
      ...{ voiceUrl: form.get('Url') ?? '', statusUrl: form.get('StatusCallback') ?? '' },
      ...{ over: new AbortController(), recording: null },
    };
    calls.push(call);
    const taking = takings.get(to)?.shift() ?? furtherOn(to);
    ring(call, taking).catch((error: Error) => log.warn({ error }, 'a call of the demo failed'));
    return { status: 201, body: { sid: call.sid, status: call.status } };
  }

  function furtherOn(phone: string): Taking | null {
    const said = further.get(phone);
    return said ? { said, mayBeRecorded: true, isSpoken: true, when: sleep(ringsMs) } : null;
  }

  function callsTo(phone: string | null): Answer {
    const found = calls.filter(({ to }) => to === phone).toReversed();
    const listed = found.map(({ sid, status, made }) => ({ sid, status, date_created: made.toUTCString() }));
    return { status: 200, body: { calls: listed } };
  }

  function ofCall({
    call,
    method,
    recordingSid,
    form,
  }: {
    call: DemoCall;
    method: string;
    recordingSid: string | undefined;
    form: URLSearchParams;
  }): Answer {
    if (method === 'GET') {
      const own = call.recording && { sid: call.recording.sid, status: call.recording.status };
      return { status: 200, body: { recordings: own ? [own] : [] } };
    }
    if (recordingSid) {
      if (call.recording?.status !== 'in-progress') return over;
      call.recording.status = 'stopped';
      return { status: 200, body: { sid: recordingSid, status: 'stopped' } };
    }
    if (call.status !== 'in-progress') return over;
    const recording = startRecording(call, form.get('RecordingStatusCallback') ?? '');
    recordings.push(recording);
    return { status: 201, body: { sid: recording.sid, status: 'in-progress', call_sid: call.sid } };
  }

  function ofRecording(method: string, sid: string, isSound: boolean): Answer {
    const at = recordings.findIndex((each) => each.sid === sid);
    const recording = recordings[at];
    if (!recording) return missing;
    if (method === 'DELETE') {
      recordings.splice(at, 1);
      return { status: 204 };
    }
    if (isSound) return recording.wav ? { status: 200, wav: recording.wav } : missing;
    return { status: 200, body: { sid, status: recording.status, duration: recording.seconds } };
  }

  function textsTo(phone: string | null): Answer {
    const found = texts.filter(({ to }) => to === phone).toReversed();
    const messages = found.map(({ body, made }) => ({ body, date_created: made.toUTCString() }));
    return { status: 200, body: { messages } };
  }

  async function takeText(form: URLSearchParams): Promise<Answer> {
    const text = { to: form.get('To') ?? '', body: form.get('Body') ?? '', made: new Date() };
    texts.push(text);
    const content = `To: ${text.to}\nDate: ${text.made.toISOString()}\n\n${text.body}\n`;
    const id = newId();
    const file = await keepIn(outbox, { id, kind: 'text', at: text.made, ending: '.sms', content });
    log.info({ file }, 'a text is in the outbox');
    return { status: 201, body: { sid: `SM${id.replaceAll('-', '')}`, status: 'queued' } };
  }

  const server = createServer(async (request, response) => {
    try {
      const address = new URL(request.url ?? '/', 'http://carrier');
      const answered = hasKey(request)
        ? await answer(request.method ?? 'GET', address, await formOf(request))
        : { status: 401, body: { code: 20003 } };
      send(response, answered);
    } catch (error) {
      log.warn({ error }, 'the demo’s phone service failed');
      send(response, { status: 500, body: { code: 20500 } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The demo ends with its server.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takesNext: (phone, taking) => takings.set(phone, [...(takings.get(phone) ?? []), taking]),
    takesFurther: (phone, said) => further.set(phone, said),
    async deliver(callSid, wav) {
      const call = calls.find(({ sid }) => sid === callSid);
      if (call) await deliver(call, wav);
    },
  };
}

const missing: Answer = { status: 404, body: { code: 20404 } };
/** The call or recording is over. */
const over: Answer = { status: 400, body: { code: 21220 } };

function hasKey({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function send(response: ServerResponse, { status, body, wav }: Answer) {
  response.writeHead(status, {
    'content-type': wav ? 'audio/x-wav' : 'application/json',
    ...(wav && { 'content-length': wav.length }),
  });
  response.end(wav ?? (body && JSON.stringify(body)));
}
