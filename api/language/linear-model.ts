/** The features of a text by number, each with its strength. */
export type Features = { index: Int32Array; value: Float32Array };

/** The number of labels of a model, the number of its features, and whether most features have no weights. */
export type Shape = { columns: number; buckets: number; isSparse?: boolean };

/** The length of the SHA-256 of the training data, which a model file starts with. */
export const HASH_BYTES = 32;

/** FNV-1a with a final mix, into this many buckets, a power of two. */
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
 * A linear model with one column for each label: gives the chance of each label independently, 0 to 1. The
 * file holds the hash of its data, a Float32 scale and a Float32 bias for each label, and the weights as
 * Int8, bucket by bucket. A sparse file has a bit for each bucket before the weights, and weights only for
 * the buckets whose bit is set. Throws when a file has another shape.
 */
export class LinearModel {
  readonly dataHash: string;
  private readonly columns: number;
  private readonly scales: Float32Array;
  private readonly biases: Float32Array;
  private readonly weights: Int8Array;
  /** The offset of each bucket's weights, -1 for a bucket without; null when every bucket has weights. */
  private readonly rows: Int32Array | null;

  constructor(file: Buffer, { columns, buckets, isSparse = false }: Shape) {
    const floats = columns * 4;
    const headBytes = HASH_BYTES + 2 * floats;
    const mapBytes = isSparse ? Math.ceil(buckets / 8) : 0;
    this.rows = isSparse ? rowsIn(file.subarray(headBytes, headBytes + mapBytes), buckets, columns) : null;
    const filled = this.rows ? this.rows.reduce((count, row) => count + (row < 0 ? 0 : 1), 0) : buckets;
    if (file.length !== headBytes + mapBytes + filled * columns)
      throw new Error('The model does not fit its labels: run "npm run train"');
    this.columns = columns;
    this.dataHash = file.subarray(0, HASH_BYTES).toString('hex');
    const float32 = (from: number) => new Float32Array(file.buffer.slice(from, from + floats));
    this.scales = float32(file.byteOffset + HASH_BYTES);
    this.biases = float32(file.byteOffset + HASH_BYTES + floats);
    this.weights = new Int8Array(file.buffer, file.byteOffset + headBytes + mapBytes, filled * columns);
  }

  /** The chance of each label, in the order of the columns. */
  chancesOf({ index, value }: Features): Float32Array {
    const { columns, rows } = this;
    const sums = new Float32Array(columns);
    for (let at = 0; at < index.length; at++) {
      const bucket = index[at] ?? 0;
      const row = rows ? (rows[bucket] ?? -1) : bucket * columns;
      if (row < 0) continue;
      const weight = value[at] ?? 0;
      for (let column = 0; column < columns; column++)
        sums[column] = (sums[column] ?? 0) + (this.weights[row + column] ?? 0) * weight;
    }
    return sums.map(
      (sum, column) => 1 / (1 + Math.exp(-(sum * (this.scales[column] ?? 0) + (this.biases[column] ?? 0)))),
    );
  }
}

function rowsIn(map: Buffer, buckets: number, columns: number): Int32Array {
  const rows = new Int32Array(buckets).fill(-1);
  let next = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    if (((map[bucket >> 3] ?? 0) & (1 << (bucket & 7))) === 0) continue;
    rows[bucket] = next;
    next += columns;
  }
  return rows;
}
