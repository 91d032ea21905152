import { splitSentences } from '#api/language/sentences.ts';

/** Where the clauses of a language begin. Both patterns are global. */
export interface ClauseMarks {
  /** Marks and words that open a clause. */
  mark: RegExp;
  /** Words that open a clause in speech without punctuation. */
  word: RegExp;
}

/** A part of an utterance: UTF-16 offsets, end excluded. */
export type Segment = { start: number; end: number; text: string };

/** A sentence with its clauses; at least one. */
export type SegmentedSentence = Segment & { clauses: Segment[] };

/** Only this many sentences of an utterance are classified one by one. */
const MOST_SENTENCES = 400;
/** The least words of a clause; a shorter one stays joined to the one before. */
const FEWEST_WORDS = 3;
/**
 * Speech without punctuation is cut into clauses of at most this many words, before a word that opens a
 * clause.
 */
const LONGEST_CLAUSE = 14;

/** The sentences of an utterance with their clauses, in order. */
export function segmentUtterance(utterance: string, marks: ClauseMarks): SegmentedSentence[] {
  return splitSentences(utterance)
    .slice(0, MOST_SENTENCES)
    .map(({ text, start, end }) => ({ text, start, end, clauses: clausesOf(text, start, marks) }));
}

function clausesOf(sentence: string, offset: number, { mark, word }: ClauseMarks): Segment[] {
  const clauses = cutAt(sentence, mark).flatMap(([from, to]) => {
    const clause = sentence.slice(from, to);
    if (countWords(clause) <= LONGEST_CLAUSE * 1.5) return [[from, to] as const];
    return cutAt(clause, word, LONGEST_CLAUSE / 2).map(([start, end]) => [from + start, from + end] as const);
  });
  return clauses.map(([from, to]) => {
    const raw = sentence.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    const end = from + raw.trimEnd().length;
    return { start: offset + start, end: offset + end, text: sentence.slice(start, end) };
  });
}

/** The ranges between these marks. A range with too few words is joined to its neighbour. */
function cutAt(text: string, mark: RegExp, fewest = FEWEST_WORDS): [number, number][] {
  const cuts: [number, number][] = [];
  let from = 0;
  for (const match of text.matchAll(mark)) {
    const at = match.index + match[0].length;
    if (countWords(text.slice(from, at)) < fewest || countWords(text.slice(at)) < FEWEST_WORDS) continue;
    cuts.push([from, at]);
    from = at;
  }
  cuts.push([from, text.length]);
  return cuts;
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;
}
