import { z } from 'zod';
import { answer } from '#api/conversations/engine/answering.ts';
import { followsFrom, hasEffects } from '#api/conversations/engine/effects.ts';
import { readWords } from '#api/conversations/engine/reading.ts';
import { type Kept, storeUtterance } from '#api/conversations/engine/store-utterance.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { ConversationClosed } from '#api/conversations/errors.ts';
import { messageAdded } from '#api/conversations/events.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import { sees, speaks } from '#api/conversations/policy.ts';
import { type HeldMessage, messageFrom } from '#api/conversations/reads/message-row.ts';
import { turnContext } from '#api/conversations/reads/turn-context.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { Forbidden, NotFound } from '#api/platform/errors.ts';
import { bus } from '#api/platform/events/bus.ts';
import { line, parse, words } from '#api/platform/values/input.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { concerning } from '#api/platform/watching/scope.ts';
import type { Standing } from '#api/subjects/policy.ts';

export const Say = z.object({
  conversationId: z.string(),
  text: words(20_000),
  clientMessageId: line(64),
});

/** What was said, and the rights at it of whoever said it. */
export type Said = { message: HeldMessage; standing: Standing };

/**
 * Hears what the person says: the subject, or whoever holds the conversation; for those who may not see it, there
 * is none. Whether the words are private is decided before they are kept; they are kept, with what must follow from
 * them at once, before they are answered; the answer is made afterwards. The same `clientMessageId` again gives the
 * same message and brings no second answer.
 */
export async function say(viewer: Viewer, origin: Origin, input: z.input<typeof Say>): Promise<Said> {
  const context = await turnContext(viewer, input.conversationId);
  if (!context || !sees(viewer, context.standing, context.held)) throw new NotFound('Conversation');
  const { channel, standing, held, history, privateThemes } = context;
  if (!speaks(viewer, standing, held)) throw new Forbidden();
  const { conversationId, text, clientMessageId } = parse(Say, input);
  concerning(conversationId);
  const heard = await readWords({ text, history, channel }, standing.subjectId);
  const said = {
    conversationId,
    text,
    clientMessageId,
    private: heard.privateScope !== null || touchesAvoided(privateThemes, text),
    announces: heard.privateScope === 'THIS_AND_NEXT',
    reading: heard.reading,
  };

  const row = hasEffects(heard)
    ? await transaction(async (tx, wake) => {
        await takeTurn(tx, conversationId);
        const { id, row } = await storeUtterance((sql, values) => tx.$queryRawUnsafe(sql, ...values), said);
        // Words that came before have had their effects.
        if (row?.id !== id) return row;
        await followsFrom(tx, wake, heard, { message: row, channel, viewer, origin });
        messageAdded(wake, row.subjectId);
        return row;
      })
    : await keepPlainly(said);
  if (!row) throw await closed(conversationId);
  // Not waited for: the answer comes by subscription. Also when it was said before: it may still wait.
  const { answeredUntil, ...message } = row;
  void answer(conversationId, answeredUntil);
  return { message: messageFrom(message), standing };
}

async function keepPlainly(said: Parameters<typeof storeUtterance>[1]): Promise<Kept | null> {
  const { id, row } = await storeUtterance(async (text, values) => {
    const { rows } = await prepared.query<Kept>({ name: 'say', text, values });
    return rows;
  }, said);
  if (row?.id === id) messageAdded((topic) => bus.publish(topic), row.subjectId);
  return row;
}

async function closed(conversationId: string): Promise<ConversationClosed> {
  const ended = await db.conversation.findUnique({
    where: { id: conversationId },
    select: { endedAt: true },
  });
  return new ConversationClosed(ended?.endedAt ?? null);
}
