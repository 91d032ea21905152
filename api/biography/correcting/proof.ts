import type { Tx } from '#api/platform/database/database.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { correctSentences } from '../text-tasks.ts';
import type { SourcedSentence, SourceSpan } from '../writing/writer.ts';
import { comparisonOf, type Stretch } from './comparison.ts';
import { charactersOf, evidenceOf } from './evidence.ts';
import type { CorrectedText, CorrectionText, RestingSentence } from './mending.ts';
import type { Corrected } from './spans.ts';

/** Time limit for correcting the sentences that rest on a message. */
const correctingMs = 5_000;

/** The machine's sentences as they read after a correction. */
export type Proof = {
  /** The new version of a sentence; its text is null when the words no longer support it. */
  mended(sentence: RestingSentence): { text: string | null; sources: SourceSpan[] };
  /** Whether a sentence rests on any private message. */
  isConfided(sentence: SourcedSentence): boolean;
  /** Sentences of the message that are worth telling and that the correction added. */
  made: Stretch[];
};

/**
 * Compares a message with its correction, and checks these sentences and the proposed ones against their
 * corrected sources. Long texts are compared in a worker.
 */
export async function proveCorrection(
  tx: Tx,
  message: Omit<Corrected, 'comparison'>,
  sentences: readonly RestingSentence[],
): Promise<{ message: Corrected; proof: Proof }> {
  const { id, subjectId, before, after } = message;
  const proposals = await tx.proposal.findMany({
    where: { subjectId, status: 'OPEN' },
    select: { sentences: true },
  });
  const proposed = proposals.flatMap((each) => each.sentences as unknown as SourcedSentence[]);
  const resting = [...sentences, ...proposed]
    .filter(({ sources }) => sources.some(({ messageId }) => messageId === id))
    .map(correctionKey);
  const evidence = await evidenceOf(tx, id, resting);
  const { messages, told, given, confided } = evidence;
  const { compared, mended, made } = await correct(
    { messageId: id, before, after, sentences: resting, messages, told, given },
    { subjectId, characters: before.length + after.length + charactersOf(evidence, resting) },
  );
  const results = new Map(resting.map((sentence, at) => [JSON.stringify(sentence), mended[at]]));
  return {
    message: { ...message, comparison: comparisonOf(compared) },
    proof: {
      made,
      isConfided: ({ sources }) => sources.some(({ messageId }) => confided.has(messageId)),
      mended(sentence) {
        const result = results.get(JSON.stringify(correctionKey(sentence)));
        if (!result) throw new Error('A sentence was not among those that rest on the corrected message');
        return result;
      },
    },
  };
}

async function correct(
  correction: CorrectionText,
  { subjectId, characters }: { subjectId: string; characters: number },
): Promise<CorrectedText> {
  try {
    return await runTextTask(correctSentences, correction, {
      ...{ subjectId, characters },
      deadlineMs: correctingMs,
    });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    throw new InvalidInput([
      { path: 'text', message: 'takes too long to compare; correct less of it at once' },
    ]);
  }
}

/** Only the fields that the correction depends on, in a fixed order, so that it can serve as a key. */
function correctionKey({ text, sources, hidden = false }: RestingSentence): RestingSentence {
  return {
    text,
    hidden,
    sources: sources.map(({ messageId, start, end }) => ({ messageId, start, end })),
  };
}
