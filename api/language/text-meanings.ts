import { LRUCache } from 'lru-cache';
import { log } from '#api/platform/log.ts';
import { type EncodeOptions, encodeSentences } from './sentence-encoder.ts';

/** Vectors of the latest texts in this thread: 2 KB each. */
const encoded = new LRUCache<string, Float32Array>({ max: 4_000, ttl: 600_000 });

/** After this time of work and encoding, no more texts are encoded: the rest has no meaning. */
const MOST_MS = 15_000;
/** Texts encoded between two looks at the time. */
const AT_ONCE = 16;
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
  lacking?.add(text);
  return null;
}

/**
 * Runs work that reads meanings, and again when the texts that it lacked are encoded: encoding is asynchronous, and the
 * work isn't. It must have no other effects than its result.
 */
export async function withMeanings<T>(
  work: () => T,
  { mostMs = MOST_MS, ...options }: EncodeOptions & { mostMs?: number } = {},
): Promise<T> {
  const until = performance.now() + mostMs;
  for (let round = 1; ; round++) {
    const { result, texts } = collect(work);
    if (!texts.length || round === MOST_ROUNDS || performance.now() > until) return result;
    try {
      for (let from = 0; from < texts.length && performance.now() <= until; from += AT_ONCE) {
        const part = texts.slice(from, from + AT_ONCE);
        const vectors = await encodeSentences(part, options);
        part.forEach((text, at) => {
          const vector = vectors[at];
          if (vector) encoded.set(text, vector);
        });
      }
    } catch (error) {
      options.signal?.throwIfAborted();
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
