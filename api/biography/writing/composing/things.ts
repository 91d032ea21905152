import { CONCRETE, GENERIC } from '#api/biography/writing/composing/vocabulary.ts';
import { KIN } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { fold, lemma, tokens } from '#api/biography/writing/language/words.ts';
import { meaningOf, rankOf, similarityOf, vectorOf } from '#api/language/word-vectors.ts';

const GENERIC_LEMMAS = new Set([...GENERIC].map(lemma));
/** Parts of the body, people and measures: a story is seldom remembered for them. */
const PLAIN = new Set(
  `hand head eye face foot arm leg finger knee back side hair mouth nose ear shoulder body heart man woman boy girl lady
  gentleman fellow guy fella kid child baby person people folk wife husband mum mom dad mama papa mile kilo pound inch foot dozen
  pair piece half rest name word morning night evening afternoon day week month year summer winter spring autumn time`
    .split(/\s+/)
    .map(lemma),
);
/** A word without a vector is rare, and usually names a thing. */
const RARE_WORD = 0.15;
const RARE_RANK = 20_000;

/** The similarity to these words from which a word means a person, or an illness. */
const SOMEBODY = 0.55;
const ILL = 0.5;
const PEOPLE = 'nurse maid servant waiter widow soldier priest farmer sailor doctor clerk boy woman'.split(
  ' ',
);
const ILLNESSES = 'disease typhus cancer fever tumor pneumonia infection suicide death stroke'.split(' ');

let seen: { concrete: Float32Array; generic: Float32Array } | null = null;

/** How far a word names something to see, hear or touch rather than a thought: about -0.3 to 0.3. */
function concretenessOf(word: string): number {
  const vector = vectorOf(word);
  if (!vector) return RARE_WORD;
  const none = new Float32Array(vector.length);
  seen ??= { concrete: meaningOf([...CONCRETE]) ?? none, generic: meaningOf([...GENERIC]) ?? none };
  return similarityOf(vector, seen.concrete) - similarityOf(vector, seen.generic);
}

const likeness = remembered((word: string): { people: number; illness: number } => {
  const vector = vectorOf(word);
  const to = (words: readonly string[]) => {
    const meaning = vector && meaningOf(words);
    return meaning ? similarityOf(vector, meaning) : 0;
  };
  return { people: to(PEOPLE), illness: to(ILLNESSES) };
}, 5_000);

/** Whether a word means a person: "maid", "sister". */
export function isSomebody(word: string): boolean {
  return KIN.has(lemma(word)) || likeness(word).people >= SOMEBODY;
}

/**
 * The value of a word alone for standing for a story, 0 to about 2, before its use in the story is
 * considered.
 */
export const imageOf = remembered((word: string): number => {
  const plain = lemma(word);
  if (GENERIC_LEMMAS.has(plain)) return 0.05;
  const rarity = Math.log(2 + (rankOf(word) ?? RARE_RANK)) / 8;
  const image = Math.max(0.15, Math.min(1.3, 0.4 + 4 * concretenessOf(word)));
  if (likeness(word).illness >= ILL) return 0.1;
  return image * rarity * (PLAIN.has(plain) || KIN.has(plain) ? 0.3 : 1);
}, 5_000);

/**
 * The value of each word for standing for a story, by its lemma: it is higher for a concrete word, for one
 * that is repeated, above all near the end, and for one that other stories don't use.
 */
export function keyWords(
  sentences: readonly string[],
  isElsewhere: (lemma: string) => number,
): (word: string) => number {
  const counts = new Map<string, { times: number; first: number; last: number }>();
  sentences.forEach((sentence, at) => {
    const place = at / Math.max(1, sentences.length - 1);
    for (const word of new Set(tokens(sentence).map(({ norm }) => lemma(norm)))) {
      const count = counts.get(word) ?? { times: 0, first: place, last: place };
      counts.set(word, { times: count.times + 1, first: count.first, last: place });
    }
  });
  return (word) => {
    const plain = lemma(fold(word));
    const count = counts.get(plain);
    if (!count) return 0;
    const again = 1 + 0.7 * (Math.min(4, count.times) - 1);
    const returns = count.last > 0.6 && count.first < 0.5 ? 1.25 : 1;
    return imageOf(fold(word)) * again * returns * (0.5 + 0.5 * isElsewhere(plain));
  };
}
