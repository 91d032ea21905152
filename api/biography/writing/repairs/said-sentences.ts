import {
  type Chunk,
  GAP,
  isWord,
  readChunks,
  readTokens,
} from '#api/biography/writing/language/speech/spoken-tokens.ts';
import type { WriteMessage } from '#api/biography/writing/writer.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { interruptions } from './editing-terms.ts';
import { findValues, sameKind, sameValue, type Value } from './values.ts';

/** A piece of a sentence between two marks. Offsets are positions in the message. */
export interface SaidChunk {
  words: string[];
  /** The position of each word. */
  starts: number[];
  text: string;
  start: number;
  end: number;
  values: Value[];
  /** Whether the reading takes it for something other than a story. */
  isHidden: boolean;
}

/** A sentence of a person's turn, with the values in it that can be wrong. */
export interface SaidSentence {
  messageId: string;
  /** The index of the person's turn, and of the sentence in it. */
  turn: number;
  index: number;
  text: string;
  start: number;
  end: number;
  chunks: SaidChunk[];
  values: Value[];
  /** Whether the reading of the turn takes it for a correction. */
  corrects: boolean;
  /** The question before the turn; empty when it is not known. */
  question: string;
  /** Whether it contains somebody's words in quotation marks. */
  isQuoted: boolean;
  /** Where the words before it end, when it is only the rest of a sentence; null for a whole sentence. */
  goesOnFrom: number | null;
}

const BLANK = / {3,}/g;

/** The turn with its corrections put back into the story part. Offsets stay the same. */
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

/** The sentences of a turn in order, including those with corrections. */
export function readSentences(message: WriteMessage, turn: number, question = ''): SaidSentence[] {
  const said = withCorrections(message).replace(BLANK, (blank) => ` ${GAP}${' '.repeat(blank.length - 2)}`);
  return splitSentences(said)
    .flatMap(partWithoutCapitals)
    .map(({ text, start, end }, index) => {
      const tokens = readTokens(text);
      const values = findValues(text).map((value) => ({
        ...value,
        start: value.start + start,
        end: value.end + start,
      }));
      const parted = readChunks(tokens)
        .flatMap((chunk) => partAtInterruptions(chunk, values, start))
        .flatMap(partAtClauses);
      const chunks = parted.flatMap((chunk): SaidChunk[] => {
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
            isHidden: message.text.slice(place.start, place.end).trim() === '',
          },
        ];
      });
      const corrected = (message.corrections ?? []).reduce(
        (sum, span) =>
          !span.isSure ? sum : sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)),
        0,
      );
      return {
        ...{ messageId: message.id, turn, index, text, start, end, chunks, values, question },
        corrects: corrected * 3 > end - start,
        isQuoted: tokens.some(({ quoted }) => quoted),
        goesOnFrom: null,
      };
    });
}

type Place = { text: string; start: number; end: number };

/** "she came on her bike. no not barker, nurse parker": what is written without capitals still ends at its marks. */
function partWithoutCapitals(sentence: Place): Place[] {
  const { text, start } = sentence;
  if (/^[^\p{Ll}]*\p{Lu}/u.test(text)) return [sentence];
  const stops = [...text.matchAll(/(?<!\b(?:mr|mrs|ms|dr|st|no))[.!?] +(?=\p{Ll})/giu)];
  const bounds = [0, ...stops.map(({ 0: stop, index }) => index + stop.length), text.length];
  return bounds.slice(0, -1).map((from, nth) => {
    const part = text.slice(from, bounds[nth + 1]).trimEnd();
    return { text: part, start: start + from, end: start + from + part.length };
  });
}

const DENIES_AFTER = /^(?:and|so|but|or|with|had|have|has|is|was|were|are|there|there's|got|see|say|said)$/;

/** "In 1971 no wait 1972": speech without punctuation is split where somebody stops to correct something. */
function partAtInterruptions(chunk: Chunk, values: readonly Value[], offset: number): Chunk[] {
  const { tokens, mark } = chunk;
  const words = tokens.filter(isWord);
  if (words.length < 3) return [chunk];
  const at = (value: Value, edge: 'start' | 'end') =>
    words.findIndex((word) =>
      edge === 'start' ? offset + word.start >= value.start : offset + word.end >= value.end,
    );
  const own = values.filter((value) => words.some((word) => offset + word.start === value.start));
  const norms = words.map(({ norm }) => norm);
  for (const { from, to } of interruptions(norms)) {
    if (from === 0) continue;
    // "I had the Cree and no English" denies something and corrects nothing.
    if (to - from === 1 && norms[from] === 'no' && DENIES_AFTER.test(norms[from - 1] ?? '')) continue;
    const after = own.find((value) => at(value, 'start') >= to && at(value, 'start') - to <= 4);
    const near = own.filter((value) => at(value, 'end') < from && from - at(value, 'end') <= 5);
    const before = near.findLast((value) => after && sameKind(value, after)) ?? near.at(-1);
    const isLast = to === words.length;
    const isValue =
      before &&
      (isLast
        ? own.some((value) => value !== before && sameKind(value, before) && !sameValue(value, before))
        : after && sameKind(before, after) && !sameValue(before, after)) &&
      !(before.kind === 'KIN' && to - from === 1);
    // "in Bolton no in Bury": restarted with the same word.
    const isAnew =
      /^(?:in|at|on|to|from|near|by|a|an|the|my|his|her|our|their)$/.test(norms[to] ?? '') &&
      norms.slice(Math.max(0, from - 4), from - 1).includes(norms[to] ?? '');
    if (!isValue && !isAnew) continue;
    const [first, second] = [words[from], words[to]];
    const cut = (word: typeof first) => (word ? tokens.indexOf(word) : tokens.length);
    const rest = { tokens: tokens.slice(cut(second)), mark };
    return [
      { tokens: tokens.slice(0, cut(first)), mark: null },
      { tokens: tokens.slice(cut(first), cut(second)), mark: null },
      ...(rest.tokens.length > 0 ? partAtInterruptions(rest, values, offset) : []),
    ];
  }
  return [chunk];
}

/** "I said Duchess and it was Countess": what was said and what is right are two pieces. */
function partAtClauses({ tokens, mark }: Chunk): Chunk[] {
  const at = tokens.findIndex(
    (token, nth) =>
      nth > 0 &&
      /^(?:and|but)$/.test(token.norm) &&
      /^(?:it|that|he|she|they|it's|that's|he's|she's|i)$/.test(tokens[nth + 1]?.norm ?? '') &&
      /^(?:was|were|is|meant|should|'s|it|that|he|she|they)$|'s$/.test(
        tokens[nth + 2]?.norm ?? tokens[nth + 1]?.norm ?? '',
      ),
  );
  if (at < 0) return [{ tokens, mark }];
  return [{ tokens: tokens.slice(0, at), mark: null }, ...partAtClauses({ tokens: tokens.slice(at), mark })];
}
