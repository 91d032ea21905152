/** Numbered signs of a text, with how strong each one is. */
export type Features = { index: Int32Array; value: Float32Array };

/** How many labels a model tells apart, and how many numbers its features have. */
export type Shape = { columns: number; buckets: number };

/** Bytes of the SHA-256 of the training data that a model file begins with. */
export const HASH_BYTES = 32;

/** FNV-1a with a final mix, into so many buckets, a power of two. */
export function bucketOf(key: string, buckets: number): number {
  let hash = 2166136261;
  for (let at = 0; at < key.length; at++) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 16777619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) & (buckets - 1);
}

/**
 * A linear model with one column for each label: the chance of each label, each for itself, 0 to 1. The file holds the
 * hash of its data, a Float32 scale and a Float32 bias for each label, and the weights as Int8, bucket by bucket.
 * Throws when a file is of another shape.
 */
export class LinearModel {
  readonly dataHash: string;
  private readonly columns: number;
  private readonly scales: Float32Array;
  private readonly biases: Float32Array;
  private readonly weights: Int8Array;

  constructor(file: Buffer, { columns, buckets }: Shape) {
    const floats = columns * 4;
    if (file.length !== HASH_BYTES + 2 * floats + buckets * columns)
      throw new Error('The model does not fit its labels: run "npm run train"');
    this.columns = columns;
    this.dataHash = file.subarray(0, HASH_BYTES).toString('hex');
    const float32 = (from: number) => new Float32Array(file.buffer.slice(from, from + floats));
    this.scales = float32(file.byteOffset + HASH_BYTES);
    this.biases = float32(file.byteOffset + HASH_BYTES + floats);
    this.weights = new Int8Array(file.buffer, file.byteOffset + HASH_BYTES + 2 * floats, buckets * columns);
  }

  /** The chance of each label, in the order of the columns. */
  chancesOf({ index, value }: Features): Float32Array {
    const { columns } = this;
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
