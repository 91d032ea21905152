import type { IncomingMessage, ServerResponse } from 'node:http';
import { LimitReached } from '#api/platform/errors.ts';
import { contentOf, sendFile, setFileHeaders } from '#api/platform/send-file.ts';
import { heardSound, heardStory } from '#api/voice-codes/listen.ts';
import { answer, refuse } from './headers.ts';
import type { Call } from './route.ts';

/**
 * Serves the story or the sound of a printed code, to everyone who has the code. A disabled code gets the same answer as
 * an unknown one.
 */
export async function serveListen(call: Call): Promise<void> {
  const { request, response } = call;
  const { ipAddress } = call.trace;
  const [code = '', part] = call.parts;
  response.setHeader('x-robots-tag', 'noindex');
  try {
    if (part === 'sound') return await sendSoundOf(request, response, { code, ipAddress });
    const story = await heardStory(code, ipAddress);
    if (story) answer(response, 200, story);
    else refuseCode(response);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    response.setHeader('retry-after', 3600);
    refuse(response, 429, 'TOO_MANY_REQUESTS', error.message);
  }
}

async function sendSoundOf(
  request: IncomingMessage,
  response: ServerResponse,
  { code, ipAddress }: { code: string; ipAddress: string },
): Promise<void> {
  const sound = await heardSound(code, ipAddress);
  if (!sound) return refuseCode(response);
  const { content, mediaType, etag } = sound;
  // Nothing is stored on the way: once it is switched off, it is silent.
  setFileHeaders(response, etag, 'private, no-store');
  await sendFile(request, response, { ...contentOf(content), etag, mediaType, disposition: 'inline' });
}

function refuseCode(response: ServerResponse): void {
  refuse(response, 404, 'NOT_FOUND', 'This can’t be heard now');
}
