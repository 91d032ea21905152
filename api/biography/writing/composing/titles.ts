import { nounPhrases, type Phrase, phrasesOf } from '#api/biography/writing/composing/phrases.ts';
import { type StoryUnit, unitText } from '#api/biography/writing/composing/units.ts';
import { CONCRETE, GENERIC as GENERIC_WORDS } from '#api/biography/writing/composing/vocabulary.ts';
import { KIN } from '#api/biography/writing/language/kinship.ts';
import {
  contentLemmas,
  countWords,
  fold,
  isStopWord,
  lemma,
  tokens,
} from '#api/biography/writing/language/words.ts';

const CONCRETE_LEMMAS = new Set([...CONCRETE].map(lemma));
const GENERIC = new Set([...GENERIC_WORDS].map(lemma));

const WEAK_START =
  /^(?:this|that|these|those|some|any|such|another|each|every|all|both|same|a lot|lots|a couple|a bunch|a kind|kind|sort|a number|a bit|a few|few|several|many|much|more|most|other|what|which|whatever|whole|of|one of|my own|your|you|the (?:same|other|whole|actual|various|different|particular|certain|main|general|overall)|different|various|certain|really|very)\b/i;
/** "In charge of", "took place", "a sense of": the noun is only half of a turn of phrase. */
const HALF_PHRASE =
  /^(?:the |an? )?(?:charge|place|front|case|terms|spite|care|sense|use|rest|middle|end|beginning|top|bottom|back|view|copies|copy|sorts?|ways?|member|lack|set|series|matter|emphasis|focus|access|contact|need|difference|part|contingent)\b/i;
const NEVER_IN =
  /\b(?:like|slash|etcetera|things?|stuff|anybody|everybody|somebody|everything|anything|something|etc|okay|guess|ass|arse|shit|damn(?:ed)?|hell|fuck\p{L}*|bitch|bastard|crap|kinds?|sorts?|example)\b/iu;
/** Of a long story not every sentence is looked through. */
const READ_AT_MOST = 9;
/** What a plain word is worth that is said once and nowhere else. */
const UNHEARD = '';
const EVENT_NAME = /\b(?:Hurricane|Typhoon|Cyclone|Operation|Battle of) \p{Lu}/u;
const ABSTRACT = /(?:tion|sion|ment|ness|ity|ance|ence|ship|ism|ics|ology|ing|ive|al)s?$/;
/** Marks of a phrase that was cut wrongly out of its sentence. */
const BROKEN = [
  /^(?:and|but|or|so|because|which|who|of|to|it|they|them|he|she|there)\b/i,
  /\band (?:watch|deal|go|get|make|take|do|have|be|see|try|help|work|talk|look|then|that|so)\b/i,
  /^\p{Lu}\p{L}+ to\b/u,
  // "to" belongs to a way from here to there.
  /^(?!.*\b(?:from|train|bus|way|trip|letter|road|ride|walk|plane|boat|drive|visit|answer|return)\b).*\bto\b/i,
  /^(?:My|Our|The) (?:family|friends?|parents|agency|experience|job)$/i,
  // "Hid the marks from Father": the verb that held it together is gone.
  /\b(?:from|for|with|at) (?:father|mother|mum|mom|dad|papa|mama|him|her|them|us|me)$/i,
];
/** Over a story of many things no death stands as its name. */
const HEAVY =
  /\b(?:died|dies|dead|death|killed|passed (?:away|on)|funeral|buried|cancer|suicide|drowned|miscarriage|lost (?:my|our|her|him))\b/i;

/** What is told in this conversation or stands in the book. */
type Told = Pick<StoryUnit, 'paragraphs'>;

export interface Naming {
  title: string;
  /** A thing of the story, to be named in a list of things; null when it has none that stands alone. */
  caption: string | null;
}

/** The phrase of a story that makes one want to open it: its own words, whole, never cut short. */
export function nameStory(
  unit: StoryUnit,
  others: readonly StoryUnit[],
  taken: ReadonlySet<string>,
  book: readonly Told[],
): Naming {
  const sentences = unit.paragraphs.flat().map((sentence) => sentence.text);
  const rarity = rarityIn(unit, [...others, ...book]);
  const phrases = [
    ...promising(sentences, rarity).flatMap(({ sentence, at }) => phrasesOf(sentence, at)),
    ...questionPhrases(unit),
  ];
  const ranked = phrases
    .map((phrase) => ({ phrase, text: dress(phrase), score: score(phrase, rarity, phrases) }))
    .filter(({ text, score: value, phrase }) => value > 0 && (phrase.kind === 'LINE' || isWhole(text)))
    .sort((a, b) => b.score - a.score);
  const things = ranked.filter(({ phrase }) => phrase.kind === 'THING').map(({ text }) => text);
  const free = ranked.filter(({ text }) => !taken.has(fold(text)));
  const best = richest(free.filter(({ text }) => !HEAVY.test(text))) ?? richest(free);
  const caption = richest(ranked.filter(({ phrase }) => phrase.kind === 'THING'));
  if (!best) return { title: fallback(unit, phrases, taken), caption };
  return { title: pairUp(best, things, taken, rarity) ?? best, caption };
}

