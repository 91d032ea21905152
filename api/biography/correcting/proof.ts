import type { Tx } from '#api/platform/database/database.ts';
import { entered } from '../pipeline/load.ts';
import { ground } from '../writing/grounding.ts';
import type { SourcedSentence, SourceSpan } from '../writing/writer.ts';
import { type Quoted, reword } from './reword.ts';
import { type Corrected, isOther } from './spans.ts';

/** What the machine's sentences are held against once a message was corrected. */
export type Proof = {
  /** A sentence as it is by now; its text is null when nothing of it holds any more. */
  mended(sentence: SourcedSentence): { text: string | null; sources: SourceSpan[] };
  /** Whether some of what a sentence rests on is private. */
  isConfided(sentence: SourcedSentence): boolean;
};

/** Reads what proves these sentences, and those that are proposed: all messages they rest on, and what the family entered. */
export async function proofOf(
  tx: Tx,
  message: Corrected,
  sentences: readonly SourcedSentence[],
): Promise<Proof> {
  const { subjectId } = message;
  const proposals = await tx.proposal.findMany({
    where: { subjectId, status: 'OPEN' },
    select: { sentences: true },
  });
  const proposed = proposals.flatMap((each) => each.sentences as unknown as SourcedSentence[]);
  const resting = [...sentences, ...proposed]
    .filter(({ sources }) => sources.some(({ messageId }) => messageId === message.id))
    .flatMap(({ sources }) => sources.map(({ messageId }) => messageId));
  const rows = await tx.message.findMany({
    where: { id: { in: [...new Set(resting)] } },
    select: { id: true, role: true, text: true, correctedText: true, private: true },
  });
  const messages = new Map(
    rows.map(({ id, role, text, correctedText }) => {
      // Who may read a sentence is decided elsewhere: hidden ones are kept right too.
      return [id, { id, role, text: correctedText ?? text, private: false }];
    }),
  );
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    include: { people: { where: { found: false } } },
  });
  const { conversation } = await tx.message.findUniqueOrThrow({
    where: { id: message.id },
    select: { conversation: { select: { startedAt: true, createdAt: true } } },
  });
  const given = {
    ...entered(subject, subject.people),
    toldAt: conversation.startedAt ?? conversation.createdAt,
  };

  const confided = new Set(rows.filter((row) => row.private).map((row) => row.id));

  return {
    isConfided: ({ sources }) => sources.some(({ messageId }) => confided.has(messageId)),
    mended({ text, sources }) {
      const moved = sources.map((source) =>
        source.messageId === message.id ? { ...source, ...message.comparison.moved(source) } : source,
      );
      const touched = sources.some((source) => source.messageId === message.id && isOther(source, message));
      if (!touched) return { text, sources: moved };
      const quoted = sources.map((source, at): Quoted => {
        const { start, end } = moved[at] ?? source;
        const now = messages.get(source.messageId)?.text ?? '';
        const before = source.messageId === message.id ? message.before : now;
        return { before: before.slice(source.start, source.end), after: now.slice(start, end) };
      });
      const standing = moved.filter(({ start, end }) => start < end);
      const holds = (way: string) => ground({ text: way, sources: standing }, messages, given).ok;
      return { text: reword(text, quoted, holds), sources: moved };
    },
  };
}
