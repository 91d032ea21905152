import { z } from 'zod';
import { PrivateAddressRefused, publicFetch } from '../public-fetch.ts';
import {
  type SoundToTranscribe,
  type TranscribedSegment,
  type Transcription,
  type TranscriptionPort,
  TranscriptionRefused,
} from './port.ts';

/** The address, the model and the key of a transcription service. */
export type TranscriptionService = { baseUrl: string; model: string; apiKey: string | null };

/** The time limit of one request: a model on a slow machine may need as long as the sound lasts. */
const timeoutMs = 15 * 60_000;
/** The size limit of OpenAI, less the other fields of the request. */
const mostBytes = 24 * 1024 * 1024;
/** The size limit of an answer; ten minutes of speech with the times of all words are far smaller. */
const mostAnswerBytes = 8 * 1024 * 1024;

const extensions: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/mpeg': 'mp3' };

const seconds = z.number().min(0).max(86_400);
const Words = z.array(z.object({ start: seconds, end: seconds, word: z.string() })).nullish();
/** Words have their own list, or are within their segments. */
const Answer = z.object({
  text: z.string(),
  segments: z.array(z.object({ start: seconds, end: seconds, text: z.string(), words: Words })).nullish(),
  words: Words,
});

/** Statuses after which the same request may succeed later. */
const temporaryStatuses = new Set([408, 409, 425, 429]);

/** Asks any server that speaks OpenAI's `POST /audio/transcriptions`. */
export function openAiTranscription(
  { baseUrl, model, apiKey }: TranscriptionService,
  { allowPrivateAddresses }: { allowPrivateAddresses: boolean },
): TranscriptionPort {
  const fetch = allowPrivateAddresses ? globalThis.fetch : publicFetch();
  const url = `${baseUrl.replace(/\/$/, '')}/audio/transcriptions`;

  async function sendRequest(
    sound: SoundToTranscribe,
    times: readonly ('segment' | 'word')[],
    signal: AbortSignal,
  ) {
    const form = new FormData();
    const { content, mediaType, language } = sound;
    const file = new Blob([new Uint8Array(content)], { type: mediaType });
    form.set('file', file, `recording.${extensions[mediaType] ?? 'bin'}`);
    form.set('model', model);
    form.set('response_format', times.length ? 'verbose_json' : 'json');
    for (const each of times) form.append('timestamp_granularities[]', each);
    if (language) form.set('language', language);
    try {
      // A redirect could send the key or private words to another host.
      const response = await fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        body: form,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.status, body: await readAnswer(response) };
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      if (cause instanceof PrivateAddressRefused) throw new TranscriptionRefused(cause.message);
      throw error;
    }
  }

  return {
    mostBytes,
    async transcribe(sound, signal) {
      let answer = await sendRequest(sound, sound.wordTimes ? ['segment', 'word'] : ['segment'], signal);
      // Some models can't give times, or not those of words, and refuse a request for them.
      if (answer.status === 400 && sound.wordTimes) answer = await sendRequest(sound, ['segment'], signal);
      if (answer.status === 400) answer = await sendRequest(sound, [], signal);
      const { status, body } = answer;
      if (status >= 300 && status < 500 && !temporaryStatuses.has(status))
        throw new TranscriptionRefused(`The transcription service answered with status ${status}`);
      if (status !== 200) throw new Error(`The transcription service answered with status ${status}`);
      return parseAnswer(body);
    },
  };
}

async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostAnswerBytes) throw new Error('The answer of the transcription service is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseAnswer(body: string): Transcription {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new Error('The answer of the transcription service is no JSON');
  }
  const { data } = Answer.safeParse(json);
  if (!data) throw new Error('The answer of the transcription service has another form');
  const words = data.words?.length ? data.words : data.segments?.flatMap((segment) => segment.words ?? []);
  return {
    text: data.text,
    segments: inMilliseconds(data.segments),
    words: inMilliseconds(words?.map(({ word, ...times }) => ({ ...times, text: word }))),
  };
}

function inMilliseconds(
  timed: readonly { start: number; end: number; text: string }[] | null | undefined,
): TranscribedSegment[] | null {
  if (!timed?.length) return null;
  return timed.map(({ start, end, text }) => ({
    startMs: Math.round(start * 1000),
    endMs: Math.round(Math.max(start, end) * 1000),
    text,
  }));
}
