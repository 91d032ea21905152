import { splitSentences } from '#api/language/sentences.ts';
import { withPutRight } from '../writing/composing/conversation.ts';
import { type Given, type GroundMessage, ground } from '../writing/grounding.ts';
import { polish } from '../writing/language/polish.ts';
import { worthKeeping } from '../writing/language/worth.ts';
import type { SourcedSentence, SourceSpan, WriteMessage } from '../writing/writer.ts';
import { type Compared, type Comparison, compareWords, comparisonOf, type Stretch } from './comparison.ts';
import { hasWords } from './evidence.ts';
import { type Quoted, reword } from './reword.ts';

export type RestingSentence = SourcedSentence & { hidden?: boolean };

/** A message that was corrected, and the sentences of the book that rest on it. */
export type CorrectionText = {
  messageId: string;
  before: string;
  after: string;
  sentences: RestingSentence[];
  messages: Map<string, GroundMessage>;
  told: WriteMessage[];
  given: Given;
};

export type CorrectedText = {
  compared: Compared;
  /** Each sentence as it is by now; its text is null when nothing of it holds any more. */
  mended: { text: string | null; sources: SourceSpan[] }[];
  /** Sentences worth telling that the correction has made. */
  made: Stretch[];
};

/** Works out all that a correction does to the words: the part of it that takes long where the texts are long. */
export function correctText(correction: CorrectionText): CorrectedText {
  const compared = compareWords(correction.before, correction.after);
  const comparison = comparisonOf(compared);
  const proving = { ...correction, messages: withPutRight(correction.messages, correction.told) };
  return {
    compared,
    mended: correction.sentences.map((sentence) => mend(sentence, proving, comparison)),
    made: sentencesMade(correction.after, comparison),
  };
}

function mend(
  { text, sources, hidden }: RestingSentence,
  { messageId, before, messages, given }: CorrectionText,
  { moved }: Comparison,
) {
  const now = sources.map((source) =>
    source.messageId === messageId ? { ...source, ...moved(source) } : source,
  );
  const holds = (way: string) => ground({ text: way, sources: now.filter(hasWords) }, messages, given).ok;
  const shown = (id: string) => messages.get(id)?.text ?? '';
  const quoted = sources.map((source, at): Quoted => {
    const { start, end } = now[at] ?? source;
    const text = source.messageId === messageId ? before : shown(source.messageId);
    return {
      before: text.slice(source.start, source.end),
      after: shown(source.messageId).slice(start, end),
    };
  });
  const touched = quoted.some((quote) => quote.before !== quote.after);
  // What is hidden may be so because an earlier correction took its words.
  if (!touched) return { text: !hidden || holds(text) ? text : null, sources: now };
  return { text: reword(text, quoted, holds), sources: now };
}

/**
 * The sentences worth telling that a correction made. One in which a word was corrected is not made by that: the writer
 * knew it, and left it out.
 */
function sentencesMade(after: string, { changes }: Comparison): Stretch[] {
  const others = changes.map(({ to }) => to);
  return splitSentences(after)
    .filter(
      ({ text, start, end }) =>
        shared(others, { start, end }) > (end - start) / 2 && worthKeeping(polish(text)),
    )
    .map(({ start, end }) => ({ start, end }));
}

/** How much of a stretch these others cover, none of which overlap. */
function shared(others: readonly Stretch[], { start, end }: Stretch): number {
  return others.reduce(
    (sum, other) => sum + Math.max(0, Math.min(end, other.end) - Math.max(start, other.start)),
    0,
  );
}
