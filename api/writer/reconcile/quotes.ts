import { splitSentences } from '#api/language/sentences.ts';
import { db } from '#api/platform/database/database.ts';

/** The sentence of a message that names a person. */
export type Quote = { id: string; text: string; saidAt: Date; conversationId: string; messageId: string };

const mostQuotes = 5;

/** The newest words that name a person, without private and deleted ones. */
export async function quotesOf(personId: string): Promise<Quote[]> {
  const mentions = await db.mention.findMany({
    where: { personId, message: { private: false, deletedAt: null } },
    distinct: ['messageId'],
    orderBy: [{ message: { createdAt: 'desc' } }, { id: 'desc' }],
    take: mostQuotes,
    select: {
      ...{ id: true, start: true },
      message: {
        select: { id: true, text: true, correctedText: true, createdAt: true, conversationId: true },
      },
    },
  });
  return mentions.map(({ id, start, message }) => {
    const shown = message.correctedText ?? message.text;
    const around = splitSentences(shown).find((sentence) => sentence.start <= start && start < sentence.end);
    return {
      ...{ id, text: around?.text ?? shown, saidAt: message.createdAt },
      ...{ conversationId: message.conversationId, messageId: message.id },
    };
  });
}
