import { LRUCache } from 'lru-cache';
import { log } from '#api/platform/log.ts';
import { type EncodeOptions, encodeSentences } from './sentence-encoder.ts';

/** Vectors of the latest texts in this thread: 2 KB each. */
const encoded = new LRUCache<string, Float32Array>({ max: 4_000 });

/** The most texts that are encoded for one piece of work, about a quarter of a minute; further ones have no meaning. */
const MOST_TEXTS = 1_000;
/** Work that knows more meanings may ask for others. */
const MOST_ROUNDS = 4;

/** The texts that the running work asked for in vain; null where none are encoded. */
let lacking: Set<string> | null = null;

/**
 * The meaning of a text as a vector of length 1, and null where it is unknown: outside of `withMeanings`, or when the
 * encoder can't be loaded. What reads meanings must do without them too.
 */
export function textMeaning(text: string): Float32Array | null {
  const known = encoded.get(text);
  if (known) return known;
  if (lacking && lacking.size < MOST_TEXTS) lacking.add(text);
  return null;
}

/**
 * Runs work that reads meanings, and again when the texts that it lacked are encoded: encoding is asynchronous, and the
 * work isn't. It must have no other effects than its result.
 */
export async function withMeanings<T>(work: () => T, options?: EncodeOptions): Promise<T> {
  for (let round = 1; ; round++) {
    const { result, texts } = collect(work);
    if (!texts.length || round === MOST_ROUNDS) return result;
    try {
      const vectors = await encodeSentences(texts, options);
      texts.forEach((text, at) => {
        const vector = vectors[at];
        if (vector) encoded.set(text, vector);
      });
    } catch (error) {
      options?.signal?.throwIfAborted();
      log.warn({ error }, 'sentences are compared without their meaning');
      return result;
    }
  }
}

function collect<T>(work: () => T): { result: T; texts: string[] } {
  const texts = new Set<string>();
  lacking = texts;
  try {
    return { result: work(), texts: [...texts] };
  } finally {
    lacking = null;
  }
}
