import type { Features, Shape } from './linear-model.ts';

export type Random = () => number;

/** The first round to average. The rounds before it only approach the solution. */
const AVERAGED_FROM = 1;

/** A seeded generator of numbers from 0 to 1, so that the same data always gives the same model. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One training example: its features, the columns of its labels, and the group it was made from. */
export type LabelledFeatures = { features: Features; columns: readonly number[]; group?: string };

/** Regularisation that keeps a model from memorising its examples. */
export type Restraint = {
  /** The share of an example's hashed features that is left out, chosen anew each time. */
  dropout: number;
  /** The number of hashed buckets; features after them are never left out. */
  hashed: number;
};

/** The buckets that examples of more than one group use. A bucket of one group says nothing about others. */
function sharedBuckets(examples: readonly LabelledFeatures[], buckets: number, hashed: number): Uint8Array {
  const groups = new Map<string, number>();
  const first = new Int32Array(buckets);
  const isShared = new Uint8Array(buckets).fill(1, hashed);
  for (const { features, group = '' } of examples) {
    if (!groups.has(group)) groups.set(group, groups.size + 1);
    const id = groups.get(group) as number;
    for (const bucket of features.index) {
      if (first[bucket] === 0) first[bucket] = id;
      else if (first[bucket] !== id) isShared[bucket] = 1;
    }
  }
  return isShared;
}

/** The features of an example that this step learns from, scaled up to the strength of all of them. */
function sampleFeatures(
  { index, value }: Features,
  isShared: Uint8Array,
  { dropout, hashed }: Restraint,
  random: Random,
): Features {
  const held: number[] = [];
  for (let at = 0; at < index.length; at++) {
    const bucket = index[at] as number;
    if (isShared[bucket] && (bucket >= hashed || random() >= dropout)) held.push(at);
  }
  const scale = 1 / (1 - dropout);
  return {
    index: Int32Array.from(held, (at) => index[at] as number),
    value: Float32Array.from(
      held,
      (at) => (value[at] as number) * ((index[at] as number) >= hashed ? 1 : scale),
    ),
  };
}

export type Model = { weights: Float32Array; biases: Float32Array };

/** Logistic regression, one label against the rest, by AdaGrad with L2 over shuffled examples. */
export function fitModel(
  examples: readonly LabelledFeatures[],
  { columns, buckets }: Shape,
  random: Random,
  rounds: number,
  restraint: Restraint | null = null,
): Model {
  const isShared = restraint ? sharedBuckets(examples, buckets, restraint.hashed) : null;
  const rows = examples.map(({ features, columns: labelled }) => {
    const isLabel = new Uint8Array(columns);
    for (const column of labelled) isLabel[column] = 1;
    return { features, isLabel };
  });
  const counts = Array.from(
    { length: columns },
    (_, column) => rows.filter((row) => row.isLabel[column]).length,
  );
  const positive = counts.map((count) => Math.min(6, Math.sqrt(rows.length / columns / (count || 1)) * 1.5));
  const weights = new Float32Array(buckets * columns);
  const squares = new Float32Array(buckets * columns).fill(0.01);
  const biases = new Float32Array(columns).fill(-2);
  const biasSquares = new Float32Array(columns).fill(1);
  const order = rows.map((_, at) => at);
  const summed = { weights: new Float32Array(buckets * columns), biases: new Float32Array(columns) };
  for (let round = 0; round < rounds; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    for (const at of order) {
      const { features, isLabel } = rows[at] as (typeof rows)[number];
      const { index, value } =
        restraint && isShared ? sampleFeatures(features, isShared, restraint, random) : features;
      const sums = Float64Array.from(biases);
      for (let k = 0; k < index.length; k++) {
        const row = (index[k] as number) * columns;
        const x = value[k] as number;
        for (let column = 0; column < columns; column++)
          sums[column] = (sums[column] as number) + (weights[row + column] as number) * x;
      }
      for (let column = 0; column < columns; column++) {
        const wanted = isLabel[column] ? 0.98 : 0.005;
        const error = 1 / (1 + Math.exp(-(sums[column] as number))) - wanted;
        if (Math.abs(error) < 0.01) continue;
        const gradient = error * (isLabel[column] ? (positive[column] as number) : 1);
        biasSquares[column] = (biasSquares[column] as number) + gradient * gradient;
        biases[column] =
          (biases[column] as number) - (0.1 * gradient) / Math.sqrt(biasSquares[column] as number);
        for (let k = 0; k < index.length; k++) {
          const cell = (index[k] as number) * columns + column;
          const step = gradient * (value[k] as number) + 1e-4 * (weights[cell] as number);
          squares[cell] = (squares[cell] as number) + step * step;
          weights[cell] = (weights[cell] as number) - (0.15 * step) / Math.sqrt(squares[cell] as number);
        }
      }
    }
    // The mean of the later rounds depends less on the order of the examples.
    if (round < AVERAGED_FROM) continue;
    for (let cell = 0; cell < weights.length; cell++)
      summed.weights[cell] = (summed.weights[cell] as number) + (weights[cell] as number);
    for (let column = 0; column < columns; column++)
      summed.biases[column] = (summed.biases[column] as number) + (biases[column] as number);
  }
  const mean = (sum: number) => sum / (rounds - AVERAGED_FROM);
  return { weights: summed.weights.map(mean), biases: summed.biases.map(mean) };
}

