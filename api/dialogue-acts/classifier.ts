import { readFileSync } from 'node:fs';
import { BUCKETS, featuresOf } from './features.ts';
import { LABELS } from './labels.ts';

/** Bytes of the SHA-256 of the templates that a model file begins with. */
export const HASH_BYTES = 32;

/**
 * A linear model with one column for each label: for a text the chance of each label, each for itself, 0 to 1.
 * The file holds the hash of its data, a Float32 scale and a Float32 bias for each label, and the weights as Int8,
 * bucket by bucket.
 */
export class Classifier {
  readonly dataHash: string;
  private readonly scales: Float32Array;
  private readonly biases: Float32Array;
  private readonly weights: Int8Array;

  constructor(file: Buffer) {
    const floats = LABELS.length * 4;
    if (file.length !== HASH_BYTES + 2 * floats + BUCKETS * LABELS.length)
      throw new Error('The model of dialogue acts does not fit the labels: run "npm run train"');
    this.dataHash = file.subarray(0, HASH_BYTES).toString('hex');
    const float32 = (from: number) => new Float32Array(file.buffer.slice(from, from + floats));
    this.scales = float32(file.byteOffset + HASH_BYTES);
    this.biases = float32(file.byteOffset + HASH_BYTES + floats);
    this.weights = new Int8Array(
      file.buffer,
      file.byteOffset + HASH_BYTES + 2 * floats,
      BUCKETS * LABELS.length,
    );
  }

  /** The chance of each label, in the order of `LABELS`. */
  chances(text: string): Float32Array {
    const { index, value } = featuresOf(text);
    const columns = LABELS.length;
    const sums = new Float32Array(columns);
    for (let at = 0; at < index.length; at++) {
      const row = (index[at] ?? 0) * columns;
      const weight = value[at] ?? 0;
      for (let column = 0; column < columns; column++)
        sums[column] = (sums[column] ?? 0) + (this.weights[row + column] ?? 0) * weight;
    }
    return sums.map(
      (sum, column) => 1 / (1 + Math.exp(-(sum * (this.scales[column] ?? 0) + (this.biases[column] ?? 0)))),
    );
  }
}

let loaded: Classifier | null = null;

/** The model that lies beside this file, in the sources as in the built server. */
export function classifier(): Classifier {
  loaded ??= new Classifier(readFileSync(new URL('./act-model.bin', import.meta.url)));
  return loaded;
}
