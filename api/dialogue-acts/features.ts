import { withApostrophes } from '#api/language/contractions.ts';
import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { clusterOf, meaningOf, rankOf } from '#api/language/word-vectors.ts';

/** How many columns words are hashed into; a power of two. */
export const HASHED = 1 << 18;
/** Numbers in what words mean together, which stand behind the hashed ones. */
const MEANINGS = 100;
/** How many numbers the features of a text have. */
export const BUCKETS = HASHED + MEANINGS;
/** How strong what words mean together is, beside all words with a length of 3. */
const MEANING_LENGTH = 1;

/** The longest text that is classified at once, in words; what follows is left out. */
const MOST_WORDS = 120;

/** Lower case, contractions written out, digits as tokens, no punctuation: the same for typed text and recognised speech. */
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

/** Words as people in Kingston, Lagos, Lafayette or Glasgow say them, for those that most others say. */
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

/** What somebody says in one spelling, without the sounds of thinking and with the apostrophes that speech lost. */
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

/** Words commoner than this stand for themselves: what a sentence does hangs on them. */
const OWN_RANK = 160;

/** Words commoner than this are left out where only what is told of counts. */
const SMALL_RANK = 60;

/** A word for all words like it, so that what was learned of “secret” holds of “confidential”. */
function likenessOf(word: string): string {
  const rank = rankOf(word);
  return rank === null || rank < OWN_RANK ? word : `#${clusterOf(word)}`;
}

/** Words, pairs, triples, pairs with a gap or without small words, and pieces of words, hashed and scaled to one length. */
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
