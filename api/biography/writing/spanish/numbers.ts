import { collectNumbers, type Piece, piecesOf } from '#api/biography/writing/language/number-runs.ts';
import type { FoundNumber } from '#api/biography/writing/language/numbers.ts';
import { foldInPlace } from './words.ts';

const CARDINALS = new Map<string, number>([
  ...'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
  ...'treinta cuarenta cincuenta sesenta setenta ochenta noventa'
    .split(' ')
    .map((word, at): [string, number] => [word, (at + 3) * 10]),
  ...'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
    .split(' ')
    .map((word, at): [string, number] => [word, (at + 1) * 100]),
  ...'doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas'
    .split(' ')
    .map((word, at): [string, number] => [word, (at + 2) * 100]),
  ['cien', 100],
  ['un', 1],
  ['una', 1],
  ['veintiun', 21],
  ['veintiuna', 21],
]);
const ORDINALS = new Map<string, number>([
  ['primero', 1],
  ['primer', 1],
  ['primera', 1],
  ['tercero', 3],
  ['tercer', 3],
  ['tercera', 3],
  ['quinto', 5],
  ['quinta', 5],
  ['sexto', 6],
  ['sexta', 6],
  ['septimo', 7],
  ['septima', 7],
  ['octavo', 8],
  ['octava', 8],
  ['noveno', 9],
  ['novena', 9],
  ['decimo', 10],
  ['decima', 10],
]);
const SCALES = new Map([
  ['mil', 1_000],
  ['millon', 1_000_000],
  ['millones', 1_000_000],
]);
/** "Un", "una" and "uno" alone are articles or pronouns. */
const ONE = /^(?:un|una|uno)$/;

const PIECE = /\d{1,3}(?:[.,]\d{3})+(?![\d])|\d+(?:[.,]\d+)?|\p{L}+/giu;

/** The numbers of a text, in digits or words: "doce", "treinta y uno", "mil novecientos cincuenta y dos", "1.500". */
export function findNumbers(text: string): FoundNumber[] {
  const pieces = piecesOf(foldInPlace(text), PIECE);
  return collectNumbers(text, pieces, (at) => numberFrom(pieces, at, text));
}

type Run = Pick<FoundNumber, 'value' | 'kind'> & { length: number };

function numberFrom(pieces: readonly Piece[], at: number, text: string): Run | null {
  const { word } = pieces[at] as Piece;
  if (/^\d/.test(word)) {
    const value = /[.,]\d{3}$/.test(word)
      ? Number(word.replace(/[.,]/g, ''))
      : Number.parseFloat(word.replace(',', '.'));
    const scale = SCALES.get(pieces[at + 1]?.word ?? '');
    return { value: scale ? value * scale : value, kind: 'CARDINAL', length: scale ? 2 : 1 };
  }
  if (word === 'docena') return { value: 12, kind: 'CARDINAL', length: 1 };
  if (/^(?:docenas|cientos|miles)$/.test(word)) return { value: word.length, kind: 'VAGUE', length: 1 };
  const ordinal = ORDINALS.get(word);
  if (ordinal) return { value: ordinal, kind: 'ORDINAL', length: 1 };
  if (!CARDINALS.has(word) && word !== 'mil') return null;
  const run = cardinalFrom(pieces, at, text);
  return run.length === 1 && ONE.test(word) ? null : run;
}

function cardinalFrom(pieces: readonly Piece[], from: number, text: string): Run {
  let total = 0;
  let part = 0;
  let length = 0;
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece;
    const before = pieces[at - 1];
    if (at > from && before && text.slice(before.end, piece.start).trim() !== '') break;
    const value = CARDINALS.get(piece.word);
    const scale = SCALES.get(piece.word);
    const next = pieces[at + 1]?.word ?? '';
    if (scale !== undefined) {
      if (scale < 1_000_000 && total > 0) break;
      total += Math.max(part, 1) * scale;
      part = 0;
    } else if (piece.word === 'y' && part % 10 === 0 && part % 100 >= 30 && isUnit(next)) {
      continue;
    } else if (value !== undefined && fits(part, value, before?.word === 'y')) part += value;
    else break;
    length = at - from + 1;
  }
  return { value: total + part, kind: 'CARDINAL', length };
}

function isUnit(word: string): boolean {
  const value = CARDINALS.get(word) ?? 0;
  return value >= 1 && value <= 9;
}

function fits(part: number, value: number, joined: boolean): boolean {
  if (part === 0) return true;
  if (joined) return part % 10 === 0 && value < 10;
  return part % 100 === 0 && part >= 100 && value < 100 && value > 0;
}
