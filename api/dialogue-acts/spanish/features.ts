import type { Features } from '#api/language/linear-model.ts';
import { featuresFrom, HASHED, hashedFeatures, MOST_WORDS } from '../features.ts';
import { plainSpanish } from './plain-words.ts';

/** The number of features of a text. There are no word vectors for Spanish. */
export const BUCKETS = HASHED;

/** One spelling of what is typed and what recognisers write: without accents, punctuation and thinking sounds. */
function normalizeSpeech(text: string): string {
  return plainSpanish(text.slice(0, 4_000))
    .replace(/\?+/g, ' qmark ')
    .replace(/\b(?:1[89]|20)\d\d\b/g, ' yearnum ')
    .replace(/\d+/g, ' num ')
    .replace(/[^\p{L} ]+/gu, ' ')
    .replace(/\b(?:eh+|em+|mm+|ah+|ay+|uy+)\b/g, ' ')
    .replace(/\bpa\b/g, 'para')
    .replace(/\bpal\b/g, 'para el')
    .replace(/\b(?:q|ke)\b/g, 'que')
    .replace(/\bxq\b/g, 'porque')
    .replace(/\bna\b/g, 'nada')
    .replace(/\bto\b/g, 'todo')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first letters of a long word stand for its forms: “guarda”, “guárdelo”, “guardaban”. */
const STEM = 5;

/** Small words, which are left out of the pairs that are only about content. */
const SMALL = new Set(
  `a al con de del e el en es era esa ese eso esta este esto fue ha he hay la las le les lo los me mi mis mas muy nos o os para pero por
  pues que qmark se ser si sin son su sus te tu tus un una uno unos y ya yo cuando como donde`.split(/\s+/),
);

/** The features of a Spanish text. */
export function featuresOf(text: string): Features {
  const words = normalizeSpeech(text).split(' ').slice(0, MOST_WORDS);
  return featuresFrom(
    hashedFeatures({
      words,
      likes: words.map((word) => (word.length > STEM ? `${word.slice(0, STEM)}-` : word)),
      isContent: words.map((word) => !SMALL.has(word)),
    }),
  );
}
