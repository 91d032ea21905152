import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { clusterOf, rankOf } from '#api/language/word-vectors.ts';

/** The number of buckets that features are hashed into; a power of two. */
export const BUCKETS = 1 << 18;

/** A word of an utterance: UTF-16 offsets, end excluded. */
export interface Word {
  text: string;
  start: number;
  end: number;
  mark: Mark;
}

/** The punctuation before a word: none, a pause, or the end of a sentence. */
const MARKS = ['', ',', '.'] as const;
type Mark = (typeof MARKS)[number];
const SENTENCE_END = MARKS.indexOf('.');

/** Words more common than this rank keep their own feature. */
const OWN_RANK = 300;
/** The words before and after a word that tell where it belongs. */
const NEAR = 5;
/** The words whose order no longer counts. */
const FAR = 8;
/** The words of a sentence before and after a word that are looked at. */
const SENTENCE = 12;

/** The words of an utterance, each with the punctuation before it. */
export function wordsOf(utterance: string): Word[] {
  const words: Word[] = [];
  let before = 0;
  for (const { 0: text, index } of utterance.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*['’]?/gu)) {
    const between = utterance.slice(before, index);
    const mark = /[.!?…\n]/.test(between) ? '.' : /[,;:—–"“”()]| - /.test(between) ? ',' : '';
    before = index + text.length;
    words.push({ text, start: index, end: before, mark: words.length === 0 ? '.' : mark });
  }
  return words;
}

function likenessOf(word: string, isCapital: boolean): string {
  const rank = rankOf(word);
  if (rank !== null && rank < OWN_RANK) return word;
  if (/^\p{N}/u.test(word)) return '#number';
  if (rank === null) return isCapital ? '#Name' : `#${word.slice(-3)}`;
  return `${isCapital ? '^' : '#'}${clusterOf(word)}`;
}

/** A number for each kind of feature. Those that differ by a word's place take up the numbers around theirs. */
const KIND = {
  word: 10,
  likeness: 30,
  pair: 50,
  triple: 60,
  mark: 70,
  pairAfterMark: 80,
  ahead: 81,
  behind: 82,
  restOfSentence: 83,
  sentenceSoFar: 84,
};

/** One bucket for a kind of feature and the words in it, mixed as in MurmurHash3. */
function mix(kind: number, one: number, two = 0, three = 0): number {
  let hash = Math.imul(kind, 0x9e3779b1) ^ one;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ Math.imul(two, 0xcc9e2d51);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ Math.imul(three, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) & (BUCKETS - 1);
}

/** The features of every word of an utterance: what stands around it. */
export function aroundWords(words: readonly Word[]): Features[] {
  const low = words.map(({ text }) => text.toLowerCase().replace(/’/g, "'"));
  const hash = (text: string) => bucketOf(text, 2 ** 30);
  const before = hash('<');
  const after = hash('>');
  const spoken = low.map(hash);
  const likes = words.map(({ text, mark }, at) =>
    hash(likenessOf(low[at] as string, mark !== '.' && /^\p{Lu}/u.test(text) && text !== 'I')),
  );
  const marks = words.map(({ mark }) => MARKS.indexOf(mark));
  const at = (list: readonly number[], index: number) => list[index] ?? (index < 0 ? before : after);
  return words.map((_, here) => {
    const buckets = new Map<number, number>();
    const add = (bucket: number, weight: number) => buckets.set(bucket, (buckets.get(bucket) ?? 0) + weight);
    for (let by = -NEAR; by <= NEAR; by++) {
      const weight = Math.abs(by) < 3 ? 1 : 0.6;
      add(mix(KIND.word + by, at(spoken, here + by)), weight);
      add(mix(KIND.likeness + by, at(likes, here + by)), weight);
    }
    for (let by = -3; by <= 3; by++) {
      const pair = [at(likes, here + by), at(likes, here + by + 1)] as const;
      add(mix(KIND.pair + by, ...pair), 0.8);
      if (by < 2) add(mix(KIND.triple + by, ...pair, at(likes, here + by + 2)), 0.7);
      const mark = marks[here + by] ?? SENTENCE_END;
      if (mark) add(mix(KIND.mark + by, mark), 0.7);
    }
    add(mix(KIND.pairAfterMark, marks[here] ?? 0, at(likes, here), at(likes, here + 1)), 0.8);
    for (let by = 0; by < FAR; by++) add(mix(KIND.ahead, at(likes, here + by)), 0.4);
    for (let by = 1; by <= FAR; by++) add(mix(KIND.behind, at(likes, here - by)), 0.4);
    for (let to = here; to < words.length && to - here < SENTENCE; to++) {
      if (to > here && marks[to] === SENTENCE_END) break;
      add(mix(KIND.restOfSentence, at(likes, to)), 0.3);
    }
    for (let from = here; from > 0 && here - from < SENTENCE && marks[from] !== SENTENCE_END; from--)
      add(mix(KIND.sentenceSoFar, at(likes, from - 1)), 0.3);
    let length = 0;
    for (const weight of buckets.values()) length += weight * weight;
    const scale = 3 / Math.sqrt(length);
    return {
      index: Int32Array.from(buckets.keys()),
      value: Float32Array.from(buckets.values(), (weight) => weight * scale),
    };
  });
}
