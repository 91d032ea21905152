import { splitSentences } from '#api/language/sentences.ts';
import { withPutRight } from '../writing/composing/conversation.ts';
import { type Given, type GroundMessage, ground } from '../writing/grounding.ts';
import { writingLanguage } from '../writing/languages.ts';
import type { SourcedSentence, SourceSpan, WriteMessage } from '../writing/writer.ts';
import type { WritingLanguage } from '../writing/writing-language.ts';
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
  /** The new version of each sentence; its text is null when the words no longer support it. */
  mended: { text: string | null; sources: SourceSpan[] }[];
  /** Sentences of the message that are worth telling and that the correction added. */
  made: Stretch[];
};

/** Computes everything that a correction changes in the texts: the slow part when the texts are long. */
export function correctText(correction: CorrectionText): CorrectedText {
  const compared = compareWords(correction.before, correction.after);
  const comparison = comparisonOf(compared);
  const proving = {
    ...correction,
    messages: withPutRight(correction.messages, correction.told, correction.given.language),
  };
  return {
    compared,
    mended: correction.sentences.map((sentence) => mend(sentence, proving, comparison)),
    made: sentencesMade(correction.after, comparison, writingLanguage(correction.given.language)),
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
  // A hidden sentence may be hidden because an earlier correction removed its words.
  if (!touched) return { text: !hidden || holds(text) ? text : null, sources: now };
  return { text: reword(text, quoted, holds, given.language), sources: now };
}

/**
 * The sentences worth telling that a correction added. A sentence in which only a word was corrected isn't
 * one: the writer saw it before and left it out.
 */
function sentencesMade(
  after: string,
  { changes }: Comparison,
  { writtenSentences, worthKeeping }: WritingLanguage,
): Stretch[] {
  const polish = (text: string) =>
    writtenSentences(text)
      .map((sentence) => sentence.text)
      .join(' ');
  const others = changes.map(({ to }) => to);
  return splitSentences(after)
    .filter(
      ({ text, start, end }) =>
        coveredLength(others, { start, end }) > (end - start) / 2 && worthKeeping(polish(text)),
    )
    .map(({ start, end }) => ({ start, end }));
}

/** How many characters of a span these other spans cover. The other spans don't overlap. */
function coveredLength(others: readonly Stretch[], { start, end }: Stretch): number {
  return others.reduce(
    (sum, other) => sum + Math.max(0, Math.min(end, other.end) - Math.max(start, other.start)),
    0,
  );
}
