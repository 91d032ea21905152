import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { tryCall } from '#api/calls/service/place.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/** The longest talk takes seconds. */
const longestTalkMs = 3 * 60_000;

/**
 * Talks over the socket on which calls are held, with the frames of a phone. Each utterance is said when the answer to
 * the one before it was heard. Returns the id of the conversation, which is still open.
 */
export async function talkByBrowserPhone(
  speaker: Viewer,
  subjectId: string,
  said: readonly string[],
  port: number,
): Promise<string> {
  const { conversationId, socketPath } = await tryCall(speaker, { subjectId, versionId: null });
  const socket = new WebSocket(`ws://127.0.0.1:${port}${socketPath}`);
  const signal = AbortSignal.timeout(longestTalkMs);
  // Frames that come together are all handed out, one after the other.
  const frames = on(socket, 'message', { signal });
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  await once(socket, 'open', { signal });
  send({ type: 'setup', sessionId: conversationId, callSid: `demo:${conversationId}` });
  const waiting = [...said];
  let answer = '';
  for await (const [data] of frames) {
    const frame = JSON.parse(String(data)) as { type: string; token?: string; last?: boolean };
    if (frame.type !== 'text') continue;
    answer += frame.token ?? '';
    if (!frame.last) continue;
    send({ type: 'info', name: 'tokensPlayed', value: answer });
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    answer = '';
    const voicePrompt = waiting.shift();
    if (!voicePrompt) break;
    send({ type: 'prompt', voicePrompt, lang: 'en', last: true });
  }
  socket.close();
  return conversationId;
}
