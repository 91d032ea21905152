import type { Tx } from '#api/platform/database/database.ts';
import { entered, toldBy } from '../pipeline/load.ts';
import { toldAtFields, toldAtOf } from '../pipeline/told-at.ts';
import type { Given, GroundMessage } from '../writing/grounding.ts';
import type { SourcedSentence, SourceSpan, WriteMessage } from '../writing/writer.ts';

/** The evidence that sentences are checked against: their source messages as shown now, and the family's entries. */
export type Evidence = {
  messages: Map<string, GroundMessage>;
  /** The same messages in order, with the corrections that the person made while talking. */
  told: WriteMessage[];
  /** The ids of these messages that are private. */
  confided: Set<string>;
  given: Given;
};

/**
 * Reads the messages that sentences rest on. It doesn't decide who may read a sentence: hidden sentences
 * are checked against private words too.
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
      conversation: { select: toldAtFields },
    },
  });
  return {
    messages,
    told,
    confided: new Set(rows.filter((row) => row.private).map((row) => row.id)),
    given: { ...entered(subject, subject.people), toldAt: toldAtOf(conversation) },
  };
}

/** The number of characters to read when these sentences are checked: the measure of how long that takes. */
export function charactersOf({ messages }: Evidence, sentences: readonly { text: string }[]): number {
  return [...messages.values(), ...sentences].reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * Whether a source still has words. A source whose words were removed keeps only its position, as an empty
 * span.
 */
export function hasWords({ start, end }: SourceSpan): boolean {
  return start < end;
}
