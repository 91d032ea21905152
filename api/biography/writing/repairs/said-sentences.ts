import { GAP, isWord, readChunks, readTokens } from '#api/biography/writing/language/speech/spoken-tokens.ts';
import { splitSentences } from '#api/biography/writing/sentences.ts';
import type { WriteMessage } from '#api/biography/writing/writer.ts';
import { findValues, type Value } from './values.ts';

/** A piece of a sentence between two marks; offsets count the message. */
export interface SaidChunk {
  words: string[];
  /** Where each word begins. */
  starts: number[];
  text: string;
  start: number;
  end: number;
  values: Value[];
}

/** A sentence of somebody's turn, with what can be got wrong in it. */
export interface SaidSentence {
  messageId: string;
  /** Which of the person's turns it is in, and which sentence of that. */
  turn: number;
  index: number;
  text: string;
  start: number;
  end: number;
  chunks: SaidChunk[];
  values: Value[];
  /** Whether the reading of the turn takes it for a correction. */
  corrects: boolean;
  /** Whether somebody's words stand in it between quotation marks. */
  isQuoted: boolean;
}

const BLANK = / {3,}/g;

/** The turn with what was put right in it, where the writer sees only what tells; offsets as before. */
export function withCorrections({
  text,
  corrections = [],
}: Pick<WriteMessage, 'text' | 'corrections'>): string {
  let whole = '';
  let from = 0;
  for (const { start, end, text: said } of corrections.toSorted((a, b) => a.start - b.start)) {
    if (start < from || end - start !== said.length) continue;
    whole += text.slice(from, start) + said;
    from = end;
  }
  return whole + text.slice(from);
}

/** The sentences of a turn in their order, those in which something is put right among them. */
export function readSentences(message: WriteMessage, turn: number): SaidSentence[] {
  const said = withCorrections(message).replace(BLANK, (blank) => ` ${GAP}${' '.repeat(blank.length - 2)}`);
  return splitSentences(said).map(({ text, start, end }, index) => {
    const tokens = readTokens(text);
    const values = findValues(text).map((value) => ({
      ...value,
      start: value.start + start,
      end: value.end + start,
    }));
    const chunks = readChunks(tokens).flatMap((chunk): SaidChunk[] => {
      const words = chunk.tokens.filter(isWord);
      const [first, last] = [words[0], words.at(-1)];
      if (!first || !last) return [];
      const place = { start: start + first.start, end: start + last.end };
      return [
        {
          ...place,
          words: words.map(({ norm }) => norm),
          starts: words.map((word) => start + word.start),
          text: text.slice(first.start, last.end),
          values: values.filter((value) => value.start >= place.start && value.start < place.end),
        },
      ];
    });
    const corrected = (message.corrections ?? []).reduce(
      (sum, span) =>
        !span.isSure ? sum : sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)),
      0,
    );
    return {
      ...{ messageId: message.id, turn, index, text, start, end, chunks, values },
      corrects: corrected * 3 > end - start,
      isQuoted: tokens.some(({ quoted }) => quoted),
    };
  });
}
