import { bucketOf, type Features } from '#api/language/linear-model.ts';

/** The number of buckets that words are hashed into; a power of two. */
export const HASHED = 1 << 18;

/** The most words of a text that are classified; the rest is ignored. */
export const MOST_WORDS = 120;

/** The words of a text as a model of its language sees them. */
export interface TextWords {
  /** Normalised words. */
  words: readonly string[];
  /** For each word, what stands for it and words like it: its cluster, its stem, or the word itself. */
  likes: readonly string[];
  /** Whether each word is about content, not one of the most common small words. */
  isContent: readonly boolean[];
}

/**
 * Words, pairs, triples, pairs with a gap or without small words, and word pieces, hashed and scaled to one
 * length.
 */
export function hashedFeatures({ words, likes, isContent }: TextWords): Map<number, number> {
  const weights = new Map<number, number>();
  const add = (key: string, weight: number) => {
    const bucket = bucketOf(key, HASHED);
    weights.set(bucket, (weights.get(bucket) ?? 0) + weight);
  };
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const afterNext = words[at + 2];
    add(`1${word}`, 1);
    if (next !== undefined) add(`2${word} ${next}`, 1);
    if (afterNext !== undefined) {
      add(`3${word} ${next} ${afterNext}`, 1);
      add(`s${word} ${afterNext}`, 0.7);
    }
    const piece = ` ${word.slice(0, 24)} `;
    for (let size = 3; size <= 5; size++)
      for (let from = 0; from + size <= piece.length; from++) add(`c${piece.slice(from, from + size)}`, 0.35);
  }
  for (const [at, like] of likes.entries()) {
    const next = likes[at + 1];
    if (like !== words[at]) add(`k${like}`, 0.6);
    if (next === undefined) continue;
    if (like !== words[at] || next !== words[at + 1]) add(`k${like} ${next}`, 0.6);
    const afterNext = likes[at + 2];
    if (afterNext !== undefined) add(`k${like} ${next} ${afterNext}`, 0.5);
  }
  const telling = likes.filter((_, at) => isContent[at]);
  for (const [at, like] of telling.entries())
    if (telling[at + 1] !== undefined) add(`g${like} ${telling[at + 1]}`, 0.6);
  add(`b${words[0]}`, 1);
  add(`b${words[0]} ${words[1]}`, 0.7);
  add(`e${words.at(-1)}`, 0.7);
  add(`n${Math.min(8, Math.ceil(words.length / 3))}`, 0.7);
  let length = 0;
  for (const weight of weights.values()) length += weight * weight;
  const scale = 3 / (Math.sqrt(length) || 1);
  for (const [bucket, weight] of weights) weights.set(bucket, weight * scale);
  return weights;
}

/** Numbered weights as a model takes them. */
export function featuresFrom(weights: ReadonlyMap<number, number>): Features {
  return {
    index: Int32Array.from(weights.keys()),
    value: Float32Array.from(weights.values()),
  };
}
