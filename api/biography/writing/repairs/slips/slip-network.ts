import { readFileSync } from 'node:fs';
import { EDGE_LETTERS, isCapitalised, readWords } from '#api/dialogue-acts/turn-tagger/tagger.ts';
import type { Word } from '#api/dialogue-acts/turn-tagger/words.ts';
import {
  convolved,
  type Layer,
  linear,
  type Matrix,
  readNetworkFile,
  softmax,
  WordNumbers,
} from '#api/language/word-network.ts';
import { vectorOf } from '#api/language/word-vectors.ts';
import { KINDS, kindOf, NUMBER_KINDS, type ValueKind } from './value-kinds.ts';

/** A word of a telling, and whether a turn begins with it. */
export interface ToldWord extends Word {
  startsTurn: boolean;
}

/** A word belongs to the story, to the remark that corrects, to the right value, or to the wrong value. */
export const PARTS = ['STORY', 'REMARK', 'RIGHT', 'WRONG'] as const;
export type Part = (typeof PARTS)[number];

/** The chances that the network gives to the words of a telling. */
export interface SlipChances {
  /** The chances of the parts of each word, in the order of `PARTS`. */
  parts: Float64Array[];
  /** The chance that the word `right` ends the right value, and the word `wrong` a wrong one. */
  pair(right: number, wrong: number): number;
}

type Linear = { matrix: Matrix; biases: Float64Array };
type Attention = {
  normScale: Float64Array;
  normShift: Float64Array;
  project: Linear;
  out: Linear;
  /** For each head, what each kind of likeness of two words counts, and each distance. */
  likeness: Matrix;
  distances: Matrix;
};
type Network = {
  dataHash: string;
  kinds: Matrix;
  enter: Linear;
  layers: ({ convolution: Layer } | { attention: Attention })[];
  parts: Linear;
  right: Linear;
  wrong: Linear;
  isRight: Linear;
  isWrong: Linear;
  likeness: Float64Array;
  distances: Float64Array;
  noneHidden: Linear;
  none: Linear;
};

/** What `train.py` writes at the head of the file. A layer is "a" (attention), or "c" with its dilation (convolution). */
type Header = { dataHash: string; layers: string[] };

/** The marks, whether a word is capitalised, and whether a quotation mark stands before it: the last numbers of what the tagger reads. */
const FLAGS = 5;
/** Distances are told apart on a scale of logarithms, up to this step on both sides. */
const FARTHEST = 10;
const STEPS_A_DOUBLING = 1.4;
const EPSILON = 1e-5;

let loaded: Network | null = null;

function network(): Network {
  loaded ??= readNetwork(readFileSync(new URL('./slip-model.bin', import.meta.url)));
  return loaded;
}

/** The SHA-256 of the talks that the model was trained on, as hexadecimal digits. */
export function dataHashOfSlips(): string {
  return network().dataHash;
}

function readNetwork(file: Buffer): Network {
  const { header, matrix, biases, layer } = readNetworkFile<Header>(file);
  const both = (name: string): Linear => ({ matrix: matrix(name), biases: biases(`${name}.biases`) });
  return {
    ...{ dataHash: header.dataHash, kinds: matrix('kinds'), enter: both('enter') },
    layers: header.layers.map((plan, at) =>
      plan.startsWith('c')
        ? { convolution: layer(`layer${at}`, Number(plan.slice(1))) }
        : {
            attention: {
              normScale: biases(`layer${at}.norm`),
              normShift: biases(`layer${at}.norm.biases`),
              ...{ project: both(`layer${at}.project`), out: both(`layer${at}.out`) },
              ...{ likeness: matrix(`layer${at}.likeness`), distances: matrix(`layer${at}.distances`) },
            },
          },
    ),
    ...{ parts: both('parts'), right: both('right'), wrong: both('wrong') },
    ...{ isRight: both('isRight'), isWrong: both('isWrong') },
    ...{ likeness: biases('likeness'), distances: biases('distances') },
    ...{ noneHidden: both('noneHidden'), none: both('none') },
  };
}

/**
 * Reads a telling, and gives the chances of a part of it: `from` is its first word, `to` comes after its last. Time and memory grow with
 * the square of the part's words.
 */
export function readTelling(words: readonly ToldWord[]): (from: number, to: number) => SlipChances {
  const known = readWords(words, 'en');
  return (from, to) => chancesOf(words.slice(from, to), from, known);
}

