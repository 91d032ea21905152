import { readFileSync } from 'node:fs';
import { LinearModel, type Shape } from '#api/language/linear-model.ts';
import { aroundWords, BUCKETS, type Word, wordsOf } from './aside-features.ts';

/** For each word: whether it belongs to an aside, is its first word, is the first word of the story after it. */
export const shape: Shape = { columns: 3, buckets: BUCKETS, isSparse: true };

/** Fewer words are an answer, not a telling with something amid it. */
const FEWEST_WORDS = 10;

/** The least sum of the log-odds of an aside's words. With less, ordinary telling would be left out too. */
const SURE_FROM = 4;

/** The weight of the scores of an aside's edges; its words have a weight of 1. */
const EDGES = 0.5;
/** What an aside must be worth, in log-odds, before any is assumed. */
const COST = 1;

/** When a sentence begins at most this many words later, the aside begins with that sentence. */
const NEXT_SENTENCE = 3;

let loaded: LinearModel | null = null;

/** The model beside this file, in the sources and in the built server. */
export function asideModel(): LinearModel {
  loaded ??= new LinearModel(readFileSync(new URL('./aside-model.bin', import.meta.url)), shape);
  return loaded;
}

type WordScore = { inside: number; first: number; after: number };

/**
 * The asides in an utterance, in order: what is said to somebody else in the room, or about the talk itself, wherever it
 * begins and ends. Offsets count UTF-16 units. Sentences and clauses are read by themselves elsewhere; this finds what
 * stands among them without punctuation, by the likeliest path over the words (Viterbi).
 */
export function findAsides(utterance: string): { start: number; end: number }[] {
  const words = wordsOf(utterance);
  if (words.length < FEWEST_WORDS) return [];
  const scores = scoresOf(words);
  const isInside = likeliestPath(scores);
  const found: { start: number; end: number }[] = [];
  let from = 0;
  while (from < words.length) {
    let to = from;
    while (to < words.length && isInside[to]) to++;
    const [first, last] = [words[startOf(words, from, to)], words[to - 1]];
    if (to > from && first && last && surenessOf(scores, from, to) >= SURE_FROM)
      found.push({ start: first.start, end: last.end });
    from = Math.max(to, from + 1);
  }
  return found;
}

function scoresOf(words: readonly Word[]): WordScore[] {
  const model = asideModel();
  return aroundWords(words).map((features) => {
    const [inside = 0, first = 0, after = 0] = model.chancesOf(features);
    return { inside: logOdds(inside), first: logOdds(first), after: logOdds(after) };
  });
}

const logOdds = (chance: number) => Math.log((chance + 1e-4) / (1 - chance + 1e-4));

/** For each word, whether it lies in an aside on the likeliest path. */
function likeliestPath(scores: readonly WordScore[]): boolean[] {
  const steps: { outsideFromInside: boolean; insideFromOutside: boolean }[] = [];
  let [outside, inside] = [0, Number.NEGATIVE_INFINITY];
  for (const [at, score] of scores.entries()) {
    const enters = outside - COST + (at === 0 ? 0 : EDGES * score.first);
    const leaves = inside + EDGES * score.after;
    steps.push({ outsideFromInside: leaves > outside, insideFromOutside: enters >= inside });
    [outside, inside] = [Math.max(outside, leaves), Math.max(enters, inside) + score.inside];
  }
  const path: boolean[] = [];
  let isInside = inside > outside;
  for (let at = steps.length - 1; at >= 0; at--) {
    path[at] = isInside;
    const step = steps[at];
    isInside = (isInside ? !step?.insideFromOutside : step?.outsideFromInside) ?? false;
  }
  return path;
}

function surenessOf(scores: readonly WordScore[], from: number, to: number): number {
  const edges = (from === 0 ? 0 : (scores[from]?.first ?? 0)) + (scores[to]?.after ?? 0);
  return scores.slice(from, to).reduce((sum, { inside }) => sum + inside, EDGES * edges);
}

function startOf(words: readonly Word[], from: number, to: number): number {
  if (words[from]?.mark === '.') return from;
  const latest = Math.min(from + NEXT_SENTENCE, to - 2);
  for (let at = from + 1; at <= latest; at++) if (words[at]?.mark === '.') return at;
  return from;
}
