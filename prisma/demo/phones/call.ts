import { on, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import twilio from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { hooks } from '#api/calls/addresses.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { canSpeak, speak, voiceRate } from '../voices.ts';
import { demoAccount } from './account.ts';
import { type Heard, secondsOf, wavOf } from './wav.ts';

const { accountSid, authToken, phoneNumber } = demoAccount;

/** What somebody does when their phone rings. */
export type Taking =
  | 'NO_ANSWER'
  | {
      /** What they say, one after the other, each when the answer to the one before was heard. */
      said: readonly Saying[];
      /** Whether they let the call be recorded. */
      mayBeRecorded: boolean;
      /** Whether it takes the time that it takes to say it, or no time. */
      isSpoken: boolean;
      /** They take the call after this. */
      when: Promise<void>;
    };

/** Words, and the question that they answer if they wait for it. */
export type Saying = string | { words: string; to: RegExp };

export type DemoRecording = {
  sid: string;
  status: 'in-progress' | 'stopped' | 'completed';
  statusUrl: string;
  /** When it began, in ms from the epoch. */
  startedAt: number;
  wav: Buffer | null;
  seconds: number | null;
};

export type DemoCall = {
  sid: string;
  to: string;
  status: 'queued' | 'ringing' | 'in-progress' | 'no-answer' | 'completed' | 'canceled';
  made: Date;
  voiceUrl: string;
  statusUrl: string;
  /** What was spoken on it, if it took its time. */
  sounds: Heard[];
  /** Aborts when the call is over. */
  over: AbortController;
  recording: DemoRecording | null;
};

const ringMs = 25_000;
const thinksMs = 3_500;
/** How often somebody who speaks is transcribed. */
const transcribedEveryMs = 600;

export async function ring(call: DemoCall, taking: Taking | null): Promise<void> {
  const { signal } = call.over;
  // The answer to the request comes first.
  await sleep(50);
  call.status = 'ringing';
  await report(call, call.statusUrl, {});
  if (taking === null || taking === 'NO_ANSWER') {
    await sleep(taking ? 0 : ringMs, undefined, { signal }).catch(() => {});
    call.status = signal.aborted ? 'canceled' : 'no-answer';
    await report(call, call.statusUrl, {});
    return;
  }
  await taking.when;
  if (signal.aborted) return;
  call.status = 'in-progress';
  const { url, action } = relayIn(await report(call, call.voiceUrl, { AnsweredBy: 'human' }));
  if (url) await talk(call, url, taking);
  call.status = 'completed';
  call.over.abort();
  if (action) await report(call, action, { SessionStatus: 'ended' });
  await report(call, call.statusUrl, {});
  const { recording } = call;
  if (taking.isSpoken && recording)
    await deliver(call, wavOf(call.sounds, { from: recording.startedAt, until: Date.now() }));
}

/** Somebody calls Evertold's number, says all of this and hangs up. */
export async function callEvertold(from: string, said: readonly Saying[]): Promise<string> {
  const sid = `CA${newId().replaceAll('-', '')}`;
  const [voiceUrl, over] = [`${publicUrl()}${hooks.voice}`, new AbortController()];
  const call: DemoCall = {
    ...{ sid, to: phoneNumber, status: 'in-progress', made: new Date(), voiceUrl, statusUrl: voiceUrl },
    ...{ sounds: [], over, recording: null },
  };
  const inbound = { From: from, Direction: 'inbound' };
  const { url, action } = relayIn(await report(call, voiceUrl, { ...inbound, CallStatus: 'ringing' }));
  if (!url || !action) throw new Error('Evertold did not take the call');
  await talk(call, url, { said, mayBeRecorded: false, isSpoken: false, when: Promise.resolve() });
  await report(call, action, { ...inbound, CallStatus: 'completed', SessionStatus: 'ended' });
  return sid;
}

/** Ends a call as its caller asks for it. */
export function hangUp(call: DemoCall) {
  call.over.abort();
}

export function startRecording(call: DemoCall, statusUrl: string): DemoRecording {
  const sid = `RE${newId().replaceAll('-', '')}`;
  const recording: DemoRecording = {
    ...{ sid, status: 'in-progress', statusUrl, startedAt: Date.now(), wav: null, seconds: null },
  };
  call.recording = recording;
  void reportRecording(call, recording, {}).catch(() => {});
  return recording;
}

/** The phone service has the sound of a call, and reports it. */
export async function deliver(call: DemoCall, wav: Buffer) {
  const { recording } = call;
  if (recording?.status !== 'in-progress') return;
  Object.assign(recording, { status: 'completed', wav, seconds: secondsOf(wav) });
  await reportRecording(call, recording, { RecordingDuration: String(recording.seconds) });
}

/** Holds the conversation over the socket of the call until one side ends it. */
async function talk(call: DemoCall, url: string, taking: Exclude<Taking, 'NO_ANSWER'>) {
  const headers = { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, {}) };
  const socket = new WebSocket(url, { headers });
  const { signal } = call.over;
  const ended = new AbortController();
  socket.once('close', () => ended.abort());
  signal.addEventListener('abort', () => socket.close(), { once: true });
  const frames = on(socket, 'message', { close: ['close'] });
  const send = (frame: object) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame));
  await once(socket, 'open');
  send({
    type: 'setup',
    sessionId: `VX${newId()}`,
    callSid: call.sid,
    accountSid,
    from: phoneNumber,
    to: call.to,
  });
  const waiting = [...taking.said];
  let answer = '';
  for await (const [data] of frames) {
    const frame = JSON.parse(String(data)) as { type: string; token?: string; last?: boolean };
    if (frame.type === 'end') break;
    if (frame.type !== 'text') continue;
    answer += frame.token ?? '';
    if (!frame.last) continue;
    const heard = answer;
    answer = '';
    send({ type: 'info', name: 'agentSpeaking', value: 'on' });
    if (taking.isSpoken) await spend(call, { words: heard, by: 'EVERTOLD' }, ended.signal);
    send({ type: 'info', name: 'tokensPlayed', value: heard });
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    const words = replyTo(heard, taking) ?? nextOf(waiting, heard);
    if (words === undefined) break;
    if (taking.isSpoken) {
      await sleep(thinksMs, undefined, { signal: ended.signal }).catch(() => {});
      const transcribe = (voicePrompt: string) =>
        send({ type: 'prompt', voicePrompt, lang: 'en-US', last: false });
      await spend(call, { words, by: 'PERSON', transcribe }, ended.signal);
    }
    send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: true });
  }
  socket.close();
}

