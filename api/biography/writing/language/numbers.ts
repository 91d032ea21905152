import { collectNumbers, type Piece, piecesOf } from './number-runs.ts';
export interface FoundNumber {
  text: string;
  value: number;
  kind: 'CARDINAL' | 'ORDINAL' | 'VAGUE' | 'FRACTION';
  start: number;
  end: number;
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const UNIT_ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);
const CARDINALS = new Map<string, number>([
  ...UNITS.map((word, index): [string, number] => [word, index]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['fourty', 40],
]);
const ORDINALS = new Map<string, number>([
  ...UNIT_ORDINALS.map((word, index): [string, number] => [word, index]),
  ...TENS.map((word, index): [string, number] => [word.replace(/y$/, 'ieth'), (index + 2) * 10]),
  ['hundredth', 100],
  ['thousandth', 1000],
]);
const SPECIAL = new Map<string, Pick<FoundNumber, 'value' | 'kind'>>([
  ['dozen', { value: 12, kind: 'CARDINAL' }],
  ['twice', { value: 2, kind: 'CARDINAL' }],
  ['thrice', { value: 3, kind: 'CARDINAL' }],
  ['half', { value: 0.5, kind: 'FRACTION' }],
  ...['dozens', 'hundreds', 'thousands', 'millions', 'billions'].map(
    (word, index): [string, Pick<FoundNumber, 'value' | 'kind'>] => [word, { value: index, kind: 'VAGUE' }],
  ),
]);

const PIECE =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:st|nd|rd|th)?(?![\p{L}\d])|\d+(?:\.\d+)?|\p{L}+/giu;

/**
 * The numbers of a text, in digits or words ("twelve", "twenty-first", "nineteen oh five", "22 million",
 * "dozens").
 */
export function findNumbers(text: string): FoundNumber[] {
  const pieces = piecesOf(text, PIECE);
  return collectNumbers(text, pieces, (at) => numberFrom(pieces, at, text));
}

interface Run {
  value: number;
  kind: FoundNumber['kind'];
  length: number;
}

function numberFrom(pieces: Piece[], at: number, text: string): Run | null {
  const piece = pieces[at] as Piece;
  if (/^\d/.test(piece.word)) return digitsFrom(pieces, at, text);
  const special = SPECIAL.get(piece.word);
  if (special) return { ...special, length: 1 };
  if (ORDINALS.has(piece.word)) return { value: ORDINALS.get(piece.word) ?? 0, kind: 'ORDINAL', length: 1 };
  const article = piece.word === 'a' || piece.word === 'an';
  const next = pieces[at + 1];
  if (article && next && areJoined(text, piece, next) && (SCALES.has(next.word) || next.word === 'dozen')) {
    const run = next.word === 'dozen' ? { value: 12, length: 1 } : wordsFrom(pieces, at + 1, text, 1);
    return { value: run.value, kind: 'CARDINAL', length: run.length + 1 };
  }
  if (!CARDINALS.has(piece.word) && !SCALES.has(piece.word)) return null;
  const run = wordsFrom(pieces, at, text, 0);
  return { ...run, kind: run.ordinal ? 'ORDINAL' : 'CARDINAL' };
}

function digitsFrom(pieces: Piece[], at: number, text: string): Run {
  const piece = pieces[at] as Piece;
  const ordinal = /(?:st|nd|rd|th)$/.test(piece.word);
  const value = Number.parseFloat(piece.word.replaceAll(',', ''));
  const next = pieces[at + 1];
  const scale = next && areJoined(text, piece, next) ? SCALES.get(next.word) : undefined;
  if (scale && !ordinal) return { value: value * scale, kind: 'CARDINAL', length: 2 };
  return { value, kind: ordinal ? 'ORDINAL' : 'CARDINAL', length: 1 };
}

/**
 * Reads "twenty-one", "three hundred and four", "nineteen fifty-two", "nineteen oh five", starting at a
 * word.
 */
function wordsFrom(pieces: Piece[], from: number, text: string, before: number) {
  let total = 0;
  let part = before;
  let length = 0;
  let ordinal = false;
  let century = false;
  for (let at = from; at < pieces.length; at += 1) {
    const { word } = pieces[at] as Piece;
    const previous = pieces[at - 1];
    if (at > from && previous && !areJoined(text, previous, pieces[at] as Piece)) break;
    const value = CARDINALS.get(word) ?? ORDINALS.get(word);
    const scale = SCALES.get(word);
    if (scale !== undefined) {
      if (at > from && part === 0) break;
      part = Math.max(part, 1) * scale;
      if (scale >= 1000) {
        total += part;
        part = 0;
      }
    } else if (value !== undefined) {
      const fits =
        part === 0 ||
        (part % 100 === 0 && value < 100) ||
        (part % 10 === 0 && part % 100 > 10 && value < 10 && value > 0);
      if (fits) part += value;
      else if (!century && total === 0 && part >= 16 && part <= 20 && value >= 10) {
        part = part * 100 + value;
        century = true;
      } else break;
      if (ORDINALS.has(word)) ordinal = true;
    } else if (
      (word === 'oh' || word === 'o') &&
      part >= 16 &&
      part <= 20 &&
      CARDINALS.has(pieces[at + 1]?.word ?? '')
    ) {
      part *= 100;
      century = true;
    } else if (
      word === 'and' &&
      length > 0 &&
      (part % 100 === 0 || part === 0) &&
      CARDINALS.has(pieces[at + 1]?.word ?? '') &&
      /hundred|thousand|million/.test(previous?.word ?? '')
    ) {
      length += 1;
      continue;
    } else break;
    length = at - from + 1;
    if (ordinal) break;
  }
  return { value: total + part, length, ordinal };
}

function areJoined(text: string, left: Piece, right: Piece): boolean {
  return /^(?:\s+|\s?[-‐‑]\s?)$/.test(text.slice(left.end, right.start));
}
