import { once } from 'node:events';
import { WebSocket } from 'ws';
import { tryCall } from '#api/calls/service/place.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/** The interviewer answers in less, even when it is asked for the first time. */
const longestAnswerMs = 60_000;

/**
 * Talks over the socket on which calls are held, with the frames of a phone. Each utterance is said when the answer to
 * the one before it was heard. Returns the id of the conversation, which is still open.
 */
export async function talkByPhone(
  speaker: Viewer,
  subjectId: string,
  said: readonly string[],
  port: number,
): Promise<string> {
  const { conversationId, socketPath } = await tryCall(speaker, { subjectId, versionId: null });
  const socket = new WebSocket(`ws://127.0.0.1:${port}${socketPath}`);
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  await once(socket, 'open');
  send({ type: 'setup', sessionId: conversationId, callSid: `demo:${conversationId}` });
  for (const voicePrompt of said) {
    await listenTo(socket);
    send({ type: 'prompt', voicePrompt, lang: 'en', last: true });
  }
  await listenTo(socket);
  socket.close();
  return conversationId;
}

/** Waits for the next answer, and reports that it was heard to its end. */
async function listenTo(socket: WebSocket) {
  const signal = AbortSignal.timeout(longestAnswerMs);
  let answer = '';
  for (;;) {
    const [data] = await once(socket, 'message', { signal });
    const frame = JSON.parse(String(data)) as { type: string; token?: string; last?: boolean };
    if (frame.type !== 'text') continue;
    answer += frame.token ?? '';
    if (!frame.last) continue;
    socket.send(JSON.stringify({ type: 'info', name: 'tokensPlayed', value: answer }));
    socket.send(JSON.stringify({ type: 'info', name: 'agentSpeaking', value: 'off' }));
    return;
  }
}