/** The sentences in which a title may stand: the first one, and those that say most that the others don't. */
function promising(sentences: readonly string[], rarity: (word: string) => number) {
  const weighed = sentences.map((sentence, index) => {
    const words = [...new Set(contentLemmas(sentence))].map(rarity).sort((a, b) => b - a);
    const spoken = /["“]|\b(?:said|asked), /.test(sentence) ? 3 : 0;
    const weight = words.slice(0, 4).reduce((sum, worth) => sum + worth, spoken);
    return { sentence, at: index / Math.max(1, sentences.length - 1), weight: index === 0 ? 99 : weight };
  });
  const least = weighed.map(({ weight }) => weight).sort((a, b) => b - a)[READ_AT_MOST - 1] ?? 0;
  return weighed.filter(({ weight }) => weight >= least);
}

/** The best; or, when that is one bare thing, the next one that says more and is nearly as good. */
function richest(ranked: readonly { text: string; score: number }[]): string | null {
  const [best] = ranked;
  if (!best || contentLemmas(best.text).length > 1) return best?.text ?? null;
  const fuller = ranked.find(
    ({ text, score: value }) =>
      contentLemmas(text).length > 1 && value > 0.55 * best.score && / \p{Ll}{4,}/u.test(text),
  );
  return (fuller ?? best).text;
}

/** One bare thing is a poor title; two that belong to one story are a good one: "The bananas and the landslides". */
function pairUp(
  title: string,
  others: readonly string[],
  taken: ReadonlySet<string>,
  rarity: (word: string) => number,
): string | null {
  const own = contentLemmas(title);
  if (own.length !== 1 || countWords(title) > 3 || !/^(?:The|A|An|My|Our)\b/.test(title)) return null;
  const second = others.find(
    (other) =>
      /^(?:The|A|An|\d+|Two|Three|Four|Five) /.test(other) &&
      countWords(other) <= 4 &&
      paints(other) &&
      contentLemmas(other).every((word) => rarity(word) >= 2 * rarity(UNHEARD)) &&
      !contentLemmas(other).some((word) => own.includes(word) || KIN.has(word)) &&
      !/\b(?:and|of)\b/.test(other),
  );
  if (!second || KIN.has(own[0] ?? '')) return null;
  const pair = `${title} and ${second.charAt(0).toLowerCase()}${second.slice(1)}`;
  return taken.has(fold(pair)) ? null : pair;
}

/** How telling a word is here: said often in this story, seldom in the others. */
function rarityIn(unit: Told, others: readonly Told[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const word of lemmasOf(unit)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const elsewhere = others.map((other) => new Set(lemmasOf(other)));
  return (word) => {
    const near = elsewhere.filter((words) => words.has(word)).length;
    const idf = Math.log((2 + elsewhere.length) / (1 + near));
    const kind = GENERIC.has(word) ? 0.12 : CONCRETE_LEMMAS.has(word) ? 1.7 : 1;
    return Math.min(3, 1 + Math.log2(counts.get(word) ?? 1)) * (0.35 + idf) * kind;
  };
}

const LEMMAS = new WeakMap<Told, string[]>();

function lemmasOf(unit: Told): string[] {
  const known = LEMMAS.get(unit) ?? contentLemmas(unitText(unit));
  LEMMAS.set(unit, known);
  return known;
}

/** "Tell me about your first day at the mill" offers "My first day at the mill". */
function questionPhrases(unit: StoryUnit): Phrase[] {
  if (!unit.question) return [];
  const here = new Set(lemmasOf(unit));
  return nounPhrases(unit.question.text.replace(/\byour\b/gi, 'my').replace(/\byou\b/gi, 'I'), 0.1)
    .filter((phrase) => {
      const words = contentLemmas(phrase.text);
      const known = words.filter((word) => here.has(word)).length;
      return (
        known > 0 && known / words.length >= 0.5 && here.has(words.at(-1) ?? '') && !/ and /.test(phrase.text)
      );
    })
    .map((phrase) => ({ ...phrase, worth: phrase.worth * 1.15 }));
}

function score(phrase: Phrase, rarity: (word: string) => number, all: readonly Phrase[]): number {
  if (phrase.kind === 'LINE') return scoreLine(phrase, rarity, all);
  const words = tokens(phrase.text);
  const content = words.filter((token) => !isStopWord(token.norm));
  const telling = content.filter((token) => !GENERIC.has(lemma(token.norm)));
  const size = words.length;
  if (telling.length === 0 || size < 2 || size > 8 || phrase.text.length > 60) return 0;
  if (size > 1 && isVerbish(words.map((token) => token.text))) return 0;
  if (WEAK_START.test(phrase.text) || NEVER_IN.test(phrase.text) || HALF_PHRASE.test(phrase.text)) return 0;
  if (
    GENERIC.has(lemma(content.at(-1)?.norm ?? '')) ||
    new Set(content.map((token) => lemma(token.norm))).size < content.length
  )
    return 0;
  const sum = [...new Set(content.map((token) => lemma(token.norm)))].reduce(
    (total, word) => total + rarity(word),
    0,
  );
  const length =
    size === 2
      ? /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(phrase.text)
        ? 0.5
        : 0.75
      : size <= 6
        ? 1.1
        : 0.95;
  const colour = paints(phrase.text) ? 1.5 : content.some((token) => ABSTRACT.test(token.norm)) ? 0.5 : 0.9;
  const names = content.filter((token) => /^\p{Lu}/u.test(token.text)).length;
  const event = EVENT_NAME.test(phrase.text);
  const formal = event ? 2 : names === content.length ? 0.15 : 1;
  const passing = /\b(?:of|on|in|with|at) (?:his|her|their)\b/i.test(phrase.text) ? 0.45 : 1;
  const pointing =
    /^(?:his|her|their|its)\b/i.test(phrase.text) || /^\p{Lu}\p{L}+['’]s\b/u.test(phrase.text)
      ? 0.6
      : passing;
  const placed = /\b(?:in|on|at|from|under|over|by|with|near|of)\b/.test(phrase.text) ? 1.15 : 1;
  const place = 1.1 - 0.2 * phrase.at;
  return (
    (sum / Math.sqrt(content.length + 0.5)) *
    length *
    phrase.worth *
    place *
    colour *
    formal *
    pointing *
    placed *
    (telling.length > 1 ? 1.4 : 0.6)
  );
}

/** A spoken line is remembered when it comes again, when it closes the story, and when it says something of its own. */
function scoreLine(phrase: Phrase, rarity: (word: string) => number, all: readonly Phrase[]): number {
  const content = contentLemmas(phrase.text);
  if (content.length === 0 || NEVER_IN.test(phrase.text.replace(/\b(?:would|I) like\b/, ''))) return 0;
  const again = all.filter((other) => other.kind === 'LINE' && fold(other.text) === fold(phrase.text)).length;
  const telling = content.reduce((sum, word) => sum + rarity(word), 0) / Math.sqrt(content.length + 0.5);
  const closing = phrase.at > 0.7 ? 1.2 : 1;
  return (1.3 * rarity(UNHEARD) + telling) * phrase.worth * closing * (again > 1 ? 1.5 : 1);
}

/** "Dispose of these records": a bare first word that is no plural, no name and no thing is a verb in disguise. */
function isVerbish(words: string[]): boolean {
  const [first = '', second = ''] = words;
  if (
    /^(?:the|an?|my|our|his|her|their|no|two|three|four|five|six|seven|eight|nine|ten|\d.*)$/i.test(first) ||
    /^\p{Lu}/u.test(second)
  )
    return false;
  if (CONCRETE_LEMMAS.has(lemma(fold(first)))) return false;
  return /^(?:of|in|on|at|with|from|for|by|under|to|and|these|those|the)$/i.test(second) && !/s$/.test(first);
}

/** True when something in it can be seen, heard or touched. */
function paints(text: string): boolean {
  return contentLemmas(text).some((word) => CONCRETE_LEMMAS.has(word));
}

function dress({ text, kind }: Phrase): string {
  const bare = text
    .replace(/\s+/g, ' ')
    .replace(/^["'“‘(\s]+|(?<!["'”)\s.,;:!?—–-])["'”)\s.,;:!?—–-]+$/g, '')
    .replace(kind !== 'THING' ? /$^/ : /['’]s$/, '');
  const title = bare.charAt(0).toUpperCase() + bare.slice(1);
  return kind === 'LINE' ? `“${title}”` : title;
}

/** No title ends on a word that waits for another, nor opens on one that points back. */
function isWhole(title: string): boolean {
  const words = tokens(title);
  const last = words.at(-1)?.norm ?? '';
  if (
    words.length < 2 ||
    (isStopWord(last) && !/^(?:him|her|me|us|them|it|home|up|down|off|out|over)$/.test(last))
  )
    return false;
  return title.length >= 6 && !BROKEN.some((pattern) => pattern.test(title));
}

/** When no phrase stands out: a short whole sentence, or any whole phrase; at last the plain truth. */
function fallback(unit: StoryUnit, phrases: readonly Phrase[], taken: ReadonlySet<string>): string {
  const free = (text: string) => !taken.has(fold(text)) && text.length <= 60;
  const sentences = unit.paragraphs
    .flat()
    .map((sentence) =>
      dress({ text: sentence.text.replace(/^(?:And|But|So) /, ''), kind: 'CLAUSE', worth: 1, at: 0 }),
    );
  const short = sentences.filter(
    (text) => free(text) && countWords(text) >= 3 && countWords(text) <= 9 && !/[?,;:]/.test(text),
  );
  const whole = phrases
    .filter((phrase) => phrase.kind !== 'LINE')
    .map(dress)
    .filter((text) => free(text) && isWhole(text) && !NEVER_IN.test(text));
  const all = [...short, ...whole].sort((a, b) => contentLemmas(b).length - contentLemmas(a).length);
  const best = all.find((text) => !HEAVY.test(text)) ?? all[0];
  return best ?? nextFree('A little more', taken);
}

function nextFree(title: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const text = count === 2 ? title : `${title}, ${count - 1}`;
    if (!taken.has(fold(text))) return text;
  }
}