function chancesOf(words: readonly ToldWord[], first: number, known: KnownWords): SlipChances {
  const net = network();
  const count = words.length;
  const likenesses = likenessesOf(words);
  let here = linear(
    net.enter.matrix,
    net.enter.biases,
    inputsOf(words, first, known, likenesses, net),
    count,
    {
      rectified: true,
    },
  );
  for (const layer of net.layers)
    here =
      'convolution' in layer
        ? convolved(layer.convolution, here, count, { squashed: false })
        : attend(layer.attention, here, likenesses, count);
  const out = ({ matrix, biases }: Linear) => linear(matrix, biases, here, count);
  const [parts, right, wrong] = [out(net.parts), out(net.right), out(net.wrong)];
  const [isRight, isWrong] = [out(net.isRight), out(net.isWrong)];
  const scores = new Float64Array(count * count + 1);
  addPairProducts(right, wrong, { at: 0, size: right.width }, { at: 0, size: right.width }, count, scores);
  addPairs(likenesses, net.likeness, 0, net.distances, 0, count, scores);
  for (let one = 0; one < count; one++)
    for (let other = 0; other < count; other++) {
      const at = one * count + other;
      const own = (isRight.of(one)[0] as number) + (isWrong.of(other)[0] as number);
      scores[at] = one === other ? Number.NEGATIVE_INFINITY : (scores[at] as number) + own;
    }
  scores[count * count] = noneScore(here, count, net);
  const chances = softmax(scores);
  return {
    parts: words.map((_, word) => softmax(parts.of(word))),
    pair: (one, other) => chances[one * count + other] as number,
  };
}

/** For each pair of words, the product of some numbers of the one and as many of the other, over the root of their count. */
function addPairProducts(
  ones: WordNumbers,
  others: WordNumbers,
  one: { at: number; size: number },
  other: { at: number; size: number },
  count: number,
  sums: Float64Array,
) {
  const [left, right] = [ones.values, others.values];
  const scale = 1 / Math.sqrt(one.size);
  for (let row = 0; row < count; row++) {
    const start = ones.startOf(row) + one.at;
    for (let column = 0; column < count; column++) {
      const second = others.startOf(column) + other.at;
      let sum = 0;
      for (let at = 0; at < one.size; at++)
        sum += (left[start + at] as number) * (right[second + at] as number);
      sums[row * count + column] = (sums[row * count + column] as number) + sum * scale;
    }
  }
}

/** Adds what likeness and distance count to the scores of pairs; the weights begin at these places of their tables. */
function addPairs(
  likenesses: Likenesses,
  weights: Float64Array,
  weightsAt: number,
  distances: Float64Array,
  distancesAt: number,
  count: number,
  sums: Float64Array,
) {
  for (const [kind, likeness] of likenesses.entries()) {
    const weight = weights[weightsAt + kind] as number;
    for (let at = 0; at < count * count; at++)
      sums[at] = (sums[at] as number) + weight * (likeness[at] as number);
  }
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const at = row * count + column;
      sums[at] = (sums[at] as number) + (distances[distancesAt + stepOf(column - row)] as number);
    }
}

type KnownWords = ReturnType<typeof readWords>;
type Likenesses = Float64Array[];

