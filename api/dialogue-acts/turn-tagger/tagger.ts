import { readFileSync } from 'node:fs';
import type { Language } from '#api/language/languages.ts';
import { vectorOf } from '#api/language/word-vectors.ts';
import type { Mark, Word } from './words.ts';

/**
 * A word of a turn belongs to the story; to words beside it, to somebody in the room or about the talk; to a wish for
 * privacy; a withdrawal of a consent; danger; a remark that only corrects.
 */
export const TAGS = ['STORY', 'BESIDE', 'WISH', 'WITHDRAWAL', 'DANGER', 'CORRECTION'] as const;
export type Tag = (typeof TAGS)[number];

/** The chance of each tag, in the order of `TAGS`, for one word after the other. */
export type TagChances = Float32Array;

/** Numbers row by row; of 64 bits, because engines convert each of 32 bits before they calculate with it. */
type Matrix = { rows: number; columns: number; values: Float64Array };
type Layer = { dilation: number; taps: Matrix[]; biases: Float64Array };
type Network = {
  dataHash: string;
  ownRows: Map<string, number>;
  own: Matrix;
  endings: Matrix;
  beginnings: Matrix;
  input: Matrix;
  inputBiases: Float64Array;
  layers: Layer[];
  output: Matrix;
  outputBiases: Float64Array;
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
const MARKS: readonly Mark[] = ['NONE', 'PAUSE', 'STOP'];
/** Letters at each end of a word that are looked at by themselves. */
const EDGE_LETTERS = 3;

const models: Record<Language, URL> = {
  en: new URL('./turn-model.bin', import.meta.url),
  es: new URL('./turn-model.es.bin', import.meta.url),
};
const loaded = new Map<Language, Network>();

function networkOf(language: Language): Network {
  const network = loaded.get(language) ?? readNetwork(readFileSync(models[language]));
  loaded.set(language, network);
  return network;
}

/** The SHA-256 of the turns and templates that the model was trained on, as hexadecimal digits. */
export function dataHashOfTagger(language: Language): string {
  return networkOf(language).dataHash;
}

function readNetwork(file: Buffer): Network {
  const headBytes = file.readUInt32LE(0);
  const { dataHash, words, dilations, tables }: Header = JSON.parse(file.toString('utf8', 4, 4 + headBytes));
  let at = 4 + headBytes;
  const read = new Map<string, Matrix>();
  for (const { name, rows, columns } of tables) {
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
  return {
    ...{ dataHash, ownRows: new Map(words.map((word, row) => [word, row + UNKNOWN_ROW + 1])) },
    ...{ own: matrix('own'), endings: matrix('endings'), beginnings: matrix('beginnings') },
    ...{ input: matrix('input'), inputBiases: matrix('inputBiases').values },
    layers: dilations.map((dilation, layer) => {
      if (dilation > MARGIN) throw new Error('The model looks farther than MARGIN');
      return {
        dilation,
        taps: [0, 1, 2].map((tap) => matrix(`layer${layer}.tap${tap}`)),
        biases: matrix(`layer${layer}.biases`).values,
      };
    }),
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
function inputOf(word: string, { ownRows, own, endings, beginnings, input: read }: Network): Float64Array {
  const low = word.toLowerCase().replaceAll('’', "'");
  const letters = [...low];
  const input = new Float64Array(read.columns - MARKS.length - 1);
  const vectorNumbers = input.length - own.columns - endings.columns - beginnings.columns - 1;
  let at = 0;
  const put = ({ columns, values }: Matrix, row: number) => {
    input.set(values.subarray(row * columns, (row + 1) * columns), at);
    at += columns;
  };
  put(own, ownRows.get(low) ?? UNKNOWN_ROW);
  // The vectors are of English words; a model of another language reads none.
  const vector = vectorNumbers > 0 ? (vectorOf(low) ?? vectorOf(low.replace(/'$/, ''))) : null;
  if (vector)
    input.set(
      vector.map((number) => number * VECTOR_SCALE),
      at,
    );
  at += vectorNumbers;
  put(endings, hashOf(`${letters.slice(-EDGE_LETTERS).join('')}>`, endings.rows));
  put(beginnings, hashOf(`<${letters.slice(0, EDGE_LETTERS).join('')}`, beginnings.rows));
  input[at] = /^\p{Lu}/u.test(word) && !isPronoun(word) ? 1 : 0;
  return input;
}

/** Words that are calculated together, so that each weight is read once for all of them. */
const TOGETHER = 4;
/** Words of zeros before the first and after the last: the farthest that a convolution looks. */
const MARGIN = 8;

/** As many numbers for each word, with a margin of zeros. */
class WordNumbers {
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
}

/** Adds to each word's sums the product of a matrix and the numbers of the word `shift` later. */
function addProducts(
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
function sumsFrom(biases: Float64Array, count: number): WordNumbers {
  const sums = new WordNumbers(count, biases.length);
  for (let word = 0; word < count; word++) sums.values.set(biases, sums.startOf(word));
  return sums;
}

/**
 * The chances of the tags of each word, in the order of the words: a network of gated convolutions over word vectors,
 * trained by `train.py`. A word is judged by the thirty or so words around it.
 */
export function tagChances(words: readonly Word[], language: Language): TagChances[] {
  const net = networkOf(language);
  const count = words.length;
  let here = sumsFrom(net.inputBiases, count);
  addProducts(net.input, inputsOf(words, net), 0, here, count);
  for (let word = 0; word < count; word++)
    for (let at = here.startOf(word); at < here.startOf(word + 1); at++)
      here.values[at] = Math.max(0, here.values[at] as number);
  for (const layer of net.layers) here = convolved(layer, here, count);
  const scores = sumsFrom(net.outputBiases, count);
  addProducts(net.output, here, 0, scores, count);
  return words.map((_, word) =>
    softmax(scores.values.subarray(scores.startOf(word), scores.startOf(word + 1))),
  );
}

function inputsOf(words: readonly Word[], net: Network): WordNumbers {
  const inputs = new WordNumbers(words.length, net.input.columns);
  const known = new Map<string, Float64Array>();
  for (const [word, { text, mark, isQuoted }] of words.entries()) {
    const constant = known.get(text) ?? inputOf(text, net);
    known.set(text, constant);
    const start = inputs.startOf(word);
    inputs.values.set(constant, start);
    inputs.values[start + constant.length + MARKS.indexOf(mark)] = 1;
    inputs.values[start + constant.length + MARKS.length] = isQuoted ? 1 : 0;
  }
  return inputs;
}

/** One gated convolution over three words, `dilation` apart, added to what it read. */
function convolved({ dilation, taps, biases }: Layer, read: WordNumbers, count: number): WordNumbers {
  const sums = sumsFrom(biases, count);
  for (const [tap, weights] of taps.entries()) addProducts(weights, read, (tap - 1) * dilation, sums, count);
  const { width } = read;
  const next = new WordNumbers(count, width);
  for (let word = 0; word < count; word++) {
    const [from, to] = [sums.startOf(word), next.startOf(word)];
    for (let at = 0; at < width; at++) {
      const gate = 1 / (1 + Math.exp(-(sums.values[from + width + at] as number)));
      next.values[to + at] =
        (read.values[to + at] as number) + Math.tanh(sums.values[from + at] as number) * gate;
    }
  }
  return next;
}

function softmax(scores: Float64Array): TagChances {
  const most = Math.max(...scores);
  const powers = Float32Array.from(scores, (score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
