import { readFileSync } from 'node:fs';
import type { Language } from '#api/language/languages.ts';
import {
  convolved,
  hashOf,
  type Layer,
  linear,
  type Matrix,
  readNetworkFile,
  softmax,
  WordNumbers,
} from '#api/language/word-network.ts';
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

/** What `train.py` writes at the head of the file, as JSON. */
type Header = { dataHash: string; words: string[]; dilations: number[] };

/** The rows of `own` for padding and for words without a row come first. */
const UNKNOWN_ROW = 1;
/** GloVe vectors have length 1; at three times that they count as much as the other parts. */
const VECTOR_SCALE = 3;
const MARKS: readonly Mark[] = ['NONE', 'PAUSE', 'STOP'];
/** Letters at each end of a word that are looked at by themselves. */
export const EDGE_LETTERS = 3;

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
  const { header, matrix, biases, layer } = readNetworkFile<Header>(file);
  const { dataHash, words, dilations } = header;
  return {
    ...{ dataHash, ownRows: new Map(words.map((word, row) => [word, row + UNKNOWN_ROW + 1])) },
    ...{ own: matrix('own'), endings: matrix('endings'), beginnings: matrix('beginnings') },
    ...{ input: matrix('input'), inputBiases: biases('inputBiases') },
    layers: dilations.map((dilation, at) => layer(`layer${at}`, dilation)),
    ...{ output: matrix('output'), outputBiases: biases('outputBiases') },
  };
}

/** Whether a word begins with a capital letter that “I” alone doesn't explain. */
export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word) && !/^I(?:['’](?:m|d|ve|ll))?$/.test(word);
}

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
  input[at] = isCapitalised(word) ? 1 : 0;
  return input;
}

/**
 * The chances of the tags of each word, in the order of the words: a network of gated convolutions over word vectors,
 * trained by `train.py`. A word is judged by the thirty or so words around it.
 */
export function tagChances(words: readonly Word[], language: Language): TagChances[] {
  const { output, outputBiases } = networkOf(language);
  const scores = linear(output, outputBiases, readWords(words, language).meant, words.length);
  return words.map((_, word) => Float32Array.from(softmax(scores.of(word))));
}

/** For each word, the network's input (`read`) and its last layer (`meant`), which takes the words around it into account. */
export function readWords(
  words: readonly Word[],
  language: Language,
): { read: WordNumbers; meant: WordNumbers } {
  const net = networkOf(language);
  const read = inputsOf(words, net);
  let meant = linear(net.input, net.inputBiases, read, words.length, { rectified: true });
  for (const layer of net.layers) meant = convolved(layer, meant, words.length, { squashed: true });
  return { read, meant };
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
