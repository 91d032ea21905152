import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to transcribe a sound, as the server received it. */
export type TranscriptionRequest = {
  path: string;
  authorization: string | undefined;
  /** The fields; those that are given more than once are joined by commas. */
  fields: Record<string, string>;
  file: { name: string; type: string; content: Buffer } | null;
};

export type SpokenWord = { start: number; end: number; word: string };
export type Segment = { start: number; end: number; text: string; words?: SpokenWord[] };

type Answer = (response: ServerResponse, request: TranscriptionRequest) => void | Promise<void>;

/** Words that are spoken one after the other, half a second each, from `start` on. */
export function spokenFrom(start: number, text: string): SpokenWord[] {
  return text.split(' ').map((word, at) => ({ word, start: start + at / 2, end: start + at / 2 + 0.4 }));
}

/** Answers in OpenAI's protocol, and those of a server that fails. */
export const transcriptionAnswers = {
  /** With times. */
  verbose: (segments: Segment[]): Answer => {
    const text = segments.map((segment) => segment.text).join('');
    return (response) => json(response, 200, { task: 'transcribe', language: 'english', text, segments });
  },
  /** With the times of its words. */
  words: (words: SpokenWord[]): Answer => {
    const text = words.map(({ word }) => word).join(' ');
    return (response) => json(response, 200, { task: 'transcribe', text, segments: [], words });
  },
  /** Only the words. */
  text: (text: string): Answer => {
    return (response) => json(response, 200, { text });
  },
  status: (status: number): Answer => {
    return (response) => json(response, status, { error: { message: 'No' } });
  },
  /** JSON that ends in the middle. */
  malformed: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"text": "We baked the br');
  },
};

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A server on this machine that speaks OpenAI's `POST /v1/audio/transcriptions`; the test chooses its next answers. */
export async function aTranscriptionServer() {
  const asked: TranscriptionRequest[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const received = await read(request).catch(() => null);
    if (!received) return;
    asked.push(received);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    await (answer ?? transcriptionAnswers.status(500))(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** The next answers, in order; the last one is repeated. Forgets earlier requests. */
    answerWith(...next: Answer[]) {
      asked.length = 0;
      answers.splice(0, answers.length, ...next);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<TranscriptionRequest> {
  const body = await buffer(request);
  const { 'content-type': type = '', authorization } = request.headers;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string> = {};
  let file: TranscriptionRequest['file'] = null;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = name in fields ? `${fields[name]},${value}` : value;
    else file = { name: value.name, type: value.type, content: Buffer.from(await value.arrayBuffer()) };
  }
  return { path: request.url ?? '', authorization, fields, file };
}
