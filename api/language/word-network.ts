/** The parts that the networks over words share: reading a model file that a `train.py` wrote, matrix products, convolutions. */

/** Numbers row by row; of 64 bits, because engines convert each of 32 bits before they calculate with it. */
export type Matrix = { rows: number; columns: number; values: Float64Array };
export type Layer = { dilation: number; taps: Matrix[]; biases: Float64Array };

/** A file's tables by name, and the JSON at its head. */
export interface NetworkFile<Header> {
  header: Header;
  matrix(name: string): Matrix;
  /** A table of one column. */
  biases(name: string): Float64Array;
  /** The three taps and the biases of a convolution. */
  layer(name: string, dilation: number): Layer;
}

/** The tables in the order of the file: each row a Float32 scale and as many Int8 numbers as columns. */
type Tables = { tables: { name: string; rows: number; columns: number }[] };

/** Reads a file: the length of its head (Uint32), the head as JSON, then the tables. */
export function readNetworkFile<Header>(file: Buffer): NetworkFile<Header> {
  const headBytes = file.readUInt32LE(0);
  const header: Header & Tables = JSON.parse(file.toString('utf8', 4, 4 + headBytes));
  let at = 4 + headBytes;
  const read = new Map<string, Matrix>();
  for (const { name, rows, columns } of header.tables) {
    const values = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      const scale = file.readFloatLE(at);
      at += 4;
      for (let column = 0; column < columns; column++)
        values[row * columns + column] = file.readInt8(at++) * scale;
    }
    read.set(name, { rows, columns, values });
  }
  const matrix = (name: string): Matrix => {
    const found = read.get(name);
    if (!found) throw new Error(`The model has no ${name}: train it anew`);
    return found;
  };
  const biases = (name: string) => matrix(name).values;
  const layer = (name: string, dilation: number): Layer => {
    if (dilation > MARGIN) throw new Error('The model looks farther than MARGIN');
    const taps = [0, 1, 2].map((tap) => matrix(`${name}.tap${tap}`));
    return { dilation, taps, biases: biases(`${name}.biases`) };
  };
  return { header, matrix, biases, layer };
}

/** FNV-1a over UTF-8. */
export function hashOf(text: string, rows: number): number {
  let hash = 2166136261;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return hash % rows;
}

/** Words that are calculated together, so that each weight is read once for all of them. */
const TOGETHER = 4;
/** Words of zeros before the first and after the last: the farthest that a convolution looks. */
const MARGIN = 8;

/** As many numbers for each word, with a margin of zeros. */
export class WordNumbers {
  readonly width: number;
  readonly values: Float64Array;

  constructor(words: number, width: number) {
    this.width = width;
    this.values = new Float64Array((MARGIN + Math.ceil(words / TOGETHER) * TOGETHER + MARGIN) * width);
  }

  /** Where a word's numbers begin. */
  startOf(word: number): number {
    return (MARGIN + word) * this.width;
  }

  /** A word's numbers. */
  of(word: number): Float64Array {
    return this.values.subarray(this.startOf(word), this.startOf(word + 1));
  }
}

/** Adds to each word's sums the product of a matrix and the numbers of the word `shift` later. */
export function addProducts(
  { rows, columns, values }: Matrix,
  read: WordNumbers,
  shift: number,
  sums: WordNumbers,
  count: number,
) {
  const numbers = read.values;
  for (let word = 0; word < count; word += TOGETHER) {
    const one = read.startOf(word + shift);
    const two = one + columns;
    const three = two + columns;
    const four = three + columns;
    const to = sums.startOf(word);
    for (let row = 0; row < rows; row++) {
      const start = row * columns;
      let sumOne = 0;
      let sumTwo = 0;
      let sumThree = 0;
      let sumFour = 0;
      for (let column = 0; column < columns; column++) {
        const weight = values[start + column] as number;
        sumOne += weight * (numbers[one + column] as number);
        sumTwo += weight * (numbers[two + column] as number);
        sumThree += weight * (numbers[three + column] as number);
        sumFour += weight * (numbers[four + column] as number);
      }
      add(sums, to + row, sumOne);
      add(sums, to + rows + row, sumTwo);
      add(sums, to + 2 * rows + row, sumThree);
      add(sums, to + 3 * rows + row, sumFour);
    }
  }
}

function add({ values }: WordNumbers, at: number, number: number) {
  values[at] = (values[at] as number) + number;
}

/** Sums for each word that begin with the biases. In the margin they stay zero. */
export function sumsFrom(biases: Float64Array, count: number): WordNumbers {
  const sums = new WordNumbers(count, biases.length);
  for (let word = 0; word < count; word++) sums.values.set(biases, sums.startOf(word));
  return sums;
}

/** The products of a matrix and each word's numbers, with biases; at least zero if `rectified`. */
export function linear(
  matrix: Matrix,
  biases: Float64Array,
  read: WordNumbers,
  count: number,
  { rectified = false } = {},
): WordNumbers {
  const sums = sumsFrom(biases, count);
  addProducts(matrix, read, 0, sums, count);
  for (let word = 0; word < count; word++) {
    const row = sums.of(word);
    if (rectified) for (let at = 0; at < row.length; at++) row[at] = Math.max(0, row[at] as number);
  }
  return sums;
}

/** One gated convolution over three words, `dilation` apart, added to what it read. */
export function convolved(
  { dilation, taps, biases }: Layer,
  read: WordNumbers,
  count: number,
  { squashed }: { squashed: boolean },
): WordNumbers {
  const sums = sumsFrom(biases, count);
  for (const [tap, weights] of taps.entries()) addProducts(weights, read, (tap - 1) * dilation, sums, count);
  const { width } = read;
  const next = new WordNumbers(count, width);
  for (let word = 0; word < count; word++) {
    const [from, to] = [sums.startOf(word), next.startOf(word)];
    for (let at = 0; at < width; at++) {
      const gate = 1 / (1 + Math.exp(-(sums.values[from + width + at] as number)));
      const value = sums.values[from + at] as number;
      next.values[to + at] = (read.values[to + at] as number) + (squashed ? Math.tanh(value) : value) * gate;
    }
  }
  return next;
}

/** The chances that scores stand for: together 1. */
export function softmax(scores: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < scores.length; at++) most = Math.max(most, scores[at] as number);
  const chances = new Float64Array(scores.length);
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    const power = Math.exp((scores[at] as number) - most);
    chances[at] = power;
    sum += power;
  }
  for (let at = 0; at < scores.length; at++) chances[at] = (chances[at] as number) / sum;
  return chances;
}
