import { SENTENCE_DIMENSIONS } from '#api/language/sentence-encoder.ts';
import { type Sentence, splitSentences } from '#api/language/sentences.ts';

/**
 * Increase it whenever a message would be divided into other sentences, or these be encoded otherwise: the jobs then make
 * all stored meanings again.
 */
export const MEANING_VERSION = 1;

/** The numbers of a vector are at most about 0.12, so that each fits a byte with this scale. */
const SCALE = 1024;
/** The end of what the interviewer said, which is the question, in characters. */
const QUESTION_CHARACTERS = 300;

/** The sentences of a turn that have words: each has a vector. */
export function sentencesOf(text: string): Sentence[] {
  return splitSentences(text).filter((sentence) => /\p{L}/u.test(sentence.text));
}

/** The part of the interviewer's turn that is encoded. */
export function questionOf(text: string): string {
  return text.trim().slice(-QUESTION_CHARACTERS);
}

/** Vectors one after another, each number as a byte. */
export function packVectors(vectors: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const packed = new Int8Array(vectors.length * SENTENCE_DIMENSIONS);
  vectors.forEach((vector, at) => {
    packed.set(packVector(vector), at * SENTENCE_DIMENSIONS);
  });
  return new Uint8Array(packed.buffer);
}

function packVector(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * SCALE))));
}

/** The packed vectors, one for each sentence. */
export function unpackVectors(packed: Uint8Array): Float32Array[] {
  const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(bytes.length / SENTENCE_DIMENSIONS) }, (_, at) =>
    Float32Array.from(
      bytes.subarray(at * SENTENCE_DIMENSIONS, (at + 1) * SENTENCE_DIMENSIONS),
      (byte) => byte / SCALE,
    ),
  );
}

/** The signs of a vector as a bit string: the fewer bits differ, the nearer are two vectors. */
export function signsOf(vector: Float32Array): string {
  return Array.from(vector, (value) => (value > 0 ? '1' : '0')).join('');
}

/** The vector of several sentences, from those of each. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  return Float32Array.from(
    { length: SENTENCE_DIMENSIONS },
    (_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / (vectors.length || 1),
  );
}