/** How the words of a telling resemble each other in pairs: for each kind of likeness, a number for each pair of words. */
function likenessesOf(words: readonly ToldWord[]): Likenesses {
  const count = words.length;
  const low = words.map(({ text }) => text.toLowerCase().replaceAll('’', "'"));
  const kinds = words.map(({ text }) => kindOf(text));
  const meanings = low.map((word) => unitOf(vectorOf(word) ?? vectorOf(word.replace(/'$/, ''))));
  const names = words.map(({ text }) => isCapitalised(text));
  const starts = low.map((word) => [...word].slice(0, EDGE_LETTERS).join(''));
  const ends = low.map((word) => [...word].slice(-EDGE_LETTERS).join(''));
  const same = (one: number, other: number) => low[one] === low[other];
  const isNumber = (at: number) => NUMBER_KINDS.has(kinds[at] as ValueKind);
  const tests: ((one: number, other: number) => number | boolean)[] = [
    same,
    (one, other) => cosine(meanings[one] as Float64Array | null, meanings[other] as Float64Array | null),
    (one, other) => kinds[one] === kinds[other] && kinds[one] !== 'OTHER',
    (one, other) => isNumber(one) && isNumber(other),
    (one, other) => names[one] === true && names[other] === true,
    (one, other) => other > 0 && low[one - 1] === low[other - 1],
    (one, other) => one < count - 1 && low[one + 1] === low[other + 1],
    (one, other) => starts[one] === starts[other] && !same(one, other),
    (one, other) => ends[one] === ends[other] && !same(one, other),
  ];
  return tests.map((test) => {
    const numbers = new Float64Array(count * count);
    for (let one = 1; one < count; one++)
      for (let other = 0; other < one; other++) {
        const number = Number(test(one, other));
        numbers[one * count + other] = number;
        numbers[other * count + one] = number;
      }
    return numbers;
  });
}

/** The network's input for each word: the tagger's numbers, its kind, whether it begins a turn, and whether it stands before or after too. */
function inputsOf(
  words: readonly ToldWord[],
  first: number,
  { read, meant }: KnownWords,
  [same]: Likenesses,
  { kinds, enter }: Network,
): WordNumbers {
  const count = words.length;
  const inputs = new WordNumbers(count, enter.matrix.columns);
  for (const [word, { text, startsTurn }] of words.entries()) {
    const own = read.of(first + word);
    const row = (same ?? new Float64Array()).subarray(word * count, (word + 1) * count);
    const [kind, flags] = [KINDS.indexOf(kindOf(text)), own.length - FLAGS];
    const parts: ArrayLike<number>[] = [
      meant.of(first + word),
      own.subarray(0, flags),
      kinds.values.subarray(kind * kinds.columns, (kind + 1) * kinds.columns),
      own.subarray(flags),
      [Number(startsTurn), Number(row.subarray(0, word).includes(1)), Number(row.subarray(word).includes(1))],
    ];
    let at = inputs.startOf(word);
    for (const part of parts) {
      inputs.values.set(part, at);
      at += part.length;
    }
  }
  return inputs;
}

/** Attention with several heads, added to what it read. What two words have in common and how far apart they are counts beside their numbers. */
function attend(layer: Attention, read: WordNumbers, likenesses: Likenesses, count: number): WordNumbers {
  const { width } = read;
  const heads = layer.likeness.rows;
  const size = width / heads;
  const normal = new WordNumbers(count, width);
  for (let word = 0; word < count; word++) normalise(read.of(word), layer, normal.of(word));
  const projected = linear(layer.project.matrix, layer.project.biases, normal, count);
  const mixed = new WordNumbers(count, width);
  for (let head = 0; head < heads; head++) {
    const scores = new Float64Array(count * count);
    const part = (nth: number) => ({ at: nth * width + head * size, size });
    addPairProducts(projected, projected, part(0), part(1), count, scores);
    const { likeness, distances } = layer;
    const places = [head * likeness.columns, head * distances.columns] as const;
    addPairs(likenesses, likeness.values, places[0], distances.values, places[1], count, scores);
    for (let word = 0; word < count; word++) {
      const shares = softmax(scores.subarray(word * count, (word + 1) * count));
      const into = mixed.startOf(word) + head * size;
      for (let other = 0; other < count; other++) {
        const [share, told] = [shares[other] as number, projected.startOf(other) + part(2).at];
        for (let at = 0; at < size; at++)
          mixed.values[into + at] =
            (mixed.values[into + at] as number) + share * (projected.values[told + at] as number);
      }
    }
  }
  const next = linear(layer.out.matrix, layer.out.biases, mixed, count);
  for (let word = 0; word < count; word++) {
    const into = next.of(word);
    for (const [at, number] of read.of(word).entries()) into[at] = (into[at] as number) + number;
  }
  return next;
}

function normalise(read: Float64Array, { normScale, normShift }: Attention, into: Float64Array) {
  let mean = 0;
  for (const number of read) mean += number / read.length;
  let variance = 0;
  for (const number of read) variance += (number - mean) ** 2 / read.length;
  const scale = 1 / Math.sqrt(variance + EPSILON);
  for (let at = 0; at < read.length; at++)
    into[at] = ((read[at] as number) - mean) * scale * (normScale[at] as number) + (normShift[at] as number);
}

/** The score that nothing in the telling corrects anything. */
function noneScore(here: WordNumbers, count: number, { noneHidden, none }: Network): number {
  const most = new WordNumbers(1, here.width);
  const largest = most.of(0).fill(Number.NEGATIVE_INFINITY);
  for (let word = 0; word < count; word++)
    for (const [at, number] of here.of(word).entries()) largest[at] = Math.max(largest[at] as number, number);
  const hidden = linear(noneHidden.matrix, noneHidden.biases, most, 1, { rectified: true });
  return linear(none.matrix, none.biases, hidden, 1).of(0)[0] as number;
}

/** The steps of the distances of up to so many words, calculated once. */
const steps: number[] = [];

function stepOf(distance: number): number {
  const far = Math.abs(distance);
  for (let next = steps.length; next <= far; next++)
    steps.push(Math.min(FARTHEST, Math.round(Math.log2(next + 1) * STEPS_A_DOUBLING)));
  return FARTHEST + Math.sign(distance) * (steps[far] as number);
}

function unitOf(vector: Float32Array | null): Float64Array | null {
  if (!vector) return null;
  let squares = 0;
  for (const number of vector) squares += number * number;
  return Float64Array.from(vector, (number) => number / Math.sqrt(squares));
}

function cosine(one: Float64Array | null, other: Float64Array | null): number {
  let sum = 0;
  if (one && other)
    for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
