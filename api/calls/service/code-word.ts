import { textSubject } from '#api/consent/texting.ts';
import { instructionReading } from '#api/conversations/engine/instruction-reading.ts';
import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { type Kept, storeUtterance } from '#api/conversations/engine/store-utterance.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import type { WordsContext } from '#api/conversations/reads/turn-context.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { callerLanguages } from '../caller-requests/by-language.ts';
import { type CallerUtterance, storeReply } from '../caller-requests/keep-exchange.ts';
import { readRequest } from '../caller-requests/requests.ts';

/**
 * Answers the person who asks for the code word by text or in a conversation in the browser. The caller has checked that
 * it is the person who asks. The answer is private, so that nobody else reads it. Returns null for other words, and when
 * the conversation is over.
 */
export async function answerCodeWordRequest(
  { conversationId, id: clientMessageId, text }: CallerUtterance,
  { channel, subjectId, language, codeWord }: WordsContext,
): Promise<Kept | null> {
  if (channel === 'PHONE' || readRequest(text, language)?.kind !== 'CODE_WORD') return null;
  const { words } = callerLanguages[language];
  const answered = await transaction(async (tx, wake) => {
    await takeTurn(tx, conversationId);
    const said = { conversationId, text, clientMessageId, private: false, announces: false };
    const { id, row } = await storeUtterance((sql, values) => tx.$queryRawUnsafe(sql, ...values), {
      ...said,
      reading: instructionReading(text),
    });
    // A repeated request was answered before.
    if (row?.id !== id) return row;
    const messageId = newId();
    const reply = codeWord ? words.theWordIs(codeWord) : words.noWordChosen;
    await storeReply(tx, wake, { conversationId, messageId, text: reply, private: true });
    if (channel === 'SMS') {
      const { phone } = row;
      const dedupeKey = `said:${messageId}`;
      await textSubject(tx, subjectId, { kind: 'said-in-answer', data: { messageId }, dedupeKey, phone });
    }
    return row;
  });
  if (answered) stopAnswering(conversationId);
  return answered;
}
