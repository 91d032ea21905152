import { withApostrophes } from '#api/language/contractions.ts';
import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { clusterOf, meaningOf, rankOf } from '#api/language/word-vectors.ts';

/** The number of buckets that words are hashed into; a power of two. */
export const HASHED = 1 << 18;
/** The dimensions of the text's mean word vector, which come after the hashed buckets. */
const MEANINGS = 100;
/** The number of features of a text. */
export const BUCKETS = HASHED + MEANINGS;
/** The length of the mean vector, compared with a length of 3 for all hashed features. */
const MEANING_LENGTH = 1;

/** The most words of a text that are classified; the rest is ignored. */
const MOST_WORDS = 120;

/**
 * Lower case, contractions written out, digits as tokens, no punctuation, so that typed text and recognised
 * speech look the same.
 */
export function normalizeText(text: string, most = 4_000): string {
  return text
    .slice(0, most)
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\?/g, ' qmark ')
    .replace(/\b\d{4}\b/g, ' yearnum ')
    .replace(/\d+/g, ' num ')
    .replace(/[^\p{L}' ]+/gu, ' ')
    .replace(/\b(\p{L}+)n't\b/gu, (_, verb: string) =>
      verb === 'ca' ? 'can not' : verb === 'wo' ? 'will not' : `${verb} not`,
    )
    .replace(/\bdont\b/g, 'do not')
    .replace(/'m\b/g, ' am')
    .replace(/'ll\b/g, ' will')
    .replace(/'ve\b/g, ' have')
    .replace(/'re\b/g, ' are')
    .replace(/'d\b/g, ' would')
    .replace(/'s\b/g, ' s')
    .replace(/'/g, '')
    .replace(/\bcannot\b/g, 'can not')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Dialect words of Kingston, Lagos, Lafayette or Glasgow, with the common words for the same. */
const SAID_ALIKE: Record<string, string> = {
  ...{
    mi: 'me',
    dem: 'them',
    fi: 'to',
    nuh: 'not',
    seh: 'say',
    tek: 'take',
    mek: 'make',
    bruk: 'break',
    gi: 'give',
  },
  ...{
    cyaan: 'can not',
    haffi: 'have to',
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'have to',
    gimme: 'give me',
  },
  ...{
    yous: 'you',
    "y'all": 'you',
    yall: 'you',
    dinna: 'do not',
    dinnae: 'do not',
    canna: 'can not',
    cannae: 'can not',
  },
  ...{
    wanny: 'want to',
    cos: 'because',
    em: 'them',
    nae: 'no',
    naw: 'no',
    aye: 'yes',
    ye: 'you',
    wi: 'with',
  },
};
const SAID_ALIKE_WORD = new RegExp(
  `(?<![\\p{L}'])(?:${Object.keys(SAID_ALIKE).join('|')})(?![\\p{L}'])`,
  'gu',
);

/**
 * Normalised speech in one spelling: without thinking sounds, and with the apostrophes that recognised
 * speech drops.
 */
function normalizeSpeech(text: string): string {
  const low = text.slice(0, 4_000).toLowerCase().replace(/[’‘`]/g, "'");
  return normalizeText(
    withApostrophes(low)
      .replace(/\ba\. ?i\.?(?=\W|$)/g, 'ai')
      .replace(/(?<=\p{L}{2}in)'(?!\p{L})/gu, 'g')
      .replace(/(?<![\p{L}'])(?:um+|uh+|er+m?|ah|hm+)(?![\p{L}'])[,.]?/gu, ' ')
      .replace(/\bain't\b/g, 'is not')
      .replace(SAID_ALIKE_WORD, (word) => SAID_ALIKE[word] ?? word),
  );
}

/** Words more common than this rank keep their own feature, because they decide what a sentence does. */
const OWN_RANK = 160;

/** Words more common than this rank are left out of the pairs that are only about content. */
const SMALL_RANK = 60;

/**
 * Replaces a word by its cluster of similar words, so that what was learned for “secret” applies to
 * “confidential”.
 */
function likenessOf(word: string): string {
  const rank = rankOf(word);
  return rank === null || rank < OWN_RANK ? word : `#${clusterOf(word)}`;
}

/**
 * Words, pairs, triples, pairs with a gap or without small words, and word pieces, hashed and scaled to one
 * length.
 */
export function featuresOf(text: string): Features {
  const words = normalizeSpeech(text).split(' ').slice(0, MOST_WORDS);
  const weights = new Map<number, number>();
  const add = (key: string, weight: number) => {
    const bucket = bucketOf(key, HASHED);
    weights.set(bucket, (weights.get(bucket) ?? 0) + weight);
  };
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const afterNext = words[at + 2];
    add(`1${word}`, 1);
    if (next !== undefined) add(`2${word} ${next}`, 1);
    if (afterNext !== undefined) {
      add(`3${word} ${next} ${afterNext}`, 1);
      add(`s${word} ${afterNext}`, 0.7);
    }
    const piece = ` ${word.slice(0, 24)} `;
    for (let size = 3; size <= 5; size++)
      for (let from = 0; from + size <= piece.length; from++) add(`c${piece.slice(from, from + size)}`, 0.35);
  }
  const likes = words.map(likenessOf);
  for (const [at, like] of likes.entries()) {
    const next = likes[at + 1];
    if (like !== words[at]) add(`k${like}`, 0.6);
    if (next === undefined) continue;
    if (like !== words[at] || next !== words[at + 1]) add(`k${like} ${next}`, 0.6);
    const afterNext = likes[at + 2];
    if (afterNext !== undefined) add(`k${like} ${next} ${afterNext}`, 0.5);
  }
  const telling = likes.filter((_, at) => (rankOf(words[at] ?? '') ?? OWN_RANK) >= SMALL_RANK);
  for (const [at, like] of telling.entries())
    if (telling[at + 1] !== undefined) add(`g${like} ${telling[at + 1]}`, 0.6);
  add(`b${words[0]}`, 1);
  add(`b${words[0]} ${words[1]}`, 0.7);
  add(`e${words.at(-1)}`, 0.7);
  add(`n${Math.min(8, Math.ceil(words.length / 3))}`, 0.7);
  let length = 0;
  for (const weight of weights.values()) length += weight * weight;
  const scale = 3 / (Math.sqrt(length) || 1);
  for (const [bucket, weight] of weights) weights.set(bucket, weight * scale);
  meaningOf(words)?.forEach((value, at) => {
    weights.set(HASHED + at, value * MEANING_LENGTH);
  });
  return {
    index: Int32Array.from(weights.keys()),
    value: Float32Array.from(weights.values()),
  };
}