/** The answer to a question about the recording; undefined where the answer asks something else. */
function replyTo(heard: string, { mayBeRecorded }: { mayBeRecorded: boolean }): string | undefined {
  if (/May I record/.test(heard)) return mayBeRecorded ? 'Yes, you may.' : 'No, not this time, dear.';
  return /yes once more/.test(heard) ? 'Yes, I say yes.' : undefined;
}

/** Takes the words that answer the question, or else the next ones. */
function nextOf(waiting: Saying[], heard: string): string | undefined {
  const fitting = waiting.findIndex((saying) => typeof saying !== 'string' && saying.to.test(heard));
  const plain = waiting.findIndex((saying) => typeof saying === 'string');
  const at = fitting >= 0 ? fitting : plain;
  const [saying] = at >= 0 ? waiting.splice(at, 1) : [];
  return typeof saying === 'string' ? saying : saying?.words;
}

type Spoken = { words: string; by: Heard['by']; transcribe?: (words: string) => void };

/** Speaks words aloud, which takes its time. */
async function spend(call: DemoCall, { words, by, transcribe }: Spoken, signal: AbortSignal) {
  const samples = canSpeak() ? await speak(words, by === 'PERSON' ? 'slt' : 'rms') : null;
  const at = Date.now();
  const lengthMs = samples ? (samples.length / voiceRate) * 1_000 : words.split(' ').length * 400;
  if (samples) call.sounds.push({ at, by, samples });
  const said = words.split(' ');
  for (let passedMs = 0; passedMs < lengthMs && !signal.aborted; passedMs = Date.now() - at) {
    const left = Math.min(transcribedEveryMs, lengthMs - passedMs);
    await sleep(left, undefined, { signal }).catch(() => {});
    transcribe?.(said.slice(0, Math.ceil((said.length * (Date.now() - at)) / lengthMs)).join(' '));
  }
}

/** Tells the server what became of a call, as a signed request; returns its answer. */
function report({ sid, to, status }: DemoCall, url: string, more: Record<string, string>): Promise<string> {
  const about = {
    CallSid: sid,
    AccountSid: accountSid,
    From: phoneNumber,
    To: to,
    Direction: 'outbound-api',
  };
  return post(url, { ...about, CallStatus: status, ...more });
}

function reportRecording({ sid }: DemoCall, recording: DemoRecording, more: Record<string, string>) {
  return post(recording.statusUrl, {
    ...{ AccountSid: accountSid, CallSid: sid, RecordingSid: recording.sid, RecordingChannels: '2' },
    ...{ RecordingStatus: recording.status, ...more },
  });
}

async function post(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
  return response.text();
}

/** The address of the socket in TwiML, and the one that is asked when it has closed. */
function relayIn(twiml: string): { url: string | undefined; action: string | undefined } {
  const unescaped = twiml.replaceAll('&amp;', '&');
  return {
    url: /<ConversationRelay[^>]* url="([^"]+)"/.exec(unescaped)?.[1],
    action: /<Connect[^>]* action="([^"]+)"/.exec(unescaped)?.[1],
  };
}
