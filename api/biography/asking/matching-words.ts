import type { Language } from '#api/language/languages.ts';
import { tokens } from '../writing/language/words.ts';
import type { AskingWords } from './asking-words.ts';
import { askingWords } from './languages.ts';

/** Two words count as similar in meaning from this cosine similarity. */
const ALIKE = 0.45;

/** One word of the question with its weight. */
export interface Term {
  norm: string;
  lemma: string;
  weight: number;
  vector: Float32Array | null;
}

/** The words that a question is about, without the person's own name. */
export function termsOf(
  question: string,
  names: readonly string[],
  { isStopWord, lemma, weightOf, vectorOf }: AskingWords,
): Term[] {
  const own = new Set(names.flatMap((name) => tokens(name).map(({ norm }) => lemma(norm))));
  const found = new Map<string, Term>();
  for (const { norm } of tokens(question)) {
    const root = lemma(norm);
    if (isStopWord(norm) || own.has(root) || found.has(root)) continue;
    const vector = vectorOf(norm) ?? vectorOf(root);
    found.set(root, { norm, lemma: root, weight: weightOf(norm, root), vector });
  }
  return [...found.values()];
}

/**
 * The words, or beginnings of words, that an answer may hold: those of the question and others for the same
 * thing.
 */
export function wordsLike({
  question,
  names,
  language,
}: {
  question: string;
  names: readonly string[];
  language?: Language;
}): string[] {
  const words = askingWords(language);
  const terms = termsOf(question, names, words);
  const telling = terms.filter(({ weight }) => weight > 0.3);
  const found = (telling.length > 0 ? telling : terms).flatMap((term) => words.searched(term));
  return [...new Set(found.filter((word) => /^[\p{L}\p{N}]+$/u.test(word) && word.length > 2))];
}

/**
 * How well a word matches one word of the question: 1 for the same word, less for a similar one, 0 for a
 * different one.
 */
export type Matcher = (root: string, norm: string) => number;

export function matcherOf({ lemma: asked, vector }: Term, words: AskingWords): Matcher {
  const known = new Map<string, number>();
  const kin = words.kinMeant(asked);
  if (kin) return (root) => (kin.has(root) ? 1 : words.marries(kin, root) ? 0.7 : 0);
  const same = words.sameThing(asked);
  return (root, norm) => {
    if (root === asked) return 1;
    if (same.has(root)) return 0.9;
    const match = known.get(norm) ?? likenessOf(vector, words.vectorOf(norm));
    known.set(norm, match);
    return match;
  };
}

function likenessOf(one: Float32Array | null, other: Float32Array | null): number {
  if (!one || !other) return 0;
  let cosine = 0;
  for (let at = 0; at < one.length; at++) cosine += (one[at] ?? 0) * (other[at] ?? 0);
  return Math.max(0, (cosine - ALIKE) / (1 - ALIKE)) * 0.9;
}

/** How well a text matches each word of the question. */
export function matchesIn(
  text: string,
  matchers: readonly Matcher[],
  { isStopWord, lemma }: AskingWords,
): number[] {
  const best = matchers.map(() => 0);
  for (const { norm } of tokens(text)) {
    if (isStopWord(norm)) continue;
    const root = lemma(norm);
    matchers.forEach((matcher, at) => {
      best[at] = Math.max(best[at] ?? 0, matcher(root, norm));
    });
  }
  return best;
}
