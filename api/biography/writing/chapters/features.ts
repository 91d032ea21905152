import { normalizeText } from '#api/dialogue-acts/english/features.ts';
import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { textMeaning } from '#api/language/text-meanings.ts';
import { clusterOf, meaningOf, rankOf } from '#api/language/word-vectors.ts';
import { lemma } from '../language/words.ts';
import { ageSaid, stageOfLife } from './ages.ts';

/** The number of buckets that words are hashed into; a power of two. */
const HASHED = 1 << 14;
/** The dimensions of the text's mean word vector, which come after the hashed buckets. */
const MEANINGS = 100;
/** The number of features of a telling. */
export const BUCKETS = HASHED + MEANINGS;

/** The longest telling that is read, in characters and in words; the rest is ignored. */
const MOST_CHARACTERS = 8_000;
const MOST_WORDS = 600;
/** The beginning of a telling, in characters, whose meaning is read. */
const MOST_ENCODED = 600;
/** Words more common than this rank say how something is told, not what. */
const OWN_RANK = 160;
/** The lengths of the word features and of the mean vector. */
const WORDS_LENGTH = 2.5;
const MEANING_LENGTH = 4;
/** The length of the vector of a telling's meaning. */
const ENCODED_LENGTH = 3;

/** The features of a telling besides its words. */
export type Known = {
  /** The question. Its words say nothing about the answer when the answer repeats them. */
  question?: string;
  /** The person's age, in years; negative before their birth. */
  age?: number | null;
};

/** Words, word pairs, word clusters, the mean vector, and the age in the story. */
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
    // A repeated word counts only a little more than a single one.
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

/** The meaning of a telling's beginning as features of its own model; null where it is unknown. */
export function meaningFeaturesOf(text: string): Features | null {
  const meaning = textMeaning(text.slice(0, MOST_ENCODED));
  if (!meaning) return null;
  return { index: Int32Array.from(meaning.keys()), value: meaning.map((value) => value * ENCODED_LENGTH) };
}

function wordsOf(text: string): string[] {
  return normalizeText(text.slice(0, MOST_CHARACTERS), MOST_CHARACTERS).split(' ').slice(0, MOST_WORDS);
}

function isTelling(word: string): boolean {
  return (rankOf(word) ?? OWN_RANK) >= OWN_RANK;
}

/** A word's cluster, which stands for all similar words. */
function kindOf(word: string): string {
  const rank = rankOf(word);
  return rank === null || rank < OWN_RANK ? word : `#${clusterOf(word)}`;
}

function scaleTo(length: number, weights: Map<number, number>) {
  const scale = length / (Math.hypot(...weights.values()) || 1);
  for (const [key, weight] of weights) weights.set(key, weight * scale);
}
