import { readFileSync } from 'node:fs';
import { vectorOf } from '#api/language/word-vectors.ts';
import type { Mark, Word } from './words.ts';

/**
 * What a word of a turn belongs to: a story, words beside it (to somebody in the room, about the talk), a wish for privacy, a
 * consent taken back, danger, or words that only correct others.
 */
export const TAGS = ['STORY', 'BESIDE', 'WISH', 'WITHDRAWAL', 'DANGER', 'CORRECTION'] as const;
export type Tag = (typeof TAGS)[number];

/** The chance of each tag, in the order of `TAGS`, for one word after the other. */
export type TagChances = Float32Array;

type Matrix = { rows: number; columns: number; values: Float32Array };
type Layer = { dilation: number; taps: Matrix[]; biases: Float32Array };
type Network = {
  dataHash: string;
  ownRows: Map<string, number>;
  own: Matrix;
  endings: Matrix;
  beginnings: Matrix;
  input: Matrix;
  inputBiases: Float32Array;
  layers: Layer[];
  output: Matrix;
  outputBiases: Float32Array;
};

/** What `train.py` writes at the head of the file, as JSON after its length (Uint32). */
type Header = {
  dataHash: string;
  words: string[];
  dilations: number[];
  /** The tables in the order of the file: each row a Float32 scale and as many Int8 numbers as columns. */
  tables: { name: string; rows: number; columns: number }[];
};

/** The rows of `own` for padding and for words without a row come first. */
const UNKNOWN_ROW = 1;
/** GloVe vectors have length 1; at three times that they count as much as the other parts. */
const VECTOR_SCALE = 3;
const VECTOR_NUMBERS = 100;
const MARKS: readonly Mark[] = ['NONE', 'PAUSE', 'STOP'];
/** Letters at each end of a word that are looked at by themselves. */
const EDGE_LETTERS = 3;

let loaded: Network | null = null;

function network(): Network {
  loaded ??= readNetwork(readFileSync(new URL('./turn-model.bin', import.meta.url)));
  return loaded;
}

/** The SHA-256 of the turns and templates that the model was trained on, as hexadecimal digits. */
export function dataHashOfTagger(): string {
  return network().dataHash;
}

function readNetwork(file: Buffer): Network {
  const headBytes = file.readUInt32LE(0);
  const { dataHash, words, dilations, tables }: Header = JSON.parse(file.toString('utf8', 4, 4 + headBytes));
  let at = 4 + headBytes;
  const read = new Map<string, Matrix>();
  for (const { name, rows, columns } of tables) {
    const values = new Float32Array(rows * columns);
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
  return {
    ...{ dataHash, ownRows: new Map(words.map((word, row) => [word, row + UNKNOWN_ROW + 1])) },
    ...{ own: matrix('own'), endings: matrix('endings'), beginnings: matrix('beginnings') },
    ...{ input: matrix('input'), inputBiases: matrix('inputBiases').values },
    layers: dilations.map((dilation, layer) => ({
      dilation,
      taps: [0, 1, 2].map((tap) => matrix(`layer${layer}.tap${tap}`)),
      biases: matrix(`layer${layer}.biases`).values,
    })),
    ...{ output: matrix('output'), outputBiases: matrix('outputBiases').values },
  };
}

/** FNV-1a over UTF-8. */
function hashOf(text: string, rows: number): number {
  let hash = 2166136261;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return hash % rows;
}

const isPronoun = (word: string) => /^I(?:['’](?:m|d|ve|ll))?$/.test(word);

/** The parts of a word that don't depend on its place: own vector, GloVe, its last and first letters, whether it is capitalised. */
function inputOf(word: string, { ownRows, own, endings, beginnings }: Network): Float32Array {
  const low = word.toLowerCase().replaceAll('’', "'");
  const letters = [...low];
  const input = new Float32Array(own.columns + VECTOR_NUMBERS + endings.columns + beginnings.columns + 1);
  let at = 0;
  const put = ({ columns, values }: Matrix, row: number) => {
    input.set(values.subarray(row * columns, (row + 1) * columns), at);
    at += columns;
  };
  put(own, ownRows.get(low) ?? UNKNOWN_ROW);
  const vector = vectorOf(low) ?? vectorOf(low.replace(/'$/, ''));
  if (vector)
    input.set(
      vector.map((number) => number * VECTOR_SCALE),
      at,
    );
  at += VECTOR_NUMBERS;
  put(endings, hashOf(`${letters.slice(-EDGE_LETTERS).join('')}>`, endings.rows));
  put(beginnings, hashOf(`<${letters.slice(0, EDGE_LETTERS).join('')}`, beginnings.rows));
  input[at] = /^\p{Lu}/u.test(word) && !isPronoun(word) ? 1 : 0;
  return input;
}

/** Adds the product of a matrix and a vector to `sum`. Four sums at once are what engines make fastest. */
function addProduct(
  { rows, columns, values }: Matrix,
  vector: Float32Array,
  from: number,
  sum: Float32Array,
  to: number,
) {
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    let column = 0;
    for (; column + 3 < columns; column += 4) {
      one += (values[start + column] as number) * (vector[from + column] as number);
      two += (values[start + column + 1] as number) * (vector[from + column + 1] as number);
      three += (values[start + column + 2] as number) * (vector[from + column + 2] as number);
      four += (values[start + column + 3] as number) * (vector[from + column + 3] as number);
    }
    for (; column < columns; column++)
      one += (values[start + column] as number) * (vector[from + column] as number);
    sum[to + row] = (sum[to + row] as number) + one + two + three + four;
  }
}

/**
 * The chances of the tags of each word, in the order of the words: a network of gated convolutions over word vectors,
 * trained by `train.py`. A word is judged by the thirty or so words around it.
 */
export function tagChances(words: readonly Word[]): TagChances[] {
  const net = network();
  const width = net.inputBiases.length;
  const inputs = new Map<string, Float32Array>();
  let here: Float32Array = new Float32Array(words.length * width);
  for (const [at, { text, mark, isQuoted }] of words.entries()) {
    const constant = inputs.get(text) ?? inputOf(text, net);
    inputs.set(text, constant);
    const input = new Float32Array(net.input.columns);
    input.set(constant);
    input[constant.length + MARKS.indexOf(mark)] = 1;
    input[constant.length + MARKS.length] = isQuoted ? 1 : 0;
    here.set(net.inputBiases, at * width);
    addProduct(net.input, input, 0, here, at * width);
  }
  here = here.map((number) => Math.max(0, number));
  for (const layer of net.layers) here = convolved(layer, here, words.length, width);
  return words.map((_, at) => {
    const scores = Float32Array.from(net.outputBiases);
    addProduct(net.output, here, at * width, scores, 0);
    return softmax(scores);
  });
}

/** One gated convolution over three words, `dilation` apart, added to what it read. */
function convolved(
  { dilation, taps, biases }: Layer,
  read: Float32Array,
  count: number,
  width: number,
): Float32Array {
  const sums = new Float32Array(2 * width);
  const next = Float32Array.from(read);
  for (let at = 0; at < count; at++) {
    sums.set(biases);
    for (const [tap, weights] of taps.entries()) {
      const from = at + (tap - 1) * dilation;
      if (from >= 0 && from < count) addProduct(weights, read, from * width, sums, 0);
    }
    for (let row = 0; row < width; row++) {
      const gate = 1 / (1 + Math.exp(-(sums[width + row] as number)));
      next[at * width + row] = (next[at * width + row] as number) + Math.tanh(sums[row] as number) * gate;
    }
  }
  return next;
}

function softmax(scores: Float32Array): Float32Array {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
