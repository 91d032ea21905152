import { withApostrophes } from '#api/language/contractions.ts';
import type { Features } from '#api/language/linear-model.ts';
import { clusterOf, meaningOf, rankOf } from '#api/language/word-vectors.ts';
import { featuresFrom, HASHED, hashedFeatures, MOST_WORDS } from '../features.ts';

/** The dimensions of the text's mean word vector, which come after the hashed buckets. */
const MEANINGS = 100;
/** The number of features of a text. */
export const BUCKETS = HASHED + MEANINGS;
/** The length of the mean vector, compared with a length of 3 for all hashed features. */
const MEANING_LENGTH = 1;

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

/** The features of an English text: its hashed words, and its mean word vector. */
export function featuresOf(text: string): Features {
  const words = normalizeSpeech(text).split(' ').slice(0, MOST_WORDS);
  const weights = hashedFeatures({
    words,
    likes: words.map(likenessOf),
    isContent: words.map((word) => (rankOf(word) ?? OWN_RANK) >= SMALL_RANK),
  });
  meaningOf(words)?.forEach((value, at) => {
    weights.set(HASHED + at, value * MEANING_LENGTH);
  });
  return featuresFrom(weights);
}
