import { normalizeText } from '#api/dialogue-acts/features.ts';
import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { clusterOf, meaningOf, rankOf } from '#api/language/word-vectors.ts';
import { lemma } from '../language/words.ts';
import { ageSaid, stageOfLife } from './ages.ts';

/** How many columns words are hashed into; a power of two. */
const HASHED = 1 << 14;
/** Numbers in what words mean together, which stand behind the hashed ones. */
const MEANINGS = 100;
/** How many numbers the features of a telling have. */
export const BUCKETS = HASHED + MEANINGS;

/** The longest telling that is read, in characters and in words; what follows is left out. */
const MOST_CHARACTERS = 8_000;
const MOST_WORDS = 600;
/** Commoner words than these say how something is told, not what. */
const OWN_RANK = 160;
/** How strong all words are together, and what they mean together. */
const WORDS_LENGTH = 2.5;
const MEANING_LENGTH = 4;

/** What is known of a telling beside its words. */
export type Known = {
  /** The question, whose words say nothing of the answer when they come again in it. */
  question?: string;
  /** How old the person was, in years; below zero before their birth. */
  age?: number | null;
};

/** Words, pairs of words, kinds of words, what they mean together, and the age that is told of. */
export function featuresOf(text: string, { question = '', age = null }: Known = {}): Features {
  const echoed = new Set(wordsOf(question).filter(isTelling));
  const all = wordsOf(text).filter((word) => !echoed.has(word));
  const weights = new Map<string, number>();
  const add = (key: string, weight: number) => weights.set(key, (weights.get(key) ?? 0) + weight);
  all.forEach((word, at) => {
    const next = all[at + 1];
    const kind = kindOf(word);
    add(`1${word}`, isTelling(word) ? 1 : 0.5);
    if (kind !== word) add(`k${kind}`, 1);
    if (isTelling(word)) add(`l${lemma(word)}`, 1);
    if (next === undefined) return;
    add(`2${word} ${next}`, 0.6);
    add(`k${kind} ${kindOf(next)}`, 0.6);
  });
  const stage = stageOfLife(age ?? ageSaid(text.slice(0, MOST_CHARACTERS)));
  const hashed = new Map<number, number>();
  for (const [key, weight] of weights) {
    const bucket = bucketOf(key, HASHED);
    // Said twice is little more than said once.
    hashed.set(bucket, (hashed.get(bucket) ?? 0) + Math.sqrt(weight));
  }
  scaleTo(WORDS_LENGTH, hashed);
  if (stage) hashed.set(bucketOf(`a${stage}`, HASHED), 1);
  const meaning = meaningOf(all.filter(isTelling));
  meaning?.forEach((value, at) => {
    hashed.set(HASHED + at, value * MEANING_LENGTH);
  });
  return { index: Int32Array.from(hashed.keys()), value: Float32Array.from(hashed.values()) };
}

function wordsOf(text: string): string[] {
  return normalizeText(text.slice(0, MOST_CHARACTERS), MOST_CHARACTERS).split(' ').slice(0, MOST_WORDS);
}

function isTelling(word: string): boolean {
  return (rankOf(word) ?? OWN_RANK) >= OWN_RANK;
}

/** A word for all words like it. */
function kindOf(word: string): string {
  const rank = rankOf(word);
  return rank === null || rank < OWN_RANK ? word : `#${clusterOf(word)}`;
}

function scaleTo(length: number, weights: Map<number, number>) {
  const scale = length / (Math.hypot(...weights.values()) || 1);
  for (const [key, weight] of weights) weights.set(key, weight * scale);
}
