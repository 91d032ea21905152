import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { CallVoice } from '#api/adapters/telephony/port.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { hooks } from './addresses.ts';
import { voicesIn } from './service/voices.ts';

/** The languages as the phone service names them, for speaking and for transcribing. */
const locales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>;

/** The shortest and longest pause that the phone service takes as the end of an utterance. */
const [shortestMs, longestMs] = [600, 5_000];

export type Line = {
  conversationId: string;
  /** How many sockets of the call have been named, before one is set up. */
  socketNumber: number;
  ticket: string;
  patienceMs: number;
  language: string;
  /** The phone service's names of the voice and of who makes it; null for its default. */
  voice: { name: string; provider?: string } | null;
  /** Names that the transcription should recognize. */
  names: readonly string[];
};

/** Connects the call to our socket, and makes the phone service ask again when the connection ends. */
export function connectTo(line: Line): string {
  const { conversationId, socketNumber, ticket, patienceMs, language, voice, names } = line;
  const response = new VoiceResponse();
  const action = `${publicUrl()}${hooks.connect}?call=${conversationId}&socket=${socketNumber}`;
  response.connect({ action, method: 'POST' }).conversationRelay({
    url: `${publicUrl().replace(/^http/, 'ws')}${hooks.relay}?ticket=${ticket}`,
    language: locales[languageOf(language)],
    ...(voice && { voice: voice.name }),
    ...(voice?.provider && { ttsProvider: voice.provider }),
    interruptible: 'speech',
    reportInputDuringAgentSpeech: 'speech',
    // Tells that somebody goes on speaking, so that they aren't answered meanwhile.
    partialPrompts: true,
    speechTimeout: String(Math.min(longestMs, Math.max(shortestMs, patienceMs))),
    dtmfDetection: true,
    events: 'tokens-played speaker-events',
    ...(names.length && { hints: names.join(', ').slice(0, 900) }),
    // The library's types lack some attributes that the service accepts.
  } as never);
  return response.toString();
}

/** How words are said outside of a conversation: the phone service's own voice speaks English only. */
function spokenIn(language: Language, voice: CallVoice | undefined = voiceFor(language)) {
  return voice ? { voice: voice.nameToSay as never, language: locales[language] } : {};
}

function voiceFor(language: Language): CallVoice | undefined {
  return language === 'en' ? undefined : voicesIn(language)[0];
}

/** How an answer in this language is transcribed; English is the phone service's default. */
function heardIn(language: Language) {
  return language === 'en' ? {} : { language: locales[language] };
}

/** Words in a language, and the voice that says them if it isn't the language's usual one. */
export type SpokenWords = { words: string; language: Language; voice?: CallVoice };

/** Says these words one after another, and hangs up. */
export function sayAndHangUp(...spoken: readonly SpokenWords[]): string {
  const response = new VoiceResponse();
  for (const { words, language, voice } of spoken) response.say(spokenIn(language, voice), words);
  response.hangup();
  return response.toString();
}

/** Asks a caller a question that a key or a word answers, and posts the answer to us. */
export function askCaller({
  spoken,
  names,
  asked,
  language,
}: {
  spoken: readonly SpokenWords[];
  names: string[];
  asked: number;
  language: Language;
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
    ...heardIn(language),
  });
  for (const { words, language } of spoken) gather.say(spokenIn(language), words);
  return response.toString();
}

/**
 * Asks a caller whether we may call them, and posts the words of the answer to us. Speech interrupts what is said
 * within the gathering, so the wording is said before it.
 */
export function askForConsent({
  words,
  question,
  wordingVersion,
  language,
}: {
  words: string;
  question: string;
  wordingVersion: number;
  language: Language;
}): string {
  const response = new VoiceResponse();
  response.say(spokenIn(language), words);
  const gather = response.gather({
    input: ['speech'],
    timeout: 8,
    speechTimeout: 'auto',
    actionOnEmptyResult: true,
    action: `${publicUrl()}${hooks.voice}?consent=${wordingVersion}`,
    method: 'POST',
    hints: language === 'es' ? 'sí, no' : 'yes, no',
    ...heardIn(language),
  });
  gather.say(spokenIn(language), question);
  return response.toString();
}

/** Answers a rejected call with a busy signal. */
export function refuseCall(): string {
  const response = new VoiceResponse();
  response.reject({ reason: 'busy' });
  return response.toString();
}
