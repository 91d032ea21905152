import type { Tx } from '#api/platform/database/database.ts';
import { entered, toldBy } from '../pipeline/load.ts';
import type { Given, GroundMessage } from '../writing/grounding.ts';
import type { SourcedSentence, SourceSpan, WriteMessage } from '../writing/writer.ts';

/** What sentences are held against: the messages they rest on as these are shown now, and what the family entered. */
export type Evidence = {
  messages: Map<string, GroundMessage>;
  /** The same messages with what they put right, in their order. */
  told: WriteMessage[];
  /** Of these messages, those that are private. */
  confided: Set<string>;
  given: Given;
};

/**
 * Reads the words that sentences rest on. Who may read a sentence is decided elsewhere: to private words the hidden ones
 * are held as to all others.
 */
export async function evidenceOf(
  tx: Tx,
  messageId: string,
  sentences: readonly SourcedSentence[],
): Promise<Evidence> {
  const resting = sentences.flatMap(({ sources }) => sources.map((source) => source.messageId));
  const rows = await tx.message.findMany({
    where: { id: { in: [...new Set(resting)] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, role: true, text: true, correctedText: true, reading: true, private: true },
  });
  const messages = new Map(
    rows.map(({ id, role, text, correctedText }) => [
      id,
      { id, role, text: correctedText ?? text, private: false },
    ]),
  );
  const told = rows.map(({ id, role, text, correctedText, reading }) => ({
    ...{ id, role, private: false },
    ...(role === 'user' ? toldBy(correctedText ?? text, reading) : { text }),
  }));
  const { subject, conversation } = await tx.message.findUniqueOrThrow({
    where: { id: messageId },
    select: {
      subject: { include: { people: { where: { found: false } } } },
      conversation: { select: { startedAt: true, createdAt: true } },
    },
  });
  const toldAt = conversation.startedAt ?? conversation.createdAt;
  return {
    messages,
    told,
    confided: new Set(rows.filter((row) => row.private).map((row) => row.id)),
    given: { ...entered(subject, subject.people), toldAt },
  };
}

/** How much there is to read in order to hold sentences against this. */
export function charactersOf({ messages }: Evidence, sentences: readonly { text: string }[]): number {
  return [...messages.values(), ...sentences].reduce((sum, { text }) => sum + text.length, 0);
}

/** Whether a source still leads to words: of those that were taken out nothing but their place is left. */
export function hasWords({ start, end }: SourceSpan): boolean {
  return start < end;
}
