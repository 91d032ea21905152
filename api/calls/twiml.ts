import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { hooks } from './addresses.ts';

/** What the phone service waits for before it takes a pause as the end, at least and at most. */
const [shortestMs, longestMs] = [600, 5_000];

export type Line = {
  conversationId: string;
  ticket: string;
  patienceMs: number;
  language: string;
  /** The phone service's name of the voice; null: its own choice. */
  voice: string | null;
  /** Names it is to listen for. */
  names: readonly string[];
};

/** Connects the call with us, and asks what to do when the connection ends. */
export function connectTo({ conversationId, ticket, patienceMs, language, voice, names }: Line): string {
  const response = new VoiceResponse();
  const action = `${publicUrl()}${hooks.connect}?call=${conversationId}`;
  const spoken = language === 'en' ? 'en-US' : language;
  response.connect({ action, method: 'POST' }).conversationRelay({
    url: `${publicUrl().replace(/^http/, 'ws')}${hooks.relay}?ticket=${ticket}`,
    language: spoken,
    ...(voice && { voice }),
    interruptible: 'speech',
    reportInputDuringAgentSpeech: 'speech',
    speechTimeout: String(Math.min(longestMs, Math.max(shortestMs, patienceMs))),
    dtmfDetection: true,
    events: 'tokens-played speaker-events',
    ...(names.length && { hints: names.join(', ').slice(0, 900) }),
    // The library's types don't know all that the service takes.
  } as never);
  return response.toString();
}

/** Says something, and ends the call. */
export function sayAndHangUp(words: string | null): string {
  const response = new VoiceResponse();
  if (words) response.say(words);
  response.hangup();
  return response.toString();
}

/** Asks a caller something that a key or a word answers, and has the answer brought back to us. */
export function askCaller({
  words,
  names,
  asked,
}: {
  words: string;
  names: string[];
  asked: number;
}): string {
  const response = new VoiceResponse();
  const gather = response.gather({
    input: ['dtmf', 'speech'],
    numDigits: 1,
    timeout: 8,
    speechTimeout: 'auto',
    actionOnEmptyResult: true,
    action: `${publicUrl()}${hooks.voice}?asked=${asked}`,
    method: 'POST',
    hints: names.join(', ').slice(0, 900),
  });
  gather.say(words);
  return response.toString();
}

/** Lets a call that comes too often hear that the line is busy. */
export function refuseCall(): string {
  const response = new VoiceResponse();
  response.reject({ reason: 'busy' });
  return response.toString();
}
