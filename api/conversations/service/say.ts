import { z } from 'zod';
import { answerCodeWordRequest } from '#api/calls/service/code-word.ts';
import { sees, speaks } from '#api/conversations/policy.ts';
import { type HeldMessage, messageFrom } from '#api/conversations/reads/message-row.ts';
import { turnContext } from '#api/conversations/reads/turn-context.ts';
import { line, parse, words } from '#api/platform/domain-values/input.ts';
import { Forbidden, NotFound } from '#api/platform/errors.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import { actsForAnother, type Origin, type Viewer } from '#api/platform/viewer.ts';
import { markMessage, Recorded } from '#api/recordings/receiving.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { hear } from './hear.ts';

export const Say = z.object({
  conversationId: z.string(),
  text: words(20_000),
  clientMessageId: line(64),
  recorded: Recorded.nullish(),
});

/** The stored message and the speaker's access. */
export type SayResult = { message: HeldMessage; subjectAccess: SubjectAccess };

/**
 * Receives what the subject or the member who holds the conversation types or dictates; throws `NotFound` for those
 * who may not see it. Repeating a `clientMessageId` returns the same message and causes no second answer.
 */
export async function say(viewer: Viewer, origin: Origin, input: z.input<typeof Say>): Promise<SayResult> {
  const context = await turnContext(viewer, input.conversationId);
  if (!context || !sees(viewer, context.subjectAccess, context.held)) throw new NotFound('Conversation');
  if (!speaks(viewer, context.subjectAccess, context.held)) throw new Forbidden();
  const { conversationId, text, clientMessageId, recorded } = parse(Say, input);
  concerning(conversationId);
  const speaker = { kind: 'ACCOUNT', viewer, origin } as const;
  const utterance = { conversationId, text, id: clientMessageId };
  // With a family member at their side, the person isn't told: the member may read along.
  const isAlone = context.subjectAccess.self && !context.held.together && !actsForAnother(viewer);
  const answered = isAlone ? await answerCodeWordRequest(utterance, context) : null;
  const row = answered ?? (await hear({ ...utterance, speaker }, context)).row;
  if (recorded) await markMessage(row, recorded);
  const { answeredUntil: _, ...message } = row;
  return { message: messageFrom(message), subjectAccess: context.subjectAccess };
}