/** How much the squares of the weights cost, beside the mean error of an example. */
export interface Ridge {
  cost: number;
  steps: number;
}

/** The steps of Adam. */
const STEP = 0.05;
const MOMENTUM = 0.9;
const SQUARES = 0.999;

/**
 * Logistic regression of one label with L2, by Adam over all examples at once. It suits few examples with many
 * features that are never zero, which `fitModel` would learn by heart.
 */
export function fitRidge(
  examples: readonly LabelledFeatures[],
  buckets: number,
  { cost, steps }: Ridge,
): Model {
  // The last cell is the bias.
  const weights = new Float64Array(buckets + 1);
  const means = new Float64Array(buckets + 1);
  const squares = new Float64Array(buckets + 1);
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(buckets + 1);
    for (const { features, columns } of examples) {
      const { index, value } = features;
      let sum = weights[buckets] as number;
      for (let at = 0; at < index.length; at++)
        sum += (weights[index[at] as number] as number) * (value[at] as number);
      const error = (1 / (1 + Math.exp(-sum)) - (columns.length > 0 ? 1 : 0)) / examples.length;
      for (let at = 0; at < index.length; at++)
        gradient[index[at] as number] =
          (gradient[index[at] as number] as number) + error * (value[at] as number);
      gradient[buckets] = (gradient[buckets] as number) + error;
    }
    const pace = (STEP * Math.sqrt(1 - SQUARES ** step)) / (1 - MOMENTUM ** step);
    for (let cell = 0; cell <= buckets; cell++) {
      const slope = (gradient[cell] as number) + (cell < buckets ? cost * (weights[cell] as number) : 0);
      means[cell] = MOMENTUM * (means[cell] as number) + (1 - MOMENTUM) * slope;
      squares[cell] = SQUARES * (squares[cell] as number) + (1 - SQUARES) * slope * slope;
      weights[cell] =
        (weights[cell] as number) -
        (pace * (means[cell] as number)) / (Math.sqrt(squares[cell] as number) + 1e-8);
    }
  }
  return {
    weights: Float32Array.from(weights.subarray(0, buckets)),
    biases: Float32Array.of(weights[buckets] as number),
  };
}

/** The weights of a bucket that are all below this share of the largest of their column change no chance that counts. */
const WEAKEST = 0.1;

/** The bytes of a model file: see `LinearModel`. A sparse file has no weights for weak buckets. */
export function modelFile(
  { weights, biases }: Model,
  { columns, buckets, isSparse }: Shape,
  dataHash: string,
): Buffer {
  const scales = new Float32Array(columns).fill(1e-6);
  for (let cell = 0; cell < weights.length; cell++) {
    const column = cell % columns;
    scales[column] = Math.max(scales[column] as number, Math.abs(weights[cell] as number));
  }
  for (let column = 0; column < columns; column++) scales[column] = (scales[column] as number) / 127;
  const bytes = Int8Array.from(weights, (weight, cell) =>
    Math.round(weight / (scales[cell % columns] as number)),
  );
  const head = [Buffer.from(dataHash, 'hex'), Buffer.from(scales.buffer), Buffer.from(biases.buffer)];
  if (!isSparse) return Buffer.concat([...head, Buffer.from(bytes.buffer)]);
  const map = new Uint8Array(Math.ceil(buckets / 8));
  const rows: Buffer[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const row = bytes.subarray(bucket * columns, (bucket + 1) * columns);
    if (row.every((weight) => Math.abs(weight) < WEAKEST * 127)) continue;
    map[bucket >> 3] = (map[bucket >> 3] as number) | (1 << (bucket & 7));
    rows.push(Buffer.from(row));
  }
  return Buffer.concat([...head, Buffer.from(map.buffer), ...rows]);
}
