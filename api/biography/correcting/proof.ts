import type { Tx } from '#api/platform/database/database.ts';
import { entered } from '../pipeline/load.ts';
import { ground } from '../writing/grounding.ts';
import type { SourcedSentence, SourceSpan } from '../writing/writer.ts';
import { type Quoted, reword } from './reword.ts';
import { type Corrected, isOther } from './spans.ts';

type Sentence = SourcedSentence & { hidden?: boolean };

/** What the machine's sentences are held against once a message was corrected. */
export type Proof = {
  /** A sentence as it is by now; its text is null when nothing of it holds any more. */
  mended(sentence: Sentence): { text: string | null; sources: SourceSpan[] };
  /** Whether some of what a sentence rests on is private. */
  isConfided(sentence: SourcedSentence): boolean;
};

/** Reads what proves these sentences, and those that are proposed: all messages they rest on, and what the family entered. */
export async function proofOf(
  tx: Tx,
  message: Corrected,
  sentences: readonly SourcedSentence[],
): Promise<Proof> {
  const proposals = await tx.proposal.findMany({
    where: { subjectId: message.subjectId, status: 'OPEN' },
    select: { sentences: true },
  });
  const proposed = proposals.flatMap((each) => each.sentences as unknown as SourcedSentence[]);
  const resting = [...sentences, ...proposed].filter(({ sources }) =>
    sources.some(({ messageId }) => messageId === message.id),
  );
  const { shown, confided, holds } = await evidenceOf(tx, message.id, resting);

  return {
    isConfided: ({ sources }) => sources.some(({ messageId }) => confided.has(messageId)),
    mended({ text, sources, hidden }) {
      const moved = sources.map((source) =>
        source.messageId === message.id ? { ...source, ...message.comparison.moved(source) } : source,
      );
      const stands = (way: string) => holds({ text: way, sources: moved });
      const touched = sources.some((source) => source.messageId === message.id && isOther(source, message));
      // What is hidden may be so because an earlier correction took its words.
      if (!touched) return { text: !hidden || stands(text) ? text : null, sources: moved };
      const quoted = sources.map((source, at): Quoted => {
        const { start, end } = moved[at] ?? source;
        const now = shown(source.messageId);
        const before = source.messageId === message.id ? message.before : now;
        return { before: before.slice(source.start, source.end), after: now.slice(start, end) };
      });
      return { text: reword(text, quoted, stands), sources: moved };
    },
  };
}

/**
 * Reads whether the words that sentences rest on carry them as these are shown now, with what the family entered; words
 * that were taken out carry nothing. Who may read a sentence is decided elsewhere: hidden ones are held to the same.
 */
export async function evidenceOf(tx: Tx, messageId: string, sentences: readonly SourcedSentence[]) {
  const resting = sentences.flatMap(({ sources }) => sources.map((source) => source.messageId));
  const rows = await tx.message.findMany({
    where: { id: { in: [...new Set(resting)] } },
    select: { id: true, role: true, text: true, correctedText: true, private: true },
  });
  const messages = new Map(
    rows.map(({ id, role, text, correctedText }) => [
      id,
      { id, role, text: correctedText ?? text, private: false },
    ]),
  );
  const { subject, conversation } = await tx.message.findUniqueOrThrow({
    where: { id: messageId },
    select: {
      subject: { include: { people: { where: { found: false } } } },
      conversation: { select: { startedAt: true, createdAt: true } },
    },
  });
  const given = {
    ...entered(subject, subject.people),
    toldAt: conversation.startedAt ?? conversation.createdAt,
  };
  return {
    shown: (id: string) => messages.get(id)?.text ?? '',
    confided: new Set(rows.filter((row) => row.private).map((row) => row.id)),
    holds: ({ text, sources }: SourcedSentence) =>
      ground({ text, sources: sources.filter(hasWords) }, messages, given).ok,
  };
}

/** Whether a source still leads to words: of those that were taken out nothing but their place is left. */
export function hasWords({ start, end }: SourceSpan): boolean {
  return start < end;
}
