import { answerCodeWordRequest } from '#api/calls/service/code-word.ts';
import type { Speaker } from '#api/conversations/engine/speaker.ts';
import { ConversationClosed } from '#api/conversations/errors.ts';
import { callContext } from '#api/conversations/reads/turn-context.ts';
import { hear } from '#api/conversations/service/hear.ts';

/** The id of the message that an incoming text becomes in its conversation. */
export function messageIdOf(textId: string): string {
  return `sms:${textId}`;
}

/** Adds the words of a text to a conversation. Returns null when the conversation ended before they were in it. */
export async function hearWords(
  conversationId: string,
  { textId, words, ...said }: { textId: string; words: string; speaker: Speaker; pauseMs?: number },
): Promise<{ isPrivate: boolean } | null> {
  const context = await callContext(conversationId);
  if (!context) return null;
  const utterance = { conversationId, text: words, id: messageIdOf(textId) };
  const isAsked = said.speaker.kind === 'CALLER';
  const answered = isAsked ? await answerCodeWordRequest(utterance, context) : null;
  if (answered) return { isPrivate: answered.private };
  try {
    const { row } = await hear({ ...utterance, ...said }, context);
    return { isPrivate: row.private };
  } catch (error) {
    if (error instanceof ConversationClosed) return null;
    throw error;
  }
}
