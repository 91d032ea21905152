import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { db } from '#api/platform/database/database.ts';
import { teamAt } from './policy.ts';

/** The sentence of a message that names a person. */
export type Quote = { id: string; text: string; saidAt: Date; conversationId: string; messageId: string };

const mostQuotes = 5;

/** The newest words that name a person, without private and deleted ones and without those that an audience keeps. */
export async function quotesOf(personId: string): Promise<Quote[]> {
  const kept = await keptFromTeamAt(personId);
  const mentions = await db.mention.findMany({
    where: { personId, message: { private: false, deletedAt: null, id: { notIn: [...kept] } } },
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

/** The messages of a person's book that an audience keeps from the team. */
async function keptFromTeamAt(personId: string): Promise<ReadonlySet<string>> {
  const person = await db.person.findUnique({ where: { id: personId }, select: { subjectId: true } });
  const subjectAccess = person && (await teamAt(person.subjectId));
  return subjectAccess ? (await wordsKeptFrom([subjectAccess])).messageIds : new Set();
}
